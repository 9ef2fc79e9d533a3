import { type Currency, isCurrency, ratio, roundedQuotient } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { presentAmount } from '../../ledger/index.ts';
import { conversionRate, settingsOf } from '../../settings/index.ts';
import { marginOf, noSums, presentSums, type Sums, sumColumns } from './metric-breakdown.ts';
import { type Instants, instantsOf, postingsBy, type Step, stepOf, stepsIn } from './metric-dimensions.ts';

type Days = { readonly from: string; readonly to: string };
type MetricsQuery = Days & {
  readonly zone: string;
  readonly type: Step;
  readonly compare_from?: string | undefined;
  readonly compare_to?: string | undefined;
};

export async function businessMetrics(platform: Platform, db: Db, query: MetricsQuery, now: Date) {
  const { from, to, zone, compare_from, compare_to } = query;
  const days = { from, to };
  const instants = instantsOf(from, to, zone);
  const before = compare_from && compare_to ? { from: compare_from, to: compare_to } : null;
  const current = await snapshot(db, days, zone);
  return {
    as_of: now,
    zone,
    current: current.shown,
    comparison: before ? (await snapshot(db, before, zone)).shown : null,
    series: await series(db, query, instants),
    ...(await converted(platform, current.sums)),
    tuners: await tunerLoad(db, instants),
    cohorts: await cohorts(db, now),
    demand: await demand(db),
  };
}

async function snapshot(db: Db, days: Days, zone: string) {
  const instants = instantsOf(days.from, days.to, zone);
  const [money, sold, counts, deliveries, dealers] = await Promise.all([
    moneyOf(db, instants),
    soldOf(db, instants),
    countsOf(db, instants),
    deliveriesOf(db, instants),
    dealersOf(db, days, zone),
  ]);
  const units = [...new Set([...money.keys(), ...sold.keys()])].sort();
  return {
    sums: money,
    shown: {
      ...days,
      currencies: units.map((currency) => {
        const { orders, netMinor } = sold.get(currency) ?? { orders: 0, netMinor: 0n };
        return {
          currency,
          orders,
          average_order: orders === 0 ? null : presentAmount(roundedQuotient(netMinor, BigInt(orders)), currency),
          ...presentSums(money.get(currency) ?? noSums(), currency),
        };
      }),
      orders: [...sold.values()].reduce((sum, { orders }) => sum + orders, 0),
      ...counts,
      deliveries,
      dealers,
    },
  };
}

async function moneyOf(db: Db, instants: Instants): Promise<Map<Currency, Sums>> {
  const { rows } = await sql<Sums & { unit: string }>`
    select x.unit, ${sumColumns} from ${postingsBy(null, instants)} x group by x.unit`.execute(db);
  return new Map(rows.flatMap(({ unit, ...sums }) => (isCurrency(unit) ? [[unit, sums]] : [])));
}

const paidIn = ({ since, until }: Instants) => sql<boolean>`m.paid_at >= ${since} and m.paid_at < ${until}`;

async function soldOf(db: Db, instants: Instants) {
  const { rows } = await sql<{ currency: Currency; orders: number; net: bigint }>`
    select m.currency, count(*)::integer as orders, sum(m.net_minor)::bigint as net
    from metric_sales m where ${paidIn(instants)} group by 1`.execute(db);
  return new Map(rows.map(({ currency, orders, net }) => [currency, { orders, netMinor: net }]));
}

/** A buyer is a user with an account, or a guest by e-mail address: each session of a guest is a user of its own. */
const buyer = sql`coalesce('user:' || (select u.id from users u where u.id = m.user_id and u.guest_email is null), m.email)`;

async function countsOf(db: Db, instants: Instants) {
  const { since, until } = instants;
  const { rows } = await sql<{ requests: number; visits: number; buyers: number; returning_buyers: number }>`
    select
      (select count(*)::integer from tune_requests r where r.created_at >= ${since} and r.created_at < ${until}) as requests,
      (select coalesce(sum(h.visits), 0)::integer from traffic_hours h where h.hour >= ${since} and h.hour < ${until}) as visits,
      count(*)::integer as buyers, (count(*) filter (where b.first < ${since}))::integer as returning_buyers
    from (
      select who, min(first) as first from (
        select ${buyer} as who, min(m.paid_at) over (partition by ${buyer}) as first, m.paid_at
        from metric_sales m where m.paid_at < ${until}
      ) x where x.paid_at >= ${since} group by who
    ) b`.execute(db);
  return rows[0] ?? { requests: 0, visits: 0, buyers: 0, returning_buyers: 0 };
}

const hoursTaken = sql`extract(epoch from r.delivered_at - coalesce(r.queued_at, r.created_at)) / 3600`;
const deliveryColumns = sql`count(*)::integer as count,
  round((percentile_cont(0.5) within group (order by ${hoursTaken}))::numeric, 1)::float8 as median_hours,
  count(r.promised_at)::integer as promised,
  (count(*) filter (where r.delivered_at <= r.promised_at))::integer as kept`;
type DeliveryRow = { count: number; median_hours: number | null; promised: number; kept: number };

async function deliveriesOf(db: Db, { since, until }: Instants) {
  const { rows } = await sql<DeliveryRow>`select ${deliveryColumns} from tune_requests r
    where r.delivered_at >= ${since} and r.delivered_at < ${until}`.execute(db);
  return rows[0] ?? { count: 0, median_hours: null, promised: 0, kept: 0 };
}

/** Lost dealers bought in as many days before the period and not in it. */
export async function dealersOf(db: Db, { from, to }: Days, zone: string) {
  const { since, until } = instantsOf(from, to, zone);
  const { rows } = await sql<{ active: number; joined: number; lost: number }>`
    select (count(*) filter (where a.bought))::integer as active, (count(*) filter (where a.joined))::integer as joined,
      (count(*) filter (where a.before and not a.bought))::integer as lost
    from (
      select d.created_at >= ${since} and d.created_at < ${until} as joined,
        exists (select from metric_sales m where m.dealer_id = d.id and m.paid_at >= ${since} and m.paid_at < ${until}) as bought,
        exists (select from metric_sales m where m.dealer_id = d.id and m.paid_at < ${since}
          and m.paid_at >= ${since} - (${until} - ${since})) as before
      from dealers d
    ) a`.execute(db);
  return rows[0] ?? { active: 0, joined: 0, lost: 0 };
}

async function series(db: Db, { from, to, type, zone }: MetricsQuery, instants: Instants) {
  const steps = await stepsIn(db, { from, to, type });
  const { rows: money } = await sql<Sums & { step: string; unit: string }>`
    select ${stepOf(from, type, zone, sql`x.at`)} as step, x.unit, ${sumColumns} from ${postingsBy(null, instants)} x group by 1, 2`.execute(
    db,
  );
  const { rows: orders } = await sql<{ step: string; orders: number }>`
    select ${stepOf(from, type, zone, sql`m.paid_at`)} as step, count(*)::integer as orders from metric_sales m where ${paidIn(instants)} group by 1`.execute(
    db,
  );
  const ordersIn = new Map(orders.map((row) => [row.step, row.orders]));
  return steps.map((first) => ({
    from: first,
    orders: ordersIn.get(first) ?? 0,
    currencies: money.flatMap(({ step, unit, ...sums }) =>
      step === first && isCurrency(unit) ? [{ currency: unit, ...presentSums(sums, unit) }] : [],
    ),
  }));
}

/** Revenue and margin in the base currency, where every currency has a recorded rate. */
async function converted(platform: Platform, money: ReadonlyMap<Currency, Sums>) {
  const { conversion_rates: rates } = await settingsOf(platform);
  const base = rates.base as Currency;
  const found = [...money].map(([currency, sums]) => ({ currency, sums, to: conversionRate(rates, currency, base) }));
  const missing_rates = found.filter(({ to }) => to === null).map(({ currency }) => currency);
  if (money.size < 2 || missing_rates.length > 0) return { converted: null, missing_rates };
  const inBase = (minor: bigint, rate: string) => {
    const { numerator, denominator } = ratio(rate);
    return roundedQuotient(minor * numerator, denominator);
  };
  let total = { revenue: 0n, margin: 0n };
  for (const { sums, to } of found) {
    const rate = to?.rate ?? '1';
    total = {
      revenue: total.revenue + inBase(sums.revenue, rate),
      margin: total.margin + inBase(marginOf(sums), rate),
    };
  }
  return {
    converted: {
      currency: base,
      revenue: presentAmount(total.revenue, base),
      margin: presentAmount(total.margin, base),
      rates: found.flatMap(({ currency, to }) => (to?.asOf ? [{ currency, rate: to.rate, as_of: to.asOf }] : [])),
    },
    missing_rates,
  };
}

async function tunerLoad(db: Db, { since, until }: Instants) {
  const { rows } = await sql<DeliveryRow & { id: number; name: string; open: number }>`
    select t.id, t.name, o.open, d.* from tuners t
    cross join lateral (
      select count(*)::integer as open from tune_requests r
      where r.tuner_id = t.id and r.state in ('queued', 'in_progress', 'waiting_customer', 'on_ice', 'in_review', 'revision_requested')
    ) o
    cross join lateral (
      select ${deliveryColumns} from tune_requests r
      where r.tuner_id = t.id and r.delivered_at >= ${since} and r.delivered_at < ${until}
    ) d
    where o.open > 0 or d.count > 0 order by d.count desc, t.name`.execute(db);
  return rows.map(({ count, ...row }) => ({ ...row, delivered: count }));
}

const cohortMonths = 12;

/** Of the last twelve complete months. */
async function cohorts(db: Db, now: Date) {
  const { rows } = await sql<{ month: string; age: number; buyers: number }>`
    with bought as (
      select distinct ${buyer} as who, date_trunc('month', m.paid_at at time zone 'UTC') as month from metric_sales m
      where m.paid_at is not null
    ), first as (select who, min(month) as month from bought group by who)
    select to_char(f.month, 'YYYY-MM') as month,
      ((extract(year from b.month) - extract(year from f.month)) * 12 + extract(month from b.month) - extract(month from f.month))::integer as age,
      count(*)::integer as buyers
    from first f join bought b on b.who = f.who
    where f.month >= date_trunc('month', ${now}::timestamptz at time zone 'UTC') - make_interval(months => ${cohortMonths})
      and f.month < date_trunc('month', ${now}::timestamptz at time zone 'UTC')
    group by 1, 2 order by 1, 2`.execute(db);
  const thisMonth = now.getUTCFullYear() * 12 + now.getUTCMonth();
  return [...new Set(rows.map(({ month }) => month))].map((month) => {
    const [year = 0, number = 1] = month.split('-').map(Number);
    const over = thisMonth - (year * 12 + number - 1);
    const of = new Map(rows.filter((row) => row.month === month).map(({ age, buyers }) => [age, buyers]));
    return { month, size: of.get(0) ?? 0, active: Array.from({ length: over }, (_, age) => of.get(age) ?? 0) };
  });
}

async function demand(db: Db) {
  const { rows } = await sql<{ vehicle: string; engine: string; waiting: number }>`
    select max(s.vehicle) as vehicle, e.name as engine, count(*)::integer as waiting
    from catalog_subscriptions s join engines e on e.id = s.engine_id
    where s.notified_at is null group by e.id, e.name order by count(*) desc, e.name limit 20`.execute(db);
  return rows;
}
