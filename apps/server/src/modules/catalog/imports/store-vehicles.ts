import { folded, freeSlug, identityKey, reservedMakeSlugs, slugOf } from '@tuneport/domain/slug';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { Region } from '../../../platform/http/context.ts';
import { engineGeneration, type NamedEngine } from './name-engine.ts';
import type { NamedTransmission } from './name-transmission.ts';
import type { VehicleRecord } from './read-vehicle.ts';

type Known<T = { id: number }> = Map<string, T>;

/** Every record a row may point at, by the key that makes it the same one. Read once, then kept in step with what is stored. */
export type Directory = {
  readonly makes: Known<{ id: number; slugs: Set<string>; inRegion: boolean; name: string }>;
  readonly makeSlugs: Set<string>;
  readonly years: Known;
  readonly models: Known;
  readonly engines: Known<{ id: number; slug: string }>;
  readonly transmissions: Known;
};

export type Stored = {
  makes: number;
  years: number;
  models: number;
  engines: number;
  transmissions: number;
  vehicles: number;
  vehicles_changed: number;
};

export const nothingStored = (): Stored => ({
  makes: 0,
  years: 0,
  models: 0,
  engines: 0,
  transmissions: 0,
  vehicles: 0,
  vehicles_changed: 0,
});

const keyOf = identityKey;
/** A make is the same however its words are joined: 'ALFA-ROMEO' and 'Alfa Romeo'. */
const makeKeyOf = slugOf;

export async function readDirectory(db: Db, region: Region): Promise<Directory> {
  const [makes, years, models, engines, transmissions] = await Promise.all([
    db.selectFrom('makes').select(['id', 'name', 'slug', 'regions']).execute(),
    db.selectFrom('years').select(['id', 'make_id', 'year']).execute(),
    db.selectFrom('models').select(['id', 'make_id', 'name', 'slug']).execute(),
    db.selectFrom('engines').select(['id', 'make_id', 'slug', 'generation']).execute(),
    db.selectFrom('transmissions').select(['id', 'make_id', 'slug']).execute(),
  ]);
  const slugs = new Map(makes.map(({ id }) => [id, new Set(reservedMakeSlugs)]));
  for (const { make_id, slug } of models) slugs.get(make_id)?.add(slug);
  return {
    makes: new Map(
      makes.map(({ id, name, regions }) => [
        makeKeyOf(name),
        { id, name, slugs: slugs.get(id) ?? new Set(), inRegion: regions.includes(region) },
      ]),
    ),
    makeSlugs: new Set([...reservedMakeSlugs, ...makes.map(({ slug }) => slug)]),
    years: new Map(years.map(({ id, make_id, year }) => [`${make_id} ${year}`, { id }])),
    models: new Map(models.map(({ id, make_id, name }) => [`${make_id} ${keyOf(name)}`, { id }])),
    engines: new Map(
      engines.map(({ id, make_id, slug, generation }) => [`${make_id} ${slug} ${generation}`, { id, slug }]),
    ),
    transmissions: new Map(transmissions.map(({ id, make_id, slug }) => [`${make_id} ${slug}`, { id }])),
  };
}

export type RowFate = 'new' | 'changed' | 'unchanged';

/** Stores a batch in a handful of statements and says what became of each of its records. */
export async function storeVehicles(
  db: Db,
  directory: Directory,
  region: Region,
  records: readonly VehicleRecord[],
): Promise<{ stored: Stored; fates: RowFate[] }> {
  const stored = nothingStored();
  await storeMakes(db, directory, region, records, stored);
  await storeYears(db, directory, records, stored);
  await storeModels(db, directory, records, stored);
  await storeEngines(db, directory, records, stored);
  await storeTransmissions(db, directory, records, stored);
  const fates = await storeVehicleRows(db, directory, region, records, stored);
  return { stored, fates };
}

const makeOf = (directory: Directory, record: VehicleRecord) => {
  const make = directory.makes.get(makeKeyOf(record.make));
  if (!make) throw new Error(`the make ${record.make} was not stored`);
  return make;
};

async function storeMakes(
  db: Db,
  directory: Directory,
  region: Region,
  records: readonly VehicleRecord[],
  stored: Stored,
) {
  const fresh = new Map<string, { name: string; slug: string }>();
  const absent: number[] = [];
  for (const { make } of records) {
    const known = directory.makes.get(makeKeyOf(make));
    if (known && !known.inRegion) {
      known.inRegion = true;
      absent.push(known.id);
    }
    if (known || fresh.has(makeKeyOf(make))) continue;
    const slug = freeSlug(make, directory.makeSlugs);
    directory.makeSlugs.add(slug);
    fresh.set(makeKeyOf(make), { name: make, slug });
  }
  if (absent.length > 0)
    await sql`update makes set regions = regions || ${region}::smallint where id = any(${absent}::integer[])`.execute(
      db,
    );
  if (fresh.size === 0) return;
  const rows = await db
    .insertInto('makes')
    .values([...fresh.values()].map((make) => ({ ...make, regions: [region] })))
    .returning(['id', 'name'])
    .execute();
  for (const { id, name } of rows)
    directory.makes.set(makeKeyOf(name), { id, name, slugs: new Set(reservedMakeSlugs), inRegion: true });
  stored.makes += rows.length;
}

async function storeYears(db: Db, directory: Directory, records: readonly VehicleRecord[], stored: Stored) {
  const fresh = new Map<string, { make_id: number; year: string }>();
  for (const record of records) {
    const make_id = makeOf(directory, record).id;
    for (const year of record.years) {
      const key = `${make_id} ${year}`;
      if (!directory.years.has(key)) fresh.set(key, { make_id, year });
    }
  }
  if (fresh.size === 0) return;
  const rows = await db
    .insertInto('years')
    .values([...fresh.values()])
    .returning(['id', 'make_id', 'year'])
    .execute();
  for (const { id, make_id, year } of rows) directory.years.set(`${make_id} ${year}`, { id });
  stored.years += rows.length;
}

async function storeModels(db: Db, directory: Directory, records: readonly VehicleRecord[], stored: Stored) {
  const fresh = new Map<string, { make_id: number; name: string; slug: string; family: string; makeName: string }>();
  for (const record of records) {
    const make = makeOf(directory, record);
    const key = `${make.id} ${keyOf(record.model)}`;
    if (directory.models.has(key) || fresh.has(key)) continue;
    const slug = freeSlug(record.model, make.slugs);
    make.slugs.add(slug);
    fresh.set(key, { make_id: make.id, name: record.model, slug, family: record.family, makeName: make.name });
  }
  if (fresh.size === 0) return;
  const list = [...fresh.values()];
  const rows = await db
    .insertInto('models')
    .values(list.map(({ makeName: _, ...model }) => model))
    .returning(['id', 'make_id', 'name'])
    .execute();
  for (const { id, make_id, name } of rows) directory.models.set(`${make_id} ${keyOf(name)}`, { id });
  const words = rows.map(({ id, make_id, name }) => {
    const model = fresh.get(`${make_id} ${keyOf(name)}`);
    return { model_id: id, words: searchWords(model?.makeName ?? '', model?.family ?? '', name) };
  });
  await db.insertInto('model_search').values(words).execute();
  stored.models += rows.length;
}

/** What a free text is compared with: the names in lower case, once as written and once without marks. */
export function searchWords(make: string, family: string, model: string): string {
  const all = folded(`${make} ${family} ${model}`);
  return `${all} ${all.replace(/[^\p{L}\p{N} ]/gu, '')}`;
}

const engineKey = (makeId: number, facts: NamedEngine, year: string) =>
  `${makeId} ${facts.slug} ${engineGeneration(facts, year)}`;

async function storeEngines(db: Db, directory: Directory, records: readonly VehicleRecord[], stored: Stored) {
  const fresh = new Map<string, { make_id: number; facts: NamedEngine; generation: string }>();
  for (const record of records) {
    const make_id = makeOf(directory, record).id;
    for (const year of record.years) {
      const key = engineKey(make_id, record.engine, year);
      if (!directory.engines.has(key) && !fresh.has(key))
        fresh.set(key, { make_id, facts: record.engine, generation: engineGeneration(record.engine, year) });
    }
  }
  if (fresh.size === 0) return;
  const rows = await db
    .insertInto('engines')
    .values(
      [...fresh.values()].map(({ make_id, facts, generation }) => ({
        make_id,
        generation,
        slug: facts.slug,
        name: facts.name,
        code: facts.code,
        displacement_l: facts.displacementL === null ? null : String(facts.displacementL),
        cylinders: facts.cylinders,
        fuel: facts.fuel,
        aspiration: facts.aspiration,
        hybrid: facts.hybrid,
        power_hp: facts.powerHp === null ? null : String(facts.powerHp),
        torque_nm: facts.torqueNm === null ? null : String(facts.torqueNm),
      })),
    )
    .returning(['id', 'make_id', 'slug', 'generation'])
    .execute();
  for (const { id, make_id, slug, generation } of rows)
    directory.engines.set(`${make_id} ${slug} ${generation}`, { id, slug });
  stored.engines += rows.length;
}

async function storeTransmissions(db: Db, directory: Directory, records: readonly VehicleRecord[], stored: Stored) {
  const fresh = new Map<string, NamedTransmission & { make_id: number }>();
  for (const record of records) {
    if (!record.transmission) continue;
    const make_id = makeOf(directory, record).id;
    const key = `${make_id} ${record.transmission.slug}`;
    if (!directory.transmissions.has(key)) fresh.set(key, { ...record.transmission, make_id });
  }
  if (fresh.size === 0) return;
  const rows = await db
    .insertInto('transmissions')
    .values([...fresh.values()])
    .returning(['id', 'make_id', 'slug'])
    .execute();
  for (const { id, make_id, slug } of rows) directory.transmissions.set(`${make_id} ${slug}`, { id });
  stored.transmissions += rows.length;
}

type Wanted = {
  yearId: number;
  modelId: number;
  makeId: number;
  engine: { id: number; slug: string };
  drive: string;
  vehicleClass: string;
  transmissions: Set<number>;
  rows: number[];
};

async function storeVehicleRows(
  db: Db,
  directory: Directory,
  region: Region,
  records: readonly VehicleRecord[],
  stored: Stored,
): Promise<RowFate[]> {
  const wanted = new Map<string, Wanted>();
  const said = new Set<string>();
  for (const [at, record] of records.entries()) {
    const makeId = makeOf(directory, record).id;
    const modelId = directory.models.get(`${makeId} ${keyOf(record.model)}`)?.id ?? 0;
    // A line that says what one before it said adds nothing, however new that one is.
    const saying = [modelId, record.years.join(), record.engine.slug, record.transmission?.slug].join(' ');
    const isRepeated = said.has(saying);
    said.add(saying);
    for (const year of record.years) {
      const yearId = directory.years.get(`${makeId} ${year}`)?.id ?? 0;
      const engine = directory.engines.get(engineKey(makeId, record.engine, year));
      if (!engine) throw new Error('the engine was not stored');
      const key = `${yearId} ${modelId} ${engine.slug}`;
      const vehicle = wanted.get(key) ?? {
        yearId,
        modelId,
        makeId,
        engine,
        drive: record.drive,
        vehicleClass: record.vehicleClass,
        transmissions: new Set<number>(),
        rows: [],
      };
      wanted.set(key, vehicle);
      if (!isRepeated) vehicle.rows.push(at);
      const transmission = record.transmission && directory.transmissions.get(`${makeId} ${record.transmission.slug}`);
      if (transmission) vehicle.transmissions.add(transmission.id);
    }
  }
  const list = [...wanted.values()];
  const column = <T>(pick: (vehicle: Wanted) => T) => list.map(pick);
  const years = column(({ yearId }) => yearId);
  const models = column(({ modelId }) => modelId);
  const slugs = column(({ engine }) => engine.slug);
  await sql`insert into model_years (year_id, model_id, make_id)
    select * from unnest(${years}::integer[], ${models}::integer[], ${column(({ makeId }) => makeId)}::integer[])
    on conflict do nothing`.execute(db);
  const written = await sql<{ id: number; inserted: boolean }>`
    insert into vehicles (year_id, model_id, engine_id, engine_slug, drive, vehicle_class, regions)
    select y, m, e, s, d, c, array[${region}]::smallint[]
    from unnest(${years}::integer[], ${models}::integer[], ${column(({ engine }) => engine.id)}::integer[], ${slugs}::text[],
      ${column(({ drive }) => drive)}::text[], ${column(({ vehicleClass }) => vehicleClass)}::text[]) as t (y, m, e, s, d, c)
    on conflict (year_id, model_id, engine_slug) do update set regions = vehicles.regions || excluded.regions
      where not vehicles.regions @> excluded.regions
    returning id, xmax = 0 as inserted`.execute(db);
  const found = await sql<{ id: number; engine_id: number; key: string }>`
    select v.id, v.engine_id, v.year_id || ' ' || v.model_id || ' ' || v.engine_slug as key
    from unnest(${years}::integer[], ${models}::integer[], ${slugs}::text[]) as t (y, m, s)
    join vehicles v on v.year_id = t.y and v.model_id = t.m and v.engine_slug = t.s`.execute(db);
  const pairs = found.rows.flatMap(({ id, engine_id, key }) =>
    [...(wanted.get(key)?.transmissions ?? [])].map((transmission) => ({ id, engine_id, transmission })),
  );
  const changed = new Set(written.rows.filter(({ inserted }) => !inserted).map(({ id }) => id));
  const inserted = new Set(written.rows.filter((row) => row.inserted).map(({ id }) => id));
  for (const id of await storeTransmissionPairs(db, pairs)) if (!inserted.has(id)) changed.add(id);

  const fates = records.map((): RowFate => 'unchanged');
  for (const { id, key } of found.rows) {
    const fate = inserted.has(id) ? 'new' : changed.has(id) ? 'changed' : null;
    if (fate) for (const row of wanted.get(key)?.rows ?? []) if (fates[row] !== 'new') fates[row] = fate;
  }
  stored.vehicles += inserted.size;
  stored.vehicles_changed += changed.size;
  return fates;
}

async function storeTransmissionPairs(
  db: Db,
  pairs: readonly { id: number; engine_id: number; transmission: number }[],
): Promise<number[]> {
  if (pairs.length === 0) return [];
  const transmissions = pairs.map(({ transmission }) => transmission);
  await sql`insert into engine_transmissions (engine_id, transmission_id)
    select distinct * from unnest(${pairs.map(({ engine_id }) => engine_id)}::integer[], ${transmissions}::integer[])
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ vehicle_id: number }>`insert into vehicle_transmissions (vehicle_id, transmission_id)
    select * from unnest(${pairs.map(({ id }) => id)}::integer[], ${transmissions}::integer[])
    on conflict do nothing returning vehicle_id`.execute(db);
  return rows.map(({ vehicle_id }) => vehicle_id);
}
