import { earningHoldDays } from '@tuneport/domain/ledger/earnings';
import { deliveryLegs } from '@tuneport/domain/purchases/purchase-money';
import { purchaseMachine } from '@tuneport/domain/purchases/purchase-states';
import { eventsFrom } from '@tuneport/domain/states/machine';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { postTransfer } from '../ledger/index.ts';
import { lockPurchase, sharesOf, stepPurchase } from './purchase-queries.ts';
import { netOf, type Purchase } from './purchase-record.ts';
import { leftOf } from './refunds/refunded-parts.ts';
import { returnedAmounts } from './refunds/returned-amounts.ts';

/**
 * Recognizes revenue on delivery and posts the shares of tuner, installer and affiliate in the same transfer. Runs in
 * the caller's transaction; idempotent.
 */
export async function deliverPurchase(
  db: Db,
  input: { id: number; actorId: number | null; now: Date },
): Promise<Purchase> {
  const purchase = await lockPurchase(db, input.id);
  if (!purchase) throw new Refusal('not_found');
  if (purchase.state === 'delivered') return purchase;
  const delivered = await stepPurchase(db, input.id, 'deliver', {
    actorId: input.actorId,
    now: input.now,
    set: { delivered_at: input.now },
  });
  if (!delivered)
    throw new Refusal('invalid_transition', { allowed: eventsFrom(purchaseMachine, purchase.state, 'staff') });
  const legs = deliveryLegs(await sharesOf(db, input.id), {
    leftMinor: leftOf(purchase, await returnedAmounts(db, input.id)),
    netMinor: netOf(purchase),
    currency: purchase.currency,
  });
  if (legs.length > 0)
    await postTransfer(db, {
      key: `purchase:${input.id}:delivered`,
      kind: 'purchase.delivered',
      subject: `purchase:${input.id}`,
      at: input.now,
      actorId: input.actorId,
      memo: `Purchase ${input.id} delivered`,
      // The hold period is fixed at the sale; later rule changes do not affect it.
      detail: { hold_days: earningHoldDays },
      legs,
    });
  return delivered;
}
