import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { settingsOf } from '../../settings/index.ts';

const dayText = (at: Date) => at.toISOString().slice(0, 10);

/** The first day of which single visits are kept. */
export const visitsSince = (rawDays: string, now: Date): string =>
  dayText(new Date(now.getTime() - Number(rawDays) * dayMs));

/** Drops whole months and deletes the rest, single visits and roll-ups each after their time. */
export async function expireTraffic(db: Db, kept: { rawDays: string; rollupDays: string }, now: Date): Promise<void> {
  const raw = visitsSince(kept.rawDays, now);
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relname in ('page_views', 'web_visits') and c.relname ~ '_\\d{4}_\\d{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= ${raw}::date`.execute(db);
  const before = sql`${raw}::date::timestamp at time zone 'UTC'`;
  await sql`delete from page_views where at < ${before}`.execute(db);
  await sql`delete from web_visits where started_at < ${before}`.execute(db);
  await sql`delete from client_events where at < ${before}`.execute(db);
  await sql`delete from tag_hits where first_at < ${now}::timestamptz - interval '400 days'`.execute(db);
  await sql`delete from web_visitors where last_at < ${now}::timestamptz - interval '400 days'`.execute(db);
  const rollups = visitsSince(kept.rollupDays, now);
  await sql`delete from traffic_days where day < ${rollups}::date`.execute(db);
  await sql`delete from traffic_hours where hour < ${rollups}::date`.execute(db);
  await sql`delete from traffic_values v where not exists (
    select from traffic_days d where d.dimension = v.dimension and d.value_id = v.id)`.execute(db);
  // Last, because it locks the whole table until the end of the transaction.
  for (const { name } of rows) await sql`drop table ${sql.id(name)}`.execute(db);
}

const expireTrafficJob = defineJob({
  name: 'analytics.expire-traffic',
  schema: SchedulePeriod,
  timeoutS: 1800,
  async run({ db, platform, now }) {
    const { traffic_raw_days, traffic_rollup_days } = await settingsOf(platform);
    await expireTraffic(db, { rawDays: traffic_raw_days, rollupDays: traffic_rollup_days }, now);
  },
});

export const trafficJobs = [expireTrafficJob];
export const trafficSchedules: readonly Schedule[] = [
  { job: expireTrafficJob, cron: '40 4 * * *', timeZone: 'UTC', missed: 'latest' },
];
