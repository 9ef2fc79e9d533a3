import { stepFrom } from '@tuneport/domain/order-states';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { oneByOne } from '../../../platform/jobs/one-by-one.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { noRecord } from '../../../platform/secret-links.ts';
import { voidPayment } from '../../payments/index.ts';
import { buyerOf } from './order-policy.ts';
import { expiredOrders, lockOverdue, readOrder, stepOrder } from './order-queries.ts';
import type { OrderRecord } from './order-record.ts';

/** The buyer gives up an order that is not paid. Asked again, it is cancelled already. */
export async function cancelOrder(
  db: Db,
  asked: { id: number; actor: Actor; token: string | undefined; now: Date },
): Promise<OrderRecord> {
  const reader = buyerOf(asked.actor, asked.token);
  const found = await readOrder(db, asked.id, reader);
  if (!found) throw await noRecord(db, 'order', asked.id, reader.tokenHash);
  if (found.state === 'cancelled') return found;
  const step = stepFrom('pending_payment', 'cancel');
  const ended = step && (await stepOrder(db, asked.id, step, { actorId: asked.actor.userId, now: asked.now }));
  if (!ended)
    throw new Refusal('conflict', {
      message: 'This order is paid already. Write to us if you do not want it any more.',
    });
  return ended;
}

const ordersAtOnce = 500;
/** A provider that does not say what became of a card holds the goods for so long, and no longer. */
const silenceMs = 24 * 3_600_000;

/** Unpaid orders end after their hour, and their goods are free again. A card that was charged after all pays the order instead. */
export async function expireOrders(platform: Platform, now: Date): Promise<number> {
  const step = stepFrom('pending_payment', 'expire');
  if (!step) throw new Error('an order cannot expire');
  return oneByOne(await expiredOrders(platform.db, now, ordersAtOnce), async ({ id, expires_at }) => {
    const known = await giveUpPayment(platform, id, 'The order was not paid in time.');
    if (!known && now.getTime() - expires_at.getTime() < silenceMs) return false;
    const done = await platform.db
      .transaction()
      .execute(async (tx) =>
        (await lockOverdue(tx, id, now)) ? stepOrder(tx, id, step, { actorId: null, now }) : null,
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

const expireOrdersJob = defineJob({
  name: 'store.expire-orders',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ platform, now, log }) {
    const ended = await expireOrders(platform, now);
    if (ended > 0) log.info({ ended }, 'Orders that were not paid in time have ended');
  },
});

export const orderJobs = [expireOrdersJob];
export const orderSchedules: readonly Schedule[] = [
  { job: expireOrdersJob, cron: '* * * * *', timeZone: 'UTC', missed: 'latest' },
];
