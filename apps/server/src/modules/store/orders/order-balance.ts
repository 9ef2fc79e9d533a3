import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { type Money, money } from '@tuneport/domain/money/money';
import { dayMs } from '@tuneport/domain/units/durations';
import type { Db } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/writes/retry-on-deadlock.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireSpendLimit } from '../../dealers/index.ts';
import { LedgerHoldEnded, placeHold, postHold, voidHold } from '../../ledger/index.ts';
import { paymentOfSubject, recordBalancePayment, voidPayment } from '../../payments/index.ts';
import { accountOf, type BalancePart } from '../tenders/balance-tender.ts';
import { lockedOrder } from './order-queries.ts';
import type { OrderRecord } from './order-record.ts';

export const balanceSubject = (id: number) => `order-account:${id}` as const;

/** Longer than any card response takes; an order that ends releases it immediately. */
const holdDays = 7;

/** The part of an order paid from a balance, as stored. */
function balanceOf(order: OrderRecord): BalancePart | null {
  const { balance_source: source, balance_owner: owner } = order;
  return source && owner ? { source, owner, amountMinor: BigInt(order.balance_minor) } : null;
}

const same = (a: BalancePart | null, b: BalancePart | null): boolean =>
  a?.source === b?.source && a?.owner === b?.owner && a?.amountMinor === b?.amountMinor;

/** Holds this part before the card is charged for the rest; null releases an earlier hold. */
export async function holdBalance(
  platform: Platform,
  order: OrderRecord,
  part: BalancePart | null,
  by: { readonly actorId: number | null; readonly now: Date },
): Promise<void> {
  if (same(balanceOf(order), part)) return;
  const left = BigInt(order.total_minor) - (part?.amountMinor ?? 0n);
  await giveUpOtherAmount(platform, order.id, money(left, order.currency));
  await retryOnDeadlock(platform.db, async (tx) => {
    const now = await lockedUnpaid(tx, order.id);
    if (same(balanceOf(now), part)) return;
    await releaseBalance(tx, now, by.now);
    if (!part) return;
    const charge = { ...part, userId: by.actorId, currency: order.currency, now: by.now };
    await requireSpendLimit(tx, charge, { cannotWait: 'card' });
    const { id } = await placeHold(tx, {
      // Includes the replaced hold, so that two attempts in one millisecond have different keys.
      key: `order:${order.id}:balance:${by.now.getTime()}:${now.balance_hold_id ?? 0}`,
      kind: 'order.hold',
      subject: `order:${order.id}`,
      at: by.now,
      actorId: by.actorId,
      legs: legsOf(order, part),
      expiresAt: new Date(by.now.getTime() + holdDays * dayMs),
    });
    await keepBalance(tx, order.id, part, id);
  });
}

const legsOf = (order: OrderRecord, part: BalancePart) => [
  { account: accountOf(part, order.currency), amountMinor: part.amountMinor },
  { account: platformAccount('defer.goods', order.currency), amountMinor: -part.amountMinor },
];

/** Voids an attempt with another card amount before this one begins; if it was charged, the order is paid. */
export async function giveUpOtherAmount(platform: Platform, id: number, amount: Money): Promise<void> {
  const payment = await paymentOfSubject(platform.db, `order:${id}`);
  if (payment && payment.state !== 'voided' && payment.amount.amountMinor !== amount.amountMinor && platform.payments)
    await voidPayment(platform, `order:${id}`, { actorId: null, reason: 'The customer is paying another way.' });
}

export async function lockedUnpaid(db: Db, id: number): Promise<OrderRecord> {
  const order = await lockedOrder(db, id);
  if (order?.state !== 'pending_payment')
    throw new Refusal('already_committed', { current: { order_id: id, state: order?.state } });
  return order;
}

export const keepBalance = (db: Db, id: number, part: BalancePart | null, holdId: bigint | null) =>
  db
    .updateTable('orders')
    .set({
      balance_minor: part?.amountMinor ?? 0n,
      balance_source: part?.source ?? null,
      balance_owner: part?.owner ?? null,
      balance_hold_id: holdId,
    })
    .where('id', '=', id)
    .execute();

/** Releases the balance hold of an order. Runs under the lock of the order. */
export async function releaseBalance(db: Db, order: OrderRecord, now: Date): Promise<void> {
  if (order.balance_hold_id === null) return;
  const text = {
    key: `order:${order.id}:balance-void:${order.balance_hold_id}`,
    kind: 'order.void',
    subject: `order:${order.id}`,
    at: now,
  };
  await voidHold(db, BigInt(order.balance_hold_id), text).catch((error: unknown) => {
    if (!(error instanceof LedgerHoldEnded)) throw error;
  });
  await keepBalance(db, order.id, null, null);
}

/** Posts the balance hold once the card has paid its part. */
export async function takeHeldBalance(db: Db, order: OrderRecord, now: Date): Promise<void> {
  const part = balanceOf(order);
  if (!part || order.balance_hold_id === null) return;
  await postHold(db, BigInt(order.balance_hold_id), {
    key: `order:${order.id}:balance`,
    kind: 'order.charged',
    subject: `order:${order.id}`,
    at: now,
    actorId: order.user_id,
  });
  await recordBalance(db, order, part);
}

export const recordBalance = (db: Db, order: OrderRecord, { source, owner, amountMinor }: BalancePart) =>
  recordBalancePayment(db, {
    source,
    owner,
    subject: balanceSubject(order.id),
    amount: money(amountMinor, order.currency),
    actorId: order.user_id,
  });
