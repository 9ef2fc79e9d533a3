import type { RentalState } from '@tuneport/domain/store/rental-states';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { containing, pageOf } from '../../../platform/db/lists/page.ts';
import { type Ownership, ownedBy } from '../../dealers/index.ts';
import type { Beneficiary } from '../../ledger/index.ts';

const rows = (db: Db) =>
  db
    .selectFrom('rentals as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .innerJoin('order_lines as ol', (on) => on.onRef('ol.order_id', '=', 'r.order_id').onRef('ol.line', '=', 'r.line'))
    .leftJoin('stock_locations as l', 'l.id', 'r.location_id')
    .selectAll('r')
    .select(['p.slug as product_slug', 'p.name as product_name', 'p.tracks_stock', 'o.email', 'o.user_id'])
    .select(['ol.contained_minor', 'o.reverse_charge'])
    .select(['l.slug as location_slug', 'l.name as location_name'])
    .select(sql<string>`o.billing ->> 'full_name'`.as('full_name'));

export const rentalById = (db: Db, id: number) => rows(db).where('r.id', '=', id).executeTakeFirst();
export type RentalRow = NonNullable<Awaited<ReturnType<typeof rentalById>>>;

/** Locks the rental until the transaction ends. */
export async function lockRental(db: Db, id: number): Promise<RentalRow | undefined> {
  await db.selectFrom('rentals').select('id').where('id', '=', id).forUpdate().execute();
  return rentalById(db, id);
}

export const rentalsOfOrder = (db: Db, orderId: number) =>
  rows(db).where('r.order_id', '=', orderId).orderBy('r.line').execute();

async function page(db: Db, ids: { id: number }[]) {
  if (ids.length === 0) return [];
  const wanted = ids.map(({ id }) => id);
  const found = await rows(db).where('r.id', 'in', wanted).execute();
  return wanted.flatMap((id) => found.filter((row) => row.id === id));
}

export async function listRentals(
  db: Db,
  filter: { page: number; search?: string | undefined; state?: RentalState | undefined; kind?: string | undefined },
) {
  let query = db
    .selectFrom('rentals as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .innerJoin('orders as o', 'o.id', 'r.order_id');
  if (filter.state) query = query.where('r.state', '=', filter.state);
  if (filter.kind) query = query.where('r.kind', '=', filter.kind);
  if (filter.search) {
    const like = containing(filter.search);
    query = query.where((is) =>
      is.or([
        is('p.name', 'ilike', like),
        is('o.email', 'ilike', like),
        sql<boolean>`o.billing ->> 'full_name' ilike ${like}`,
      ]),
    );
  }
  const found = await pageOf(
    query,
    query
      .select('r.id')
      .orderBy(sql`r.state in ('out', 'overdue')`, 'desc')
      .orderBy('r.due_at')
      .orderBy('r.id', 'desc'),
    filter,
  );
  return { ...found, data: await page(db, found.data) };
}

export async function listOwnRentals(db: Db, whose: Ownership, pageNumber: number) {
  const query = db.selectFrom('rentals as r').innerJoin('orders as o', 'o.id', 'r.order_id').where(ownedBy(whose, 'o'));
  const found = await pageOf(query, query.select('r.id').orderBy('r.id', 'desc'), pageNumber);
  return { ...found, data: await page(db, found.data) };
}

export const rentalHistory = (db: Db, id: number) =>
  db
    .selectFrom('rental_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.at', 'e.to_state', 'e.note', 'e.transfer_id', 'u.name as by'])
    .where('e.rental_id', '=', id)
    .orderBy('e.id')
    .execute();

export const dueRentals = (db: Db, now: Date, remindBefore: Date, max: number) =>
  db
    .selectFrom('rentals')
    .select(['id', 'state', 'due_at'])
    .where('state', '=', 'out')
    .where((is) =>
      is.or([is('due_at', '<', now), is.and([is('due_at', '<', remindBefore), is('reminded_at', 'is', null)])]),
    )
    .orderBy('due_at')
    .limit(max)
    .execute();

/** What the bank took back of a deposit for good. */
const chargedBack = sql`case when p.state = 'charged_back' then p.disputed_minor else 0 end`;
const left = sql<bigint>`(r.deposit_minor - r.taken_minor - ${chargedBack} - (select coalesce(sum(f.amount_minor), 0) from payment_refunds f
  where f.payment_id = p.id and f.state <> 'failed'))::bigint`;

/** Ended rentals whose deposit is still to be refunded: one, or all. */
export function endedWithDeposit(db: Db, only: number | null, max: number) {
  const waiting = db
    .selectFrom('rentals as r')
    .innerJoin('payments as p', (join) => join.on('p.subject', '=', sql<string>`'rental:' || r.id`))
    .select(['r.id', 'r.currency', 'p.id as payment_id', left.as('left_minor')])
    .where('r.state', 'in', ['closed', 'cancelled'])
    .where('r.deposit_paid_at', 'is not', null)
    .where('p.captured_minor', '>', 0n)
    .where(left, '>', 0n)
    .where(
      sql<boolean>`not exists (select from payment_refunds f where f.payment_id = p.id and f.request_key = 'rental:' || r.id || ':free')`,
    )
    .orderBy('r.id')
    .limit(max);
  return (only === null ? waiting : waiting.where('r.id', '=', only)).execute();
}

/** Reserved for some time, without a reminder that the deposit is due. */
export const waitingForDeposit = (db: Db, since: Date, max: number) =>
  db
    .selectFrom('rentals')
    .select('id')
    .where('state', '=', 'reserved')
    .where('created_at', '<', since)
    .where('reminded_at', 'is', null)
    .orderBy('id')
    .limit(max)
    .execute();

/** The refunded part of a deposit, pending refunds included. */
export async function backOfDeposit(db: Db, id: number): Promise<bigint> {
  const { rows: found } = await sql<{ back: bigint }>`
    select coalesce(sum(${chargedBack} + coalesce((select sum(f.amount_minor) from payment_refunds f where f.payment_id = p.id
      and f.state <> 'failed' and not coalesce((f.detail ->> 'unwanted')::boolean, false)), 0)), 0)::bigint as back
    from payments p where p.subject = ${`rental:${id}`}`.execute(db);
  return found[0]?.back ?? 0n;
}

/** Reduces the retained part after a refund of it. */
export const giveUpTaken = (db: Db, row: Pick<RentalRow, 'id'>, minor: bigint) =>
  db
    .updateTable('rentals')
    .set((is) => ({ taken_minor: is('taken_minor', '-', minor) }))
    .where('id', '=', row.id)
    .execute();

export const paidDeposits = (db: Db) =>
  db
    .selectFrom('rentals')
    .select(['id', 'currency', 'deposit_minor'])
    .where('deposit_paid_at', 'is not', null)
    .where('deposit_minor', '>', 0n)
    .orderBy('id')
    .execute();

export async function buyerOfRental(db: Db, id: number): Promise<Beneficiary> {
  const row = await db
    .selectFrom('rentals as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select(['o.user_id', 'o.dealer_id'])
    .where('r.id', '=', id)
    .executeTakeFirst();
  return { user: row?.user_id, dealer: row?.dealer_id };
}
