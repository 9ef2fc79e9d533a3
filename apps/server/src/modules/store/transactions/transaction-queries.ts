import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { containing, pageOf } from '../../../platform/db/page.ts';
import type { Beneficiary } from '../../ledger/index.ts';

export type TransactionFilter = {
  from?: string | undefined;
  to?: string | undefined;
  kind?: string | undefined;
  state?: string | undefined;
  search?: string | undefined;
};

/**
 * A transaction is the payment of an order, a purchase of tunes or a deposit, by card or from an account. Days are in
 * UTC, and the last one is inclusive.
 */
function filtered(db: Db, filter: TransactionFilter) {
  let query = db
    .selectFrom('payments as p')
    .innerJoin('paid_subjects as s', 's.subject', 'p.subject')
    .where('p.captured_minor', '>', 0n);
  if (filter.from) query = query.where('p.created_at', '>=', new Date(`${filter.from}T00:00:00Z`));
  if (filter.to) query = query.where(sql<boolean>`p.created_at < ${filter.to}::date + 1`);
  if (filter.kind) query = query.where('s.kind', '=', filter.kind);
  if (filter.state) query = query.where('p.state', '=', filter.state);
  if (filter.search) {
    const pattern = containing(filter.search);
    const [, letters, number] = /^(?:(tp|tn|rd)-)?0*(\d{1,9})$/i.exec(filter.search) ?? [];
    const of: Record<string, string[]> = { tp: ['order'], tn: ['purchase'], rd: ['rental'] };
    const sales = of[letters?.toLowerCase() ?? ''] ?? Object.values(of).flat();
    query = query.where((eb) =>
      eb.or([
        eb('s.email', 'ilike', pattern),
        eb('s.buyer', 'ilike', pattern),
        eb('s.tracking_number', 'ilike', pattern),
        ...(number ? [eb.and([eb('s.sale_id', '=', Number(number)), eb('s.sale', 'in', sales)])] : []),
      ]),
    );
  }
  return query;
}

const refunded = sql<bigint>`(select coalesce(sum(r.amount_minor), 0)::bigint from payment_refunds r
  where r.payment_id = p.id and r.state = 'settled')`;

const rowsOf = (query: ReturnType<typeof filtered>) =>
  query
    .select(['p.id', 'p.state', 'p.captured_minor', refunded.as('refunded_minor'), 'p.currency', 'p.created_at as at'])
    .select(['s.sale', 's.sale_id', 's.kind', 's.state as sale_state', 's.email', 's.buyer', 's.tracking_number'])
    .$narrowType<Sale>();

// Columns of a view are typed as nullable; these are not.
type Sale = {
  sale: 'order' | 'purchase' | 'rental';
  sale_id: number;
  kind: string;
  sale_state: string;
  email: string;
  buyer: string;
  tracking_number: string;
};

export const listTransactions = (db: Db, filter: TransactionFilter & { page: number }) => {
  const query = filtered(db, filter);
  return pageOf(query, rowsOf(query).orderBy('p.id', 'desc'), filter.page);
};

export const transactionById = (db: Db, id: number) =>
  rowsOf(filtered(db, {})).select(['p.provider']).where('p.id', '=', id).executeTakeFirst();
export type TransactionRow = Awaited<ReturnType<typeof listTransactions>>['data'][number];

/** The buyer of a transaction's sale. */
export async function buyerOfSale(
  db: Db,
  { sale, sale_id }: { readonly sale: Sale['sale']; readonly sale_id: number },
): Promise<Beneficiary> {
  const row = await {
    order: () => db.selectFrom('orders').select(['user_id', 'dealer_id']).where('id', '=', sale_id).executeTakeFirst(),
    purchase: () =>
      db.selectFrom('catalog_purchases').select(['user_id', 'dealer_id']).where('id', '=', sale_id).executeTakeFirst(),
    rental: () =>
      db
        .selectFrom('rentals as r')
        .innerJoin('orders as o', 'o.id', 'r.order_id')
        .select(['o.user_id', 'o.dealer_id'])
        .where('r.id', '=', sale_id)
        .executeTakeFirst(),
  }[sale]();
  return { user: row?.user_id, dealer: row?.dealer_id };
}

export const historyOf = (db: Db, paymentId: number) =>
  db
    .selectFrom('payment_history as h')
    .leftJoin('users as u', 'u.id', 'h.actor_id')
    .select(['h.at', 'h.event', 'h.state_after as state', 'u.name as actor_name'])
    .where('h.payment_id', '=', paymentId)
    .orderBy('h.id')
    .execute();

export const refundRows = (db: Db, paymentId: number) =>
  db
    .selectFrom('payment_refunds as r')
    .leftJoin('users as u', 'u.id', 'r.actor_id')
    .select(['r.id', 'r.amount_minor', 'r.reason', 'r.state', 'r.created_at as at', 'u.name as actor_name'])
    .where('r.payment_id', '=', paymentId)
    .orderBy('r.id')
    .execute();

const linesAtOnce = 1000;

type Line = Sale & {
  country: string;
  shipping_minor: bigint;
  tax_minor: bigint;
  line: number;
  slug: string;
  name: string;
  quantity: number;
  net_minor: bigint;
  discount_minor: bigint;
};

/** The lines of all transactions in the range, in batches, so that a year need not fit into memory. */
export async function* exportLines(db: Db, filter: TransactionFilter) {
  for (let after = { id: 0, line: 0 }; ; ) {
    const rows = await rowsOf(filtered(db, filter))
      .innerJoin('paid_subject_lines as l', 'l.subject', 'p.subject')
      .select(['s.country', 's.shipping_minor', 's.tax_minor', 'l.line', 'l.slug', 'l.name', 'l.quantity'])
      .select(['l.net_minor', 'l.discount_minor'])
      .$narrowType<Line>()
      .where(sql<boolean>`(p.id, l.line) > (${after.id}, ${after.line})`)
      .orderBy('p.id')
      .orderBy('l.line')
      .limit(linesAtOnce)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < linesAtOnce) return;
    after = { id: last.id, line: last.line };
  }
}

export async function listAllOrders(
  db: Db,
  filter: { page: number; state?: string | undefined; kind?: string | undefined; search?: string | undefined },
) {
  let query = db.selectFrom('orders as o');
  if (filter.state) query = query.where('o.state', '=', filter.state);
  if (filter.kind) query = query.where('o.kind', '=', filter.kind);
  if (filter.search) {
    const pattern = containing(filter.search);
    query = query.where((eb) =>
      eb.or([eb('o.email', 'ilike', pattern), eb(sql<string>`o.billing ->> 'full_name'`, 'ilike', pattern)]),
    );
  }
  const rows = query
    .select(['o.id', 'o.kind', 'o.state', 'o.email', 'o.currency', 'o.total_minor', 'o.placed_at'])
    .select([
      sql<string>`o.billing ->> 'full_name'`.as('buyer'),
      sql<number>`(select coalesce(sum(l.quantity), 0)::integer from order_lines l where l.order_id = o.id)`.as(
        'things',
      ),
      sql<number | null>`(select p.id from payments p where p.subject in ('order:' || o.id, 'order-account:' || o.id)
        and p.captured_minor > 0 order by p.subject desc limit 1)`.as('transaction_id'),
    ])
    .orderBy('o.id', 'desc');
  return pageOf(query, rows, filter.page);
}
