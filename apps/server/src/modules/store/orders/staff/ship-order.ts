import { eventsFrom, findStep } from '@tuneport/domain/states/machine';
import { orderMachine } from '@tuneport/domain/store/order-states';
import { type Carrier, carrierOf } from '@tuneport/domain/store/shipments';
import type { Actor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { Refusal } from '../../../../platform/refusal.ts';
import { writeAudit } from '../../../audit/index.ts';
import { hashToken, newToken } from '../../../identity/index.ts';
import { bookRent, handOutRentals } from '../../rentals/hand-out.ts';
import { settleStock } from '../../stock/settle-stock.ts';
import { postSold } from '../../stock/stock-cost.ts';
import { requireNoDispute } from '../cancel-order.ts';
import { earnOwed } from '../earn-order.ts';
import { sendShipped } from '../order-mails.ts';
import { choosePieces, productsOf } from '../order-pieces.ts';
import { addMailToken, countPieces, lockedOrder, orderById, type Pieces, stepOrder } from '../order-queries.ts';
import type { OrderRecord } from '../order-record.ts';

export type Parcel = {
  readonly tracking: string;
  /** If absent, detected from the format of the tracking number. */
  readonly carrier?: Carrier | undefined;
  /** The pieces to ship; null for all unshipped ones. */
  readonly lines: readonly Pieces[] | null;
};
export type ShippedBy = { readonly actor: Actor; readonly now: Date; readonly origin: string };

/**
 * Ships a parcel of a paid order: its goods leave stock, their price becomes revenue, and the buyer gets the tracking
 * number.
 */
export async function shipOrder(db: Db, orderId: number, parcel: Parcel, by: ShippedBy): Promise<void> {
  const order = await lockedOrder(db, orderId);
  if (!order) throw new Refusal('not_found');
  requireNoDispute(order);
  const chosen = findStep(orderMachine, order.state, 'ship') ? choosePieces(order, parcel.lines) : null;
  const step = chosen && findStep(orderMachine, order.state, chosen.isRest ? 'ship' : 'ship-part');
  if (!chosen || !step)
    throw new Refusal('invalid_transition', { allowed: eventsFrom(orderMachine, order.state, 'staff') });
  const { actor, now, origin } = by;
  const actorId = actor.userId;
  const shipment = {
    carrier: parcel.carrier ?? carrierOf(parcel.tracking),
    tracking_number: parcel.tracking,
    lines: chosen.pieces,
  };
  const { id } = await db
    .insertInto('order_shipments')
    .values({
      ...shipment,
      order_id: orderId,
      lines: JSON.stringify(chosen.pieces),
      shipped_at: now,
      actor_id: actorId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await countPieces(db, orderId, 'shipped', chosen.pieces);
  await storeTracking(db, orderId, parcel.tracking, now);
  const token = newToken();
  const left = await stepOrder(db, orderId, step, {
    actorId,
    now,
    detail: { tracking: parcel.tracking, shipment: id },
    mailToken: hashToken(token),
  });
  if (!left) throw new Error(`order ${orderId} took a step although it was locked`);
  const lines = new Set(chosen.pieces.map(({ line }) => line));
  const rented = await handOutRentals(db, orderId, lines, { actorId, now, origin });
  const sold = chosen.pieces.filter(({ line }) => !rented.lines.has(line));
  await settleStock(db, {
    reference: `order:${orderId}`,
    how: 'SALE',
    ...(chosen.isRest ? {} : { lines: productsOf(order, sold) }),
    actorId,
    now,
  });
  await postSold(db, orderId, actorId, now);
  const { openMinor, partMinor } = chosen;
  const part = chosen.isRest ? null : { shipmentId: id, partMinor };
  await earnOwed(db, order, { key: `sent:${id}`, actorId, now, openMinor, part });
  const { currency } = order;
  const rent = { orderId, currency, shipmentId: id, rent: rented.rentMinor };
  await bookRent(db, rent, { actorId, now, origin });
  await sendShipped(db, { origin, token }, left, shipment);
  await writeAudit(db, actor, chosen.isRest ? 'orders.ship' : 'orders.ship-part', `order:${orderId}`, {
    tracking: parcel.tracking,
    lines: chosen.pieces,
  });
}

/** Sets the tracking number: a paid order ships with it, and a shipped one gets its last parcel corrected. */
export async function setOrderTracking(db: Db, orderId: number, parcel: Parcel, by: ShippedBy): Promise<void> {
  const order = await lockedOrder(db, orderId);
  if (order?.state === 'shipped' || order?.state === 'delivered') await correctTracking(db, order, parcel, by);
  else await shipOrder(db, orderId, parcel, by);
}

async function correctTracking(db: Db, order: OrderRecord, parcel: Parcel, by: ShippedBy): Promise<void> {
  const last = order.shipments.at(-1);
  const carrier = parcel.carrier ?? carrierOf(parcel.tracking);
  if (last?.tracking_number === parcel.tracking && last.carrier === carrier) return;
  await db
    .updateTable('order_shipments')
    .set({ carrier, tracking_number: parcel.tracking })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('order_shipments as s')
        .select(({ fn }) => fn.max('s.id').as('id'))
        .where('s.order_id', '=', order.id),
    )
    .execute();
  await storeTracking(db, order.id, parcel.tracking, null);
  const token = newToken();
  await addMailToken(db, order.id, hashToken(token));
  const now = (await orderById(db, order.id)) as OrderRecord;
  const corrected = { carrier, tracking_number: parcel.tracking, lines: last?.lines ?? [] };
  await sendShipped(db, { origin: by.origin, token }, now, corrected, 'corrected');
  await writeAudit(db, by.actor, 'transactions.set-tracking-number', `order:${order.id}`, {
    tracking: parcel.tracking,
  });
}

const storeTracking = (db: Db, id: number, tracking: string, shippedAt: Date | null) =>
  db
    .updateTable('orders')
    .set({ tracking_number: tracking, ...(shippedAt ? { shipped_at: shippedAt } : {}) })
    .where('id', '=', id)
    .execute();
