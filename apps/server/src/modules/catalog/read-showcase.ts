import { vehiclePath } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import { type Selectable, sql } from 'kysely';
import type { DynoCsvs } from '../../platform/db/db.gen.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Region } from '../../platform/http/context.ts';
import { presentDynoPoints } from './present.ts';

// Limits of the start page: makes, engines of each and measured tunes read, and engines shown.
const makesRead = 100;
const enginesOfMake = 15;
const tunesRead = 300;
const shows = 3;

type Compared = {
  make_id: number;
  kind: string;
  engine_id: number;
  engine: string;
  tune: string;
  tune_slug: string;
  stock_id: number;
  tuned_id: number;
};

type Vehicle = {
  engine_id: number;
  make: string;
  year: string;
  model: string;
  engine_slug: string;
  make_name: string;
  model_name: string;
  vehicle_class: string;
};

/**
 * Measured engines for the start page, of different makes and kinds of engine where there are such. The ones whose first
 * tune gains most come first, so that the result is deterministic. Both curves exist, and the engine is in a vehicle of
 * the region.
 */
export async function readShowcase(db: Db, region: Region) {
  const here = sql`array[${region}]::smallint[]`;
  // A few engines of each make, and those measured first, which may be all there are.
  const { rows: compared } = await sql<Compared>`
    with read_makes as (
      select id from makes where regions @> ${here} and prominence <> 'hidden'
      order by prominence = 'popular' desc, id limit ${makesRead}
    ), measured as (
      select et.engine_id
      from tunes t join dyno_csvs d on d.tune_id = t.id join engine_tunes et on et.tune_id = t.id
      where not t.is_stock and not t.optional and t.regions @> ${here}
      order by t.id, et.engine_id limit ${tunesRead}
    ), candidates as (
      select engine_id as id from measured
      union
      select e.id from read_makes m cross join lateral (
        select id from engines where make_id = m.id order by slug, generation limit ${enginesOfMake}
      ) e
    ), compared as (
      select e.make_id, e.fuel || ' ' || e.aspiration as kind, e.id as engine_id, e.name as engine, f.*, s.*,
        f.tuned_power / nullif(s.stock_power, 0) as gain
      from candidates join engines e on e.id = candidates.id and e.regions @> ${here}
      join makes m on m.id = e.make_id and m.regions @> ${here} and m.prominence <> 'hidden'
      cross join lateral (
        select t.name as tune, t.slug as tune_slug, d.id as tuned_id, ${peak} as tuned_power
        from (${tunesOfEngine}) t join dyno_csvs d on d.tune_id = t.id
        where not t.is_stock and not t.optional and t.regions @> ${here}
        order by t.position, t.id, d.position, d.id limit 1
      ) f
      cross join lateral (
        select d.id as stock_id, ${peak} as stock_power
        from (${tunesOfEngine}) t join dyno_csvs d on d.tune_id = t.id
        where t.is_stock order by d.position, d.id limit 1
      ) s
    )
    select make_id, kind, engine_id, engine, tune, tune_slug, stock_id, tuned_id from compared
    where gain > 1 and exists (
      select from vehicles v join models o on o.id = v.model_id
      where v.engine_id = compared.engine_id and v.regions @> ${here} and o.regions @> ${here}
    )
    order by gain desc, engine_id`.execute(db);
  const chosen = ofDifferentMakes(compared);
  if (chosen.length === 0) return [];
  const { rows: vehicles } = await sql<Vehicle>`
    select distinct on (v.engine_id) v.engine_id, m.slug as make, m.name as make_name, y.year, o.slug as model,
      o.name as model_name, v.engine_slug, coalesce(nullif(v.bodies[1], ''), v.vehicle_class) as vehicle_class
    from vehicles v join years y on y.id = v.year_id join models o on o.id = v.model_id join makes m on m.id = o.make_id
    where v.engine_id = any(${chosen.map(({ engine_id }) => engine_id)}) and v.regions @> ${here}
      and m.regions @> ${here} and o.regions @> ${here}
    order by v.engine_id, y.rank desc, v.id`.execute(db);
  const rows = chosen.flatMap((one) => {
    const vehicle = vehicles.find(({ engine_id }) => engine_id === one.engine_id);
    return vehicle ? [{ ...one, ...vehicle }] : [];
  });
  if (rows.length === 0) return [];
  const ids = rows.flatMap(({ stock_id, tuned_id }) => [stock_id, tuned_id]);
  const runs = await db.selectFrom('dyno_csvs').selectAll().where('id', 'in', ids).execute();
  const run = (id: number) => presentDynoPoints(runs.find((each) => each.id === id) as Selectable<DynoCsvs>);
  return rows.map((row) => ({
    path: `${vehiclePath('/catalog', { make: row.make, year: row.year, model: row.model, engine: row.engine_slug })}?tune=${encodeURIComponent(row.tune_slug)}`,
    make: row.make_name,
    year: row.year,
    model: row.model_name,
    engine: row.engine,
    vehicle_class: row.vehicle_class,
    tune: row.tune,
    stock: run(row.stock_id),
    tuned: run(row.tuned_id),
  }));
}

// The offset keeps the database from reading all tunes in their order until one belongs to the engine.
const tunesOfEngine = sql`
  select t.id, t.name, t.slug, t.position, t.is_stock, t.optional, t.regions
  from engine_tunes x join tunes t on t.id = x.tune_id where x.engine_id = e.id offset 0`;
const peak = sql`(select max(x) from unnest(coalesce(d.crank_horsepower, d.horsepower)) x)`;

/** Prefers another make and another kind of engine, then another make, then another kind; in the order of the rows. */
function ofDifferentMakes<R extends { make_id: number; kind: string }>(rows: readonly R[]): R[] {
  const chosen: R[] = [];
  const isNew = (row: R, of: 'make_id' | 'kind') => chosen.every((one) => one[of] !== row[of]);
  const preferences = [
    (row: R) => isNew(row, 'make_id') && isNew(row, 'kind'),
    (row: R) => isNew(row, 'make_id'),
    (row: R) => isNew(row, 'kind'),
  ];
  for (const isPreferred of preferences)
    for (const row of rows) if (chosen.length < shows && isPreferred(row)) chosen.push(row);
  return rows.filter((row) => chosen.includes(row));
}
