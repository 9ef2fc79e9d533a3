import type { partnerDashboards } from '@tuneport/contract/analytics/partner-dashboards';
import { type Currency, isCurrency } from '@tuneport/domain/money/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { handlers } from '../../../platform/http/context.ts';
import { presentAmount } from '../../ledger/index.ts';
import { dealersOf } from './business-metrics.ts';
import { instantsOf, moneyColumns, postingsBy, type Step, stepOf, stepsIn } from './metric-dimensions.ts';

type Query = { readonly from: string; readonly to: string; readonly type: Step };
type Amount = { unit: string; minor: bigint };

const shown = (amounts: readonly Amount[]) =>
  [...amounts]
    .sort((a, b) => (a.unit < b.unit ? -1 : 1))
    .flatMap(({ unit, minor }) => (isCurrency(unit) && minor !== 0n ? [presentAmount(minor, unit)] : []));

function summed(amounts: readonly Amount[]): Amount[] {
  const byUnit = new Map<string, bigint>();
  for (const { unit, minor } of amounts) byUnit.set(unit, (byUnit.get(unit) ?? 0n) + minor);
  return [...byUnit].map(([unit, minor]) => ({ unit, minor }));
}

const stepAt = ({ from, type }: Query, at: RawBuilder<unknown>) => stepOf(from, type, 'UTC', at);

type DealerRow = {
  id: number;
  name: string;
  state: 'active' | 'suspended';
  unit: Currency;
  orders: number;
  sales: bigint;
  refunds: bigint;
  revenue: bigint;
  owed: bigint;
  last_order_at: Date | null;
};

async function dealerDashboard(db: Db, query: Query, now: Date) {
  const instants = instantsOf(query.from, query.to, 'UTC');
  const { since, until } = instants;
  const [counts, list, sold, days, applications] = await Promise.all([
    dealersOf(db, query, 'UTC'),
    sql<DealerRow>`
      with money as (
        select p.key::integer as dealer_id, p.unit, ${sql.raw(moneyColumns.map((name) => `sum(p.${name})::bigint as ${name}`).join(', '))}
        from ${postingsBy('dealer', instants)} p where p.key <> '' group by 1, 2
      ), sold as (
        select m.dealer_id, m.currency as unit, count(*) filter (where m.paid_at >= ${since} and m.paid_at < ${until})::integer as orders,
          max(m.paid_at) as last_order_at
        from metric_sales m where m.dealer_id is not null and m.paid_at is not null group by 1, 2
      ), owing as (
        select substr(a.owner, 8)::integer as dealer_id, a.unit, b.posted_minor as owed
        from ledger_accounts a join ledger_balances b on b.account_id = a.id where a.kind = 'ar' and a.owner like 'dealer:%'
      ), units as (
        select dealer_id, unit from money union select dealer_id, unit from sold union select dealer_id, unit from owing where owed <> 0
      )
      select d.id, d.name, d.state, coalesce(u.unit, d.currency) as unit, coalesce(s.orders, 0) as orders,
        coalesce(m.sales, 0)::bigint as sales, coalesce(m.refunds, 0)::bigint as refunds, coalesce(m.revenue, 0)::bigint as revenue,
        coalesce(o.owed, 0)::bigint as owed, s.last_order_at
      from dealers d left join units u on u.dealer_id = d.id
      left join money m on m.dealer_id = d.id and m.unit = u.unit
      left join sold s on s.dealer_id = d.id and s.unit = u.unit
      left join owing o on o.dealer_id = d.id and o.unit = u.unit
      order by m.sales desc nulls last, lower(d.name) limit 500`.execute(db),
    sql<Amount & { step: string }>`
      select ${stepAt(query, sql`p.at`)} as step, p.unit, sum(p.sales)::bigint as minor
      from ${postingsBy('dealer', instants)} p where p.key <> '' group by 1, 2`.execute(db),
    stepsIn(db, query),
    db
      .selectFrom('partner_applications')
      .select(sql<number>`count(*)::integer`.as('open'))
      .where('kind', '=', 'dealer')
      .where('state', 'in', ['submitted', 'in_review'])
      .executeTakeFirstOrThrow(),
  ]);
  return {
    as_of: now,
    ...counts,
    applications_open: applications.open,
    orders: list.rows.reduce((sum, { orders }) => sum + orders, 0),
    sales: shown(summed(sold.rows)),
    // A dealer in credit does not lower what others owe.
    owed: shown(summed(list.rows.map(({ unit, owed }) => ({ unit, minor: owed > 0n ? owed : 0n })))),
    series: days.map((from) => ({ from, sales: shown(sold.rows.filter(({ step }) => step === from)) })),
    dealers: list.rows.map(({ unit, sales, refunds, revenue, owed, ...row }) => ({
      ...row,
      currency: unit,
      sales: presentAmount(sales, unit),
      refunds: presentAmount(refunds, unit),
      revenue: presentAmount(revenue, unit),
      owed: presentAmount(owed, unit),
    })),
  };
}

async function affiliateDashboard(db: Db, query: Query, now: Date) {
  const { since, until } = instantsOf(query.from, query.to, 'UTC');
  const [visits, sales, earned, days] = await Promise.all([
    sql<{ step: string; n: number }>`
      select ${stepAt(query, sql`h.first_at`)} as step, count(*)::integer as n
      from tag_hits h join tracking_tags g on g.tag = h.tag
      where g.affiliate_id is not null and h.first_at >= ${since} and h.first_at < ${until} group by 1`.execute(db),
    // As in the totals by affiliate: a sale counts for each affiliate that earned from it.
    sql<{ step: string; n: number }>`
      select step, count(*)::integer as n from (
        select ${stepAt(query, sql`min(e.at)`)} as step from ledger_accounts k join ledger_entries e on e.account_id = k.id
        join ledger_transfers t on t.id = e.transfer_id
        where k.owner like 'affiliate:%' and k.kind = 'earn.hold' and e.amount_minor < 0 and not e.pending
          and t.kind <> 'earning.frozen' and e.at >= ${since} and e.at < ${until}
        group by k.owner, t.subject
      ) x group by 1`.execute(db),
    sql<Amount & { step: string }>`
      select ${stepAt(query, sql`e.at`)} as step, k.unit, -sum(e.amount_minor)::bigint as minor
      from ledger_accounts k join ledger_entries e on e.account_id = k.id join ledger_transfers t on t.id = e.transfer_id
      where k.owner like 'affiliate:%' and k.kind in ('earn.hold', 'earn.avail') and not e.pending
        and t.subject not like 'payout:%' and e.at >= ${since} and e.at < ${until} group by 1, 2`.execute(db),
    stepsIn(db, query),
  ]);
  const countOf = (rows: readonly { step: string; n: number }[], step: string) =>
    rows.find((row) => row.step === step)?.n ?? 0;
  const total = (rows: readonly { n: number }[]) => rows.reduce((sum, { n }) => sum + n, 0);
  return {
    as_of: now,
    visits: total(visits.rows),
    sales: total(sales.rows),
    earned: shown(summed(earned.rows)),
    series: days.map((from) => ({
      from,
      visits: countOf(visits.rows, from),
      sales: countOf(sales.rows, from),
      earned: shown(earned.rows.filter(({ step }) => step === from)),
    })),
  };
}

export const partnerDashboardRoutes = handlers<typeof partnerDashboards>({
  'GET /v1/admin/dealer-dashboard': ({ db, query, now }) => dealerDashboard(db, query, now),
  'GET /v1/admin/affiliate-dashboard': ({ db, query, now }) => affiliateDashboard(db, query, now),
});
