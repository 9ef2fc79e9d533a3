import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { type CreditDealEvent, creditDealEvents, creditDealStep } from '@tuneport/domain/dealers/credit-deal-states';
import type { AuditActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { dealById } from './credit-deal-queries.ts';

/** Performs one transition under the deal's lock and records it in the history; paid deals are reported as finished. */
export async function moveDeal(
  db: Db,
  actor: AuditActor,
  id: number,
  event: CreditDealEvent,
  now: Date,
  reason = '',
): Promise<void> {
  const deal = await dealById(db, id, 'lock');
  if (!deal) throw new Refusal('not_found');
  const step = creditDealStep(deal.state, event);
  if (!step) {
    const isPaid = !['draft', 'published', 'cancelled', 'expired'].includes(deal.state);
    if (isPaid) throw new Refusal('already_committed', { message: 'This deal is already paid.' });
    throw new Refusal('invalid_transition', { allowed: creditDealEvents(deal.state, 'staff') });
  }
  if (event === 'publish' && deal.expires_at && deal.expires_at <= now)
    throw fieldRefusal({ expires_at: ['This deal has expired. Choose a later date first.'] });
  await db
    .updateTable('dealer_credit_deals')
    .set({
      state: step.to,
      updated_at: nextUpdatedAt(deal.updated_at, now),
      ...(event === 'publish' ? { published_at: now } : {}),
    })
    .where('id', '=', id)
    .execute();
  await db
    .insertInto('dealer_credit_deal_events')
    .values({ deal_id: id, at: now, event, from_state: deal.state, to_state: step.to, actor_id: actor.userId, reason })
    .execute();
  await writeAudit(db, actor, `credit-deals.${event}`, `credit-deal:${id}`, { from: deal.state, to: step.to, reason });
}
