import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { importVehicles, readTable, TableError } from '../index.ts';
import { mapColumns } from './map-columns.ts';
import { nameTransmission } from './name-transmission.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'tuneport-import-'));
});
afterEach(async () => {
  for (const table of ['vehicle_imports', 'guides', 'vehicles', 'engines', 'transmissions', 'makes'] as const)
    await database.db.deleteFrom(table).execute();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const header =
  'make\tbase_model\tmodel\tyear\tdisplacement_l\tcylinders\tfuel\tpowertrain_note\taspiration\ttransmission\tdrive\tvehicle_class\tengine_note';
const golf =
  'Volkswagen\tGolf/GTI\tGolf R\t2015\t2\t4\tPremium\t\tturbo\tAutomatic (AM-S6)\tAll-Wheel Drive\tCompact Cars\tSIDI';

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const load = async (lines: readonly string[], more: { dryRun?: boolean; region?: 1 | 2 } = {}) =>
  importVehicles(database.db, {
    path: await file(`t${Math.random()}.tsv`, `${[header, ...lines].join('\n')}\n`),
    region: 1,
    ...more,
  });

const count = async (table: 'makes' | 'vehicles' | 'models' | 'engines' | 'vehicle_imports') =>
  Number(
    (
      await database.db
        .selectFrom(table)
        .select((q) => q.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

test('make names match regardless of word joining and case', async () => {
  const alfa = golf.replace('Volkswagen', 'Alfa Romeo');
  await load([alfa]);
  const report = await load(
    ['ALFA-ROMEO', 'alfa romeo', 'Alfa  Romeo'].map((make) => alfa.replace('Alfa Romeo', make)),
  );
  expect(report).toMatchObject({ rows: { unchanged: 3 }, records: { makes: 0 } });
  expect(await count('makes')).toBe(1);
});

test('a duplicate line is created once', async () => {
  const manual = golf.replace('Automatic (AM-S6)', 'Manual 6-spd');
  const report = await load([golf, golf, manual, golf.toUpperCase()]);
  expect(report).toMatchObject({ rows: { read: 4, new: 2, unchanged: 2 }, records: { vehicles: 1, transmissions: 2 } });
});

test('a row becomes a make, year, model, engine, transmission and vehicle', async () => {
  const report = await load([golf]);
  expect(report.rows).toEqual({ read: 1, new: 1, changed: 0, unchanged: 0, skipped: 0 });
  expect(report.records).toMatchObject({ makes: 1, years: 1, models: 1, engines: 1, transmissions: 1, vehicles: 1 });
  const row = await database.db
    .selectFrom('vehicles')
    .innerJoin('engines', 'engines.id', 'vehicles.engine_id')
    .innerJoin('models', 'models.id', 'vehicles.model_id')
    .innerJoin('vehicle_transmissions', 'vehicle_transmissions.vehicle_id', 'vehicles.id')
    .innerJoin('transmissions', 'transmissions.id', 'vehicle_transmissions.transmission_id')
    .select([
      'models.slug as model',
      'models.family',
      'engine_slug',
      'generation',
      'transmissions.name',
      'transmissions.awd',
    ])
    .executeTakeFirstOrThrow();
  expect(row).toEqual({
    model: 'golf-r',
    family: 'Golf',
    engine_slug: '2.0l-4-cyl-turbo',
    generation: '2008–2015',
    name: '6-speed DSG, AWD',
    awd: true,
  });
});

test('"Mini" and "MINI" are one make, and extra spaces do not change a name', async () => {
  await load([
    'MINI\tCooper\tCooper S\t2010\t1.6\t4\tPremium\t\tturbo\tManual 6-spd\tFront-Wheel Drive\t\t',
    'Mini\tCooper\tCooper  S \t2011\t1.6\t4\tPremium\t\tturbo\tManual 6-spd\tFront-Wheel Drive\t\t',
    ' mini\tCooper\tCOOPER\u00a0S\t2012\t1.6\t4\tPremium\t\tturbo\tManual 6-spd\tFront-Wheel Drive\t\t',
  ]);
  expect(await database.db.selectFrom('makes').select(['name', 'slug']).execute()).toEqual([
    { name: 'MINI', slug: 'mini' },
  ]);
  expect(await database.db.selectFrom('models').select(['name', 'slug']).execute()).toEqual([
    { name: 'Cooper S', slug: 'cooper-s' },
  ]);
});

test('names with slashes, digits and reserved words get a unique slug', async () => {
  await load([
    'Ember\tCL\t2.2CL/3.0CL\t1997\t2.2\t4\tRegular\t\t\tManual 5-spd\t\t\t',
    'Ember\tCL\t2.2CL-3.0CL\t1997\t2.2\t4\tRegular\t\t\tManual 5-spd\t\t\t',
    'Turbo\t500\t500\t1997\t2.2\t4\tRegular\t\t\tManual 5-spd\t\t\t',
  ]);
  const models = await database.db.selectFrom('models').select('slug').orderBy('id').execute();
  expect(models.map(({ slug }) => slug)).toEqual(['2.2cl-3.0cl', '2.2cl-3.0cl-2', '500']);
  const makes = await database.db.selectFrom('makes').select('slug').where('name', '=', 'Turbo').execute();
  expect(makes).not.toEqual([{ slug: 'turbo' }]);
});

test('table names become display names, and rows that differ only in drive, body or trim become one vehicle', async () => {
  const row = (model: string, drive: string) =>
    `Acura\tMDX\t${model}\t2019\t3.5\t6\tPremium\t\t\tAutomatic (S9)\t${drive}\t\t`;
  const report = await load([
    row('MDX FWD', 'Front-Wheel Drive'),
    row('MDX AWD', 'All-Wheel Drive'),
    row('MDX AWD A-SPEC', 'All-Wheel Drive'),
    'McLaren Automotive\t720S\t720S Spider\t2020\t4\t8\tPremium\t\tturbo\tAutomatic (AM7)\tRear-Wheel Drive\t\t',
    'J.K. Motors\t300E\t300E MERC BENZ\t1986\t3\t6\tPremium\t\t\tManual 5-spd\tRear-Wheel Drive\t\t',
  ]);
  expect(report).toMatchObject({ rows: { new: 5 }, records: { makes: 3, models: 3, vehicles: 3 } });
  expect(
    await database.db.selectFrom('makes').select(['name', 'slug', 'prominence']).orderBy('name').execute(),
  ).toEqual([
    { name: 'Acura', slug: 'acura', prominence: 'popular' },
    { name: 'J.K. Motors', slug: 'j-k-motors', prominence: 'hidden' },
    { name: 'McLaren', slug: 'mclaren', prominence: 'listed' },
  ]);
  const vehicles = await database.db
    .selectFrom('vehicles as v')
    .innerJoin('models as o', 'o.id', 'v.model_id')
    .select(['o.name', 'o.slug', 'v.source_names', 'v.trims', 'v.bodies', 'v.drives'])
    .where('o.slug', 'in', ['mdx', '720s'])
    .orderBy('o.slug', 'desc')
    .execute();
  expect(vehicles).toEqual([
    {
      name: 'MDX',
      slug: 'mdx',
      source_names: ['MDX FWD', 'MDX AWD', 'MDX AWD A-SPEC'],
      trims: ['A-Spec'],
      bodies: ['SUV'],
      drives: ['FWD', 'AWD'],
    },
    { name: '720S', slug: '720s', source_names: ['720S Spider'], trims: [], bodies: ['Convertible'], drives: ['RWD'] },
  ]);
  const aliases = await database.db.selectFrom('model_aliases').select(['make_slug', 'slug']).orderBy('slug').execute();
  expect(aliases).toEqual([
    { make_slug: 'j-k-motors', slug: '300e-merc-benz' },
    { make_slug: 'mclaren-automotive', slug: '720s-spider' },
    { make_slug: 'acura', slug: 'mdx-awd' },
    { make_slug: 'acura', slug: 'mdx-awd-a-spec' },
    { make_slug: 'acura', slug: 'mdx-fwd' },
  ]);
  const again = await load([row('MDX FWD', 'Front-Wheel Drive'), row('MDX AWD A-SPEC', 'All-Wheel Drive')]);
  expect(again.rows).toMatchObject({ new: 0, changed: 0, unchanged: 2 });
});

test('bad rows are skipped with their line and reason, and the other rows are imported', async () => {
  const report = await load([
    golf,
    '\tGolf\tGolf\t2015\t2\t4\tPremium\t\t\t\t\t\t',
    'Volkswagen\t\t\t2015\t2\t4\tPremium\t\t\t\t\t\t',
    'Volkswagen\tGolf\tGolf\tsoon\t2\t4\tPremium\t\t\t\t\t\t',
    'Volkswagen\tGolf\tGolf\t2015\tlarge\t4\tPremium\t\t\t\t\t\t',
    `Volkswagen\tGolf\tGolf\t2015\t2\t4\tPremium\t\t\t\t\t\t\ttoo\tmany`,
    `Volkswagen\tGolf\t${'x'.repeat(121)}\t2015\t2\t4\tPremium\t\t\t\t\t\t`,
  ]);
  expect(report.rows).toMatchObject({ read: 7, new: 1, skipped: 6 });
  expect(report.skipped).toEqual([
    { line: 3, reason: 'The make is empty.' },
    { line: 4, reason: 'The model is empty.' },
    { line: 5, reason: '"soon" is not a valid year.' },
    { line: 6, reason: 'The displacement "large" is not a number.' },
    { line: 7, reason: 'The row has 15 columns, but the header has 13.' },
    { line: 8, reason: 'A name can have at most 120 characters.' },
  ]);
  const skips = await database.db.selectFrom('vehicle_import_skips').select('line').orderBy('line').execute();
  expect(skips.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8]);
});

test('a dry run reports the changes and stores nothing', async () => {
  const report = await load([golf], { dryRun: true });
  expect(report).toMatchObject({ dry_run: true, import_id: null, rows: { new: 1 }, records: { vehicles: 1 } });
  expect(await count('makes')).toBe(0);
  expect(await count('vehicle_imports')).toBe(0);
  await load([golf]);
  expect(await load([golf, golf.replace('AM-S6', 'S6')], { dryRun: true })).toMatchObject({
    rows: { new: 0, changed: 2, unchanged: 0 },
  });
});

test('importing the same table again changes nothing; a new transmission or region updates the vehicle', async () => {
  await load([golf]);
  expect((await load([golf])).rows).toMatchObject({ new: 0, changed: 0, unchanged: 1 });
  expect((await load([golf.replace('Automatic (AM-S6)', 'Manual 6-spd')])).rows).toMatchObject({ new: 0, changed: 1 });
  expect((await load([golf], { region: 2 })).rows).toMatchObject({ new: 0, changed: 1 });
  const regions = await database.db.selectFrom('vehicles').select('regions').execute();
  expect(regions).toEqual([{ regions: [1, 2] }]);
});

test('an import killed midway resumes where it stopped and repeats nothing', async () => {
  const rows = Array.from({ length: 3500 }, (_, n) => golf.replace('Golf R', `Golf ${n}`));
  const path = await file('long.tsv.gz', gzipSync(`${[header, ...rows].join('\n')}\n`));
  const killed = importVehicles(database.db, {
    path,
    region: 1,
    onProgress(done) {
      if (done >= 2000) throw new Error('killed');
    },
  });
  await expect(killed).rejects.toThrow('killed');
  expect(await count('vehicles')).toBe(2000);
  const seen: number[] = [];
  const report = await importVehicles(database.db, { path, region: 1, onProgress: (done) => seen.push(done) });
  expect(seen).toEqual([3000, 3500]);
  expect(report).toMatchObject({ resumed_after: 2000, rows: { read: 3500, new: 3500, skipped: 0 } });
  expect(await count('vehicles')).toBe(3500);
  expect(await database.db.selectFrom('vehicle_imports').select(['state', 'rows_done']).execute()).toEqual([
    { state: 'done', rows_done: 3500 },
  ]);
});

test('of two concurrent runs of one file one imports and the other stops', async () => {
  const rows = Array.from({ length: 2500 }, (_, n) => golf.replace('Golf R', `Golf ${n}`));
  const path = await file('twice.tsv', `${[header, ...rows].join('\n')}\n`);
  await expect(
    importVehicles(database.db, {
      path,
      region: 1,
      onProgress() {
        throw new Error('killed');
      },
    }),
  ).rejects.toThrow('killed');
  const both = await Promise.allSettled([1, 2].map(() => importVehicles(database.db, { path, region: 1 })));
  expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
  expect(await count('vehicles')).toBe(2500);
});

test('an unknown table is mapped by its header, and missing columns are reported', async () => {
  const csv = [
    '"Manufacturer";"Model name";"Year from";"Year to";"Engine";"Engine capacity (cc)";"Power (kW)";"Fuel type";"Gearbox";"Colour"',
    '"Škoda";"Octavia; Combi";"2014";"2016";"2.0 TDI";"1968";"110";"Diesel";"6-speed manual";"red"',
  ].join('\r\n');
  const path = await file('strange.csv', `\ufeff${csv}\r\n`);
  const report = await importVehicles(database.db, { path, region: 2 });
  expect(report.columns.ignored).toEqual(['Colour']);
  expect(report.columns.missing).toContain('cylinders');
  expect(report.records).toMatchObject({ makes: 1, years: 3, models: 1, engines: 1, vehicles: 3 });
  const engine = await database.db
    .selectFrom('engines')
    .select(['name', 'slug', 'displacement_l', 'fuel', 'power_hp'])
    .executeTakeFirstOrThrow();
  expect(engine).toEqual({
    name: '2.0 TDI',
    slug: '2.0-tdi',
    displacement_l: '1.97',
    fuel: 'diesel',
    power_hp: '147.5',
  });
  const make = await database.db.selectFrom('makes').select(['slug', 'regions']).executeTakeFirstOrThrow();
  expect(make).toEqual({ slug: 'skoda', regions: [2] });
});

test('a table without years becomes Series, and one without makes is refused with the required columns', async () => {
  const path = await file('noyear.csv', 'make,model\nAlpha,One\n');
  await importVehicles(database.db, { path, region: 1 });
  expect(await database.db.selectFrom('years').select('year').execute()).toEqual([{ year: 'Series' }]);
  const bad = importVehicles(database.db, { path: await file('bad.csv', 'colour,price\nred,1\n'), region: 1 });
  await expect(bad).rejects.toThrow('The file has no column for make and model.');
  await expect(importVehicles(database.db, { path: await file('empty.csv', ''), region: 1 })).rejects.toThrow(
    TableError,
  );
});

test('quoted cells may contain delimiters, quotes and line breaks; line numbers stay correct', async () => {
  const path = await file('quotes.csv', 'make,model\n"A ""B"", C","two\nlines"\n\nD,5" disc\n');
  const records = [];
  for await (const record of readTable(path)) records.push(record);
  expect(records).toEqual([
    { line: 1, cells: ['make', 'model'] },
    { line: 2, cells: ['A "B", C', 'two\nlines'] },
    { line: 5, cells: ['D', '5" disc'] },
  ]);
});

test('the column with the better matching name wins, and each column is read once', () => {
  expect(mapColumns(['Make', 'Base Model', 'Model', 'MY', 'Displ', 'x']).at).toMatchObject({
    make: 0,
    family: 1,
    model: 2,
    year: 3,
    displacementL: 4,
  });
});

test('transmissions get a normalized name, whatever the spelling in the table', () => {
  const name = (text: string, make = 'Ford', drive = '') => nameTransmission(text, make, drive)?.name;
  expect(name('Automatic (AM-S6)', 'Volkswagen')).toBe('6-speed DSG');
  expect(name('Automatic (AM-S6)')).toBe('6-speed dual-clutch');
  expect(name('Manual 5-spd', 'Ford', '4-Wheel or All-Wheel Drive')).toBe('5-speed manual, AWD');
  expect(name('Automatic (variable gear ratios)')).toBe('CVT');
  expect(name('Automatic (AV-S7)')).toBe('7-speed CVT');
  expect(name('Automatic (A1)')).toBe('Direct drive');
  expect(name('Automatic (S10)')).toBe('10-speed automatic');
  expect(name('M6')).toBe('6-speed manual');
  expect(name('6-speed automatic')).toBe('6-speed automatic');
  expect(name('')).toBeUndefined();
});
