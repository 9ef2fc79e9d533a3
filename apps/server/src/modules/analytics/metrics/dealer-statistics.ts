import type { dealerStatistics } from '@tuneport/contract/dealers/dealer-statistics';
import { csvRow } from '@tuneport/domain/api/csv-row';
import { type Currency, currencyCodes, money, toWire } from '@tuneport/domain/money/money';
import { dayIn } from '@tuneport/domain/support/wall-clock';
import { dayMs } from '@tuneport/domain/units/durations';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { handlers } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { ownDealer } from '../../dealers/index.ts';
import { companyZone } from '../../settings/index.ts';
import { instantsOf, stepsIn } from './metric-dimensions.ts';

type Query = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly compare?: 'previous' | 'year' | undefined;
  readonly currency?: string | undefined;
};
type Days = { readonly from: string; readonly to: string };
/** Whose purchases are counted: those of a dealer, or of one member of it. */
type Whose = { readonly dealerId: number; readonly userId: number | null };
type Scope = Whose & { readonly currency: Currency; readonly zone: string };

const rangeDaysMax = 3 * 366;
const listMax = 12;
const expiringDays = 60;

const shifted = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

function yearBefore(day: string): string {
  const [year, rest] = [Number(day.slice(0, 4)) - 1, day.slice(4)];
  return `${year}${rest === '-02-29' ? '-02-28' : rest}`;
}

/** The days asked for, checked. By default the last twelve months, including the current one. */
function daysOf({ from, to }: Query, today: string): Days {
  const last = to ?? today;
  const first = from ?? `${yearBefore(last).slice(0, 8)}01`;
  const count = (Date.parse(last) - Date.parse(first)) / dayMs;
  if (count < 0) throw fieldRefusal({ to: ['The last day is before the first.'] });
  if (count > rangeDaysMax) throw fieldRefusal({ to: ['Choose at most three years.'] });
  return { from: first, to: last };
}

const comparedDays = ({ from, to }: Days, compare: Query['compare']): Days | null => {
  if (compare === 'year') return { from: yearBefore(from), to: yearBefore(to) };
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return compare === 'previous' ? { from: shifted(from, -count), to: shifted(from, -1) } : null;
};

/**
 * The sales of a dealer in one currency, with what the ledger booked for them in a period: before tax, less refunds. What
 * is paid with tune credits was spent when the credits were bought, so it is not counted again.
 */
const postings = ({ dealerId, userId, currency, zone }: Scope, days: Days): RawBuilder<unknown> => {
  const { since, until } = instantsOf(days.from, days.to, zone);
  return sql`(
    with sales as materialized (
      select m.sale, case m.kind when 'purchase' then 'tunes' else 'store' end as kind, m.user_id, m.vehicle, m.make
      from metric_sales m
      where m.dealer_id = ${dealerId} and m.currency = ${currency} and (${userId}::integer is null or m.user_id = ${userId})
      union all
      select 'credit-deal:' || c.id, 'credits', null, '', '' from dealer_credit_deals c
      where c.dealer_id = ${dealerId} and c.currency = ${currency} and c.kind = 'credit_pack' and ${userId}::integer is null
        and c.state not in ('draft', 'published', 'expired', 'cancelled')
    ), subjects as (
      select s.sale as subject, s.* from sales s
      union all select 'purchase-account:' || substr(s.sale, 10), s.* from sales s where s.kind = 'tunes'
    )
    select s.sale, s.kind, s.user_id, s.vehicle, s.make, t.at,
      -coalesce(sum(e.amount_minor), 0)::bigint as net
    from subjects s
    join ledger_transfers t on t.subject = s.subject and t.at >= ${since} and t.at < ${until}
    join ledger_entries e on e.transfer_id = t.id and not e.pending
    join ledger_accounts a on a.id = e.account_id and a.owner = 'house' and a.unit = ${currency}
      and (a.kind like 'rev%' or a.kind like 'defer.%')
    group by s.sale, s.kind, s.user_id, s.vehicle, s.make, t.id, t.at
  )`;
};

const spendColumns = sql`coalesce(sum(p.net) filter (where p.kind = 'tunes'), 0)::bigint as tunes,
  coalesce(sum(p.net) filter (where p.kind = 'store'), 0)::bigint as store,
  coalesce(sum(p.net) filter (where p.kind = 'credits'), 0)::bigint as credits, coalesce(sum(p.net), 0)::bigint as total`;
type SpendRow = { tunes: bigint; store: bigint; credits: bigint; total: bigint };
const noSpend: SpendRow = { tunes: 0n, store: 0n, credits: 0n, total: 0n };

const presentSpend = ({ tunes, store, credits, total }: SpendRow, currency: Currency) => {
  const wire = (minor: bigint) => toWire(money(minor, currency));
  return { tunes: wire(tunes), store: wire(store), credits: wire(credits), total: wire(total) };
};

const hoursTaken = sql`extract(epoch from r.delivered_at - coalesce(r.queued_at, r.created_at)) / 3600`;

async function periodOf(db: Db, scope: Scope, days: Days) {
  const { dealerId, userId, currency, zone } = scope;
  const { since, until } = instantsOf(days.from, days.to, zone);
  const mine = (table: string) =>
    sql`${sql.ref(`${table}.dealer_id`)} = ${dealerId} and (${userId}::integer is null or ${sql.ref(`${table}.user_id`)} = ${userId})`;
  const { rows: spend } = await sql<SpendRow>`select ${spendColumns} from ${postings(scope, days)} p`.execute(db);
  const { rows: bought } = await sql<{ purchases: number; list: bigint; saved: bigint }>`
    select count(*)::integer as purchases, coalesce(sum(x.list_minor), 0)::bigint as list,
      coalesce(sum(x.discount_minor), 0)::bigint as saved
    from (
      select c.list_minor, c.discount_minor, c.paid_at, c.currency, c.dealer_id, c.user_id, c.state from catalog_purchases c
      union all
      select o.list_minor, o.discount_minor, o.paid_at, o.currency, o.dealer_id, o.user_id, o.state from orders o
    ) x where ${mine('x')} and x.currency = ${currency} and x.paid_at >= ${since} and x.paid_at < ${until}
      and x.state not in ('cancelled', 'refunded')`.execute(db);
  const { rows: requests } = await sql<{ sent: number; delivered: number; median_hours: number | null }>`
    select (count(*) filter (where r.created_at >= ${since} and r.created_at < ${until}))::integer as sent,
      (count(*) filter (where r.delivered_at >= ${since} and r.delivered_at < ${until}))::integer as delivered,
      round((percentile_cont(0.5) within group (order by ${hoursTaken})
        filter (where r.delivered_at >= ${since} and r.delivered_at < ${until}))::numeric, 1)::float8 as median_hours
    from tune_requests r where ${mine('r')} and r.state <> 'deleted'`.execute(db);
  const { rows: used } = await sql<{ units: number }>`
    select coalesce(sum(u.units), 0)::integer as units from tune_credit_uses u
    join tune_credit_lots l on l.id = u.lot_id and l.owner = ${`dealer:${dealerId}`}
    left join catalog_purchases c on u.subject = 'purchase:' || c.id
    where u.what = 'spend' and u.state = 'done' and u.at >= ${since} and u.at < ${until}
      and (${userId}::integer is null or c.user_id = ${userId})`.execute(db);
  const { list = 0n, saved = 0n, purchases = 0 } = bought[0] ?? {};
  return {
    ...days,
    spend: presentSpend(spend[0] ?? noSpend, currency),
    list: toWire(money(list, currency)),
    saved: toWire(money(saved, currency)),
    purchases,
    requests: requests[0] ?? { sent: 0, delivered: 0, median_hours: null },
    credits_used: used[0]?.units ?? 0,
  };
}

async function monthsOf(db: Db, scope: Scope, days: Days) {
  const month = sql`to_char(p.at at time zone ${scope.zone}::text, 'YYYY-MM')`;
  const { rows } = await sql<SpendRow & { month: string }>`
    select ${month} as month, ${spendColumns} from ${postings(scope, days)} p group by 1`.execute(db);
  const steps = await stepsIn(db, { ...days, type: 'month' });
  return steps.map((step) => {
    const found = rows.find((row) => row.month === step.slice(0, 7));
    return { month: step.slice(0, 7), ...presentSpend(found ?? noSpend, scope.currency) };
  });
}

/** The makes or vehicles with the most tunes; a refunded tune has no spend but was bought. */
async function carsOf(db: Db, scope: Scope, days: Days, by: 'make' | 'vehicle') {
  const name = by === 'make' ? sql`coalesce(k.name, nullif(p.make, ''), '')` : sql`p.vehicle`;
  const { rows } = await sql<{ name: string; tunes: number; spend: bigint }>`
    select x.name, sum(x.tunes)::integer as tunes, sum(x.net)::bigint as spend from (
      select ${name} as name, sum(p.net) as net,
        (select count(*) from catalog_purchase_lines l where p.sale = 'purchase:' || l.purchase_id and l.kind = 'tune') as tunes
      from ${postings(scope, days)} p left join makes k on k.slug = p.make and p.make <> ''
      where p.kind = 'tunes' group by 1, p.sale
    ) x group by 1 order by 3 desc, 1 limit ${listMax}`.execute(db);
  return rows.map(({ spend, ...row }) => ({ ...row, spend: toWire(money(spend, scope.currency)) }));
}

async function membersOf(db: Db, scope: Scope, days: Days) {
  const { rows } = await sql<{ name: string; purchases: number; spend: bigint }>`
    select u.name, count(distinct p.sale)::integer as purchases, sum(p.net)::bigint as spend
    from ${postings(scope, days)} p join users u on u.id = p.user_id
    group by u.id, u.name order by 3 desc, 1 limit 100`.execute(db);
  return rows.map(({ spend, ...row }) => ({ ...row, spend: toWire(money(spend, scope.currency)) }));
}

async function creditsOf(db: Db, dealerId: number, now: Date) {
  const { rows } = await sql<{ kind: string; units: number; expires_at: Date }>`
    select l.kind, l.left_units as units, l.expires_at from tune_credit_left l
    where l.owner = ${`dealer:${dealerId}`} and l.left_units > 0 and l.expires_at > ${now}
    order by l.expires_at, l.id`.execute(db);
  const until = now.getTime() + expiringDays * dayMs;
  return {
    left: rows.reduce((sum, { units }) => sum + units, 0),
    expiring: rows.filter(({ expires_at }) => expires_at.getTime() < until).slice(0, 20),
  };
}

async function currenciesOf(db: Db, { dealerId, userId }: Whose, own: string): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select distinct m.currency from metric_sales m
    where m.dealer_id = ${dealerId} and (${userId}::integer is null or m.user_id = ${userId})`.execute(db);
  return [...new Set([own, ...rows.map(({ currency }) => currency).sort()])];
}

type Context = { readonly db: Db; readonly platform: Platform; readonly actor: Actor; readonly now: Date };

/** Managers and staff see the dealer, other members their own part of it. */
async function readStatistics({ db, platform, actor, now }: Context, ref: number | string, query: Query) {
  const dealer = await ownDealer(db, actor, ref);
  const zone = await companyZone(platform);
  const currency = currencyCodes.find((code) => code === (query.currency ?? dealer.currency)) ?? dealer.currency;
  const whose: Whose = { dealerId: dealer.id, userId: dealer.mayManage ? null : actor.userId };
  const scope: Scope = { ...whose, currency, zone };
  const days = daysOf(query, dayIn(now, zone));
  const compared = comparedDays(days, query.compare);
  return {
    as_of: now,
    zone,
    scope: dealer.mayManage ? ('dealer' as const) : ('own' as const),
    currency,
    currencies: await currenciesOf(db, whose, dealer.currency),
    current: await periodOf(db, scope, days),
    comparison: compared && (await periodOf(db, scope, compared)),
    months: await monthsOf(db, scope, days),
    makes: (await carsOf(db, scope, days, 'make')).map(({ name, ...row }) => ({ make: name, ...row })),
    vehicles: (await carsOf(db, scope, days, 'vehicle')).map(({ name, ...row }) => ({ vehicle: name, ...row })),
    members: dealer.mayManage ? await membersOf(db, scope, days) : [],
    credits: await creditsOf(db, dealer.id, now),
  };
}

type Statistics = Awaited<ReturnType<typeof readStatistics>>;

function csvOf({ months, currency }: Statistics): string {
  const head = ['Month', 'Currency', 'Tunes', 'Store', 'Tune credits', 'Total'];
  const rows = months.map(({ month, tunes, store, credits, total }) => [
    month,
    currency,
    tunes.amount,
    store.amount,
    credits.amount,
    total.amount,
  ]);
  return [head, ...rows].map((row) => csvRow(row)).join('');
}

export const dealerStatisticsRoutes = handlers<typeof dealerStatistics>({
  'GET /v1/dealers/:id/statistics': ({ db, platform, actor, params, query, now }) =>
    readStatistics({ db, platform, actor, now }, params.id, query),
  'GET /v1/dealers/:id/statistics/csv': async ({ db, platform, actor, params, query, now }) => {
    const statistics = await readStatistics({ db, platform, actor, now }, params.id, query);
    return {
      status: 200,
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="statistics-${statistics.current.from}-${statistics.current.to}.csv"`,
        'cache-control': 'private, no-store',
      },
      body: csvOf(statistics),
    };
  },
});
