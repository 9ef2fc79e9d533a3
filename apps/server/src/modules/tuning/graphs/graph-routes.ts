import type { tuningGraphs } from '@tuneport/contract/tuning-graphs';
import type { Db } from '../../../platform/db/db.ts';
import { sendFile } from '../../../platform/files/send-file.ts';
import { BytesMissing, type FileStore } from '../../../platform/files/store.ts';
import { handlers } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { changeExpiry, deleteGraph } from './manage-graph.ts';
import { type GraphRow, graphById, packedFileOf } from './queries.ts';
import { runGraphTask } from './run-graph-task.ts';
import { uploadLog } from './upload-log.ts';

export const tuningGraphRoutes = handlers<typeof tuningGraphs>({
  async 'POST /graph'({ db, platform, actor, body, files, now }) {
    const { graph, token } = await uploadLog(db, platform.files, actor, { files, days: body.days, now });
    return { ...present(graph), redirect: `/graph/${graph.id}`, token };
  },
  async 'GET /graph/:id'({ db, platform, params, query, now }) {
    const graph = await readable(db, params.id, now);
    const packed = await bytesOf(db, platform.files, graph);
    const about = JSON.parse(JSON.stringify(present(graph))) as Record<string, unknown>;
    const result = await runGraphTask({ kind: 'answer', packed, about, ...query });
    if (result.kind !== 'answer') throw new Error('The reading thread answered something else.');
    const headers = { 'content-type': 'application/json; charset=utf-8', 'x-robots-tag': 'noindex' };
    return { status: 200, headers, body: Buffer.from(result.json) };
  },
  'GET /graph/:id/about': async ({ db, params, now }) => present(await readable(db, params.id, now)),
  async 'GET /graph/:id/samples'({ db, platform, params, caller, now }) {
    const graph = await readable(db, params.id, now);
    const file = await packedFileOf(db, graph.packed_file_id);
    if (!file) throw new Refusal('not_found');
    return sendFile(platform.files, file, caller.range);
  },
  'PATCH /graph/:id': async ({ db, actor, params, body, now }) =>
    present(await changeExpiry(db, actor, { id: params.id, token: body.token, days: body.days, now })),
  'DELETE /graph/:id': ({ db, actor, params, body, now }) =>
    deleteGraph(db, actor, { id: params.id, token: body.token, now }),
});

async function readable(db: Db, id: string, now: Date): Promise<GraphRow> {
  const graph = await graphById(db, id, now);
  if (!graph) throw new Refusal('not_found');
  return graph;
}

const present = (graph: GraphRow) => ({
  id: graph.id,
  name: graph.name,
  format: graph.format,
  rows: graph.row_count,
  duration_s: graph.duration_s,
  time_base: graph.time_base === 'rows' ? ('rows' as const) : ('seconds' as const),
  channels: graph.channels as {
    name: string;
    label: string;
    unit: string;
    quantity: string | null;
    source: string;
    clock: number;
  }[],
  notes: graph.notes as string[],
  expires_at: graph.expires_at,
  created_at: graph.created_at,
});

async function bytesOf(db: Db, store: FileStore, graph: GraphRow): Promise<Uint8Array> {
  const file = await packedFileOf(db, graph.packed_file_id);
  if (!file) throw new Refusal('not_found');
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of await store.open(file.sha256)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  } catch (error) {
    if (error instanceof BytesMissing) throw new Refusal('not_found');
    throw error;
  }
}
