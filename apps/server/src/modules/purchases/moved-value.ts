import { type Leg, merged, mirror } from '@tuneport/domain/ledger/ledger-legs';
import type { Paid } from '@tuneport/domain/purchases/purchase-money';
import { movedPart, valueOutLegs } from '@tuneport/domain/tuning/value-transfer-money';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { LedgerHoldEnded, legsOfTransfer, placeHold, postHold, postTransfer } from '../ledger/index.ts';
import { paymentOfSubject, refundable } from '../payments/index.ts';
import { cancelTransferCreditNote, issueTransferCreditNote } from '../store/index.ts';
import { addEvent, lockPurchase } from './purchase-queries.ts';
import { accountSubject, cardSubject, moneyNetOf, type Purchase } from './purchase-record.ts';
import { returnCredits } from './refunds/refund-purchase.ts';
import { leftOf, netBackOf, sharesLost } from './refunds/refunded-parts.ts';
import { returnedAmounts } from './refunds/returned-amounts.ts';

// The value of a delivered purchase that a value transfer moves to another request.

export type PaidValue = {
  /** Refunded or charged back. */
  readonly backMinor: bigint;
  /** Still paid for with money, and not moved. */
  readonly left: Paid;
  /** A refund or a bank dispute is open. */
  readonly isBusy: boolean;
};

export async function paidValue(db: Db, purchase: Purchase): Promise<PaidValue> {
  const back = await returnedAmounts(db, purchase.id);
  const [backMinor, netBackMinor] = [back.card + back.account, netBackOf(purchase, back)];
  let openMinor = 0n;
  for (const subject of [cardSubject(purchase.id), accountSubject(purchase.id)]) {
    const payment = await paymentOfSubject(db, subject);
    if (payment) openMinor += await refundable(db, payment);
  }
  const { moved_minor: movedMinor, moved_net_minor: movedNetMinor } = purchase;
  return {
    backMinor,
    left: {
      netMinor: moneyNetOf(purchase) - netBackMinor - movedNetMinor,
      taxMinor: purchase.tax_minor - (backMinor - netBackMinor) - (movedMinor - movedNetMinor),
    },
    isBusy: openMinor !== purchase.total_minor - backMinor,
  };
}

type Moving = {
  readonly transferId: number;
  readonly valueMinor: bigint;
  readonly actorId: number | null;
  readonly now: Date;
};

/** The moved part, or a refusal if it is no longer there. Runs under the lock of the purchase. */
async function requireLeft(db: Db, purchase: Purchase, valueMinor: bigint): Promise<Paid> {
  const { left, isBusy } = await paidValue(db, purchase);
  if (purchase.state !== 'delivered' || isBusy)
    throw new Refusal('conflict', {
      message: 'The old purchase is being refunded or disputed, so its value cannot be moved.',
    });
  if (valueMinor > left.netMinor + left.taxMinor)
    throw new Refusal('conflict', { message: 'Less than the approved value is left on the old purchase.' });
  return movedPart(left, valueMinor);
}

const postingOf = ({ transferId, actorId, now }: Moving, purchase: Purchase, step: string) => ({
  key: `value-transfer:${transferId}:${step}`,
  kind: `value-transfer.${step}`,
  // The sale it is about, so that its shares and revenue are found together.
  subject: cardSubject(purchase.id),
  at: now,
  actorId,
  detail: { value_transfer_id: transferId },
});

/** Reserves the value until the transfer is performed. */
export async function holdValue(
  db: Db,
  purchase: Purchase,
  moving: Moving & { readonly attempt: number; readonly expiresAt: Date },
): Promise<bigint> {
  const moved = await requireLeft(db, purchase, moving.valueMinor);
  const { id } = await placeHold(db, {
    ...postingOf(moving, purchase, 'hold'),
    key: `value-transfer:${moving.transferId}:hold:${moving.attempt}`,
    legs: valueOutLegs(moved, purchase.currency),
    expiresAt: moving.expiresAt,
  });
  return id;
}

/**
 * Moves the value into clearing: takes revenue and tax out of the sale, issues its credit note, takes back the
 * shares of its parties and returns tune credits that paid a part to their lots. Runs under the lock of the purchase and
 * returns the ledger transfer.
 */
export async function moveValueOut(
  db: Db,
  { id }: Purchase,
  moving: Moving & { readonly feeMinor: bigint; readonly holdId: bigint | null; readonly reason: string },
): Promise<bigint> {
  const { valueMinor, actorId, now, reason, holdId } = moving;
  const first = await lockPurchase(db, id);
  if (!first) throw new Refusal('not_found');
  const moved = await requireLeft(db, first, valueMinor);
  await issueTransferCreditNote(db, { ...moving, purchase: first, moved });
  const back = await returnedAmounts(db, id);
  await returnCredits(db, first, back, { actorId, now, reason });
  const purchase = (await lockPurchase(db, id)) ?? first;
  const lost = await sharesLost(db, purchase, leftOf(purchase, back), moved.netMinor);
  const posting = {
    ...postingOf(moving, purchase, 'out'),
    reason,
    legs: merged([...valueOutLegs(moved, purchase.currency), ...lost.shares]),
    beyondLimits: lost.beyondLimits,
  };
  const posted = await (holdId === null ? postTransfer(db, posting) : postHold(db, holdId, posting)).catch(
    (error: unknown) => {
      // The value was checked under the lock of the purchase, so a hold that timed out does not matter.
      if (error instanceof LedgerHoldEnded) return postTransfer(db, posting);
      throw error;
    },
  );
  await db
    .updateTable('catalog_purchases')
    .set({
      moved_minor: purchase.moved_minor + valueMinor,
      moved_net_minor: purchase.moved_net_minor + moved.netMinor,
    })
    .where('id', '=', id)
    .execute();
  const detail = { value_transfer_id: moving.transferId, amount_minor: `${valueMinor}` };
  await addEvent(db, purchase, { event: 'move-value', from: purchase.state, at: now, actorId, detail });
  return posted.id;
}

/** Reverses `moveValueOut` exactly. Credits that were returned stay with their owner, so the caller refuses those. */
export async function moveValueBack(
  db: Db,
  { id }: Purchase,
  moving: Moving & { readonly outId: bigint; readonly reason: string },
): Promise<bigint> {
  const purchase = await lockPurchase(db, id);
  if (!purchase) throw new Refusal('not_found');
  const legs: Leg[] = mirror(await legsOfTransfer(db, moving.outId));
  const netMinor = legs.reduce((sum, leg) => (leg.account.kind === 'rev' ? sum - leg.amountMinor : sum), 0n);
  await cancelTransferCreditNote(db, moving.transferId, moving.now);
  const posted = await postTransfer(db, {
    ...postingOf(moving, purchase, 'back'),
    reason: moving.reason,
    legs,
    reverses: moving.outId,
  });
  await db
    .updateTable('catalog_purchases')
    .set({
      moved_minor: purchase.moved_minor - moving.valueMinor,
      moved_net_minor: purchase.moved_net_minor - netMinor,
    })
    .where('id', '=', id)
    .execute();
  const detail = { value_transfer_id: moving.transferId, amount_minor: `${moving.valueMinor}` };
  const { actorId, now } = moving;
  await addEvent(db, purchase, { event: 'return-value', from: purchase.state, at: now, actorId, detail });
  return posted.id;
}
