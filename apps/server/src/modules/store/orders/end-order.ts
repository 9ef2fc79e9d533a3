import { deliveredAfterDays, type OrderStep, stepFrom } from '@tuneport/domain/store/order-states';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/retry-on-deadlock.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { forEachIsolated, inOwnTransactions } from '../../../platform/jobs/for-each-isolated.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { noRecord } from '../../../platform/secret-links.ts';
import { voidPayment } from '../../payments/index.ts';
import { freeDeposits } from '../rentals/end-rental.ts';
import { rentalsOfOrder } from '../rentals/rental-queries.ts';
import { cancelPaidOrder } from './cancel-order.ts';
import { releaseBalance } from './order-balance.ts';
import { buyerOf } from './order-policy.ts';
import { deliveredOrders, expiredOrders, lockOverdue, readOrder, stepOrder } from './order-queries.ts';
import type { OrderRecord } from './order-record.ts';

/** The buyer cancels an order before anything of it has shipped. Asked again, it is cancelled already. */
export async function cancelOrder(
  platform: Platform,
  asked: { id: number; actor: Actor; token: string | undefined; unpaidOnly: boolean; now: Date },
): Promise<OrderRecord> {
  const { db } = platform;
  const { id, now } = asked;
  const actorId = asked.actor.userId;
  const reader = buyerOf(asked.actor, asked.token);
  const found = await readOrder(db, id, reader);
  if (!found) throw await noRecord(db, 'order', id, reader.tokenHash);
  if (found.state === 'cancelled') return found;
  const step = stepFrom('pending_payment', 'cancel');
  if (!step) throw new Error('an order cannot be cancelled');
  const ended = await retryOnDeadlock(db, (tx) => endUnpaid(tx, id, step, { actorId, now, detail: { by: 'buyer' } }));
  if (ended) {
    await giveUpPayment(platform, id, 'The order was cancelled.');
    return ended;
  }
  // Paid, perhaps a moment ago.
  if (asked.unpaidOnly) throw new Refusal('conflict', { message: 'This order is paid already.' });
  const reason = 'Cancelled by the buyer.';
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

/** Ends an order nobody paid: what it held on a balance is free again. */
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

/** Deposits of rentals that were cancelled with their order go back now rather than with the next run of the job. */
export async function freeDepositsOf(platform: Platform, orderId: number): Promise<void> {
  for (const { id, state } of await rentalsOfOrder(platform.db, orderId))
    if (state === 'cancelled')
      await freeDeposits(platform, id).catch((error: unknown) =>
        platform.log.warn({ err: error, rental: id }, 'a deposit waits for the job that frees it'),
      );
}

const ordersAtOnce = 500;
/** A provider that does not say what became of a card holds the goods for so long, and no longer. */
const silenceMs = 24 * 3_600_000;

/** Unpaid orders end after their hour, and their goods are free again. A card that was charged after all pays the order instead. */
export async function expireOrders(platform: Platform, now: Date): Promise<number> {
  const step = stepFrom('pending_payment', 'expire');
  if (!step) throw new Error('an order cannot expire');
  return forEachIsolated(await expiredOrders(platform.db, now, ordersAtOnce), async ({ id, expires_at }) => {
    const known = await giveUpPayment(platform, id, 'The order was not paid in time.');
    if (!known && now.getTime() - expires_at.getTime() < silenceMs) return false;
    const done = await platform.db
      .transaction()
      .execute(async (tx) =>
        (await lockOverdue(tx, id, now)) ? endUnpaid(tx, id, step, { actorId: null, now }) : null,
      );
    return done !== null;
  });
}

/**
 * Tells the provider that an order's payment is not wanted any more, and takes what it says: a charge that was quicker settles the
 * order, or goes back if that has ended. False when the provider is silent; then its event or the sweeper brings the news.
 */
export async function giveUpPayment(platform: Platform, id: number, reason: string): Promise<boolean> {
  if (!platform.payments) return true;
  try {
    await voidPayment(platform, `order:${id}`, { actorId: null, reason });
    return true;
  } catch (error) {
    platform.log.warn({ err: error, order: id }, 'a payment of an order that ends could not be given up yet');
    return false;
  }
}

/** What shipped two weeks ago has arrived, unless somebody says otherwise. */
export async function deliverOrders(db: Db, now: Date): Promise<number> {
  const step = stepFrom('shipped', 'deliver');
  if (!step) throw new Error('an order cannot be delivered');
  const shippedBefore = new Date(now.getTime() - deliveredAfterDays * 86_400_000);
  return inOwnTransactions(
    db,
    await deliveredOrders(db, shippedBefore, ordersAtOnce),
    async (tx, { id }) => (await stepOrder(tx, id, step, { actorId: null, now })) !== null,
  );
}

const deliverOrdersJob = defineJob({
  name: 'store.deliver-orders',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ db, now, log }) {
    const delivered = await deliverOrders(db, now);
    if (delivered > 0) log.info({ delivered }, 'Orders shipped two weeks ago count as delivered');
  },
});

const expireOrdersJob = defineJob({
  name: 'store.expire-orders',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ platform, now, log }) {
    const ended = await expireOrders(platform, now);
    if (ended > 0) log.info({ ended }, 'Orders that were not paid in time have ended');
  },
});

export const orderJobs = [expireOrdersJob, deliverOrdersJob];
export const orderSchedules: readonly Schedule[] = [
  { job: expireOrdersJob, cron: '* * * * *', timeZone: 'UTC', missed: 'latest' },
  { job: deliverOrdersJob, cron: '41 * * * *', timeZone: 'UTC', missed: 'latest' },
];
