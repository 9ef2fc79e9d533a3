import type { tuningGraphs } from '@tuneport/contract/tuning/tuning-graphs';
import type { Db } from '../../../platform/db/db.ts';
import { handlers } from '../../../platform/http/context.ts';
import { addressSite } from '../../../platform/rate-limit.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { changeExpiry, deleteGraph } from './manage-graph.ts';
import { type GraphRow, graphById, packedFileOf } from './queries.ts';
import { logQuota } from './quota.ts';
import { answerFromThread } from './run-graph-task.ts';
import { gzipType, sendAnswer, sendSamples } from './send-samples.ts';
import { uploadLog } from './upload-log.ts';

export const tuningGraphRoutes = handlers<typeof tuningGraphs>({
  async 'POST /graph'({ platform, actor, body, files, clientInfo, now }) {
    const upload = { files, days: body.days, now, address: clientInfo.address };
    const { graph, token } = await uploadLog(platform, actor, upload);
    return { ...present(graph), redirect: `/graph/${graph.id}`, token };
  },
  async 'GET /graph/:id'({ db, platform, params, query, headers, clientInfo, now }) {
    const graph = await readable(db, params.id, now);
    const file = await packedFileOf(db, graph.packed_file_id);
    if (!file) throw new Refusal('not_found');
    const about = JSON.parse(JSON.stringify(present(graph))) as Record<string, unknown>;
    const { storage } = platform.config;
    const isGzip = file.media_type === gzipType;
    const task = { kind: 'answer', storage, sha256: file.sha256, isGzip, about, query } as const;
    const client = addressSite(clientInfo.address);
    const answer = await answerFromThread(task, client);
    return sendAnswer(answer, { encodings: headers['accept-encoding'], client });
  },
  'GET /graph/:id/about': async ({ db, params, now }) => present(await readable(db, params.id, now)),
  async 'GET /graph/:id/samples'({ db, platform, params, headers, clientInfo, now }) {
    const graph = await readable(db, params.id, now);
    const file = await packedFileOf(db, graph.packed_file_id);
    if (!file) throw new Refusal('not_found');
    return sendSamples(platform.files, file, {
      range: clientInfo.range,
      encodings: headers['accept-encoding'],
      client: addressSite(clientInfo.address),
    });
  },
  'PATCH /graph/:id': async ({ db, platform, actor, params, body, now }) => {
    const input = { id: params.id, token: body.token, days: body.days, now };
    return present(await changeExpiry(db, actor, input, logQuota(platform.config.anonymousLogsMib)));
  },
  'DELETE /graph/:id': ({ platform, actor, params, body, now }) =>
    deleteGraph(platform, actor, { id: params.id, token: body.token, now }),
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
