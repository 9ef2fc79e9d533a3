import { randomUUID } from 'node:crypto';
import type { Booking } from '@tuneport/contract/store/stock-admin';
import { isCurrency, type Money, money, parseMoney } from '@tuneport/domain/money/money';
import {
  type BookableKind,
  bookableKinds,
  levelProblem,
  type StockLevel,
  type StockMovementKind,
  stockChange,
  sumOf,
} from '@tuneport/domain/store/stock';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { AuditActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { type CostedMovement, postCost, stockValue } from './stock-cost.ts';
import { findLocation, findPlace, type LevelRow, lockLevels, presentPlace } from './stock-queries.ts';

type BookingInput = z.output<typeof Booking>;
type Place = { productSlug: string; locationSlug: string };

const levelOf = (row: LevelRow): StockLevel => ({
  onHand: row.on_hand,
  allocated: row.allocated,
  inTransit: row.in_transit,
  quarantine: row.quarantine,
});

async function requirePlace(db: Db, { productSlug, locationSlug }: Place) {
  const place = await findPlace(db, productSlug, locationSlug);
  if (!place) throw new Refusal('not_found');
  return place;
}

/**
 * Books a movement of one product at one location under the lock of its levels, so that stock cannot become negative.
 */
export async function bookMovement(db: Db, actor: AuditActor, at: Place, input: BookingInput, now: Date) {
  const place = await requirePlace(db, at);
  if (!place.tracks_stock) throw fieldRefusal({ kind: ['This product has no stock to move.'] });
  const to = await destination(db, input, place.location_id);
  const levels = await lockLevels(db, place.product_id, [place.location_id, ...(to === null ? [] : [to])]);
  const level = levelOf(levels.get(place.location_id) as LevelRow);
  const pieces = piecesOf(input, level);
  if (pieces === 0) return presentPlace(place);
  const { here, elsewhere } = stockChange(input.kind, pieces, input.condition);
  refuseImpossible(level, here, input);
  const reference = input.reference || (to === null ? null : `move:${randomUUID()}`);
  const common = { kind: input.kind, reference, reason: input.reason, actorId: actor.userId, now };
  const cost = await costOf(db, input, place.product_id, pieces);
  const booked = { ...common, productId: place.product_id, locationId: place.location_id, change: here, cost };
  const movement = await insertMovement(db, booked);
  await postCost(db, movement, { memo: input.reason, actorId: actor.userId, now });
  if (to !== null && elsewhere)
    await insertMovement(db, { ...common, productId: place.product_id, locationId: to, change: elsewhere });
  if (here.onHand > 0) await fillBackOrders(db, place.product_id, place.location_id, now);
  await writeAudit(db, actor, 'store.book-stock', `product:${place.product_id}`, {
    kind: input.kind,
    location: at.locationSlug,
    pieces,
    reason: input.reason,
  });
  return presentPlace(await requirePlace(db, at));
}

/** The cost of a delivery. All deliveries of a product use one currency, so that it has one average cost. */
async function costOf(db: Db, input: BookingInput, productId: number, pieces: number): Promise<Money | null> {
  if (!input.unit_cost) return null;
  if (input.kind !== 'RECEIVE') throw fieldRefusal({ unit_cost: ['Only received stock has its own cost.'] });
  const { amount, currency } = input.unit_cost;
  const unit = isCurrency(currency) ? parseMoney(amount, currency) : null;
  if (!unit || unit.amountMinor < 0n)
    throw fieldRefusal({ unit_cost: [`Enter an amount in ${currency}, such as 12.50.`] });
  const known = (await stockValue(db, productId)).currency;
  if (known !== null && known !== currency)
    throw fieldRefusal({ unit_cost: [`The cost of this product is recorded in ${known}.`] });
  return money(unit.amountMinor * BigInt(pieces), unit.currency);
}

async function destination(db: Db, input: BookingInput, from: number): Promise<number | null> {
  if (input.kind !== 'MOVE_OUT') return null;
  const location = input.to === undefined ? undefined : await findLocation(db, input.to);
  if (!location) throw fieldRefusal({ to: ['Choose a destination.'] });
  if (location.id === from) throw fieldRefusal({ to: ['Choose a different location.'] });
  return location.id;
}

function piecesOf({ kind, change, counted }: BookingInput, level: StockLevel): number {
  if (counted !== undefined) {
    if (kind !== 'ADJUST') throw fieldRefusal({ counted: ['Only a stock count takes an absolute number.'] });
    return counted - level.onHand;
  }
  if (change === undefined || change === 0) throw fieldRefusal({ change: ['Enter a quantity.'] });
  if (change < 0 && kind !== 'ADJUST') throw fieldRefusal({ change: ['Enter the quantity without a sign.'] });
  return change;
}

function refuseImpossible(level: StockLevel, change: StockLevel, { counted }: BookingInput): void {
  const after = sumOf(level, change);
  const problem = levelProblem(after);
  if (problem === null) return;
  const field = counted === undefined ? 'change' : 'counted';
  if (problem === 'oversold')
    throw fieldRefusal({
      [field]: [`${level.allocated} of the ${level.onHand} on hand are reserved for orders. Release them first.`],
    });
  const what =
    after.quarantine < 0
      ? `${level.quarantine} in quarantine`
      : after.inTransit < 0
        ? `${level.inTransit} in transit`
        : `${level.onHand} on hand`;
  throw fieldRefusal({ [field]: [`There are only ${what}.`] });
}

type NewMovement = {
  kind: StockMovementKind;
  productId: number;
  locationId: number;
  change: StockLevel;
  reference: string | null;
  reason: string;
  actorId: number | null;
  now: Date;
  reverses?: bigint;
  /** Total cost of all pieces. */
  cost?: Money | null;
};

/** The cost is determined on insert: given for purchases, the average for everything else. */
export const insertMovement = (db: Db, movement: NewMovement): Promise<CostedMovement> =>
  db
    .insertInto('stock_movements')
    .values({
      at: movement.now,
      kind: movement.kind,
      product_id: movement.productId,
      location_id: movement.locationId,
      on_hand_change: movement.change.onHand,
      allocated_change: movement.change.allocated,
      in_transit_change: movement.change.inTransit,
      quarantine_change: movement.change.quarantine,
      reference: movement.reference,
      reason: movement.reason,
      actor_id: movement.actorId,
      reverses: movement.reverses ?? null,
      ...(movement.cost ? { cost_minor: movement.cost.amountMinor, cost_currency: movement.cost.currency } : {}),
    })
    .returning(['id', 'kind', 'product_id', 'cost_minor', 'cost_currency'])
    .executeTakeFirstOrThrow();

/** Fills back orders from a delivery, oldest first, only those that can be filled completely. */
export async function fillBackOrders(db: Db, productId: number, locationId: number, now: Date): Promise<void> {
  await sql`
    with place as (
      select greatest(0, on_hand - allocated - reserve) as free from stock_levels
      where product_id = ${productId} and location_id = ${locationId}
    ), waiting as (
      select id, reference, quantity, sum(quantity) over (order by id) as upto from stock_back_orders
      where product_id = ${productId} and filled_at is null and cancelled_at is null
    ), filled as (
      update stock_back_orders b set filled_at = ${now} from waiting w, place p
      where b.id = w.id and w.upto <= p.free and b.filled_at is null and b.cancelled_at is null
      returning b.reference, b.quantity
    )
    insert into stock_movements (at, kind, product_id, location_id, allocated_change, reference, reason)
    select ${now}, 'ALLOCATE', ${productId}, ${locationId}, quantity, reference, 'Back-order filled' from filled`.execute(
    db,
  );
}

/** A posted movement is never changed; it is reversed once by another one, with both ends of a transfer. */
export async function reverseMovement(
  db: Db,
  actor: AuditActor,
  at: Place,
  input: { movement: string; reason: string },
  now: Date,
) {
  const place = await requirePlace(db, at);
  const movement = await db
    .selectFrom('stock_movements')
    .selectAll()
    .where('id', '=', BigInt(input.movement))
    .where('product_id', '=', place.product_id)
    .where('location_id', '=', place.location_id)
    .executeTakeFirst();
  if (!movement) throw new Refusal('not_found');
  if (!bookableKinds.includes(movement.kind as BookableKind) || movement.reverses !== null)
    throw new Refusal('conflict', { message: 'Only a manually recorded movement can be reversed.' });
  const all =
    movement.kind === 'MOVE_OUT' && movement.reference !== null
      ? await db
          .selectFrom('stock_movements')
          .selectAll()
          .where('reference', '=', movement.reference)
          .where('kind', '=', 'MOVE_OUT')
          .where('product_id', '=', place.product_id)
          .where('reverses', 'is', null)
          .orderBy('location_id')
          .execute()
      : [movement];
  const levels = await lockLevels(
    db,
    place.product_id,
    all.map((one) => one.location_id),
  );
  const done = await db
    .selectFrom('stock_movements')
    .select('id')
    .where('reverses', '=', movement.id)
    .executeTakeFirst();
  if (done) throw new Refusal('conflict', { message: 'This movement has already been reversed.' });
  for (const one of all) {
    const change = {
      onHand: -one.on_hand_change,
      allocated: -one.allocated_change,
      inTransit: -one.in_transit_change,
      quarantine: -one.quarantine_change,
    };
    if (levelProblem(sumOf(levelOf(levels.get(one.location_id) as LevelRow), change)) !== null)
      throw new Refusal('conflict', {
        message: 'The stock from this movement is gone or reserved. Record a stock count instead.',
      });
    const undone = await insertMovement(db, {
      kind: one.kind as StockMovementKind,
      productId: one.product_id,
      locationId: one.location_id,
      change,
      reference: one.reference,
      reason: input.reason,
      actorId: actor.userId,
      now,
      reverses: one.id,
    });
    await postCost(db, undone, { memo: input.reason, actorId: actor.userId, now });
  }
  await writeAudit(db, actor, 'store.reverse-stock', `product:${place.product_id}`, { movement: input.movement });
  return presentPlace(await requirePlace(db, at));
}
