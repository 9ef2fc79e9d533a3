import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { firstPipelineId, pipelineById } from '../pipelines.ts';
import { ownerRoles } from '../sql-parts.ts';

type Query = {
  pipeline?: number | undefined;
  owner?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);

/** Sums are in one currency: deals in others are counted, but not summed. */
export async function leadReport(db: Db, query: Query, now: Date, currency: Currency) {
  const pipeline = await pipelineById(db, query.pipeline ?? (await firstPipelineId(db)));
  const { from = daysBefore(now, 365), to = daysBefore(now, 0), owner } = query;
  if (from > to) throw fieldRefusal({ to: ['The end is before the start.'] });
  const amount = (minor: bigint) => toWire(money(minor, currency));
  const mine = owner === undefined ? sql`true` : sql`d.owner_id = ${owner}`;
  const own = sql`d.pipeline_id = ${pipeline.id} and d.deleted_at is null and ${mine}`;
  const closed = sql`${own} and d.closed_at >= company_midnight(${from}::date) and d.closed_at < company_midnight(${to}::date + 1)`;
  const value = sql`coalesce(sum(d.value_minor) filter (where d.currency = ${currency}), 0)::bigint`;

  const [totals, reasons, months, forecast, stages, owners] = await Promise.all([
    sql<{ state: string; count: number; value: bigint }>`
      select d.state, count(*)::int as count, ${value} as value from lead_deals d where ${closed} group by d.state`.execute(
      db,
    ),
    sql<{ reason: string; count: number; value: bigint }>`
      select d.lost_reason as reason, count(*)::int as count, ${value} as value from lead_deals d
      where ${closed} and d.state = 'lost' group by d.lost_reason order by count(*) desc, d.lost_reason limit 20`.execute(
      db,
    ),
    sql<{ month: string; won: bigint; lost: bigint; won_count: number; lost_count: number }>`
      select to_char(m, 'YYYY-MM') as month,
        coalesce(sum(d.value_minor) filter (where d.state = 'won' and d.currency = ${currency}), 0)::bigint as won,
        coalesce(sum(d.value_minor) filter (where d.state = 'lost' and d.currency = ${currency}), 0)::bigint as lost,
        count(*) filter (where d.state = 'won')::int as won_count, count(*) filter (where d.state = 'lost')::int as lost_count
      from generate_series(date_trunc('month', ${from}::date::timestamp), ${to}::date::timestamp, '1 month') m
      left join lead_deals d on date_trunc('month', d.closed_at at time zone company_time_zone()) = m and ${closed}
      group by m order by m limit 60`.execute(db),
    sql<{ month: string; count: number; value: bigint; weighted: bigint }>`
      select to_char(d.expected_close_date, 'YYYY-MM') as month, count(*)::int as count, ${value} as value,
        coalesce(sum(round(d.value_minor * coalesce(d.probability, s.probability) / 100.0))
          filter (where d.currency = ${currency}), 0)::bigint as weighted
      from lead_deals d join lead_stages s on s.id = d.stage_id
      where ${own} and d.state = 'open' and d.archived_at is null and d.expected_close_date is not null
      group by 1 order by 1 limit 36`.execute(db),
    sql<{ id: number; left: number; forward: number; seconds: number | null }>`
      select e.from_stage_id as id, count(*)::int as left,
        count(*) filter (where e.to_state = 'won' or (e.to_state = 'open' and t.position > f.position))::int as forward,
        avg(e.stage_seconds)::float8 as seconds
      from lead_deal_events e join lead_deals d on d.id = e.deal_id
        join lead_stages f on f.id = e.from_stage_id left join lead_stages t on t.id = e.to_stage_id
      where ${own} and e.event <> 'reopen' and e.at >= company_midnight(${from}::date) and e.at < company_midnight(${to}::date + 1)
      group by e.from_stage_id`.execute(db),
    sql<{ id: number; name: string; done: number; won: number; lost: number; value: bigint }>`
      select u.id, u.name,
        (select count(*)::int from lead_activities a where a.owner_id = u.id and a.done
          and a.done_at >= company_midnight(${from}::date) and a.done_at < company_midnight(${to}::date + 1)) as done,
        count(d.id) filter (where d.state = 'won')::int as won, count(d.id) filter (where d.state = 'lost')::int as lost,
        coalesce(sum(d.value_minor) filter (where d.state = 'won' and d.currency = ${currency}), 0)::bigint as value
      from users u left join lead_deals d on d.owner_id = u.id and ${closed}
      where u.role = any(${ownerRoles}::integer[]) and (${owner === undefined} or u.id = ${owner ?? 0})
      group by u.id order by won desc, done desc, u.name limit 50`.execute(db),
  ]);
  const total = (state: string) => {
    const found = totals.rows.find((row) => row.state === state);
    return { count: found?.count ?? 0, value: amount(found?.value ?? 0n) };
  };
  const [won, lost] = [total('won'), total('lost')];
  const inStage = await enteredStages(db, pipeline.id, own, from, to);
  return {
    from,
    to,
    pipeline: { id: pipeline.id, name: pipeline.name },
    won,
    lost,
    winRate: won.count + lost.count === 0 ? null : Math.round((won.count * 100) / (won.count + lost.count)),
    reasons: reasons.rows.map((row) => ({ reason: row.reason, count: row.count, value: amount(row.value) })),
    months: months.rows.map((row) => ({
      month: row.month,
      won: amount(row.won),
      lost: amount(row.lost),
      wonCount: row.won_count,
      lostCount: row.lost_count,
    })),
    forecast: forecast.rows.map((row) => ({
      month: row.month,
      count: row.count,
      value: amount(row.value),
      weighted: amount(row.weighted),
    })),
    stages: pipeline.stages
      .filter(({ closesAs }) => closesAs === null)
      .map(({ id, name }) => {
        const left = stages.rows.find((row) => row.id === id);
        return {
          id,
          name,
          entered: inStage.get(id) ?? 0,
          conversion: left ? Math.round((left.forward * 100) / left.left) : null,
          averageDays: left?.seconds ? Math.round(left.seconds / 8_640) / 10 : null,
        };
      }),
    owners: owners.rows
      .filter((row) => row.done + row.won + row.lost > 0)
      .map(({ done, value: sum, ...row }) => ({ ...row, activitiesDone: done, value: amount(sum) })),
  };
}

async function enteredStages(db: Db, pipelineId: number, own: ReturnType<typeof sql>, from: string, to: string) {
  const { rows } = await sql<{ id: number; count: number }>`
    select e.to_stage_id as id, count(distinct e.deal_id)::int as count
    from lead_deal_events e join lead_deals d on d.id = e.deal_id
    where ${own} and e.pipeline_id = ${pipelineId} and e.at >= company_midnight(${from}::date) and e.at < company_midnight(${to}::date + 1) and e.to_stage_id is not null
    group by e.to_stage_id`.execute(db);
  return new Map(rows.map((row) => [row.id, row.count]));
}
