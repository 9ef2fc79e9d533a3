import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import type { PayoutRunState, PayoutRunStep } from '@tuneport/domain/ledger/payout-states';
import type { AuditActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { writeAudit } from '../../audit/index.ts';
import { addPayoutEvent, type PayoutRun } from './payout-queries.ts';

const ended: readonly PayoutRunState[] = ['completed', 'partly_failed', 'cancelled'];

/** Writes a transition of a locked run and its history row. */
export async function moveRun(
  db: Db,
  initiator: AuditActor,
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
      ...(event === 'lock' ? { locked_by: initiator.userId } : {}),
      ...(event === 'approve' ? { approved_by: initiator.userId } : {}),
      ended_at: ended.includes(to) ? now : null,
    })
    .where('id', '=', run.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const of = { run_id: run.id };
  await addPayoutEvent(db, { of, at: now, event, from: run.state, to, actorId: initiator.userId, reason });
  await writeAudit(db, initiator, `payout-runs.${event}`, `payout-run:${run.id}`, { from: run.state, to, reason });
  return after as PayoutRun;
}
