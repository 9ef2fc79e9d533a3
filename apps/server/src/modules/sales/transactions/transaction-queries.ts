import type { AnyOf } from '@tuneport/contract/shapes';
import { parseInvoiceNumber } from '@tuneport/domain/payments/document-numbers';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type ListOrder, notNull, type PagingQuery } from '../../../platform/db/lists/keyset.ts';
import { hasAnyOf, withinDays } from '../../../platform/db/lists/list-filters.ts';
import { containing, listPage } from '../../../platform/db/lists/page.ts';
import type { Beneficiary } from '../../ledger/index.ts';
import { buyerOfPurchase } from '../../purchases/index.ts';
import { buyerOfOrder, buyerOfRental } from '../../store/index.ts';

export type TransactionFilter = {
  from?: string | undefined;
  to?: string | undefined;
  kind?: AnyOf<string> | undefined;
  state?: AnyOf<string> | undefined;
  search?: string | undefined;
};

const joined = (db: Db) => db.selectFrom('payments as p').innerJoin('paid_subjects as s', 's.subject', 'p.subject');

/** Looks up the sale of each payment that is shown. The plain join would build all sales first. */
const looseJoined = (db: Db) =>
  db.selectFrom('payments as p').innerJoinLateral(
    (eb) => eb.selectFrom('paid_subjects').selectAll().whereRef('subject', '=', 'p.subject').limit(1).as('s'),
    (join) => join.onTrue(),
  ) as unknown as ReturnType<typeof joined>;

const filtersBySale = ({ kind, search }: TransactionFilter) => kind !== undefined || Boolean(search);

/** The same rows for counting and summing: without a filter on the sale the payments tell enough. */
function counted(db: Db, filter: TransactionFilter) {
  if (filtersBySale(filter)) return filtered(db, filter);
  let query = db.selectFrom('payments as p').where('p.captured_minor', '>', 0n);
  if (filter.from || filter.to) query = query.where(withinDays('p.created_at', filter));
  if (filter.state) query = query.where(hasAnyOf('p.state', filter.state));
  return query as unknown as ReturnType<typeof filtered>;
}

/**
 * A transaction is the payment of an order, a purchase of tunes or a deposit, by card or from an account. Days are in
 * UTC, and the last one is inclusive.
 */
const filtered = (db: Db, filter: TransactionFilter) =>
  matching(filtersBySale(filter) ? joined(db) : looseJoined(db), filter);

function matching(from: ReturnType<typeof joined>, filter: TransactionFilter) {
  let query = from.where('p.captured_minor', '>', 0n);
  if (filter.from || filter.to) query = query.where(withinDays('p.created_at', filter));
  if (filter.kind) query = query.where(hasAnyOf('s.kind', filter.kind));
  if (filter.state) query = query.where(hasAnyOf('p.state', filter.state));
  if (filter.search) {
    const pattern = containing(filter.search);
    const [, letters, number] = /^(?:(tp|tn|rd)-)?0*(\d{1,9})$/i.exec(filter.search) ?? [];
    const of: Record<string, string[]> = { tp: ['order'], tn: ['purchase'], rd: ['rental'] };
    const sales = of[letters?.toLowerCase() ?? ''] ?? Object.values(of).flat();
    const invoice = parseInvoiceNumber(filter.search);
    query = query.where((eb) =>
      eb.or([
        eb('s.email', 'ilike', pattern),
        eb('s.buyer', 'ilike', pattern),
        eb('s.tracking_number', 'ilike', pattern),
        ...(number ? [eb.and([eb('s.sale_id', '=', Number(number)), eb('s.sale', 'in', sales)])] : []),
        ...(invoice ? [eb.and([eb('s.invoice_no', '=', invoice.no), eb('s.region', 'in', [...invoice.regions])])] : []),
      ]),
    );
  }
  return query;
}

const refundedMinor = `(select coalesce(sum(r.amount_minor), 0)::bigint from payment_refunds r
  where r.payment_id = p.id and r.state = 'settled')`;
const refunded = sql<bigint>`${sql.raw(refundedMinor)}`;

/** The account that bought, by the record of the sale. */
const buyerColumn = (column: 'user_id' | 'dealer_id') => sql<number | null>`case s.sale
  when 'order' then (select b.${sql.ref(column)} from orders b where b.id = s.sale_id)
  when 'purchase' then (select b.${sql.ref(column)} from catalog_purchases b where b.id = s.sale_id)
  else (select b.${sql.ref(column)} from rentals r join orders b on b.id = r.order_id where r.id = s.sale_id) end`;

const dealerName = sql<string | null>`(select d.name from dealers d where d.id = ${buyerColumn('dealer_id')})`;

const salesOf = (query: ReturnType<typeof filtered>) =>
  query
    .select(['p.id', 'p.state', 'p.captured_minor', refunded.as('refunded_minor'), 'p.currency', 'p.created_at as at'])
    .select(['s.sale', 's.sale_id', 's.kind', 's.state as sale_state', 's.email', 's.buyer', 's.tracking_number'])
    .select(['s.region', 's.invoice_no'])
    .$narrowType<Sale>();

const rowsOf = (query: ReturnType<typeof filtered>) =>
  salesOf(query).select([
    buyerColumn('user_id').as('user_id'),
    buyerColumn('dealer_id').as('dealer_id'),
    dealerName.as('dealer_name'),
  ]);

// Columns of a view are typed as nullable; these are not.
type Sale = {
  sale: 'order' | 'purchase' | 'rental';
  sale_id: number;
  kind: string;
  sale_state: string;
  email: string;
  buyer: string;
  tracking_number: string;
  region: number;
};

const order: ListOrder = {
  columns: {
    number: notNull('p.id'),
    at: notNull('p.created_at'),
    amount: notNull('p.captured_minor'),
    state: notNull('p.state'),
  },
  first: '-number',
  id: 'p.id',
};
const sums = { columns: { amount: 'p.captured_minor', refunded: refundedMinor }, currency: 'p.currency' };

export const listTransactions = (db: Db, filter: TransactionFilter & PagingQuery) => {
  const query = filtered(db, filter);
  return listPage(db, counted(db, filter), rowsOf(query), filter, order, sums);
};

/** Payments of a sale that took money. */
export const paymentIdsOf = async (db: Db, subjects: readonly string[]): Promise<number[]> =>
  (
    await db
      .selectFrom('payments')
      .select('id')
      .where('subject', 'in', subjects)
      .where('captured_minor', '>', 0n)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);

export const transactionById = (db: Db, id: number) =>
  rowsOf(filtered(db, {})).select(['p.provider']).where('p.id', '=', id).executeTakeFirst();
export type TransactionRow = Awaited<ReturnType<typeof listTransactions>>['data'][number];

/** The buyer of a transaction's sale. */
export async function buyerOfSale(
  db: Db,
  { sale, sale_id }: { readonly sale: Sale['sale']; readonly sale_id: number },
): Promise<Beneficiary> {
  return { order: buyerOfOrder, purchase: buyerOfPurchase, rental: buyerOfRental }[sale](db, sale_id);
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
    .leftJoin('credit_notes as n', 'n.refund_id', 'r.id')
    .select(['r.id', 'r.amount_minor', 'r.reason', 'r.state', 'r.created_at as at', 'u.name as actor_name'])
    .select('n.id as credit_note')
    .where('r.payment_id', '=', paymentId)
    .orderBy('r.id')
    .execute();

/** Payments whose lines are read at once. */
const paymentsAtOnce = 100;

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

/**
 * The lines of all transactions in the range, in batches, so that a year need not fit into memory. A batch is a range of
 * payments: its time does not depend on how many there are, nor on how few of them the filter finds.
 */
export async function* exportLines(db: Db, filter: TransactionFilter) {
  for (let after = 0; ; ) {
    const last = await endOfBatch(db, filter, after);
    if (last === null) return;
    yield* await linesBetween(db, filter, after, last);
    after = last;
  }
}

async function endOfBatch(db: Db, { from, to, state }: TransactionFilter, after: number): Promise<number | null> {
  const next = counted(db, { from, to, state })
    .select('p.id')
    .where('p.id', '>', after)
    .orderBy('p.id')
    .limit(paymentsAtOnce);
  const { last } = await db
    .selectFrom(next.as('next'))
    .select((eb) => eb.fn.max('next.id').as('last'))
    .executeTakeFirstOrThrow();
  return last;
}

/** The offset keeps the planner from joining the lines of all sales before it looks at the payments. */
const linesBetween = (db: Db, filter: TransactionFilter, after: number, last: number) =>
  salesOf(matching(looseJoined(db), filter))
    .innerJoinLateral(
      (eb) => eb.selectFrom('paid_subject_lines').selectAll().whereRef('subject', '=', 'p.subject').offset(0).as('l'),
      (join) => join.onTrue(),
    )
    .select(['s.country', 's.shipping_minor', 's.tax_minor', 'l.line', 'l.slug', 'l.name', 'l.quantity'])
    .select(['l.net_minor', 'l.discount_minor'])
    .$narrowType<Line>()
    .where('p.id', '>', after)
    .where('p.id', '<=', last)
    .orderBy('p.id')
    .orderBy('l.line')
    .execute();

export async function listAllOrders(db: Db, filter: TransactionFilter & PagingQuery) {
  let query = db.selectFrom('orders as o');
  if (filter.from || filter.to) query = query.where(withinDays('o.placed_at', filter));
  if (filter.state) query = query.where(hasAnyOf('o.state', filter.state));
  if (filter.kind) query = query.where(hasAnyOf('o.kind', filter.kind));
  if (filter.search) {
    const pattern = containing(filter.search);
    const invoice = parseInvoiceNumber(filter.search);
    query = query.where((eb) =>
      eb.or([
        eb('o.email', 'ilike', pattern),
        eb(sql<string>`o.billing ->> 'full_name'`, 'ilike', pattern),
        ...(invoice ? [eb.and([eb('o.invoice_no', '=', invoice.no), eb('o.region', 'in', [...invoice.regions])])] : []),
      ]),
    );
  }
  const rows = query
    .select([
      'o.id',
      'o.region',
      'o.invoice_no',
      'o.kind',
      'o.state',
      'o.user_id',
      'o.email',
      'o.currency',
      'o.total_minor',
      'o.placed_at',
    ])
    .select([
      sql<string>`o.billing ->> 'full_name'`.as('buyer'),
      sql<number>`(select coalesce(sum(l.quantity), 0)::integer from order_lines l where l.order_id = o.id)`.as(
        'item_count',
      ),
      sql<number | null>`(select p.id from payments p where p.subject in ('order:' || o.id, 'order-account:' || o.id)
        and p.captured_minor > 0 order by p.subject desc limit 1)`.as('transaction_id'),
    ]);
  return listPage(db, query, rows, filter, orderOfOrders, {
    columns: { total: 'o.total_minor' },
    currency: 'o.currency',
  });
}

const orderOfOrders: ListOrder = {
  columns: {
    number: notNull('o.id'),
    placed_at: notNull('o.placed_at'),
    total: notNull('o.total_minor'),
    state: notNull('o.state'),
    email: notNull('o.email'),
  },
  first: '-number',
  id: 'o.id',
};
