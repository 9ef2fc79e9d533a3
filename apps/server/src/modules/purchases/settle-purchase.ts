import { type Currency, money } from '@tuneport/domain/money/money';
import { owedWork } from '@tuneport/domain/purchases/purchase-money';
import type { Db } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import { giveSoldCredits, soldCreditLegs, spendHeld } from '../credits/index.ts';
import { LedgerHoldEnded, postHold } from '../ledger/index.ts';
import { type Booking, type Payment, type PaymentSubject, recordBalancePayment } from '../payments/index.ts';
import { endPurchase } from './end-purchase.ts';
import { markPurchasePaid } from './mark-purchase-paid.ts';
import { chargeBalance } from './place-purchase.ts';
import { fundPurchase } from './purchase-followers.ts';
import { lockPurchase, paidByCard, releaseCodes, tryTakeCodes } from './purchase-queries.ts';
import { accountSubject, balanceOfPurchase, creditsSoldOf, type Purchase, tendersOf } from './purchase-record.ts';
import { purchaseDisputed } from './refunds/dispute-purchase.ts';
import { purchaseRefunded } from './refunds/refund-purchase.ts';

/** The card was charged: the account's part is posted in the same transaction. */
async function settle(db: Db, platform: Platform, payment: Payment): Promise<Booking | 'unwanted'> {
  const now = platform.clock.now();
  const id = Number(payment.reference);
  const purchase = await lockPurchase(db, id);
  if (purchase?.state !== 'pending_payment') return 'unwanted';
  if (purchase.card_minor !== payment.amount.amountMinor || purchase.currency !== payment.amount.currency)
    throw new Error(`payment ${payment.id} is not what purchase ${id} asks of a card`);
  if (!purchase.codes_taken && !(await codesLeft(db, purchase, now))) return 'unwanted';
  // The value is moved to the balance in this transaction, or the difference is refunded.
  if (purchase.value_transfer_id !== null && !(await fundPurchase(db, platform, purchase))) return 'unwanted';
  const account = await takeHeld(db, purchase, now);
  if (account === 'ended') return 'unwanted';
  const spent = await spendHeld(db, { id, currency: purchase.currency, actorId: purchase.user_id, now });
  if (spent === 'ended') {
    if (purchase.hold_id !== null) throw new Error(`purchase ${id} lost its credits and not its account`);
    return 'unwanted';
  }
  await giveSoldCredits(db, purchase, now);
  await markPurchasePaid(db, platform, id, { actorId: null, detail: { payment_id: payment.id, ...account }, now });
  const owed = owedWork(tendersOf(purchase).card, purchase.currency, creditsSoldOf(purchase).card);
  return { legs: [...owed, ...(await soldCreditLegs(db, purchase))], memo: `Purchase ${id}` };
}

/** A declined card is charged late: false, and the purchase ends, if its code was used up meanwhile. */
async function codesLeft(db: Db, purchase: Purchase, now: Date): Promise<boolean> {
  if (await tryTakeCodes(db, purchase)) return true;
  await endPurchase(db, purchase.id, 'expire', { actorId: null, now });
  return false;
}

async function failed(db: Db, _: Platform, payment: Payment): Promise<void> {
  const purchase = await lockPurchase(db, Number(payment.reference));
  if (purchase?.state === 'pending_payment') await releaseCodes(db, purchase);
}

async function takeHeld(db: Db, purchase: Purchase, now: Date): Promise<{ account_payment_id?: number } | 'ended'> {
  const { id, hold_id, account_minor, currency, user_id: actorId } = purchase;
  const balance = balanceOfPurchase(purchase);
  if (purchase.value_transfer_id !== null) return { account_payment_id: await chargeBalance(db, purchase, now) };
  if (hold_id === null || !balance) return {};
  try {
    const text = {
      key: `purchase:${id}:account`,
      kind: 'purchase.charged',
      subject: `purchase:${id}`,
      at: now,
      actorId,
    };
    await postHold(db, hold_id, text);
  } catch (error) {
    if (error instanceof LedgerHoldEnded) return 'ended';
    throw error;
  }
  const amount = money(account_minor, currency);
  const paid = await recordBalancePayment(db, { ...balance, subject: accountSubject(id), amount, actorId });
  return { account_payment_id: paid.id };
}

async function paid(db: Db) {
  return (await paidByCard(db)).map(({ id, currency, card_minor }) => ({
    subject: `purchase:${id}`,
    amount: money(card_minor, currency as Currency),
  }));
}

export const purchaseSubject: PaymentSubject = {
  settle,
  failed,
  refunded: purchaseRefunded,
  disputed: purchaseDisputed,
  paid,
};

/** The part paid from a dealer's account. It is posted with the purchase, so nothing is left to settle. */
export const purchaseAccountSubject: PaymentSubject = {
  async settle(_db, _platform, payment) {
    throw new Error(`${payment.subject} is paid from an account, not by card`);
  },
  refunded: purchaseRefunded,
};
