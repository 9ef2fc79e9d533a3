import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import type { PayoutRunState, PayoutRunStep } from '@tuneport/domain/ledger/payout-states';
import type { Db } from '../../../platform/db/db.ts';
import { writeAudit } from '../../audit/index.ts';
import type { Doer } from './make-payout.ts';
import { addPayoutEvent, type PayoutRun } from './payout-queries.ts';

const ended: readonly PayoutRunState[] = ['completed', 'partly_failed', 'cancelled'];

/** Writes a step of a run that is locked, with its row of history. */
export async function moveRun(
  db: Db,
  doer: Doer,
  run: PayoutRun,
  { event, to }: Pick<PayoutRunStep, 'event' | 'to'>,
  now: Date,
  reason = '',
): Promise<PayoutRun> {
  const after = await db
    .updateTable('payout_runs')
    .set({
      state: to,
      updated_at: nextUpdatedAt(run.updated_at, now),
      ...(event === 'lock' ? { locked_by: doer.userId } : {}),
      ...(event === 'approve' ? { approved_by: doer.userId } : {}),
      ended_at: ended.includes(to) ? now : null,
    })
    .where('id', '=', run.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const of = { run_id: run.id };
  await addPayoutEvent(db, { of, at: now, event, from: run.state, to, actorId: doer.userId, reason });
  await writeAudit(db, doer, `payout-runs.${event}`, `payout-run:${run.id}`, { from: run.state, to, reason });
  return after as PayoutRun;
}
