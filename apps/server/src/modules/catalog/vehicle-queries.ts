import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Region } from '../../platform/http/context.ts';

// The picker's lists, each one indexed statement: a slug finds its make, a year of that make its models, and so on.
// Entries without a vehicle in the region are omitted, so no choice is a dead end.

const inRegion = (region: Region) => sql`array[${region}]::smallint[]`;

export type MakeRow = {
  id: number;
  slug: string;
  name: string;
  logo_file_id: string | null;
  prominence: 'popular' | 'listed' | 'hidden';
};
export type YearRow = { id: number; slug: string; name: string };
type ModelRow = { id: number; slug: string; name: string; family: string };
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
  const { rows } = await sql<MakeRow>`${prepared}
    select m.id, m.slug, m.name, m.logo_file_id, m.prominence
    from makes m
    where m.regions @> ${inRegion(region)}
      and exists (select from years y join vehicles v on v.year_id = y.id
        where y.make_id = m.id and v.regions @> ${inRegion(region)})
    order by lower(m.name), m.id`.execute(db);
  return rows;
}

export async function listYears(db: Db, region: Region, make: string): Promise<YearRow[]> {
  const { rows } = await sql<YearRow>`${prepared}
    select y.id, y.year as slug, y.year as name
    from makes m join years y on y.make_id = m.id
    where m.slug = ${make} and m.regions @> ${inRegion(region)}
      and exists (select from vehicles v where v.year_id = y.id and v.regions @> ${inRegion(region)})
    order by y.rank desc, y.year`.execute(db);
  return rows;
}

export async function listModels(db: Db, region: Region, make: string, year: string): Promise<ModelRow[]> {
  const { rows } = await sql<ModelRow>`${prepared}
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
  const { rows } = await sql<EngineRow>`${prepared}
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

const transmissionColumns = sql.raw(`tr.id, tr.slug, tr.name, tr.code, tr.kind, tr.gears, tr.awd,
  (select count(*)::integer from transmission_tunes x join tunes t on t.id = x.tune_id
    where x.transmission_id = tr.id and not t.is_stock) as tunes`);

const transmissionOrder = sql.raw(`tr.kind <> 'manual', tr.gears nulls last, tr.awd, lower(tr.name), tr.id`);

export type VehicleNames = { make?: string | undefined; year?: string | undefined; model?: string | undefined };

/** The transmissions of an engine. If the vehicle is given and its own are known, only those. */
export async function listTransmissions(
  db: Db,
  region: Region,
  engineId: number,
  { make = '', year = '', model = '' }: VehicleNames,
): Promise<TransmissionRow[]> {
  const { rows } = await sql<TransmissionRow>`${prepared}
    with own as (
      select vt.transmission_id
      from makes m
      join years y on y.make_id = m.id and y.year = ${year}
      join models o on o.make_id = m.id and o.slug = ${model}
      join vehicles v on v.year_id = y.id and v.model_id = o.id and v.engine_id = ${engineId}
      join vehicle_transmissions vt on vt.vehicle_id = v.id
      where m.slug = ${make}
    )
    select ${transmissionColumns}
    from engine_transmissions et join transmissions tr on tr.id = et.transmission_id
    where et.engine_id = ${engineId} and tr.regions @> ${inRegion(region)}
      and (not exists (select from own) or tr.id in (select transmission_id from own))
    order by ${transmissionOrder}`.execute(db);
  return rows;
}

export async function engineRegions(db: Db, id: number): Promise<{ regions: number[]; tunes: number } | undefined> {
  const { rows } = await sql<{ regions: number[]; tunes: number }>`
    select e.regions, (select count(*)::integer from engine_tunes x join tunes t on t.id = x.tune_id
      where x.engine_id = e.id and not t.is_stock) as tunes
    from engines e where e.id = ${id}`.execute(db);
  return rows[0];
}

/** Details of a model in a year, or of the vehicle if its engine is given. */
type ModelFacts = { trims: string[]; bodies: string[]; drives: string[] };

export type ResolvedVehicle = {
  make: (MakeRow & { here: boolean }) | null;
  year: (YearRow & { here: boolean }) | null;
  model: (ModelRow & { here: boolean } & ModelFacts) | null;
  engine: (EngineRow & { here: boolean }) | null;
  transmission: (TransmissionRow & { here: boolean }) | null;
  /** The transmissions of the engine, if one is given. */
  transmissions: TransmissionRow[];
  seo: { title: string; description: string; text: string } | null;
};

const factsOf = sql.raw('f.year_id = y.id and f.model_id = o.id and (v.id is null or f.id = v.id)');

/**
 * Resolves every part of a vehicle path in one statement. An unknown part is null; a part of another region is not
 * `here`.
 */
export async function resolveVehicle(
  db: Db,
  region: Region,
  names: VehicleNames & { engine?: string | undefined; transmission?: string | undefined },
): Promise<ResolvedVehicle | undefined> {
  const here = inRegion(region);
  const { rows } = await sql<ResolvedVehicle>`${prepared}
    select
      json_build_object('id', m.id, 'slug', m.slug, 'name', m.name, 'logo_file_id', m.logo_file_id,
        'prominence', m.prominence, 'here', m.regions @> ${here}) as make,
      case when y.id is not null then json_build_object('id', y.id, 'slug', y.year, 'name', y.year,
        'here', exists (select from vehicles v where v.year_id = y.id and v.regions @> ${here})) end as year,
      case when o.id is not null then json_build_object('id', o.id, 'slug', o.slug, 'name', o.name, 'family', o.family,
        'trims', facts.trims, 'bodies', facts.bodies, 'drives', facts.drives,
        'here', o.regions @> ${here} and exists (select from vehicles v
          where v.year_id = y.id and v.model_id = o.id and v.regions @> ${here})) end as model,
      case when e.id is not null then json_build_object(${sql.raw(engineJson)},
        'here', e.regions @> ${here} and v.regions @> ${here}) end as engine,
      case when tr.id is not null then json_build_object(${sql.raw(transmissionJson)},
        'here', tr.regions @> ${here}) end as transmission,
      (select coalesce(json_agg(json_build_object(${sql.raw(transmissionJson)}) order by ${transmissionOrder}), '[]')
        from engine_transmissions et join transmissions tr on tr.id = et.transmission_id
        where et.engine_id = e.id and tr.regions @> ${here}
          and (own.ids = '{}' or tr.id = any(own.ids))) as transmissions,
      case when s.make_id is not null then
        json_build_object('title', s.title, 'description', s.description, 'text', s.text) end as seo
    from makes m
    left join seo_texts s on s.make_id = m.id
    left join years y on y.make_id = m.id and y.year = ${names.year ?? ''}
    left join models o on o.make_id = m.id and o.slug = ${names.model ?? ''}
      and exists (select from vehicles v where v.year_id = y.id and v.model_id = o.id)
    left join vehicles v on v.year_id = y.id and v.model_id = o.id and v.engine_slug = ${names.engine ?? ''}
    left join engines e on e.id = v.engine_id
    cross join lateral (
      select array(select distinct unnest(f.trims) as fact from vehicles f where ${factsOf} order by fact) as trims,
        array(select distinct unnest(f.bodies) as fact from vehicles f where ${factsOf} order by fact) as bodies,
        array(select distinct unnest(f.drives) as fact from vehicles f where ${factsOf} order by fact) as drives
    ) facts
    cross join lateral (
      select array(select transmission_id from vehicle_transmissions vt where vt.vehicle_id = v.id) as ids
    ) own
    left join lateral (
      select tr.* from engine_transmissions et join transmissions tr on tr.id = et.transmission_id
      where et.engine_id = e.id and tr.slug = ${names.transmission ?? ''} and (own.ids = '{}' or tr.id = any(own.ids))
      limit 1
    ) tr on true
    where m.slug = ${names.make ?? ''}`.execute(db);
  return rows[0];
}

const engineJson = `'id', e.id, 'slug', e.slug, 'name', e.name, 'generation', e.generation, 'code', e.code,
  'displacement_l', e.displacement_l, 'cylinders', e.cylinders, 'fuel', e.fuel, 'aspiration', e.aspiration,
  'hybrid', e.hybrid, 'tunes', (select count(*) from engine_tunes x join tunes t on t.id = x.tune_id
    where x.engine_id = e.id and not t.is_stock)`;
const transmissionJson = `'id', tr.id, 'slug', tr.slug, 'name', tr.name, 'code', tr.code, 'kind', tr.kind,
  'gears', tr.gears, 'awd', tr.awd, 'tunes', (select count(*) from transmission_tunes x join tunes t on t.id = x.tune_id
    where x.transmission_id = tr.id and not t.is_stock)`;

/** The current names of a former make and model: of the make alone, or of the model if one is given. */
export async function namesByAlias(
  db: Db,
  make: string,
  model: string | undefined,
): Promise<{ make: string; model?: string } | undefined> {
  if (model === undefined) {
    const { rows } = await sql<{ make: string }>`
      select m.slug as make from make_aliases a join makes m on m.id = a.make_id where a.slug = ${make}`.execute(db);
    return rows[0];
  }
  // Under a former make name the model may have its current name or a former name under either make.
  const { rows } = await sql<{ make: string; model: string }>`
    with named as (
      select id, slug from makes where slug = ${make}
      union all select m.id, m.slug from make_aliases a join makes m on m.id = a.make_id where a.slug = ${make}
    )
    select m.slug as make, o.slug as model from (
      select a.model_id, 1 as at from model_aliases a where a.make_slug = ${make} and a.slug = ${model}
      union all select o.id, 2 from named n join models o on o.make_id = n.id and o.slug = ${model}
      union all select a.model_id, 3 from named n join model_aliases a on a.make_slug = n.slug and a.slug = ${model}
    ) found join models o on o.id = found.model_id join makes m on m.id = o.make_id
    order by found.at limit 1`.execute(db);
  return rows[0];
}
