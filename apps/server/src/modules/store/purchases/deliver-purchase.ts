import { earningHoldDays } from '@tuneport/domain/ledger/earnings';
import { deliveryLegs } from '@tuneport/domain/purchases/purchase-money';
import { purchaseEventsFrom, purchaseStep } from '@tuneport/domain/purchases/purchase-states';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { postTransfer } from '../../ledger/index.ts';
import { goneBack, lockPurchase, sharesOf, stepPurchase } from './purchase-queries.ts';
import { netOf, type Purchase } from './purchase-record.ts';
import { leftOf } from './settle-purchase.ts';

/**
 * The work is delivered: what was owed is earned, and tuner, installer and affiliate get their share of it in the same transfer.
 * In the caller's transaction; delivered once, asked again it says so.
 */
export async function deliverPurchase(
  db: Db,
  asked: { id: number; actorId: number | null; now: Date },
): Promise<Purchase> {
  const purchase = await lockPurchase(db, asked.id);
  if (!purchase) throw new Refusal('not_found');
  if (purchase.state === 'delivered') return purchase;
  const delivered = await stepPurchase(db, asked.id, purchaseStep('deliver'), {
    actorId: asked.actorId,
    now: asked.now,
    set: { delivered_at: asked.now },
  });
  if (!delivered) throw new Refusal('invalid_transition', { allowed: purchaseEventsFrom(purchase.state, 'staff') });
  const legs = deliveryLegs(await sharesOf(db, asked.id), {
    leftMinor: leftOf(purchase, await goneBack(db, asked.id)),
    netMinor: netOf(purchase),
    currency: purchase.currency,
  });
  if (legs.length > 0)
    await postTransfer(db, {
      key: `purchase:${asked.id}:delivered`,
      kind: 'purchase.delivered',
      subject: `purchase:${asked.id}`,
      at: asked.now,
      actorId: asked.actorId,
      memo: `Purchase ${asked.id} delivered`,
      // How long shares wait is settled with the sale; a later rule does not touch it.
      detail: { hold_days: earningHoldDays },
      legs,
    });
  return delivered;
}
