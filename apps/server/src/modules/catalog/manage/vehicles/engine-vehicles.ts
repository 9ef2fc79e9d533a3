import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';

type VehiclePair = { model_id: number; year_id: number };

/** The models and years an engine serves, newest first within a model. */
export async function vehiclesOf(db: Db, engineId: number): Promise<(VehiclePair & { name: string })[]> {
  const { rows } = await sql<VehiclePair & { name: string }>`
    select v.model_id, v.year_id, m.name || ' ' || o.name || ' ' || y.year as name
    from vehicles v join models o on o.id = v.model_id join makes m on m.id = o.make_id join years y on y.id = v.year_id
    where v.engine_id = ${engineId} order by lower(m.name), lower(o.name), o.id, y.rank desc`.execute(db);
  return rows;
}

/** Number of pairs whose model and year belong to different makes. */
export async function strangePairs(db: Db, pairs: readonly VehiclePair[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${unnested(pairs)} where not exists (
      select from models o join years y on y.make_id = o.make_id where o.id = p.model_id and y.id = p.year_id)`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Replaces the vehicles of an engine; existing ones keep their class, drive and transmissions. */
export async function storeVehiclePairs(db: Db, engineId: number, pairs: readonly VehiclePair[]): Promise<void> {
  await sql`delete from vehicles v where v.engine_id = ${engineId} and not exists (
    select from ${unnested(pairs)} where p.model_id = v.model_id and p.year_id = v.year_id)`.execute(db);
  await sql`insert into model_years (year_id, model_id, make_id)
    select p.year_id, p.model_id, o.make_id from ${unnested(pairs)} join models o on o.id = p.model_id
    on conflict do nothing`.execute(db);
  await sql`insert into vehicles (year_id, model_id, engine_id, engine_slug, regions)
    select p.year_id, p.model_id, e.id, e.slug, e.regions from ${unnested(pairs)} join engines e on e.id = ${engineId}
    where not exists (select from vehicles v
      where v.engine_id = e.id and v.model_id = p.model_id and v.year_id = p.year_id)`.execute(db);
}

const unnested = (pairs: readonly VehiclePair[]) =>
  sql`unnest(${pairs.map((pair) => pair.model_id)}::integer[], ${pairs.map((pair) => pair.year_id)}::integer[])
    as p (model_id, year_id)`;
