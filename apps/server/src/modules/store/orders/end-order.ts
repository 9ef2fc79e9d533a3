import { findStep } from '@tuneport/domain/states/machine';
import { deliveredAfterDays, type OrderStep, orderMachine } from '@tuneport/domain/store/order-states';
import { dayMs } from '@tuneport/domain/units/durations';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/writes/retry-on-deadlock.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { forEachIsolated, inOwnTransactions } from '../../../platform/jobs/for-each-isolated.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { noRecord } from '../../../platform/secrets/secret-links.ts';
import { voidPayment } from '../../payments/index.ts';
import { freeDeposits } from '../rentals/end-rental.ts';
import { rentalsOfOrder } from '../rentals/rental-queries.ts';
import { cancelPaidOrder } from './cancel-order.ts';
import { releaseBalance } from './order-balance.ts';
import { buyerOf } from './order-policy.ts';
import { deliveredOrders, expiredOrders, lockOverdue, readOrder, stepOrder } from './order-queries.ts';
import type { OrderRecord } from './order-record.ts';

/** The buyer cancels an order before anything has shipped. Idempotent. */
export async function cancelOrder(
  platform: Platform,
  input: { id: number; actor: Actor; token: string | undefined; unpaidOnly: boolean; now: Date },
): Promise<OrderRecord> {
  const { db } = platform;
  const { id, now } = input;
  const actorId = input.actor.userId;
  const viewer = buyerOf(input.actor, input.token);
  const found = await readOrder(db, id, viewer);
  if (!found) throw await noRecord(db, 'order', id, viewer.tokenHash);
  if (found.state === 'cancelled') return found;
  const step = findStep(orderMachine, 'pending_payment', 'cancel');
  if (!step) throw new Error('The order machine has no step to cancel.');
  const ended = await retryOnDeadlock(db, (tx) => endUnpaid(tx, id, step, { actorId, now, detail: { by: 'buyer' } }));
  if (ended) {
    await voidOrderPayment(platform, id, 'The order was cancelled.');
    return ended;
  }
  // Paid, possibly just now.
  if (input.unpaidOnly) throw new Refusal('conflict', { message: 'This order is already paid.' });
  const reason = 'Cancelled by the customer.';
  const cancelled = await cancelPaidOrder(platform, {
    id,
    by: 'buyer',
    actorId,
    reason,
    lines: null,
    requestKey: 'cancel',
    now,
  });
  await freeDepositsOf(platform, id);
  return cancelled;
}

/** Ends an unpaid order and releases its balance hold. */
export async function endUnpaid(
  db: Db,
  id: number,
  step: OrderStep,
  by: Parameters<typeof stepOrder>[3],
): Promise<OrderRecord | null> {
  const ended = await stepOrder(db, id, step, by);
  if (ended) await releaseBalance(db, ended, by.now);
  return ended;
}

/** Deposits of rentals cancelled with their order are returned now instead of at the next job run. */
export async function freeDepositsOf(platform: Platform, orderId: number): Promise<void> {
  for (const { id, state } of await rentalsOfOrder(platform.db, orderId))
    if (state === 'cancelled')
      await freeDeposits(platform, id).catch((error: unknown) =>
        platform.log.warn({ err: error, rental: id }, 'A deposit could not be released; the job retries'),
      );
}

const batchSize = 500;
/** While the provider does not respond, the goods stay reserved for at most this long. */
const providerOutageMaxMs = dayMs;

/** Expires unpaid orders and releases their goods. If the card was charged after all, the order is paid instead. */
export async function expireOrders(platform: Platform, now: Date): Promise<number> {
  const step = findStep(orderMachine, 'pending_payment', 'expire');
  if (!step) throw new Error('The order machine has no step to expire.');
  return forEachIsolated(await expiredOrders(platform.db, now, batchSize), async ({ id, expires_at }) => {
    const known = await voidOrderPayment(platform, id, 'The order was not paid in time.');
    if (!known && now.getTime() - expires_at.getTime() < providerOutageMaxMs) return false;
    const done = await platform.db
      .transaction()
      .execute(async (tx) =>
        (await lockOverdue(tx, id, now)) ? endUnpaid(tx, id, step, { actorId: null, now }) : null,
      );
    return done !== null;
  });
}

/**
 * Voids an order's payment at the provider and applies the result: an earlier charge settles the order, or is refunded
 * if that has ended. False if the provider does not respond; then its event or the sweeper resolves it.
 */
export async function voidOrderPayment(platform: Platform, id: number, reason: string): Promise<boolean> {
  if (!platform.payments) return true;
  try {
    await voidPayment(platform, `order:${id}`, { actorId: null, reason });
    return true;
  } catch (error) {
    platform.log.warn({ err: error, order: id }, 'The payment of an ended order could not be voided yet');
    return false;
  }
}

/** Marks orders shipped two weeks ago as delivered. */
export async function deliverOrders(db: Db, now: Date): Promise<number> {
  const step = findStep(orderMachine, 'shipped', 'deliver');
  if (!step) throw new Error('The order machine has no step to deliver.');
  const shippedBefore = new Date(now.getTime() - deliveredAfterDays * dayMs);
  return inOwnTransactions(
    db,
    await deliveredOrders(db, shippedBefore, batchSize),
    async (tx, { id }) => (await stepOrder(tx, id, step, { actorId: null, now })) !== null,
  );
}

const deliverOrdersJob = defineJob({
  name: 'store.deliver-orders',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ db, now, log }) {
    const delivered = await deliverOrders(db, now);
    if (delivered > 0) log.info({ delivered }, 'Marked orders shipped two weeks ago as delivered');
  },
});

const expireOrdersJob = defineJob({
  name: 'store.expire-orders',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ platform, now, log }) {
    const ended = await expireOrders(platform, now);
    if (ended > 0) log.info({ ended }, 'Unpaid orders expired');
  },
});

export const orderJobs = [expireOrdersJob, deliverOrdersJob];
export const orderSchedules: readonly Schedule[] = [
  { job: expireOrdersJob, cron: '* * * * *', timeZone: 'UTC', missed: 'latest' },
  { job: deliverOrdersJob, cron: '41 * * * *', timeZone: 'UTC', missed: 'latest' },
];
