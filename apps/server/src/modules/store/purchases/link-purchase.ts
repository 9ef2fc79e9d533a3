import { purchaseEventsFrom, purchaseStep } from '@tuneport/domain/purchases/purchase-states';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { alreadyBought } from './place-purchase.ts';
import { isPaidTwice, type PurchaseReader, purchaseOfRequest, readPurchase, stepPurchase } from './purchase-queries.ts';
import type { Purchase } from './purchase-record.ts';

/**
 * Uses a purchase for a tune request, once. Whether its tunes fit the request is judged by whoever keeps requests, before.
 * A purchase that is not the reader's is not found. In the caller's transaction.
 */
export async function linkPurchase(
  db: Db,
  asked: { id: number; requestId: number; reader: PurchaseReader; actorId: number; now: Date },
): Promise<Purchase> {
  const purchase = await readPurchase(db, asked.id, asked.reader);
  if (!purchase) throw new Refusal('not_found');
  const paying = await purchaseOfRequest(db, asked.requestId);
  if (paying && paying.id !== purchase.id) throw paidByAnother();
  const linked = await stepPurchase(db, asked.id, purchaseStep('link'), {
    actorId: asked.actorId,
    now: asked.now,
    detail: { request_id: asked.requestId },
    set: { request_id: asked.requestId, linked_at: asked.now },
  }).catch((error: unknown) => {
    throw isPaidTwice(error) ? paidByAnother() : error;
  });
  if (linked) return linked;
  if (purchase.state === 'linked' || purchase.state === 'delivered') throw alreadyBought(purchase);
  throw new Refusal('invalid_transition', { allowed: purchaseEventsFrom(purchase.state, 'buyer') });
}

const paidByAnother = () => new Refusal('conflict', { message: 'This request is paid by another purchase already.' });
