import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';
import type { Moved } from './moved.ts';

/**
 * Merges vehicles that become the same: the new one takes over transmissions, regions and attributes of the old.
 * `pairs` selects old_id and new_id.
 */
export async function foldVehicles(db: Db, moved: Moved, pairs: RawBuilder<unknown>): Promise<void> {
  await sql`insert into vehicle_transmissions (vehicle_id, transmission_id)
    select p.new_id, t.transmission_id from (${pairs}) p join vehicle_transmissions t on t.vehicle_id = p.old_id
    on conflict do nothing`.execute(db);
  await sql`update vehicles k set regions = array(select distinct unnest(k.regions || v.regions) order by 1),
      source_names = merged_list(k.source_names, v.source_names), trims = merged_list(k.trims, v.trims),
      bodies = merged_list(k.bodies, v.bodies), drives = merged_list(k.drives, v.drives)
    from (${pairs}) p join vehicles v on v.id = p.old_id
    where k.id = p.new_id`.execute(db);
  const folded = await sql`delete from vehicles where id in (select old_id from (${pairs}) p)`.execute(db);
  moved.add('vehicles that were there twice', Number(folded.numAffectedRows ?? 0));
}

/** Maps each year and model to its replacement; one that maps to itself only changes its make. */
type PathMap = {
  readonly fromMake: number;
  readonly toMake: number;
  readonly years: ReadonlyMap<number, number>;
  readonly models: ReadonlyMap<number, number>;
};

/**
 * Moves models, years and their vehicles. Foreign keys between these tables are checked at the end of a statement, so
 * changes that depend on each other share one.
 */
export async function moveModelYears(
  db: Db,
  moved: Moved,
  { fromMake, toMake, years, models }: PathMap,
): Promise<void> {
  const mapped = (map: ReadonlyMap<number, number>) =>
    sql`unnest(${[...map.keys()]}::integer[], ${[...map.values()]}::integer[]) as x (old_id, new_id)`;
  const target = sql`
    select my.year_id, my.model_id, y.new_id as new_year, o.new_id as new_model
    from model_years my
    join (select * from ${mapped(years)}) y on y.old_id = my.year_id
    join (select * from ${mapped(models)}) o on o.old_id = my.model_id
    where my.make_id = ${fromMake}`;
  await foldVehicles(
    db,
    moved,
    sql`select v.id as old_id, min(k.id) as new_id from (${target}) t
      join vehicles v on v.year_id = t.year_id and v.model_id = t.model_id
      join vehicles k on k.year_id = t.new_year and k.model_id = t.new_model and k.engine_slug = v.engine_slug
      where (t.year_id, t.model_id) <> (t.new_year, t.new_model) group by v.id`,
  );
  const { rows } = await sql<{ vehicles: number; models: number; years: number }>`
    with target as materialized (${target}),
    changed as (select * from target where (year_id, model_id) <> (new_year, new_model)),
    moved_years as (update years set make_id = ${toMake}
      where make_id = ${fromMake} and id in (select new_id from ${mapped(years)}) returning id),
    moved_models as (update models set make_id = ${toMake}
      where make_id = ${fromMake} and id in (select new_id from ${mapped(models)}) returning id),
    kept_pairs as (update model_years my set make_id = ${toMake} from target t
      where my.year_id = t.year_id and my.model_id = t.model_id
        and (t.year_id, t.model_id) = (t.new_year, t.new_model) returning 1),
    new_pairs as (insert into model_years (year_id, model_id, make_id)
      select distinct new_year, new_model, ${toMake}::integer from changed on conflict do nothing returning 1),
    moved_vehicles as (update vehicles v set year_id = c.new_year, model_id = c.new_model from changed c
      where v.year_id = c.year_id and v.model_id = c.model_id returning 1),
    old_pairs as (delete from model_years my using changed c
      where my.year_id = c.year_id and my.model_id = c.model_id returning 1)
    select (select count(*)::integer from moved_vehicles) as vehicles,
      (select count(*)::integer from moved_models) as models, (select count(*)::integer from moved_years) as years`.execute(
    db,
  );
  moved.add('vehicles', rows[0]?.vehicles ?? 0);
  if (fromMake !== toMake) {
    moved.add('models', rows[0]?.models ?? 0);
    moved.add('years', rows[0]?.years ?? 0);
  }
}
