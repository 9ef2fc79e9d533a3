import { may } from '@tuneport/domain/identity/permissions';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/writes/retry-on-deadlock.ts';
import { defineJob } from '../../../platform/jobs/define.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { actorOfUser } from '../../identity/index.ts';
import { bulkList } from './bulk-lists.ts';

/** Small, so that cancelling takes effect within a moment and other writers of the same rows wait briefly. */
const batchSize = 20;
const reasonMax = 500;

/** Each batch is committed with its position, so a killed run resumes there and no row is changed twice. */
export const runBulkJob = defineJob({
  name: 'operations.run-bulk',
  schema: z.object({ run_id: z.number().int() }),
  transaction: 'none',
  timeoutS: 4 * 3_600,
  retryLimit: 20,
  async run({ db, platform, signal }, { run_id }) {
    let more = true;
    while (more) {
      signal.throwIfAborted();
      more = await retryOnDeadlock(db, (tx) => runBatch(tx, run_id, platform.clock.now()));
    }
  },
});

async function runBatch(tx: Db, id: number, now: Date): Promise<boolean> {
  // The lock makes a second worker wait; it then continues with the next rows.
  const run = await tx
    .selectFrom('bulk_runs')
    .select(['list', 'action', 'change', 'started_by', 'position'])
    .select(sql<number[]>`record_ids[position + 1:position + ${sql.lit(batchSize)}]`.as('ids'))
    .where('id', '=', id)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirst();
  if (!run) return false;
  const { access, actions, lockBatch } = bulkList(run.list);
  const actor = await actorOfUser(tx, run.started_by);
  const act = actions[run.action as keyof typeof actions];
  if (!actor || !act || !may(actor, access)) {
    const problem = 'The person who started it no longer has access.';
    await end(tx, id, { state: 'cancelled', problem }, now);
    return false;
  }
  const by: Actor = { ...actor, sessionId: null };
  const change = run.change as Record<string, unknown>;
  await lockBatch?.(tx, run.ids, change);
  let changed = 0;
  const refusals: { run_id: number; record_id: number; reason: string }[] = [];
  for (const record_id of run.ids) {
    const outcome = await attempt(tx, () => act(tx, by, record_id, change, now));
    if (outcome === true) changed += 1;
    else if (outcome !== false) refusals.push({ run_id: id, record_id, reason: outcome.slice(0, reasonMax) });
  }
  if (refusals.length > 0) await tx.insertInto('bulk_run_refusals').values(refusals).execute();
  await tx
    .updateTable('bulk_runs')
    .set({
      position: run.position + run.ids.length,
      changed_count: sql<number>`changed_count + ${changed}`,
      refused_count: sql<number>`refused_count + ${refusals.length}`,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
  if (run.ids.length === batchSize) return true;
  await end(tx, id, { state: 'done', problem: null }, now);
  return false;
}

/** Whether the row changed, or why it was refused. */
async function attempt(tx: Db, act: () => Promise<boolean>): Promise<boolean | string> {
  await sql`savepoint bulk_row`.execute(tx);
  try {
    const changed = await act();
    await sql`release savepoint bulk_row`.execute(tx);
    return changed;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await sql`rollback to savepoint bulk_row`.execute(tx);
    return (
      Object.values(error.extra.errors ?? {})
        .flat()
        .join(' ') || error.message
    );
  }
}

const end = (tx: Db, id: number, to: { state: 'done' | 'cancelled'; problem: string | null }, now: Date) =>
  tx
    .updateTable('bulk_runs')
    .set({ ...to, updated_at: now, finished_at: now })
    .where('id', '=', id)
    .execute();
