import type { AnyOf } from '@tuneport/contract/shapes';
import type { ReturnReason, ReturnState } from '@tuneport/domain/store/return-states';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type ListOrder, notNull, type PagingQuery } from '../../../platform/db/lists/keyset.ts';
import { hasAnyOf } from '../../../platform/db/lists/list-filters.ts';
import { containing, listPage } from '../../../platform/db/lists/page.ts';
import type { Pieces } from '../orders/order-queries.ts';

type ReturnedPieces = Pieces & { readonly name: string };

const linesOf = sql<
  ReturnedPieces[]
>`(select coalesce(jsonb_agg(jsonb_build_object('line', l.line, 'quantity', l.quantity, 'name', o.name)
  order by l.line), '[]') from order_return_lines l join order_lines o using (order_id, line) where l.return_id = r.id)`.as(
  'lines',
);

const rows = (db: Db) => db.selectFrom('order_returns as r').selectAll('r').select(linesOf);

export type ReturnRow = Awaited<ReturnType<typeof returnsOfOrder>>[number];

export const returnsOfOrder = (db: Db, orderId: number) =>
  rows(db).where('r.order_id', '=', orderId).orderBy('r.id').execute();

export const returnById = (db: Db, id: number) => rows(db).where('r.id', '=', id).executeTakeFirst();

export async function insertReturn(
  db: Db,
  input: { orderId: number; reason: ReturnReason; note: string; lines: readonly Pieces[]; now: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('order_returns')
    .values({
      order_id: input.orderId,
      reason: input.reason,
      note: input.note,
      requested_at: input.now,
      updated_at: input.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('order_return_lines')
    .values(input.lines.map(({ line, quantity }) => ({ return_id: id, order_id: input.orderId, line, quantity })))
    .execute();
  return id;
}

/** The caller has locked the order and checked the step. */
export const moveReturn = (
  db: Db,
  id: number,
  state: ReturnState,
  by: { actorId: number | null; now: Date; answer?: string; refundMinor?: bigint },
) =>
  db
    .updateTable('order_returns')
    .set({
      state,
      updated_at: by.now,
      ...(state === 'accepted' || state === 'refused' ? { decided_at: by.now, decided_by: by.actorId } : {}),
      ...(by.answer === undefined ? {} : { answer: by.answer }),
      ...(by.refundMinor === undefined ? {} : { refund_minor: by.refundMinor }),
    })
    .where('id', '=', id)
    .execute();

/** The locations that the pieces of a product shipped from and return to. */
export const shippedFrom = (db: Db, orderId: number, productId: number) =>
  db
    .selectFrom('stock_movements')
    .select('location_id')
    .where('reference', '=', `order:${orderId}`)
    .where('product_id', '=', productId)
    .where('kind', '=', 'SALE')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

const inList: ListOrder = {
  columns: { requested_at: notNull('r.requested_at'), state: notNull('r.state'), order: notNull('r.order_id') },
  first: '-requested_at',
  id: 'r.id',
};

export async function listReturns(
  db: Db,
  filter: PagingQuery & { state?: AnyOf<string> | undefined; search?: string | undefined },
) {
  let query = db.selectFrom('order_returns as r').innerJoin('orders as o', 'o.id', 'r.order_id');
  if (filter.state) query = query.where(hasAnyOf('r.state', filter.state));
  if (filter.search) {
    const pattern = containing(filter.search);
    query = query.where((eb) =>
      eb.or([eb('o.email', 'ilike', pattern), eb(sql<string>`o.billing ->> 'full_name'`, 'ilike', pattern)]),
    );
  }
  const selected = query
    .select(['r.id', 'r.state', 'r.reason', 'r.requested_at', 'r.order_id', 'o.user_id', linesOf])
    .select(sql<string>`o.billing ->> 'full_name'`.as('buyer'));
  return listPage(db, query, selected, filter, inList);
}

/** Lines of rented tools and of goods without a parcel. */
export async function notReturnableLines(db: Db, orderId: number): Promise<number[]> {
  const { rows } = await sql<{ line: number }>`select l.line from order_lines l join products p on p.id = l.product_id
    where l.order_id = ${orderId} and (p.is_digital or exists (
      select from rentals r where r.order_id = l.order_id and r.line = l.line))`.execute(db);
  return rows.map(({ line }) => line);
}
