import { vehiclePath } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import { type Selectable, sql } from 'kysely';
import type { DynoCsvs } from '../../platform/db/db.gen.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Region } from '../../platform/http/context.ts';
import { presentDynoPoints } from './present.ts';

// Limits of the start page: candidate tunes read and engines shown.
const looksAt = 300;
const shows = 3;

type Found = {
  tune: string;
  engine: string;
  make: string;
  year: string;
  model: string;
  engine_slug: string;
  make_name: string;
  model_name: string;
  tune_slug: string;
  vehicle_class: string;
  stock_id: number;
  tuned_id: number;
};

/**
 * Measured engines for the start page: for each kind of engine the one whose first tune gains most, so that the result
 * is deterministic. Both curves exist, and the engine is in a vehicle of the region.
 */
export async function readShowcase(db: Db, region: Region) {
  const here = sql`array[${region}]::smallint[]`;
  const { rows } = await sql<Found>`
    with measured as (
      select t.id, t.name, t.slug, t.position, et.engine_id, d.id as tuned_id,
        coalesce(d.crank_horsepower, d.horsepower) as power
      from tunes t
      join dyno_csvs d on d.tune_id = t.id
      join engine_tunes et on et.tune_id = t.id
      where not t.is_stock and not t.optional and t.regions @> ${here}
      order by t.id, d.position, d.id, et.engine_id
      limit ${looksAt}
    ), first_step as (
      select distinct on (engine_id) * from measured order by engine_id, position, id
    ), compared as (
      select m.name as tune, m.slug as tune_slug, m.tuned_id, e.id as engine_id, e.name as engine, e.fuel, e.aspiration,
        s.id as stock_id,
        (select max(x) from unnest(m.power) x) / nullif((select max(x) from unnest(s.power) x), 0) as gain
      from first_step m
      join engines e on e.id = m.engine_id and e.regions @> ${here}
      join lateral (
        select d.id, coalesce(d.crank_horsepower, d.horsepower) as power from engine_tunes x join tunes t on t.id = x.tune_id and t.is_stock
        join dyno_csvs d on d.tune_id = t.id
        where x.engine_id = e.id order by d.position, d.id limit 1
      ) s on true
    ), best as (
      select distinct on (fuel, aspiration) * from compared
      where gain > 1 and exists (select from vehicles v where v.engine_id = compared.engine_id and v.regions @> ${here})
      order by fuel, aspiration, gain desc, engine_id
    )
    select best.tune, best.tune_slug, best.engine, best.stock_id, best.tuned_id, v.*
    from best join lateral (
      select m.slug as make, m.name as make_name, y.year, o.slug as model, o.name as model_name, v.engine_slug,
        coalesce(nullif(v.bodies[1], ''), v.vehicle_class) as vehicle_class
      from vehicles v join years y on y.id = v.year_id join models o on o.id = v.model_id
      join makes m on m.id = o.make_id
      where v.engine_id = best.engine_id and v.regions @> ${here} and m.regions @> ${here} and o.regions @> ${here}
      order by y.rank desc, v.id limit 1
    ) v on true
    order by best.gain desc, best.engine_id
    limit ${shows}`.execute(db);
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
