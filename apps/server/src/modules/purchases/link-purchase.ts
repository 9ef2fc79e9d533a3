import { purchaseMachine } from '@tuneport/domain/purchases/purchase-states';
import { eventsFrom } from '@tuneport/domain/states/machine';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { alreadyBought } from './place-purchase.ts';
import { isPaidTwice, type PurchaseViewer, purchaseOfRequest, readPurchase, stepPurchase } from './purchase-queries.ts';
import type { Purchase } from './purchase-record.ts';

/**
 * Uses a purchase for a tune request, once. The caller checks before that its tunes match the request. A purchase of
 * someone else is not found. Runs in the caller's transaction.
 */
export async function linkPurchase(
  db: Db,
  input: { id: number; requestId: number; viewer: PurchaseViewer; actorId: number; now: Date },
): Promise<Purchase> {
  const purchase = await readPurchase(db, input.id, input.viewer);
  if (!purchase) throw new Refusal('not_found');
  const paying = await purchaseOfRequest(db, input.requestId);
  if (paying && paying.id !== purchase.id) throw paidByAnother();
  const linked = await stepPurchase(db, input.id, 'link', {
    actorId: input.actorId,
    now: input.now,
    detail: { request_id: input.requestId },
    set: { request_id: input.requestId, linked_at: input.now },
  }).catch((error: unknown) => {
    throw isPaidTwice(error) ? paidByAnother() : error;
  });
  if (linked) return linked;
  if (purchase.state === 'linked' || purchase.state === 'delivered') throw alreadyBought(purchase);
  throw new Refusal('invalid_transition', { allowed: eventsFrom(purchaseMachine, purchase.state, 'buyer') });
}

const paidByAnother = () => new Refusal('conflict', { message: 'Another purchase already pays for this request.' });
