import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { firstPipelineId, type PipelineRow, pipelineById } from '../pipelines.ts';
import { onDays } from '../sql-parts.ts';

type Query = {
  pipeline?: number | undefined;
  owner?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  currency?: Currency | undefined;
};

/** What a report covers. In its conditions `d` is a deal and `e` an event of one. */
type Scope = {
  readonly from: string;
  readonly to: string;
  readonly owner: number | null;
  readonly currency: Currency;
  readonly deals: RawBuilder<unknown>;
  /** Deals that were closed within the period. */
  readonly closed: RawBuilder<unknown>;
  /** Events within the period. */
  readonly events: RawBuilder<unknown>;
};

const monthsMax = 120;

/** The last year until today, by the days of the company. */
async function lastYear(db: Db, now: Date): Promise<{ from: string; to: string }> {
  const { rows } = await sql<{ from: string; to: string }>`
    select to_char(today - 365, 'YYYY-MM-DD') as from, to_char(today, 'YYYY-MM-DD') as to
    from (select (${now}::timestamptz at time zone company_time_zone())::date as today) t`.execute(db);
  return rows[0] as { from: string; to: string };
}

/** The currencies of the deals of a pipeline, the default one first. */
async function currenciesOf(db: Db, pipelineId: number, first: Currency): Promise<Currency[]> {
  const { rows } = await sql<{ currency: Currency }>`
    select distinct currency from lead_deals where pipeline_id = ${pipelineId} and deleted_at is null order by 1`.execute(
    db,
  );
  return [first, ...rows.map(({ currency }) => currency).filter((one) => one !== first)];
}

/** Sums are in one currency: deals in others are counted, but not summed. */
export async function leadReport(db: Db, query: Query, now: Date, defaultCurrency: Currency) {
  const pipeline = await pipelineById(db, query.pipeline ?? (await firstPipelineId(db)));
  const year = await lastYear(db, now);
  const { from = year.from, to = year.to, owner = null, currency = defaultCurrency } = query;
  if (from > to) throw fieldRefusal({ to: ['The end is before the start.'] });
  const isOwn = owner === null ? sql`true` : sql`d.owner_id = ${owner}`;
  const deals = sql`d.pipeline_id = ${pipeline.id} and d.deleted_at is null and ${isOwn}`;
  const scope: Scope = {
    from,
    to,
    owner,
    currency,
    deals,
    closed: sql`${deals} and ${onDays('d.closed_at', from, to)}`,
    events: sql`${deals} and ${onDays('e.at', from, to)}`,
  };
  const [totals, reasons, months, forecast, stages, owners] = await Promise.all([
    closedTotals(db, scope),
    lostByReason(db, scope),
    closedByMonth(db, scope),
    forecastByMonth(db, scope),
    stageFigures(db, scope, pipeline),
    ownerFigures(db, scope),
  ]);
  return {
    from,
    to,
    pipeline: { id: pipeline.id, name: pipeline.name },
    currencies: await currenciesOf(db, pipeline.id, defaultCurrency),
    ...totals,
    reasons,
    months,
    forecast,
    stages,
    owners,
  };
}

/** The sum of the deals of a state, or of all. */
const sumOf = ({ currency }: Scope, state?: 'won' | 'lost') => sql<bigint>`coalesce(sum(d.value_minor) filter (
  where d.currency = ${currency} ${state ? sql`and d.state = ${state}` : sql``}), 0)::bigint`;
const countOf = (state: 'won' | 'lost') => sql<number>`count(d.id) filter (where d.state = ${state})::int`;
const amountIn = ({ currency }: Scope, minor: bigint) => toWire(money(minor, currency));

async function closedTotals(db: Db, scope: Scope) {
  const { rows } = await sql<{ won: number; lost: number; won_value: bigint; lost_value: bigint }>`
    select ${countOf('won')} as won, ${countOf('lost')} as lost,
      ${sumOf(scope, 'won')} as won_value, ${sumOf(scope, 'lost')} as lost_value
    from lead_deals d where ${scope.closed}`.execute(db);
  const { won = 0, lost = 0, won_value = 0n, lost_value = 0n } = rows[0] ?? {};
  return {
    won: { count: won, value: amountIn(scope, won_value) },
    lost: { count: lost, value: amountIn(scope, lost_value) },
    winRate: won + lost === 0 ? null : Math.round((won * 100) / (won + lost)),
  };
}

async function lostByReason(db: Db, scope: Scope) {
  const { rows } = await sql<{ reason: string; count: number; value: bigint }>`
    select d.lost_reason as reason, count(*)::int as count, ${sumOf(scope)} as value from lead_deals d
    where ${scope.closed} and d.state = 'lost' group by d.lost_reason order by count(*) desc, d.lost_reason limit 20`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, value: amountIn(scope, row.value) }));
}

async function closedByMonth(db: Db, scope: Scope) {
  const { rows } = await sql<{ month: string; won: bigint; lost: bigint; won_count: number; lost_count: number }>`
    select to_char(m, 'YYYY-MM') as month, ${sumOf(scope, 'won')} as won, ${sumOf(scope, 'lost')} as lost,
      ${countOf('won')} as won_count, ${countOf('lost')} as lost_count
    from generate_series(date_trunc('month', ${scope.from}::date::timestamp), ${scope.to}::date::timestamp, '1 month') m
    left join lead_deals d on date_trunc('month', d.closed_at at time zone company_time_zone()) = m and ${scope.closed}
    group by m order by m desc limit ${monthsMax}`.execute(db);
  return rows.reverse().map(({ month, won, lost, won_count, lost_count }) => ({
    month,
    won: amountIn(scope, won),
    lost: amountIn(scope, lost),
    wonCount: won_count,
    lostCount: lost_count,
  }));
}

async function forecastByMonth(db: Db, scope: Scope) {
  const { rows } = await sql<{ month: string; count: number; value: bigint; weighted: bigint }>`
    select to_char(d.expected_close_date, 'YYYY-MM') as month, count(*)::int as count, ${sumOf(scope)} as value,
      coalesce(sum(round(d.value_minor * coalesce(d.probability, s.probability) / 100.0))
        filter (where d.currency = ${scope.currency}), 0)::bigint as weighted
    from lead_deals d join lead_stages s on s.id = d.stage_id
    where ${scope.deals} and d.state = 'open' and d.archived_at is null and d.expected_close_date is not null
    group by 1 order by 1 limit 36`.execute(db);
  return rows.map((row) => ({
    ...row,
    value: amountIn(scope, row.value),
    weighted: amountIn(scope, row.weighted),
  }));
}

/** How many deals entered each open stage, how many of those that left it went on, and how long they stayed. */
async function stageFigures(db: Db, scope: Scope, pipeline: PipelineRow) {
  const [entered, left] = await Promise.all([
    sql<{ id: number; count: number }>`
      select e.to_stage_id as id, count(distinct e.deal_id)::int as count
      from lead_deal_events e join lead_deals d on d.id = e.deal_id
      where ${scope.events} and e.to_stage_id is not null
      group by e.to_stage_id`.execute(db),
    sql<{ id: number; left: number; forward: number; seconds: number | null }>`
      select e.from_stage_id as id, count(*)::int as left,
        count(*) filter (where e.to_state = 'won' or (e.to_state = 'open' and t.position > f.position))::int as forward,
        avg(e.stage_seconds)::float8 as seconds
      from lead_deal_events e join lead_deals d on d.id = e.deal_id
        join lead_stages f on f.id = e.from_stage_id left join lead_stages t on t.id = e.to_stage_id
      where ${scope.events} and e.event <> 'reopen'
      group by e.from_stage_id`.execute(db),
  ]);
  return pipeline.stages
    .filter(({ closesAs }) => closesAs === null)
    .map(({ id, name }) => {
      const of = left.rows.find((row) => row.id === id);
      return {
        id,
        name,
        entered: entered.rows.find((row) => row.id === id)?.count ?? 0,
        conversion: of ? Math.round((of.forward * 100) / of.left) : null,
        averageDays: of?.seconds ? Math.round(of.seconds / 8_640) / 10 : null,
      };
    });
}

/** Also of people who left: what they closed and did is part of the totals. */
async function ownerFigures(db: Db, scope: Scope) {
  const { from, to, owner } = scope;
  const { rows } = await sql<{ id: number; name: string; done: number; won: number; lost: number; value: bigint }>`
    select u.id, u.name, coalesce(a.done, 0) as done, coalesce(c.won, 0) as won, coalesce(c.lost, 0) as lost,
      coalesce(c.value, 0)::bigint as value
    from (select d.owner_id, ${countOf('won')} as won, ${countOf('lost')} as lost, ${sumOf(scope, 'won')} as value
      from lead_deals d where ${scope.closed} group by d.owner_id) c
    full join (select a.owner_id, count(*)::int as done from lead_activities a
      where a.done and ${onDays('a.done_at', from, to)} group by a.owner_id) a on a.owner_id = c.owner_id
    join users u on u.id = coalesce(c.owner_id, a.owner_id)
    where ${owner}::integer is null or u.id = ${owner}
    order by won desc, done desc, u.name limit 50`.execute(db);
  return rows.map(({ done, value, ...row }) => ({ ...row, activitiesDone: done, value: amountIn(scope, value) }));
}
