import type { CodedEngine } from '@tuneport/domain/catalog/vehicles/vehicle-codes';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { Region } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';

export type FoundModelRow = {
  model_id: number;
  model: { id: number; slug: string; name: string };
  family: string;
  make: { id: number; slug: string; name: string; prominence: string };
};

/** Maximum duration of one search statement, to free its connection. */
const statementMs = 1500;

/** Two swapped letters leave a word of seven with half of its trigrams; ranking removes false matches later. */
const nearness = '0.45';

/**
 * Runs a search with a statement timeout and without sequential scans: comparing trigrams row by row costs a thousand
 * times the planner's estimate.
 */
export async function boundedSearch<T>(db: Db, search: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${String(statementMs)}, true),
        set_config('enable_seqscan', 'off', true),
        set_config('pg_trgm.word_similarity_threshold', ${nearness}, true)`.execute(tx);
      return search(tx);
    });
  } catch (error) {
    // Canceled by the statement timeout.
    if ((error as { code?: unknown } | null)?.code === '57014') throw new Refusal('unavailable', { retryAfterS: 5 });
    throw error;
  }
}

const escaped = (word: string): string => word.replace(/[\\%_]/g, '\\$&');

/**
 * A word of one or two letters is too short for a substring match: it must match a whole word, or with two letters a
 * prefix.
 */
function patternsOf(word: string): string[] {
  const text = escaped(word);
  if (word.length > 2) return [`%${text}%`];
  return word.length === 2 ? [`${text}%`, `% ${text}%`] : [text, `${text} %`, `% ${text}`, `% ${text} %`];
}

/**
 * Models whose names contain some of the words, most matches first. If there are longer words, short ones only affect
 * ranking.
 */
export async function modelsLike(
  db: Db,
  region: Region,
  words: readonly string[],
  limit: number,
): Promise<FoundModelRow[]> {
  const long = words.filter((word) => word.length > 2);
  const patterns = (long.length > 0 ? long : words).flatMap(patternsOf);
  const { rows } = await sql<FoundModelRow>`
    select o.id as model_id, json_build_object('id', o.id, 'slug', o.slug, 'name', o.name) as model, o.family,
      json_build_object('id', m.id, 'slug', m.slug, 'name', m.name, 'prominence', m.prominence) as make
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

/** Longer texts share too few trigrams with any name. */
const nearWordsMax = 4;
const nearLettersMax = 48;

/** Patterns of the word with two adjacent letters swapped or one omitted. Codes with digits are taken literally. */
function slipPatterns(word: string): string[] {
  if (!/^\p{L}{4,16}$/u.test(word)) return [];
  const at = Array.from({ length: word.length - 1 }, (_, index) => index + 1);
  const swapped = at.map((i) => `${word.slice(0, i - 1)}${word[i]}${word[i - 1]}${word.slice(i + 1)}`);
  const leftOut = at.map((i) => `${word.slice(0, i)}_${word.slice(i)}`);
  return [...swapped, ...leftOut].map((text) => `%${text}%`);
}

/**
 * Fallback for misspelled words that no name contains. A short one ("gofl", "cvic") shares too few trigrams with the
 * intended word.
 */
export async function modelsNear(
  db: Db,
  region: Region,
  words: readonly string[],
  limit: number,
): Promise<FoundModelRow[]> {
  const few = words.slice(0, nearWordsMax);
  const text = few.join(' ').slice(0, nearLettersMax);
  const slips = few.flatMap(slipPatterns);
  const { rows } = await sql<FoundModelRow>`
    select o.id as model_id, json_build_object('id', o.id, 'slug', o.slug, 'name', o.name) as model, o.family,
      json_build_object('id', m.id, 'slug', m.slug, 'name', m.name, 'prominence', m.prominence) as make
    from (
      select s.model_id, word_similarity(${text}, s.words) as near, s.words like any(${slips}::text[]) as is_slip
      from model_search s
      where s.regions @> array[${region}]::smallint[] and (${text} <% s.words or s.words like any(${slips}::text[]))
      order by is_slip desc, near desc, s.model_id limit ${limit * 2}
    ) s
    join models o on o.id = s.model_id
    join makes m on m.id = o.make_id
    order by s.is_slip desc, s.near desc, o.id limit ${limit}`.execute(db);
  return rows;
}

export type FoundVehicleRow = {
  model_id: number;
  year: { id: number; slug: string; name: string };
  engine: { id: number; slug: string; name: string };
  drive: string;
  source_names: string[];
  coded: CodedEngine;
  transmissions: { id: number; slug: string; name: string }[];
};

const vehicleColumns = sql`v.model_id, json_build_object('id', y.id, 'slug', y.year, 'name', y.year) as year, v.drive, v.source_names,
      json_build_object('id', e.id, 'slug', e.slug, 'name', e.name) as engine,
      json_build_object('litres', e.displacement_l::float8, 'cylinders', e.cylinders, 'aspiration', e.aspiration, 'fuel', e.fuel) as coded,
      (select coalesce(json_agg(json_build_object('id', tr.id, 'slug', tr.slug, 'name', tr.name) order by tr.id), '[]')
        from vehicle_transmissions vt join transmissions tr on tr.id = vt.transmission_id
        where vt.vehicle_id = v.id) as transmissions`;

type NamedModelRow = Omit<FoundModelRow, 'make'> & {
  /** Its own name and its names in imported tables. */
  names: string[];
};

/** All models of a make, for codes that match them by pattern. */
export async function modelsOfMake(db: Db, region: Region, makeId: number): Promise<NamedModelRow[]> {
  const { rows } = await sql<NamedModelRow>`
    select o.id as model_id, json_build_object('id', o.id, 'slug', o.slug, 'name', o.name) as model, o.family,
      array(select a.name from model_aliases a where a.model_id = o.id) || o.name as names
    from models o where o.make_id = ${makeId} and o.regions @> array[${region}]::smallint[] order by o.id`.execute(db);
  return rows;
}

/** Vehicles of the given models in the given years, newest first. */
export async function vehiclesBetween(
  db: Db,
  region: Region,
  modelIds: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<FoundVehicleRow[]> {
  const { rows } = await sql<FoundVehicleRow>`${prepared}
    select ${vehicleColumns}
    from unnest(${[...modelIds]}::integer[]) wanted (id)
    join vehicles v on v.model_id = wanted.id and v.regions @> array[${region}]::smallint[]
    join years y on y.id = v.year_id and y.rank >= ${from} and y.rank < ${to + 1}
    join engines e on e.id = v.engine_id and e.regions @> array[${region}]::smallint[]
    order by y.rank desc, v.id limit 600`.execute(db);
  return rows;
}

/**
 * Vehicles of the given models in the given years, or in each model's newest years if none are given; those with an
 * engine of so many cylinders, if asked for.
 */
export async function vehiclesOfModels(
  db: Db,
  region: Region,
  modelIds: readonly number[],
  { years, cylinders }: { readonly years: readonly string[]; readonly cylinders: number | null },
): Promise<FoundVehicleRow[]> {
  const { rows } = await sql<FoundVehicleRow>`${prepared}
    select ${vehicleColumns}
    from unnest(${[...modelIds]}::integer[]) wanted (id)
    cross join lateral (
      select y.id, y.year from model_years my join years y on y.id = my.year_id
      where my.model_id = wanted.id and (${years.length === 0} or split_part(y.year, '.', 1) = any(${[...years]}::text[]) or y.year = any(${[...years]}::text[]))
        and exists (select from vehicles v join engines e on e.id = v.engine_id
          where v.year_id = y.id and v.model_id = wanted.id and v.regions @> array[${region}]::smallint[]
            and (${cylinders}::integer is null or e.cylinders = ${cylinders}))
      order by y.rank desc limit 2
    ) y
    cross join lateral (
      select v.id, v.model_id, v.engine_id, v.drive, v.source_names from vehicles v
      where v.model_id = wanted.id and v.year_id = y.id and v.regions @> array[${region}]::smallint[]
      order by v.id limit 100
    ) v
    join engines e on e.id = v.engine_id and e.regions @> array[${region}]::smallint[]
    order by wanted.id, y.year desc, e.id limit 400`.execute(db);
  return rows;
}
