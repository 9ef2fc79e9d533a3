import { vehiclePath } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import { sql } from 'kysely';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Region } from '../../../platform/http/context.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';

// Figures of the start page. A figure from too few records is left out: it would say little or identify a customer.

const deliveriesMin = 20;
const deliveriesOfTunerMin = 3;
const buyersMin = 3;
const rowsMax = 3;
const tunersMax = 6;
const townsMax = 8;

type DeliveryRow = {
  last_30_days: number;
  last_90_days: number;
  median_hours: number | null;
  promised: number;
  kept: number;
};

/** Deliveries of the last 90 days; those made before the file was sent have no queue time and are not counted. */
export async function readDeliveries(db: Db, now: Date) {
  const { rows } = await sql<DeliveryRow>`
    select count(*)::integer as last_90_days,
      (count(*) filter (where r.delivered_at >= ${now}::timestamptz - interval '30 days'))::integer as last_30_days,
      (percentile_cont(0.5) within group (order by extract(epoch from r.delivered_at - r.queued_at) / 3600))::float8 as median_hours,
      count(r.promised_at)::integer as promised,
      (count(*) filter (where r.delivered_at <= r.promised_at))::integer as kept
    from tune_requests r
    where r.delivered_at >= ${now}::timestamptz - interval '90 days' and r.delivered_at <= ${now}
      and r.queued_at < r.delivered_at and r.state <> 'deleted'`.execute(db);
  const row = rows[0];
  if (!row || row.last_90_days < deliveriesMin || row.last_30_days === 0 || row.median_hours === null) return null;
  return {
    last_30_days: row.last_30_days,
    median_hours: Math.round(row.median_hours * 10) / 10,
    kept_percent: row.promised < deliveriesMin ? null : Math.floor((100 * row.kept) / row.promised),
  };
}

export async function readTuners(db: Db, now: Date): Promise<{ name: string; deliveries: number }[]> {
  const { rows } = await sql<{ name: string; deliveries: number }>`
    select t.name, count(*)::integer as deliveries from tune_requests r join tuners t on t.id = r.tuner_id
    where r.delivered_at >= ${now}::timestamptz - interval '90 days' and r.delivered_at <= ${now}
      and r.state <> 'deleted' and t.state = 'active'
    group by t.id having count(*) >= ${deliveriesOfTunerMin}
    order by count(*) desc, t.name limit ${tunersMax}`.execute(db);
  return rows;
}

type TunedRow = {
  tune: string;
  tune_slug: string;
  make: string;
  make_name: string;
  year: string;
  model: string;
  model_name: string;
  engine_slug: string;
  body: string;
};

const presentTuned = (row: TunedRow) => ({
  path: `${vehiclePath('/catalog', { make: row.make, year: row.year, model: row.model, engine: row.engine_slug })}?tune=${encodeURIComponent(row.tune_slug)}`,
  vehicle: `${row.make_name} ${row.model_name}`,
  tune: row.tune,
  body: row.body,
});

/** The newest vehicle of the region with an engine of the tune `t`. */
const newestVehicle = (region: Region) => {
  const here = sql`array[${region}]::smallint[]`;
  return sql`lateral (
    select m.slug as make, m.name as make_name, y.year, o.slug as model, o.name as model_name, v.engine_slug,
      coalesce(nullif(v.bodies[1], ''), v.vehicle_class) as body
    from engine_tunes x join vehicles v on v.engine_id = x.engine_id join years y on y.id = v.year_id
      join models o on o.id = v.model_id join makes m on m.id = o.make_id
    where x.tune_id = t.id and v.regions @> ${here} and o.regions @> ${here} and m.regions @> ${here}
    order by y.rank desc, v.id limit 1
  )`;
};

/** Main tunes that several people bought and kept. */
export async function readChosenTunes(db: Db, region: Region, now: Date) {
  const { rows } = await sql<TunedRow & { buyers: number }>`
    select t.name as tune, t.slug as tune_slug, c.buyers, v.* from (
      select l.tune_id, count(distinct p.user_id)::integer as buyers
      from catalog_purchases p join catalog_purchase_lines l on l.purchase_id = p.id and l.kind = 'tune'
        -- One visitor can be several guests.
        join users u on u.id = p.user_id and u.guest_email is null
      where p.paid_at >= ${now}::timestamptz - interval '90 days' and p.state not in ('refunded', 'cancelled')
        and l.tune_id is not null and not l.required
      group by l.tune_id having count(distinct p.user_id) >= ${buyersMin}
    ) c join tunes t on t.id = c.tune_id and not t.optional and t.regions @> array[${region}]::smallint[]
    cross join ${newestVehicle(region)} v
    order by c.buyers desc, t.id limit ${rowsMax}`.execute(db);
  return rows.map((row) => ({ ...presentTuned(row), buyers: row.buyers }));
}

const peakOf = (alias: string) =>
  sql.raw(`((select max(x) from unnest(${alias}.crank_horsepower) x)
    * case ${alias}.crank_horsepower_unit when 'kW' then 1.341022 when 'PS' then 0.986320 else 1 end)`);

/** Tunes whose curve and whose stock curve were both measured and uploaded, the newest first. */
export async function readMeasured(db: Db, region: Region) {
  const { rows } = await sql<TunedRow & { before_hp: number; after_hp: number }>`
    select t.name as tune, t.slug as tune_slug, round(${peakOf('s')})::integer as before_hp,
      round(${peakOf('d')})::integer as after_hp, v.*
    from dyno_csvs d join tunes t on t.id = d.tune_id and not t.is_stock and t.regions @> array[${region}]::smallint[]
    cross join lateral (
      select r.crank_horsepower, r.crank_horsepower_unit from engine_tunes x join engine_tunes y on y.engine_id = x.engine_id
        join tunes o on o.id = y.tune_id and o.is_stock join dyno_csvs r on r.tune_id = o.id and r.source = 'upload'
      where x.tune_id = t.id and r.crank_horsepower is not null order by r.id desc limit 1
    ) s
    cross join ${newestVehicle(region)} v
    where d.source = 'upload' and ${peakOf('d')} > ${peakOf('s')}
    order by d.id desc limit ${rowsMax}`.execute(db);
  return rows.map((row) => ({ ...presentTuned(row), before_hp: row.before_hp, after_hp: row.after_hp }));
}

/** Listed dealers and the towns with most of them. */
export async function readDealerTowns(db: Db) {
  const { rows } = await sql<{ name: string; country: string; total: number }>`
    select d.directory_address ->> 'city' as name, d.directory_address ->> 'country_code' as country,
      (sum(count(*)) over ())::integer as total
    from dealers d where d.listed and d.state = 'active' and coalesce(d.directory_address ->> 'city', '') <> ''
    group by 1, 2 order by count(*) desc, 1 limit ${townsMax}`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    towns: rows.map(({ name, country }) => ({ name, near: `${name}, ${country}` })),
  };
}

/** The figures age although nothing is published, so the cached page is renewed every hour. */
const renewHomeJob = defineJob({
  name: 'analytics.renew-home',
  schema: SchedulePeriod,
  run: ({ db }) => bumpArea(db, 'content'),
});

export const homeJobs = [renewHomeJob];
export const homeSchedules: readonly Schedule[] = [
  { job: renewHomeJob, cron: '3 * * * *', timeZone: 'UTC', missed: 'latest' },
];
