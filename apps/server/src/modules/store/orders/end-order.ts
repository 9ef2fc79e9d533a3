import { stepFrom } from '@tuneport/domain/order-states';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readerOf } from './order-policy.ts';
import { expiredOrders, readOrder, stepOrder } from './order-queries.ts';
import type { OrderRecord } from './order-record.ts';

/** The buyer gives up an order that is not paid. Asked again, it is cancelled already. */
export async function cancelOrder(
  db: Db,
  asked: { id: number; actor: Actor; token: string | undefined; now: Date },
): Promise<OrderRecord> {
  const found = await readOrder(db, asked.id, { ...readerOf(asked.actor, asked.token), staff: false });
  if (!found) throw new Refusal('not_found');
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

/** Unpaid orders end after their hour, and their goods are free again. */
export async function expireOrders(db: Db, now: Date): Promise<number> {
  const step = stepFrom('pending_payment', 'expire');
  if (!step) throw new Error('an order cannot expire');
  let ended = 0;
  for (const { id } of await expiredOrders(db, now, ordersAtOnce)) {
    const done = await db.transaction().execute((tx) => stepOrder(tx, id, step, { actorId: null, now }));
    if (done) ended += 1;
  }
  return ended;
}

const expireOrdersJob = defineJob({
  name: 'store.expire-orders',
  schema: SchedulePeriod,
  // Each order ends in a transaction of its own: one that cannot does not keep the others.
  transaction: 'none',
  async run({ db, now, log }) {
    const ended = await expireOrders(db, now);
    if (ended > 0) log.info({ ended }, 'Orders that were not paid in time have ended');
  },
});

export const orderJobs = [expireOrdersJob];
export const orderSchedules: readonly Schedule[] = [
  { job: expireOrdersJob, cron: '* * * * *', timeZone: 'UTC', missed: 'latest' },
];
