import type { SignedInActor } from '../../../platform/actor.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { giveUpTry, linkPurchase, purchaseUser } from '../../store/index.ts';
import { beginWork } from './money/follow-purchase.ts';
import { isCustomerOf, readerOf } from './request-policy.ts';
import type { RequestRow } from './request-queries.ts';
import type { Bench } from './step-request.ts';

/** A purchase that waits for its file pays for a request that is locked, and its work begins. */
export async function linkRequest(
  bench: Bench,
  request: RequestRow,
  actor: SignedInActor,
  purchaseId: number,
): Promise<RequestRow> {
  const { db, now } = bench;
  if (request.state !== 'matched')
    throw request.queued_at === null
      ? new Refusal('invalid_transition', { message: 'Name the car first, then link a purchase.', allowed: ['supply'] })
      : new Refusal('already_committed', { message: 'This request is paid already.' });
  const by = { actorId: actor.userId, now };
  if (isCustomerOf(readerOf(actor), request)) await giveUpTry(db, request.id, by);
  const reader = purchaseUser(actor);
  const linked = await linkPurchase(db, { id: purchaseId, requestId: request.id, reader, ...by });
  // Staff read everybody's purchases; what one customer paid does not pay for another.
  if (linked.user_id !== request.user_id && (linked.dealer_id === null || linked.dealer_id !== request.dealer_id))
    throw fieldRefusal({ purchase_id: ['This was bought by somebody else than who sent the file.'] });
  const begun = await beginWork(bench, request, linked);
  if (!begun)
    throw fieldRefusal({
      purchase_id: ['What was bought is not for this car. Choose another purchase, or write to us.'],
    });
  return begun;
}
