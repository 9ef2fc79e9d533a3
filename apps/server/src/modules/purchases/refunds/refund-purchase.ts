import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { returnSpent, takeBackSold } from '../../credits/index.ts';
import { postTransfer } from '../../ledger/index.ts';
import type { Booking, Payment, Refund } from '../../payments/index.ts';
import { issueRefundCreditNote } from '../../store/index.ts';
import { notifyPartRefunded, notifyRefunded } from '../purchase-followers.ts';
import { addEvent, lockPurchase, stepPurchase } from '../purchase-queries.ts';
import { cardSubject, type Purchase } from '../purchase-record.ts';
import { leftOf, refundLegs, refundParts, sharesLost } from './refunded-parts.ts';
import { type ReturnedAmounts, returnedAmounts } from './returned-amounts.ts';

const tenderOf = (payment: Payment) => (payment.subject.startsWith('purchase-account:') ? 'account' : 'card');

export async function lockPurchaseOf(db: Db, payment: Payment): Promise<Purchase> {
  const purchase = await lockPurchase(db, Number(payment.reference));
  if (!purchase) throw new Error(`payment ${payment.id} is for a purchase that is not there`);
  return purchase;
}

/** Books a refund of the payment provider or of a dealer's account. */
export async function purchaseRefunded(db: Db, platform: Platform, payment: Payment, refund: Refund): Promise<Booking> {
  const first = await lockPurchaseOf(db, payment);
  const gone = await returnedAmounts(db, first.id, { refundId: refund.id });
  if (gone.card + gone.account + refund.amount.amountMinor === first.total_minor) {
    // All money is refunded: the credits that paid are returned, and those it gave are revoked.
    const by = { actorId: refund.actorId, now: platform.clock.now(), reason: refund.reason };
    await returnCredits(db, first, gone, by);
    await takeBackSold(db, cardSubject(first.id), by);
  }
  const purchase = await lockPurchaseOf(db, payment);
  const back = await refundParts(db, purchase, tenderOf(payment), refund.amount.amountMinor, { refundId: refund.id });
  await recordRefund(db, platform, purchase, back.all, {
    actorId: refund.actorId,
    detail: { refund: refund.id, payment_id: payment.id, amount_minor: `${refund.amount.amountMinor}` },
  });
  const legs = refundLegs(purchase, back);
  await issueRefundCreditNote(db, refund, {
    sale: 'purchase',
    id: purchase.id,
    legs,
    lines: [],
    now: platform.clock.now(),
  });
  return {
    legs,
    memo: `Refund for purchase ${purchase.id}`,
    ...(back.beyondLimits ? { beyondLimits: true } : {}),
  };
}

/**
 * Returns the credits that paid to their lots, in full and once, and reverses the earnings from them. Runs in the
 * caller's transaction, under the lock of the purchase.
 */
export async function returnCredits(
  db: Db,
  purchase: Purchase,
  back: ReturnedAmounts,
  by: { readonly actorId: number | null; readonly now: Date; readonly reason: string },
): Promise<void> {
  if (purchase.credit_minor === 0n || purchase.credits_back_at !== null || purchase.paid_at === null) return;
  const { id, currency } = purchase;
  const leftMinor = leftOf(purchase, back);
  const worthMinor = purchase.credit_worth_minor < leftMinor ? purchase.credit_worth_minor : leftMinor;
  const lost = await sharesLost(db, purchase, leftMinor, worthMinor);
  const delivered = purchase.delivered_at !== null;
  await returnSpent(db, { id, currency, actorId: by.actorId, now: by.now }, { delivered, reason: by.reason });
  if (lost.shares.length > 0)
    await postTransfer(db, {
      key: `purchase:${id}:credits-back`,
      kind: 'purchase.shares-back',
      subject: cardSubject(id),
      at: by.now,
      actorId: by.actorId,
      reason: by.reason,
      legs: lost.shares,
      beyondLimits: lost.beyondLimits,
    });
  await db.updateTable('catalog_purchases').set({ credits_back_at: by.now }).where('id', '=', id).execute();
}

/** Returns the credits of a purchase without money, or whose money is already refunded, which completes the refund. */
export async function refundCredits(
  db: Db,
  platform: Platform,
  input: { readonly id: number; readonly actorId: number | null; readonly reason: string },
): Promise<Purchase | null> {
  const purchase = await lockPurchase(db, input.id);
  if (!purchase || purchase.credit_minor === 0n || purchase.paid_at === null) return null;
  if (purchase.credits_back_at !== null) return purchase;
  const back = await returnedAmounts(db, input.id);
  if (back.card + back.account < purchase.total_minor) return null;
  const now = platform.clock.now();
  await returnCredits(db, purchase, back, { ...input, now });
  await recordRefund(db, platform, purchase, true, { actorId: input.actorId, detail: { credits: true } });
  return lockPurchase(db, input.id);
}

/** Records a refund; if it was complete, ends the purchase and notifies its follower. */
export async function recordRefund(
  db: Db,
  platform: Platform,
  purchase: Purchase,
  all: boolean,
  words: { actorId: number | null; detail: object },
  by: 'house' | 'bank' = 'house',
): Promise<void> {
  const now = platform.clock.now();
  if (!all) {
    await addEvent(db, purchase, { event: 'refund-part', from: purchase.state, at: now, ...words });
    return notifyPartRefunded(db, platform, purchase);
  }
  const done = await stepPurchase(db, purchase.id, 'refund', { ...words, now });
  if (done) await notifyRefunded(db, platform, done, by);
}
