import { freeSlug, reservedMakeSlugs, slugOf } from '@tuneport/domain/site/slug';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { Region } from '../../../platform/http/context.ts';
import { prominenceOf } from './display-names.ts';
import { driveOf } from './drive.ts';
import { engineGeneration, type NamedEngine } from './name-engine.ts';
import type { NamedTransmission } from './name-transmission.ts';
import type { VehicleRecord } from './read-vehicle.ts';
import { storeSearchWords } from './search-words.ts';
import { type Directory, engineKey, keyOf, makeKeyOf, makeOf, modelOf } from './vehicle-directory.ts';

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

type RowOutcome = 'new' | 'changed' | 'unchanged';

/** Stores a batch in a few statements and returns the outcome of each record. */
export async function storeVehicles(
  db: Db,
  directory: Directory,
  region: Region,
  records: readonly VehicleRecord[],
): Promise<{ stored: Stored; outcomes: RowOutcome[] }> {
  const stored = nothingStored();
  await storeMakes(db, directory, region, records, stored);
  await storeYears(db, directory, records, stored);
  await storeModels(db, directory, records, stored);
  await storeAliases(db, directory, records);
  await storeEngines(db, directory, records, stored);
  await storeTransmissions(db, directory, records, stored);
  const outcomes = await storeVehicleRows(db, directory, region, records, stored);
  return { stored, outcomes };
}

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
    .values([...fresh.values()].map((make) => ({ ...make, regions: [region], prominence: prominenceOf(make.name) })))
    .returning(['id', 'name', 'slug'])
    .execute();
  for (const { id, name, slug } of rows)
    directory.makes.set(makeKeyOf(name), { id, name, slug, slugs: new Set(reservedMakeSlugs), inRegion: true });
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
  const fresh = new Map<string, { make_id: number; name: string; slug: string; family: string }>();
  for (const record of records) {
    const make = makeOf(directory, record);
    const key = `${make.id} ${keyOf(record.model)}`;
    if (directory.models.has(key) || fresh.has(key)) continue;
    const slug = freeSlug(record.model, make.slugs);
    make.slugs.add(slug);
    fresh.set(key, { make_id: make.id, name: record.model, slug, family: record.family });
  }
  if (fresh.size === 0) return;
  const rows = await db
    .insertInto('models')
    .values([...fresh.values()])
    .returning(['id', 'make_id', 'name', 'slug'])
    .execute();
  for (const { id, make_id, name, slug } of rows) directory.models.set(`${make_id} ${keyOf(name)}`, { id, slug });
  await storeSearchWords(db, sql`o.id = any(${rows.map(({ id }) => id)}::integer[])`);
  stored.models += rows.length;
}

/** The names used in the table also lead to the vehicle, as URL aliases and in search. */
async function storeAliases(db: Db, directory: Directory, records: readonly VehicleRecord[]) {
  const makes = new Map<string, number>();
  const models = new Map<string, { make_slug: string; slug: string; name: string; model_id: number }>();
  for (const record of records) {
    const { source } = record;
    if (source.make === record.make && source.model === record.model) continue;
    const make = makeOf(directory, record);
    const model = modelOf(directory, make.id, record);
    const [makeSlug, slug] = [slugOf(source.make), slugOf(source.model)];
    const key = `${makeSlug} ${slug}`;
    if ((makeSlug === make.slug && slug === model.slug) || directory.aliases.has(key)) continue;
    directory.aliases.add(key);
    models.set(key, { make_slug: makeSlug, slug, name: source.model, model_id: model.id });
    if (makeSlug !== make.slug && !directory.makeSlugs.has(makeSlug)) makes.set(makeSlug, make.id);
  }
  if (models.size === 0) return;
  const list = [...models.values()];
  if (makes.size > 0)
    await db
      .insertInto('make_aliases')
      .values(Array.from(makes, ([slug, make_id]) => ({ slug, make_id })))
      .onConflict((on) => on.doNothing())
      .execute();
  await db
    .insertInto('model_aliases')
    .values(list)
    .onConflict((on) => on.doNothing())
    .execute();
  await storeSearchWords(db, sql`o.id = any(${list.map(({ model_id }) => model_id)}::integer[])`);
}

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

/** Joins lists for one statement; no name contains it. */
const separator = '\u001f';

type Wanted = {
  yearId: number;
  modelId: number;
  makeId: number;
  engine: { id: number; slug: string };
  drive: string;
  vehicleClass: string;
  transmissions: Set<number>;
  sourceNames: Set<string>;
  trims: Set<string>;
  bodies: Set<string>;
  drives: Set<string>;
  rows: number[];
};

/** Skips a name that differs only in spelling. */
function addName(names: Set<string>, name: string): void {
  for (const known of names) if (keyOf(known) === keyOf(name)) return;
  names.add(name);
}

async function storeVehicleRows(
  db: Db,
  directory: Directory,
  region: Region,
  records: readonly VehicleRecord[],
  stored: Stored,
): Promise<RowOutcome[]> {
  const wanted = new Map<string, Wanted>();
  const reported = new Set<string>();
  for (const [at, record] of records.entries()) {
    const makeId = makeOf(directory, record).id;
    const modelId = modelOf(directory, makeId, record).id;
    // A row that repeats an earlier row counts as unchanged, even if the earlier one is new.
    const content = [
      modelId,
      keyOf(record.source.model),
      record.years.join(),
      record.engine.slug,
      record.transmission?.slug,
    ].join(' ');
    const isRepeated = reported.has(content);
    reported.add(content);
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
        sourceNames: new Set<string>(),
        trims: new Set<string>(),
        bodies: new Set<string>(),
        drives: new Set<string>(),
        rows: [],
      };
      wanted.set(key, vehicle);
      if (!isRepeated) vehicle.rows.push(at);
      const transmission = record.transmission && directory.transmissions.get(`${makeId} ${record.transmission.slug}`);
      if (transmission) vehicle.transmissions.add(transmission.id);
      addName(vehicle.sourceNames, record.source.model);
      for (const trim of record.trims) vehicle.trims.add(trim);
      for (const body of record.bodies) vehicle.bodies.add(body);
      const drive = driveOf(record.drive);
      if (drive) vehicle.drives.add(drive);
    }
  }
  const list = [...wanted.values()];
  const column = <T>(pick: (vehicle: Wanted) => T) => list.map(pick);
  const years = column(({ yearId }) => yearId);
  const models = column(({ modelId }) => modelId);
  const slugs = column(({ engine }) => engine.slug);
  const joined = (pick: (vehicle: Wanted) => Set<string>) => column((vehicle) => [...pick(vehicle)].join(separator));
  await sql`insert into model_years (year_id, model_id, make_id)
    select * from unnest(${years}::integer[], ${models}::integer[], ${column(({ makeId }) => makeId)}::integer[])
    on conflict do nothing`.execute(db);
  const written = await sql<{ id: number; inserted: boolean }>`
    insert into vehicles (year_id, model_id, engine_id, engine_slug, drive, vehicle_class, regions,
      source_names, trims, bodies, drives)
    select y, m, e, s, d, c, array[${region}]::smallint[],
      string_to_array(n, ${separator}), string_to_array(t, ${separator}), string_to_array(b, ${separator}), string_to_array(w, ${separator})
    from unnest(${years}::integer[], ${models}::integer[], ${column(({ engine }) => engine.id)}::integer[], ${slugs}::text[],
      ${column(({ drive }) => drive)}::text[], ${column(({ vehicleClass }) => vehicleClass)}::text[],
      ${joined(({ sourceNames }) => sourceNames)}::text[], ${joined(({ trims }) => trims)}::text[],
      ${joined(({ bodies }) => bodies)}::text[], ${joined(({ drives }) => drives)}::text[]) as x (y, m, e, s, d, c, n, t, b, w)
    on conflict (year_id, model_id, engine_slug) do update set
        regions = case when vehicles.regions @> excluded.regions then vehicles.regions else vehicles.regions || excluded.regions end,
        source_names = merged_list(vehicles.source_names, excluded.source_names),
        trims = merged_list(vehicles.trims, excluded.trims),
        bodies = merged_list(vehicles.bodies, excluded.bodies),
        drives = merged_list(vehicles.drives, excluded.drives)
      where not (vehicles.regions @> excluded.regions and vehicles.source_names @> excluded.source_names
        and vehicles.trims @> excluded.trims and vehicles.bodies @> excluded.bodies and vehicles.drives @> excluded.drives)
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

  const outcomes = records.map((): RowOutcome => 'unchanged');
  for (const { id, key } of found.rows) {
    const outcome = inserted.has(id) ? 'new' : changed.has(id) ? 'changed' : null;
    if (outcome) for (const row of wanted.get(key)?.rows ?? []) if (outcomes[row] !== 'new') outcomes[row] = outcome;
  }
  stored.vehicles += inserted.size;
  stored.vehicles_changed += changed.size;
  return outcomes;
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
