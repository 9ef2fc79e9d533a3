import { houseAccount } from '@tuneport/domain/ledger-accounts';
import { earningLegs, splitEarnings } from '@tuneport/domain/ledger-earnings';
import { type Leg, mirrorPart } from '@tuneport/domain/ledger-legs';
import { type Currency, money, percent } from '@tuneport/domain/money';
import { stepFrom } from '@tuneport/domain/order-states';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken, newToken } from '../../identity/index.ts';
import { type Booking, type Payment, type PaymentSubject, type Refund, refundsOf } from '../../payments/index.ts';
import { sendConfirmation } from './order-mails.ts';
import { lockEarned, orderById, paidOrders, stepOrder } from './order-queries.ts';
import type { OrderRecord } from './order-record.ts';

/** Where the money of an order belongs until its goods leave: owed goods and tax; an affiliate's share waits beside it. */
export function bookingOf(order: OrderRecord): Leg[] {
  const { currency } = order;
  const goods = BigInt(order.list_minor) - BigInt(order.discount_minor);
  const legs: Leg[] = [
    { account: houseAccount('defer.goods', currency), amountMinor: -(goods + BigInt(order.shipping_minor)) },
    { account: houseAccount('tax', currency), amountMinor: -BigInt(order.tax_minor) },
  ];
  const partner = order.discounts.find(({ affiliate_id }) => affiliate_id !== undefined);
  if (partner?.affiliate_id !== undefined) {
    const terms = [
      { owner: `affiliate:${partner.affiliate_id}` as const, part: percent(partner.share_percent ?? '0') },
    ];
    legs.push(...earningLegs(splitEarnings(money(goods, currency), terms).earnings));
  }
  return legs.filter(({ amountMinor }) => amountMinor !== 0n);
}

/** The order is paid: its step, its mail. Null when it is not waiting for a payment any more. */
export async function markPaid(
  db: Db,
  platform: Platform,
  id: number,
  by: { paymentId: number | null; now: Date },
): Promise<OrderRecord | null> {
  const step = stepFrom('pending_payment', 'pay');
  if (!step) throw new Error('an order cannot be paid');
  const token = newToken();
  const order = await stepOrder(db, id, step, {
    actorId: null,
    now: by.now,
    detail: { payment_id: by.paymentId },
    mailToken: hashToken(token),
  });
  if (order) await sendConfirmation(db, platform.config.publicOrigin, order, token);
  return order;
}

async function settle(db: Db, platform: Platform, payment: Payment): Promise<Booking | 'unwanted'> {
  const order = await markPaid(db, platform, Number(payment.reference), {
    paymentId: payment.id,
    now: platform.clock.now(),
  });
  if (!order) return 'unwanted';
  if (BigInt(order.total_minor) !== payment.amount.amountMinor || order.currency !== payment.amount.currency)
    throw new Error(`payment ${payment.id} is not what order ${order.id} costs`);
  return { legs: bookingOf(order), memo: `Order ${order.id}` };
}

/**
 * A part goes back in the proportion in which it came; the last part takes the rest. Of an order that has left, what was earned
 * goes back instead of what was owed.
 */
export async function refundLegs(db: Db, payment: Payment, refund: Pick<Refund, 'id' | 'amount'>): Promise<Leg[]> {
  // Under the order's lock, so that it does not leave meanwhile.
  const earned = await lockEarned(db, Number(payment.reference));
  const order = await orderById(db, Number(payment.reference));
  if (!earned || !order) throw new Error(`payment ${payment.id} is for an order that is not there`);
  const flow: Leg[] = [
    { account: houseAccount('cash', order.currency), amountMinor: BigInt(order.total_minor) },
    ...bookingOf(order),
  ];
  const before: Leg[] = [];
  for (const earlier of await refundsOf(db, payment.id))
    if (earlier.state === 'settled' && earlier.id !== refund.id)
      before.push(...mirrorPart(flow, before, earlier.amount.amountMinor));
  const legs = mirrorPart(flow, before, refund.amount.amountMinor).filter(({ account }) => account.kind !== 'cash');
  const owedBefore = sumOf(before, 'defer.goods');
  return legs.flatMap((leg) =>
    leg.account.kind === 'defer.goods' ? fromEarned(leg, owedBefore, order, earned) : [leg],
  );
}

const sumOf = (legs: readonly Leg[], kind: string): bigint =>
  legs.reduce((sum, leg) => (leg.account.kind === kind ? sum + leg.amountMinor : sum), 0n);

/** Goods and shipping give back in the proportion in which they were earned, exactly over any number of parts. */
function fromEarned(
  leg: Leg,
  owedBefore: bigint,
  order: OrderRecord,
  earned: { readonly goods: bigint; readonly shipping: bigint },
): Leg[] {
  const all = earned.goods + earned.shipping;
  if (all === 0n) return [leg];
  const taken = BigInt(order.list_minor) - BigInt(order.discount_minor) + BigInt(order.shipping_minor);
  const since = owedBefore - (taken - all);
  const shipping = ((since + leg.amountMinor) * earned.shipping) / all - (since * earned.shipping) / all;
  return [
    { account: houseAccount('rev', order.currency), amountMinor: leg.amountMinor - shipping },
    { account: houseAccount('rev.shipping', order.currency), amountMinor: shipping },
  ].filter(({ amountMinor }) => amountMinor !== 0n);
}

async function refunded(db: Db, _: Platform, payment: Payment, refund: Refund): Promise<Booking> {
  return { legs: await refundLegs(db, payment, refund), memo: `Refund for order ${payment.reference}` };
}

async function paid(db: Db) {
  return (await paidOrders(db)).map(({ id, currency, total_minor }) => ({
    subject: `order:${id}`,
    amount: money(total_minor, currency as Currency),
  }));
}

export const orderSubject: PaymentSubject = { settle, refunded, paid };
