import { creditDealMachine } from '@tuneport/domain/dealers/credit-deal-states';
import { eventsFrom } from '@tuneport/domain/states/machine';
import type { AuditActor } from '../../platform/actor.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { defineStep, historyRow } from '../states/index.ts';
import { type DealRow, dealById } from './credit-deal-queries.ts';

/** One step of a deal under its lock; paid deals answer as finished. */
export const moveDeal = defineStep<DealRow, AuditActor>()({
  machine: creditDealMachine,
  table: 'dealer_credit_deals',
  lock: (db, id) => dealById(db, id, 'lock'),
  refuse({ state }) {
    const isPaid = !['draft', 'published', 'cancelled', 'expired'].includes(state);
    if (isPaid) return new Refusal('already_committed', { message: 'This deal is already paid.' });
    return new Refusal('invalid_transition', { allowed: eventsFrom(creditDealMachine, state, 'staff') });
  },
  guard({ now }, { step, row }) {
    if (step.event === 'publish' && row.expires_at && row.expires_at <= now)
      throw fieldRefusal({ expires_at: ['This deal has expired. Choose a later date first.'] });
  },
  columns: ({ now }, { step }) => (step.event === 'publish' ? { published_at: now } : {}),
  history: {
    table: 'dealer_credit_deal_events',
    values: (taken) => ({ deal_id: taken.row.id, ...historyRow(taken), reason: taken.reason }),
  },
  audit: ({ row, step, reason }) => ({
    act: `credit-deals.${step.event}`,
    subject: `credit-deal:${row.id}`,
    detail: { from: row.state, to: step.to, reason },
  }),
});
