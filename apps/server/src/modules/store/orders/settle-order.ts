import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { earningLegs, splitEarnings } from '@tuneport/domain/ledger/ledger-earnings';
import { type Leg, merged } from '@tuneport/domain/ledger/ledger-legs';
import { type Currency, money, percent } from '@tuneport/domain/money/money';
import { findStep } from '@tuneport/domain/states/machine';
import { orderMachine } from '@tuneport/domain/store/order-states';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken, newToken } from '../../identity/index.ts';
import type { Booking, Payment, PaymentSubject, Refund } from '../../payments/index.ts';
import { type CreditedLine, issueRefundCreditNote } from '../credit-notes/issue-credit-note.ts';
import { cancelRefunded } from './cancel-order.ts';
import { releaseBalance, takeHeldBalance } from './order-balance.ts';
import { sendConfirmation, sendRefunded } from './order-mails.ts';
import {
  addMailToken,
  lockedOrder,
  moneyLeft,
  orderById,
  type Pieces,
  paidOrders,
  releaseOrderCodes,
  stepOrder,
} from './order-queries.ts';
import type { OrderRecord } from './order-record.ts';
import { disputeOrder } from './refunds/dispute-order.ts';
import { namedLines, refundLegs } from './refunds/refund-legs.ts';

/** Postings of an order until its goods ship: deferred goods and tax, and an affiliate's held share. */
export function bookingOf(order: OrderRecord): Leg[] {
  const { currency } = order;
  const goods = BigInt(order.list_minor) - BigInt(order.discount_minor) - BigInt(order.contained_minor);
  const legs: Leg[] = [
    { account: platformAccount('defer.goods', currency), amountMinor: -(goods + BigInt(order.shipping_minor)) },
    { account: platformAccount('tax', currency), amountMinor: -BigInt(order.tax_minor) },
  ];
  if (order.affiliate_id !== null) {
    const byCode = order.discounts.find(({ affiliate_id }) => affiliate_id !== undefined)?.share_percent;
    const share = order.affiliate_share_percent ?? byCode ?? '0';
    const terms = [{ owner: `affiliate:${order.affiliate_id}` as const, part: percent(`${share}`) }];
    legs.push(...earningLegs(splitEarnings(money(goods, currency), terms).earnings));
  }
  return legs.filter(({ amountMinor }) => amountMinor !== 0n);
}

/** Marks the order as paid and sends the mail. Null if it no longer waits for a payment. */
export async function markPaid(
  db: Db,
  platform: Platform,
  id: number,
  by: { paymentId: number | null; now: Date; asyncCommit?: boolean },
): Promise<OrderRecord | null> {
  const step = findStep(orderMachine, 'pending_payment', 'pay');
  if (!step) throw new Error('an order cannot be paid');
  const token = newToken();
  const order = await stepOrder(db, id, step, {
    actorId: null,
    now: by.now,
    detail: { payment_id: by.paymentId },
    mailToken: hashToken(token),
    asyncCommit: by.asyncCommit ?? false,
  });
  if (order) await sendConfirmation(db, platform.config.publicOrigin, order, token);
  return order;
}

async function settle(db: Db, platform: Platform, payment: Payment): Promise<Booking | 'unwanted'> {
  const order = await markPaid(db, platform, Number(payment.reference), {
    paymentId: payment.id,
    now: platform.clock.now(),
    // The caller commits again before it responds to the payer or the provider's event.
    asyncCommit: true,
  });
  if (!order) return 'unwanted';
  const now = platform.clock.now();
  const [total, paidMinor] = [BigInt(order.total_minor), payment.amount.amountMinor];
  // The card was charged in full before the buyer chose to pay a part from a balance.
  const whole = order.balance_hold_id !== null && paidMinor === total;
  const balanceMinor = whole ? 0n : BigInt(order.balance_minor);
  if (total - balanceMinor !== paidMinor || order.currency !== payment.amount.currency)
    throw new Error(`payment ${payment.id} is not what order ${order.id} costs`);
  if (whole) await releaseBalance(db, order, now);
  else await takeHeldBalance(db, order, now);
  // The balance's part is already booked as deferred goods.
  const balance = { account: platformAccount('defer.goods', order.currency), amountMinor: balanceMinor };
  return { legs: merged([...bookingOf(order), ...(balanceMinor > 0n ? [balance] : [])]), memo: `Order ${order.id}` };
}

async function failed(db: Db, _: Platform, payment: Payment): Promise<void> {
  await releaseOrderCodes(db, Number(payment.reference));
}

async function refunded(db: Db, platform: Platform, payment: Payment, refund: Refund): Promise<Booking> {
  await notifyRefunded(db, platform, payment, refund);
  const legs = await refundLegs(db, payment, refund.amount, namedLines(refund));
  const id = Number(payment.reference);
  const lines = namesOfPieces(await orderById(db, id), refund.detail.pieces as readonly Pieces[] | undefined);
  await issueRefundCreditNote(db, refund, { sale: 'order', id, legs, lines, now: platform.clock.now() });
  return {
    legs,
    memo: `Refund for order ${payment.reference}`,
    beyondLimits: true,
  };
}

const namesOfPieces = (order: OrderRecord | null, pieces: readonly Pieces[] = []): CreditedLine[] =>
  pieces.flatMap(({ line, quantity }) => {
    const found = order?.lines.find((one) => one.line === line);
    return found ? [{ name: found.name, quantity }] : [];
  });

/** Whatever caused the refund: a fully refunded order does not ship, and the buyer gets one mail per refund. */
async function notifyRefunded(db: Db, platform: Platform, payment: Payment, refund: Refund): Promise<void> {
  const id = Number(payment.reference);
  const refundMinor = refund.amount.amountMinor;
  const { actorId, reason } = refund;
  const before = await lockedOrder(db, id);
  // The cancellation or the return already sent a mail.
  const isMailed = refund.detail.cancelled === true || refund.detail.return !== undefined;
  if (!before || before.state === 'cancelled') return;
  // Also after a cancelled line or a return that took the last money of the order.
  if ((await moneyLeft(db, id)) === 0n && before.state !== 'shipped' && before.state !== 'delivered') {
    const mailed = isMailed ? { refundMinor: 0n, sources: [] } : { refundMinor, sources: [payment.provider] };
    await cancelRefunded(db, platform, id, { actorId, reason, ...mailed });
    return;
  }
  if (isMailed) return;
  const token = newToken();
  await addMailToken(db, id, hashToken(token));
  await sendRefunded(db, { origin: platform.config.publicOrigin, token }, before, {
    refundMinor,
    provider: payment.provider,
  });
}

async function paid(db: Db) {
  return (await paidOrders(db)).map(({ id, currency, card_minor }) => ({
    subject: `order:${id}`,
    amount: money(card_minor, currency as Currency),
  }));
}

export const orderSubject: PaymentSubject = { settle, failed, refunded, disputed: disputeOrder, paid };

/** The part paid from a balance. It is posted with the order, so nothing is left to settle. */
export const orderAccountSubject: PaymentSubject = {
  ledgerSubject: ({ reference }) => `order:${reference}`,
  async settle(_db, _platform, payment) {
    throw new Error(`${payment.subject} is paid from a balance, not by card`);
  },
  refunded,
};
