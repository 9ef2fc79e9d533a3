import { timingSafeEqual } from 'node:crypto';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { removeUnusedBytes } from '../../../platform/files/sweep.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { hashToken } from '../../identity/index.ts';
import { type GraphRow, graphById, removeGraphs } from './queries.ts';
import { type LogQuota, requireLogRoom } from './quota.ts';
import { allowedDays, daysFrom } from './upload-log.ts';

type Input = { id: string; token?: string | undefined; now: Date };

/** Returns the log to a holder of the uploader's secret, or to its uploader if logged in; everyone else gets 404. */
async function ownGraph(db: Db, actor: Actor, { id, token, now }: Input): Promise<GraphRow> {
  const graph = await graphById(db, id, now);
  if (!graph || !isOwn(graph, actor, token)) throw new Refusal('not_found');
  return graph;
}

const isOwn = (graph: GraphRow, actor: Actor, token: string | undefined): boolean =>
  (actor.userId !== null && graph.uploaded_by === actor.userId) ||
  (token !== undefined && timingSafeEqual(graph.manage_hash, hashToken(token)));

/** Keeps a log that is attached to a request for a year, if it belongs to the actor. */
export async function extendOwnGraph(
  db: Db,
  actor: Actor,
  { graph, token, now }: { graph: GraphRow; token: string | undefined; now: Date },
  quota: LogQuota,
): Promise<void> {
  if (isOwn(graph, actor, token)) await changeExpiry(db, actor, { id: graph.id, token, now, days: 365 }, quota);
}

export async function changeExpiry(
  db: Db,
  actor: Actor,
  input: Input & { days: number },
  quota: LogQuota,
): Promise<GraphRow> {
  const graph = await ownGraph(db, actor, input);
  const expires_at = daysFrom(input.now, allowedDays(actor, input.days));
  // A logged-in user who has the secret takes over a log that was uploaded without an account.
  const uploaded_by = graph.uploaded_by ?? actor.userId;
  if (graph.uploaded_by === null && actor.userId !== null)
    await requireLogRoom(db, actor, { network: null, bytes: Number(graph.stored_bytes), quota });
  const owner = uploaded_by === null ? {} : { uploaded_by, uploaded_from: null };
  await db
    .updateTable('graphs')
    .set({ expires_at, ...owner })
    .where('id', '=', graph.id)
    .execute();
  await writeAudit(db, actor, 'tuning.share-log', `file:${graph.file_id}`, { days: input.days });
  return { ...graph, expires_at };
}

export async function deleteGraph({ db, files }: Platform, actor: Actor, input: Input): Promise<void> {
  const hashes = await db.transaction().execute(async (tx) => {
    const graph = await ownGraph(tx, actor, input);
    await writeAudit(tx, actor, 'tuning.delete-log', `file:${graph.file_id}`, { name: graph.name });
    return removeGraphs(tx, [graph]);
  });
  await removeUnusedBytes(db, files, hashes);
}
