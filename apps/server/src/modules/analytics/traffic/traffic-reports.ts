import { othersKey } from '@tuneport/domain/analytics/breakdown';
import {
  type Dimension,
  dimensions,
  funnelSteps,
  type Measures,
  measures,
  noMeasures,
} from '@tuneport/domain/analytics/traffic-dimensions';
import { isCurrency } from '@tuneport/domain/money/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { presentAmount } from '../../ledger/index.ts';
import { limited } from '../limited-rows.ts';

// Reports read the roll-ups only, so their cost depends on the number of days and values, not of views.

type Days = { readonly start: string; readonly end: string };
type PeriodQuery = Days & {
  readonly type: 'hour' | 'day' | 'week' | 'month';
  readonly compare_start?: string | undefined;
  readonly compare_end?: string | undefined;
};

const sums = sql.raw(measures.map((name) => `coalesce(sum(d.${name}), 0)::bigint as ${name}`).join(', '));
type Sums = Record<keyof Measures, bigint>;
const numbers = (row: Sums | undefined): Measures => {
  const found = noMeasures();
  if (row) for (const name of measures) found[name] = Number(row[name]);
  return found;
};

async function countedAt(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('traffic_progress').select('counted_at').executeTakeFirst();
  return row?.counted_at ?? null;
}

/** A report of the period and of the one it is compared with. */
async function compared<T>(db: Db, query: PeriodQuery, report: (days: Days) => Promise<T>) {
  const { start, end, compare_start, compare_end } = query;
  const comparison = compare_start && compare_end ? { start: compare_start, end: compare_end } : null;
  const [as_of, current, before] = await Promise.all([
    countedAt(db),
    report({ start, end }),
    comparison ? report(comparison) : null,
  ]);
  return { as_of, current, comparison: before };
}

const isIn = (dimension: Dimension, { start, end }: Days) =>
  sql<boolean>`d.dimension = ${sql.lit(dimensions[dimension])} and d.day between ${start}::date and ${end}::date`;

async function totalsOf(db: Db, days: Days): Promise<Measures> {
  const { rows } = await sql<Sums>`select ${sums} from traffic_days d where ${isIn('total', days)}`.execute(db);
  return numbers(rows[0]);
}

/** One step per bucket of the period, including those without visits. Weeks start on Monday. */
async function seriesOf(db: Db, type: PeriodQuery['type'], days: Days) {
  const { start, end } = days;
  const from =
    type === 'hour'
      ? sql`select to_char(h at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as bucket, h as first, h + interval '1 hour' as next
          from generate_series(${start}::date::timestamp at time zone 'UTC',
            (${end}::date + 1)::timestamp at time zone 'UTC' - interval '1 hour', interval '1 hour') h`
      : sql`select to_char(greatest(b, ${start}::date), 'YYYY-MM-DD') as bucket, b::date as first, (b + ${sql.raw(`interval '1 ${type}'`)})::date as next
          from generate_series(date_trunc(${type}, ${start}::date::timestamp), ${end}::date::timestamp, ${sql.raw(`interval '1 ${type}'`)}) b`;
  const join =
    type === 'hour'
      ? sql`traffic_hours d on d.hour >= s.first and d.hour < s.next`
      : sql`traffic_days d on d.day >= s.first and d.day < s.next and ${isIn('total', days)}`;
  const { rows } = await sql<Sums & { bucket: string }>`
    select s.bucket, ${sums} from (${from}) s left join ${join} group by s.bucket, s.first order by s.first`.execute(
    db,
  );
  return rows.map((row) => ({ from: row.bucket, ...numbers(row) }));
}

export async function visitStats(db: Db, query: PeriodQuery) {
  return compared(db, query, async (days) => {
    const series = await seriesOf(db, query.type, days);
    return { ...days, totals: await totalsOf(db, days), series };
  });
}

export async function newVersusReturning(db: Db, query: PeriodQuery) {
  return compared(db, query, async (days) => {
    const parts = ({ visitors, new_visitors }: Measures) => ({ new: new_visitors, returning: visitors - new_visitors });
    const series = await seriesOf(db, query.type, days);
    return {
      ...days,
      totals: parts(await totalsOf(db, days)),
      series: series.map((step) => ({ from: step.from, ...parts(step) })),
    };
  });
}

const byMeasure: Partial<Record<Dimension, keyof Measures>> = {
  page: 'views',
  bot: 'views',
  event: 'events',
  search: 'events',
  empty_search: 'events',
};
const measureOf = (dimension: Dimension): keyof Measures => byMeasure[dimension] ?? 'visits';

async function valuesOf(db: Db, dimension: Dimension, days: Days): Promise<(Measures & { value: string })[]> {
  const by = sql.raw(measureOf(dimension));
  // Summed by id first: names are joined for the distinct values only.
  const { rows } = await sql<Sums & { value: string }>`
    select v.value, x.* from (
      select d.value_id, ${sums} from traffic_days d where ${isIn(dimension, days)} group by d.value_id
    ) x join traffic_values v on v.id = x.value_id
    order by x.${by} desc, v.value`.execute(db);
  return rows
    .filter((row) => measures.some((name) => row[name] !== 0n))
    .map((row) => ({ value: row.value, ...numbers(row) }));
}

const asOthers = <Row extends { value: string }>(first: Row): Row => ({ ...first, value: othersKey });

const addMeasures = <Row extends Measures>(sum: Row, row: Measures): Row => {
  const next = { ...sum };
  for (const name of measures) (next as Measures)[name] += row[name];
  return next;
};

export async function breakdown(db: Db, query: PeriodQuery & { dimension: Dimension; limit: number }) {
  return compared(db, query, async (days) => {
    const rows = await valuesOf(db, query.dimension, days);
    const totals = rows.reduce<Measures>((sum, row) => addMeasures(sum, row), noMeasures());
    return { totals, rows: limited(rows, query.limit, addMeasures, asOthers) };
  });
}

/** Searches have no other measure, and summing the others takes most of the time of such a report. */
async function searchesOf(db: Db, dimension: 'search' | 'empty_search', days: Days) {
  const { rows } = await sql<{ value: string; events: bigint }>`
    select v.value, x.events from (
      select d.value_id, sum(d.events)::bigint as events from traffic_days d where ${isIn(dimension, days)} group by d.value_id
    ) x join traffic_values v on v.id = x.value_id
    where x.events <> 0 order by x.events desc, v.value`.execute(db);
  return rows.map(({ value, events }) => ({ value, events: Number(events) }));
}

export async function searchStats(db: Db, query: PeriodQuery & { limit: number }) {
  return compared(db, query, async (days) => {
    const [all, empty] = await Promise.all([searchesOf(db, 'search', days), searchesOf(db, 'empty_search', days)]);
    const without = new Map(empty.map(({ value, events }) => [value, events]));
    const sum = (rows: readonly { events: number }[]) => rows.reduce((total, { events }) => total + events, 0);
    return {
      searches: sum(all),
      without_results: sum(empty),
      rows: all
        .map(({ value, events }) => ({ term: value, searches: events, without_results: without.get(value) ?? 0 }))
        .slice(0, query.limit),
    };
  });
}

type Money = Readonly<Record<string, { readonly net: bigint; readonly commission: bigint }>>;
type WithMoney = Measures & { value: string; orders: number; money: Money };

const addMoney = (a: Money, b: Money): Money => {
  const sum: Record<string, { net: bigint; commission: bigint }> = { ...a };
  for (const [currency, { net, commission }] of Object.entries(b))
    sum[currency] = {
      net: (sum[currency]?.net ?? 0n) + net,
      commission: (sum[currency]?.commission ?? 0n) + commission,
    };
  return sum;
};
const addWithMoney = (sum: WithMoney, row: WithMoney): WithMoney => ({
  ...addMeasures(sum, row),
  orders: sum.orders + row.orders,
  money: addMoney(sum.money, row.money),
});

function presentMoney({ money, ...row }: WithMoney) {
  const of = (amount: (of: Money[string]) => bigint) =>
    Object.entries(money)
      .sort()
      .flatMap(([currency, one]) => (isCurrency(currency) ? [presentAmount(amount(one), currency)] : []));
  return {
    ...row,
    revenue: of(({ net }) => net),
    commissions: of(({ commission }) => commission),
    net: of(({ net, commission }) => net - commission),
  };
}

type AcquisitionQuery = PeriodQuery & {
  scope: 'session' | 'first-visit';
  by: 'source' | 'medium' | 'campaign';
  limit: number;
};

export async function acquisition(db: Db, query: AcquisitionQuery) {
  const dimension = (query.scope === 'session' ? query.by : `first_${query.by}`) as Dimension;
  const found = await compared(db, query, async (days) => {
    const [rows, sales] = await Promise.all([valuesOf(db, dimension, days), salesBy(db, dimension, days)]);
    const byValue = new Map<string, WithMoney>(rows.map((row) => [row.value, { ...row, orders: 0, money: {} }]));
    for (const sale of sales) {
      const row = byValue.get(sale.value);
      byValue.set(sale.value, row ? { ...row, orders: sale.orders, money: sale.money } : { ...noMeasures(), ...sale });
    }
    const all = [...byValue.values()];
    const none: WithMoney = { value: '', ...noMeasures(), orders: 0, money: {} };
    const { value: _, ...totals } = presentMoney(all.reduce(addWithMoney, none));
    return { totals, rows: limited(all, query.limit, addWithMoney, asOthers).map(presentMoney) };
  });
  return { ...found, scope: query.scope };
}

async function salesBy(db: Db, dimension: Dimension, { start, end }: Days) {
  const { rows } = await sql<{ value: string; currency: string; orders: bigint; net: bigint; commission: bigint }>`
    select ${sql.ref(`s.${dimension}`)} as value, s.currency, count(*) as orders, sum(s.net_minor)::bigint as net,
      sum(s.commission_minor)::bigint as commission
    from sale_sources s
    where s.at >= ${start}::date::timestamp at time zone 'UTC' and s.at < (${end}::date + 1)::timestamp at time zone 'UTC'
      and s.currency is not null
    group by 1, 2`.execute(db);
  const byValue = new Map<string, { value: string; orders: number; money: Money }>();
  for (const { value, currency, orders, net, commission } of rows) {
    const found = byValue.get(value) ?? { value, orders: 0, money: {} };
    byValue.set(value, {
      value,
      orders: found.orders + Number(orders),
      money: addMoney(found.money, { [currency]: { net, commission } }),
    });
  }
  return [...byValue.values()];
}

const liveMinutes = 5;

export async function overview(db: Db, { start, end }: PeriodQuery, now: Date, visitsSince: string) {
  const days = { start, end };
  const [as_of, live, steps, paid, goals, annotations, bots] = await Promise.all([
    countedAt(db),
    sql<{ n: bigint }>`select count(distinct visitor) as n from page_views
      where at > ${now}::timestamptz - make_interval(mins => ${liveMinutes}) and bot is null and not is_event`.execute(
      db,
    ),
    valuesOf(db, 'step', days),
    salesBy(db, 'source', days),
    db.selectFrom('traffic_goals').select(['id', 'name', 'kind', 'pattern']).orderBy('name').execute(),
    sql<{
      id: number;
      day: string;
      text: string;
    }>`select id, to_char(day, 'YYYY-MM-DD') as day, text from traffic_annotations
      where day between ${start}::date and ${end}::date order by day, id limit 200`.execute(db),
    valuesOf(db, 'bot', days),
  ]);
  const reached = new Map(steps.map(({ value, visits }) => [value, visits]));
  return {
    as_of,
    live: Number(live.rows[0]?.n ?? 0n),
    funnel: [
      ...funnelSteps.map((step) => ({ step, visits: reached.get(step) ?? 0 })),
      { step: 'order', visits: paid.reduce((sum, { orders }) => sum + orders, 0) },
    ],
    goals: await completions(db, goals, days),
    annotations: annotations.rows,
    bots: bots.map(({ value, views }) => ({ code: value, views })),
    visits_since: visitsSince,
  };
}

type GoalRow = { id: number; name: string; kind: string; pattern: string };

async function completions(db: Db, goals: readonly GoalRow[], days: Days) {
  return Promise.all(
    goals.map(async (goal) => {
      const isPath = goal.kind === 'path';
      const matches: RawBuilder<boolean> = goal.pattern.endsWith('*')
        ? sql`starts_with(v.value, ${goal.pattern.slice(0, -1)})`
        : sql`v.value = ${goal.pattern}`;
      const { rows } = await sql<{ n: bigint }>`
        select coalesce(sum(${sql.raw(isPath ? 'd.views' : 'd.events')}), 0)::bigint as n
        from traffic_values v join traffic_days d on d.value_id = v.id and ${isIn(isPath ? 'page' : 'event', days)}
        where v.dimension = ${sql.lit(dimensions[isPath ? 'page' : 'event'])} and ${matches}`.execute(db);
      return { ...goal, completions: Number(rows[0]?.n ?? 0n) };
    }),
  );
}
