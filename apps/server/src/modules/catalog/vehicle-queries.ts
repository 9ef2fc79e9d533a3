import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Region } from '../../platform/http/context.ts';

// The picker's lists. Each is one statement by index: a slug finds its make, a year of that make its models, and so on. What has
// no vehicle in the region is not listed, so no choice is a dead end.

const inRegion = (region: Region) => sql`array[${region}]::smallint[]`;

export type MakeRow = { id: number; slug: string; name: string; logo_file_id: string | null };
export type YearRow = { id: number; slug: string; name: string };
export type ModelRow = { id: number; slug: string; name: string; family: string };
export type EngineRow = {
  id: number;
  slug: string;
  name: string;
  generation: string;
  code: string;
  displacement_l: string | null;
  cylinders: number | null;
  fuel: string;
  aspiration: string;
  hybrid: string;
  tunes: number;
};
export type TransmissionRow = {
  id: number;
  slug: string;
  name: string;
  code: string;
  kind: string;
  gears: number | null;
  awd: boolean;
  tunes: number;
};

export async function listMakes(db: Db, region: Region): Promise<MakeRow[]> {
  const { rows } = await sql<MakeRow>`
    select m.id, m.slug, m.name, m.logo_file_id
    from makes m
    where m.regions @> ${inRegion(region)}
      and exists (select from years y join vehicles v on v.year_id = y.id
        where y.make_id = m.id and v.regions @> ${inRegion(region)})
    order by lower(m.name), m.id`.execute(db);
  return rows;
}

export async function listYears(db: Db, region: Region, make: string): Promise<YearRow[]> {
  const { rows } = await sql<YearRow>`
    select y.id, y.year as slug, y.year as name
    from makes m join years y on y.make_id = m.id
    where m.slug = ${make} and m.regions @> ${inRegion(region)}
      and exists (select from vehicles v where v.year_id = y.id and v.regions @> ${inRegion(region)})
    order by y.rank desc, y.year`.execute(db);
  return rows;
}

export async function listModels(db: Db, region: Region, make: string, year: string): Promise<ModelRow[]> {
  const { rows } = await sql<ModelRow>`
    select o.id, o.slug, o.name, o.family
    from makes m
    join years y on y.make_id = m.id and y.year = ${year}
    join model_years my on my.year_id = y.id
    join models o on o.id = my.model_id
    where m.slug = ${make} and m.regions @> ${inRegion(region)} and o.regions @> ${inRegion(region)}
      and exists (select from vehicles v
        where v.year_id = y.id and v.model_id = o.id and v.regions @> ${inRegion(region)})
    order by lower(o.family), lower(o.name), o.id`.execute(db);
  return rows;
}

const engineColumns = sql.raw(`e.id, e.slug, e.name, e.generation, e.code, e.displacement_l, e.cylinders, e.fuel,
  e.aspiration, e.hybrid, (select count(*)::integer from engine_tunes et join tunes t on t.id = et.tune_id
    where et.engine_id = e.id and not t.is_stock) as tunes`);

export async function listEngines(
  db: Db,
  region: Region,
  make: string,
  year: string,
  model: string,
): Promise<EngineRow[]> {
  const { rows } = await sql<EngineRow>`
    select ${engineColumns}
    from makes m
    join years y on y.make_id = m.id and y.year = ${year}
    join models o on o.make_id = m.id and o.slug = ${model}
    join vehicles v on v.year_id = y.id and v.model_id = o.id
    join engines e on e.id = v.engine_id
    where m.slug = ${make} and m.regions @> ${inRegion(region)} and o.regions @> ${inRegion(region)}
      and v.regions @> ${inRegion(region)} and e.regions @> ${inRegion(region)}
    order by e.displacement_l nulls last, lower(e.name), e.id`.execute(db);
  return rows;
}
