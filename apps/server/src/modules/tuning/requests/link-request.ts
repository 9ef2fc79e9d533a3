import type { SignedInActor } from '../../../platform/actor.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { cancelFailedPurchase, linkPurchase, purchaseUser } from '../../purchases/index.ts';
import { beginWork } from './money/follow-purchase.ts';
import { isCustomerOf, viewerOf } from './request-policy.ts';
import type { RequestRow } from './request-queries.ts';
import type { RequestContext } from './step-request.ts';

/** Pays for a locked request with a purchase that waits for its file, and starts the work. */
export async function linkRequest(
  context: RequestContext,
  request: RequestRow,
  actor: SignedInActor,
  purchaseId: number,
): Promise<RequestRow> {
  const { db, now } = context;
  if (request.state !== 'matched')
    throw request.queued_at === null
      ? new Refusal('invalid_transition', {
          message: 'Choose your car first, then link a purchase.',
          allowed: ['supply'],
        })
      : new Refusal('already_committed', { message: 'This request is already paid.' });
  const by = { actorId: actor.userId, now };
  if (isCustomerOf(viewerOf(actor), request)) await cancelFailedPurchase(db, request.id, by);
  const viewer = purchaseUser(actor);
  const linked = await linkPurchase(db, { id: purchaseId, requestId: request.id, viewer, ...by });
  // Staff read all purchases; one customer's must not pay for another's request.
  if (linked.user_id !== request.user_id && (linked.dealer_id === null || linked.dealer_id !== request.dealer_id))
    throw fieldRefusal({ purchase_id: ['This purchase belongs to a different customer than the file.'] });
  const begun = await beginWork(context, request, linked);
  if (!begun)
    throw fieldRefusal({
      purchase_id: ['This purchase is not for this car. Choose another one, or contact us.'],
    });
  return begun;
}
