import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { planned } from '../../platform/db/planned.ts';
import type { Region } from '../../platform/http/context.ts';

export type FoundModelRow = {
  model_id: number;
  model: { id: number; slug: string; name: string };
  family: string;
  make: { id: number; slug: string; name: string };
};

/**
 * Models whose names hold some of the words, those that hold most first. The trigram index finds them; a word too short for
 * it only helps to rank.
 */
export async function modelsLike(
  db: Db,
  region: Region,
  words: readonly string[],
  limit: number,
): Promise<FoundModelRow[]> {
  const long = words.filter((word) => word.length > 2);
  const patterns = (long.length > 0 ? long : words).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  const { rows } = await sql<FoundModelRow>`
    select o.id as model_id, json_build_object('id', o.id, 'slug', o.slug, 'name', o.name) as model, o.family,
      json_build_object('id', m.id, 'slug', m.slug, 'name', m.name) as make
    from model_search s
    join models o on o.id = s.model_id
    join makes m on m.id = o.make_id
    where s.regions @> array[${region}]::smallint[] and s.words like any(${patterns}::text[])
    order by (select count(*) from unnest(${[...words]}::text[]) w where position(w in s.words) > 0) desc,
      (select count(*) from unnest(${[...words]}::text[]) w where ' ' || s.words || ' ' like '% ' || w || ' %') desc,
      length(s.words), o.id
    limit ${limit}`.execute(db);
  return rows;
}

/** Nearest by trigrams: for words with slips that no name contains. */
export async function modelsNear(db: Db, region: Region, text: string, limit: number): Promise<FoundModelRow[]> {
  const { rows } = await sql<FoundModelRow>`
    select o.id as model_id, json_build_object('id', o.id, 'slug', o.slug, 'name', o.name) as model, o.family,
      json_build_object('id', m.id, 'slug', m.slug, 'name', m.name) as make
    from (
      select s.model_id, word_similarity(${text}, s.words) as near from model_search s
      where s.regions @> array[${region}]::smallint[] and ${text} <% s.words
      order by near desc, s.model_id limit ${limit * 2}
    ) s
    join models o on o.id = s.model_id
    join makes m on m.id = o.make_id
    order by s.near desc, o.id limit ${limit}`.execute(db);
  return rows;
}

export type FoundVehicleRow = {
  model_id: number;
  year: { id: number; slug: string; name: string };
  engine: { id: number; slug: string; name: string };
  drive: string;
  transmissions: { id: number; slug: string; name: string }[];
};

/** The vehicles of some models: of these years, or without any of the newest the model has. */
export async function vehiclesOfModels(
  db: Db,
  region: Region,
  modelIds: readonly number[],
  years: readonly string[],
): Promise<FoundVehicleRow[]> {
  const { rows } = await sql<FoundVehicleRow>`${planned}
    select v.model_id, json_build_object('id', y.id, 'slug', y.year, 'name', y.year) as year, v.drive,
      json_build_object('id', e.id, 'slug', e.slug, 'name', e.name) as engine,
      (select coalesce(json_agg(json_build_object('id', tr.id, 'slug', tr.slug, 'name', tr.name) order by tr.id), '[]')
        from vehicle_transmissions vt join transmissions tr on tr.id = vt.transmission_id
        where vt.vehicle_id = v.id) as transmissions
    from unnest(${[...modelIds]}::integer[]) wanted (id)
    join lateral (
      select y.id, y.year from model_years my join years y on y.id = my.year_id
      where my.model_id = wanted.id and (${years.length === 0} or split_part(y.year, '.', 1) = any(${[...years]}::text[]) or y.year = any(${[...years]}::text[]))
        and exists (select from vehicles v where v.year_id = y.id and v.model_id = wanted.id
          and v.regions @> array[${region}]::smallint[])
      order by y.rank desc limit 2
    ) y on true
    join vehicles v on v.year_id = y.id and v.model_id = wanted.id and v.regions @> array[${region}]::smallint[]
    join engines e on e.id = v.engine_id and e.regions @> array[${region}]::smallint[]
    order by wanted.id, y.year desc, e.id limit 400`.execute(db);
  return rows;
}
