import type { rowFigures } from '@tuneport/contract/analytics/metrics';
import { type Currency, isCurrency } from '@tuneport/domain/money/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { notNull } from '../../../platform/db/lists/keyset.ts';
import { containing, listPage } from '../../../platform/db/lists/page.ts';
import { presentAmount } from '../../ledger/index.ts';
import { type Instants, instantsOf, type MetricDimension, postingsBy, soldBy } from './metric-dimensions.ts';

type Figure = (typeof rowFigures)[number];
type RowsQuery = Parameters<typeof listPage>[3] & {
  readonly figure: Figure;
  readonly search?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly zone: string;
  readonly currency?: string | undefined;
  readonly by?: MetricDimension | undefined;
  readonly value?: string | undefined;
};

const money: Partial<Record<Figure, RawBuilder<bigint>>> = {
  sales: sql`sum(p.sales)`,
  refunds: sql`sum(p.refunds)`,
  revenue: sql`sum(p.revenue)`,
  cogs: sql`sum(p.cogs)`,
  commissions: sql`sum(p.commissions)`,
  goodwill: sql`sum(p.goodwill)`,
  margin: sql`sum(p.revenue - p.cogs - p.commissions - p.goodwill)`,
};

const subjectTitle = (subject: string) =>
  sql`initcap(replace(split_part(${sql.raw(subject)}, ':', 1), '-', ' ')) || ' ' || split_part(${sql.raw(subject)}, ':', 2)`;
const salePath = (subject: string) => sql`case
  when ${sql.raw(subject)} like 'order:%' then '/admin/orders/' || substr(${sql.raw(subject)}, 7)
  when ${sql.raw(subject)} like 'purchase:%' then '/admin/purchases/' || substr(${sql.raw(subject)}, 10)
  when ${sql.raw(subject)} like 'dealer:%' then '/admin/dealers/' || substr(${sql.raw(subject)}, 8) end`;

/** The columns id, at, title, path, detail, unit and amount, for every figure. */
function rowsOf(query: RowsQuery, instants: Instants): RawBuilder<unknown> {
  const { figure, by, value, currency } = query;
  const { since, until } = instants;
  const amount = money[figure];
  const hasKey = by !== undefined && value !== undefined;
  if (amount)
    return sql`select p.transfer_id as id, p.at, ${subjectTitle('coalesce(p.sale, p.subject)')} as title,
        ${salePath('coalesce(p.sale, p.subject)')} as path, p.kind as detail, p.unit, ${amount}::bigint as amount
      from ${postingsBy(by ?? null, instants)} p
      where (${currency ?? null}::text is null or p.unit = ${currency ?? null}) and (not ${hasKey}::boolean or p.key = ${value ?? ''})
      group by p.transfer_id, p.at, p.sale, p.subject, p.kind, p.unit
      having ${amount} <> 0`;
  if (figure === 'orders') {
    const among = hasKey
      ? sql`and m.sale in (select s.sale from ${soldBy(by, instants)} s where s.key = ${value})`
      : sql``;
    return sql`select m.sale_id * 2 + case m.kind when 'order' then 0 else 1 end as id, m.paid_at as at,
        ${subjectTitle('m.sale')} as title, ${salePath('m.sale')} as path, m.buyer as detail, m.currency as unit, m.net_minor as amount
      from metric_sales m where m.paid_at >= ${since} and m.paid_at < ${until}
        and (${currency ?? null}::text is null or m.currency = ${currency ?? null}) ${among}`;
  }
  if (figure === 'waiting')
    return sql`select s.id, s.created_at as at, s.vehicle as title, null::text as path, e.name as detail, null::text as unit, null::bigint as amount
      from catalog_subscriptions s join engines e on e.id = s.engine_id where s.notified_at is null`;
  if (figure === 'dealers' || figure === 'joined' || figure === 'lost') return dealerRows(figure, instants);
  return requestRows(figure, instants);
}

function requestRows(figure: Figure, { since, until }: Instants): RawBuilder<unknown> {
  const at = figure === 'requests' ? sql`r.created_at` : sql`r.delivered_at`;
  const late = figure === 'late' ? sql`and r.delivered_at > r.promised_at` : sql``;
  return sql`select r.id, ${at} as at, 'Tune request ' || r.id as title, '/admin/tune-requests/' || r.id as path,
      r.vehicle as detail, null::text as unit, null::bigint as amount
    from tune_requests r where ${at} >= ${since} and ${at} < ${until} ${late}`;
}

function dealerRows(figure: 'dealers' | 'joined' | 'lost', { since, until }: Instants): RawBuilder<unknown> {
  const bought = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
    sql`exists (select from metric_sales m where m.dealer_id = d.id and m.paid_at >= ${from} and m.paid_at < ${to})`;
  const is = {
    dealers: bought(since, until),
    joined: sql`d.created_at >= ${since} and d.created_at < ${until}`,
    lost: sql`not ${bought(since, until)} and ${bought(sql`${since} - (${until} - ${since})`, since)}`,
  }[figure];
  return sql`select d.id, d.created_at as at, d.name as title, '/admin/dealers/' || d.id as path, d.state as detail,
      null::text as unit, null::bigint as amount
    from dealers d where ${is}`;
}

type Row = {
  id: bigint;
  at: Date;
  title: string;
  path: string | null;
  detail: string;
  unit: string | null;
  amount: bigint | null;
};

export async function listMetricRows(db: Db, query: RowsQuery, now: Date) {
  const today = now.toISOString().slice(0, 10);
  const instants = instantsOf(query.from ?? '2000-01-01', query.to ?? today, query.zone);
  let filtered = db.selectFrom(sql<Row>`(${rowsOf(query, instants)})`.as('r'));
  if (query.search) {
    const text = containing(query.search);
    filtered = filtered.where(sql<boolean>`(r.title ilike ${text} or r.detail ilike ${text})`);
  }
  const rows = filtered.select(['r.id', 'r.at', 'r.title', 'r.path', 'r.detail', 'r.unit', 'r.amount']);
  const page = await listPage(
    db,
    filtered,
    rows,
    query,
    { columns: { at: notNull('r.at'), amount: 'r.amount' }, first: '-at', id: 'r.id' },
    { columns: { amount: 'r.amount' }, currency: 'r.unit' },
  );
  return {
    ...page,
    data: page.data.map(({ id, unit, amount, ...row }) => ({
      ...row,
      id: String(id),
      amount:
        unit !== null && isCurrency(unit) && amount !== null ? presentAmount(BigInt(amount), unit as Currency) : null,
    })),
  };
}
