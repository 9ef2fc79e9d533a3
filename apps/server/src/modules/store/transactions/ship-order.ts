import { houseAccount } from '@tuneport/domain/ledger-accounts';
import type { Currency } from '@tuneport/domain/money';
import { eventsFrom, stepFrom } from '@tuneport/domain/order-states';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAct } from '../../audit/index.ts';
import { postedFor, postTransfer } from '../../ledger/index.ts';
import { orderById, stepOrder } from '../orders/order-queries.ts';
import { bookRent, handOutRentals } from '../rentals/hand-out.ts';
import { settleStock } from '../stock/allocate-stock.ts';
import { postSold } from '../stock/stock-cost.ts';
import { transactionById } from './transaction-queries.ts';

/** Writes the parcel's number. A paid order leaves with it: its goods go out of stock and what is still owed of it is earned. */
export async function setTrackingNumber(
  db: Db,
  actor: Actor,
  transactionId: number,
  tracking: string,
  now: Date,
  origin: string,
): Promise<void> {
  const transaction = await transactionById(db, transactionId);
  if (!transaction) throw new Refusal('not_found');
  if (transaction.sale !== 'order') throw new Refusal('invalid_transition', { allowed: [] });
  const id = transaction.sale_id;
  const step = stepFrom('paid', 'ship');
  if (!step) throw new Error('an order cannot be sent');
  const left = await stepOrder(
    db,
    id,
    { ...step, from: ['paid'] },
    { actorId: actor.userId, now, detail: { tracking } },
  );
  if (left) {
    const by = { actorId: actor.userId, now, origin };
    await handOutRentals(db, id, by);
    await settleStock(db, { reference: `order:${id}`, how: 'SALE', actorId: actor.userId, now });
    await postSold(db, id, actor.userId, now);
    await earn(db, actor, left, now);
    await bookRent(db, id, left.currency, by);
  } else {
    const order = await orderById(db, id);
    if (order?.state !== 'shipped' && order?.state !== 'delivered')
      throw new Refusal('invalid_transition', { allowed: eventsFrom(order?.state ?? '', 'staff') });
  }
  await db.updateTable('orders').set({ tracking_number: tracking }).where('id', '=', id).execute();
  await recordAct(db, actor, 'transactions.set-tracking-number', `order:${id}`, { tracking, sent: left !== null });
}

/** What earlier refunds left of the owed goods becomes revenue, goods and shipping in the proportion in which they were sold. */
async function earn(
  db: Db,
  actor: Actor,
  order: { id: number; currency: Currency; list_minor: string; discount_minor: string; shipping_minor: string },
  now: Date,
): Promise<void> {
  const goods = BigInt(order.list_minor) - BigInt(order.discount_minor);
  const shipping = BigInt(order.shipping_minor);
  // What was taken for the goods and is neither earned nor paid back.
  const owed = -(await postedFor(db, `order:${order.id}`, houseAccount('defer.goods', order.currency)));
  if (owed > 0n) {
    const earnedShipping = (owed * shipping) / (goods + shipping);
    const legs = [
      { account: houseAccount('defer.goods', order.currency), amountMinor: owed },
      { account: houseAccount('rev', order.currency), amountMinor: earnedShipping - owed },
      { account: houseAccount('rev.shipping', order.currency), amountMinor: -earnedShipping },
    ];
    await postTransfer(db, {
      key: `order:${order.id}:sent`,
      kind: 'store.sent',
      subject: `order:${order.id}`,
      at: now,
      actorId: actor.userId,
      memo: `Order ${order.id} left`,
      legs: legs.filter(({ amountMinor }) => amountMinor !== 0n),
    });
  }
  await db.updateTable('orders').set({ shipped_at: now }).where('id', '=', order.id).execute();
}
