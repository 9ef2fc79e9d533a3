import { type PayoutRunState, payoutRunMachine } from '@tuneport/domain/ledger/payout-states';
import type { AuditActor } from '../../../platform/actor.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { defineStep, historyRow } from '../../states/index.ts';
import { lockRun, type PayoutRun } from './payout-queries.ts';

const ended: readonly PayoutRunState[] = ['completed', 'partly_failed', 'cancelled'];

/** One step of a run under its lock; its payouts are stepped by the caller. */
export const moveRun = defineStep<PayoutRun, AuditActor>()({
  machine: payoutRunMachine,
  table: 'payout_runs',
  lock: lockRun,
  guard(_, { step, row, by }) {
    if (step.guard === 'second-person' && (by.userId === null || by.userId === row.locked_by))
      throw new Refusal('forbidden', {
        message: 'This run must be approved by someone other than the person who locked it.',
      });
  },
  columns: ({ now }, { step, by }) => ({
    ...(step.event === 'lock' ? { locked_by: by.userId } : {}),
    ...(step.event === 'approve' ? { approved_by: by.userId } : {}),
    ended_at: ended.includes(step.to) ? now : null,
  }),
  history: {
    table: 'payout_events',
    values: (taken) => ({ run_id: taken.row.id, ...historyRow(taken), reason: taken.reason }),
  },
  audit: ({ step, row, reason }) => ({
    act: `payout-runs.${step.event}`,
    subject: `payout-run:${row.id}`,
    detail: { from: row.state, to: step.to, reason },
  }),
});
