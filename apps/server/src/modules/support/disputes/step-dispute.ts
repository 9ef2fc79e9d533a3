import { lineDisputeMachine } from '@tuneport/domain/ledger/line-dispute-states';
import type { AuditActor } from '../../../platform/actor.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type LineDispute, lockDispute } from '../../ledger/index.ts';
import { defineStep, historyRow } from '../../states/index.ts';

type DisputeActor = AuditActor & { readonly as: 'staff' | 'partner' };

export const stepDispute = defineStep<LineDispute, DisputeActor>()({
  machine: lineDisputeMachine,
  table: 'line_disputes',
  lock: lockDispute,
  parts: ({ as }) => as,
  refuse: decidedRefusal,
  columns: ({ now }) => ({ ended_at: now }),
  history: {
    table: 'line_dispute_events',
    values: (taken) => ({
      dispute_id: taken.row.id,
      ...historyRow(taken),
      reason: taken.reason,
      transfer_id: taken.transferId,
    }),
  },
  audit: ({ step, row, reason }) => ({
    act: `line-disputes.${step.event}`,
    subject: `line-dispute:${row.id}`,
    detail: { owner: row.owner, line: row.subject, ...(reason === '' ? {} : { reason }) },
  }),
});

export function decidedRefusal({ id, state }: Pick<LineDispute, 'id' | 'state'>): Refusal {
  return new Refusal('already_committed', {
    message: state === 'withdrawn' ? 'This dispute was withdrawn.' : 'This dispute was already decided.',
    current: { id, state },
  });
}
