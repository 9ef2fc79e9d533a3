import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { importVehicles, readTable } from '../../modules/catalog/index.ts';
import { bumpArea } from '../../platform/cache/area-versions.ts';
import type { Db } from '../../platform/db/db.ts';
import { storeDemoTunes } from '../store/store-demo-tunes.ts';
import { addOddYears } from './catalog-odd-years.ts';
import type { EngineFacts } from './catalog-power.ts';
import type { TransmissionFacts } from './catalog-tunes.ts';

const dataFile = (name: string) => fileURLToPath(new URL(`../../../data/${name}`, import.meta.url));
export const shippedTable = dataFile('vehicles-us-epa.tsv.gz');
/** Cars as sold in Europe: generations, engines by their names there, kW and Nm. */
const europeanTable = dataFile('vehicles-eu.tsv.gz');

export type CatalogSize = 'full' | 'small';
export type Report = (text: string) => void;

/** Enough makes to show every kind of vehicle, for a fast start. */
const smallMakes = new Set(['volkswagen', 'audi', 'mini', 'tesla', 'mazda']);
const smallEuropean = new Set(['volkswagen golf', 'volkswagen passat', 'audi a3']);

/** Makes whose American cars are also in Europe, unless the European table has the make. */
const worldwide = [
  'Alfa Romeo',
  'Aston Martin',
  'Audi',
  'Bentley',
  'BMW',
  'Bugatti',
  'BYD',
  'Ferrari',
  'Fiat',
  'Ford',
  'Honda',
  'Hyundai',
  'Jaguar',
  'Jeep',
  'Kia',
  'Koenigsegg',
  'Lamborghini',
  'Land Rover',
  'Lexus',
  'Lotus',
  'Maserati',
  'Maybach',
  'Mazda',
  'McLaren',
  'Mercedes-Benz',
  'MINI',
  'Mitsubishi',
  'Morgan',
  'Nissan',
  'Pagani',
  'Peugeot',
  'Polestar',
  'Porsche',
  'Renault',
  'Rolls-Royce',
  'Saab',
  'smart',
  'Subaru',
  'Suzuki',
  'Tesla',
  'Toyota',
  'Volkswagen',
  'Volvo',
].map((name) => name.toLowerCase());

/**
 * The shipped vehicle table with tunes. Resumes after a crash: the import stores its position, and the tunes are
 * created in one transaction. Does nothing once there are tunes.
 */
export async function buildDemoCatalog(
  db: Db,
  { seed = 1, size = 'full', report = () => {} }: { seed?: number; size?: CatalogSize; report?: Report } = {},
): Promise<boolean> {
  const taken = await db.selectFrom('tunes').select('id').limit(1).executeTakeFirst();
  if (taken) return false;
  const isSmall = size === 'small';
  await importTable(db, { path: shippedTable, region: 1, report }, isSmall && (([make]) => smallMakes.has(make)));
  const keepsFamily = ([make, family]: Cells) => smallEuropean.has(`${make} ${family}`);
  await importTable(db, { path: europeanTable, region: 2, report }, isSmall && keepsFamily);
  await db.transaction().execute(async (tx) => {
    await shareWithEurope(tx);
    await addOddYears(tx);
    const tunes = await storeDemoTunes(tx, await engineFacts(tx), await transmissionFacts(tx), seed);
    await addTexts(tx);
    await bumpArea(tx, 'catalog');
    report(`Tunes: ${tunes}`);
  });
  await analyzeCatalog(db);
  return true;
}

type Cells = readonly [make: string, family: string];
type Table = { readonly path: string; readonly region: 1 | 2; readonly report: Report };

/** Imports a table, or the rows to keep. After a crash between import and tunes, it is done already. */
async function importTable(db: Db, { path, region, report }: Table, keeps: ((cells: Cells) => boolean) | false) {
  const file = keeps ? await smallTable(path, keeps) : { path, remove: async () => {} };
  try {
    let reportedAt = 0;
    const imported = await db
      .selectFrom('vehicle_imports')
      .select('id')
      .where('file_name', '=', basename(file.path))
      .where('state', '=', 'done')
      .executeTakeFirst();
    if (!imported)
      await importVehicles(db, {
        path: file.path,
        region,
        onProgress(done, total) {
          const fifth = Math.floor((done / total) * 5);
          if (fifth > reportedAt) report(`Vehicles: ${Math.floor((done / total) * 100)}%`);
          reportedAt = Math.max(reportedAt, fifth);
        },
      });
  } finally {
    await file.remove();
  }
}

/** Otherwise plans for empty tables would persist, and new rows would be scanned one by one in GIN's pending list. */
export async function analyzeCatalog(db: Db): Promise<void> {
  await sql`select gin_clean_pending_list('model_search_words')`.execute(db);
  await sql`analyze makes, years, models, model_years, model_search, engines, vehicles, transmissions, engine_transmissions,
    vehicle_transmissions, tunes, tune_tools, tune_tune_types, tune_links, engine_tunes, transmission_tunes, dyno_csvs`.execute(
    db,
  );
}

async function smallTable(table: string, keeps: (cells: Cells) => boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'tuneport-small-'));
  const path = join(folder, basename(table).replace(/\.tsv\.gz$/, '-small.tsv'));
  const out = createWriteStream(path);
  let header = true;
  for await (const { cells } of readTable(table)) {
    const [make = '', family = ''] = cells.map((cell) => cell.toLowerCase());
    if (header || keeps([make, family])) out.write(`${cells.join('\t')}\n`);
    header = false;
  }
  out.end();
  await finished(out);
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function shareWithEurope(db: Db): Promise<void> {
  // Without statistics of the new rows the join takes longer than a statement may on a busy machine.
  await sql`analyze makes, models, vehicles`.execute(db);
  await sql`update makes set regions = '{1,2}' where lower(name) = any(${worldwide}::text[])`.execute(db);
  await sql`update vehicles v set regions = '{1,2}' from models o join makes m on m.id = o.make_id
    where v.model_id = o.id and m.regions @> '{2}' and v.regions = '{1}' and not exists (
      select from vehicles e join models x on x.id = e.model_id where x.make_id = m.id and e.regions = '{2}')`.execute(
    db,
  );
}

async function engineFacts(db: Db): Promise<EngineFacts[]> {
  const { rows } = await sql<EngineFacts>`
    select e.id, m.name as make, e.slug, e.generation, e.displacement_l::float8 as displacement_l, e.cylinders, e.fuel,
      e.aspiration, e.hybrid, e.power_hp::float8 as power_hp, e.torque_nm::float8 as torque_nm
    from engines e join makes m on m.id = e.make_id order by e.id`.execute(db);
  return rows;
}

const transmissionFacts = (db: Db): Promise<TransmissionFacts[]> =>
  db.selectFrom('transmissions').select(['id', 'kind', 'gears', 'awd']).orderBy('id').execute();

async function addTexts(db: Db): Promise<void> {
  await sql`insert into seo_texts (make_id, title, description, text)
    select id, name || ' tuning', 'What your ' || name || ' can become: power, torque, tools and prices for every model and year.',
      'Choose the year and model of your ' || name || ' to see every tune we have for it, with power curves and the tools that write it.'
    from makes on conflict do nothing`.execute(db);
  await sql`insert into guides (title, text) values ('How a tune gets into your car',
    'Choose your vehicle, pick a tune, and see which tools write it. With a tool of your own you write it yourself in about twenty minutes; otherwise a dealer does, or you send us the control unit. Keep a battery charger connected, keep the original file, and drive the first kilometres gently.')
    on conflict do nothing`.execute(db);
  await sql`insert into guides (make_id, title, text)
    select id, 'Before you tune your ' || name, 'Read the car first: fault codes, fuel trims, and on turbo engines the boost it holds. A healthy ' || name || ' comes close to the chart; a tired one gains less. Note the software number of the control unit, since it decides which tool fits.'
    from makes where lower(name) = any('{volkswagen,audi,bmw,ford,subaru,mini,mazda}') on conflict do nothing`.execute(
    db,
  );
}
