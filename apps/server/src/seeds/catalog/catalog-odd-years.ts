import { sql } from 'kysely';
import { storeSearchWords } from '../../modules/catalog/index.ts';
import type { Db } from '../../platform/db/db.ts';

type Copy = {
  readonly make: string;
  readonly model: string;
  readonly from: string;
  readonly year: string;
  readonly as?: string;
};

/** Model years that started mid-year, and generations sold by name instead of year. */
const copies: readonly Copy[] = [
  { make: 'Audi', model: 'A4', from: '2007', year: '2005.5' },
  { make: 'Volkswagen', model: 'Jetta', from: '2006', year: '2005.5' },
  { make: 'Mazda', model: 'Mazda6', from: '2017', year: '2017.5' },
  { make: 'Volvo', model: 'S60', from: '2016', year: '2015.5' },
  { make: 'Volkswagen', model: 'Golf', from: '2018', year: 'Series', as: 'Golf Mk7' },
  { make: 'Volkswagen', model: 'Golf R', from: '2018', year: 'Series', as: 'Golf R Mk7' },
  { make: 'Audi', model: 'S3', from: '2018', year: 'Series', as: 'S3 8V' },
  { make: 'BMW', model: 'M3', from: '2018', year: 'Series', as: 'M3 F80' },
];

/** Copies vehicles that the shipped table has in whole years. Missing makes and models are skipped. */
export async function addOddYears(db: Db): Promise<void> {
  for (const copy of copies) await copyVehicles(db, copy);
}

async function copyVehicles(db: Db, { make, model, from, year, as = model }: Copy): Promise<void> {
  const { rows } = await sql<{ make_id: number; year_id: number; model_id: number; family: string; regions: number[] }>`
    select m.id as make_id, y.id as year_id, o.id as model_id, o.family, o.regions
    from makes m join years y on y.make_id = m.id and y.year = ${from} join models o on o.make_id = m.id and o.name = ${model}
    where m.name = ${make}`.execute(db);
  const [found] = rows;
  if (!found) return;
  const { make_id, family, regions } = found;
  await sql`insert into years (make_id, year) values (${make_id}, ${year}) on conflict do nothing`.execute(db);
  if (as !== model)
    await sql`insert into models (make_id, slug, name, family, regions)
      values (${make_id}, ${as.toLowerCase().replaceAll(' ', '-')}, ${as}, ${family}, ${regions}::smallint[])
      on conflict do nothing`.execute(db);
  const target = sql`select y.id as year_id, o.id as model_id from years y join models o on o.make_id = y.make_id
    where y.make_id = ${make_id} and y.year = ${year} and o.name = ${as}`;
  await sql`insert into model_years (year_id, model_id, make_id)
    select year_id, model_id, ${make_id}::integer from (${target}) t on conflict do nothing`.execute(db);
  await sql`insert into vehicles (year_id, model_id, engine_id, engine_slug, vehicle_class, drive, regions,
      source_names, trims, bodies, drives)
    select t.year_id, t.model_id, v.engine_id, v.engine_slug, v.vehicle_class, v.drive, v.regions,
      array[${as}], v.trims, v.bodies, v.drives
    from vehicles v cross join (${target}) t where v.year_id = ${found.year_id} and v.model_id = ${found.model_id}
    on conflict do nothing`.execute(db);
  await sql`insert into vehicle_transmissions (vehicle_id, transmission_id)
    select n.id, vt.transmission_id
    from vehicles v join vehicle_transmissions vt on vt.vehicle_id = v.id cross join (${target}) t
    join vehicles n on n.year_id = t.year_id and n.model_id = t.model_id and n.engine_slug = v.engine_slug
    where v.year_id = ${found.year_id} and v.model_id = ${found.model_id} on conflict do nothing`.execute(db);
  await storeSearchWords(db, sql`o.make_id = ${make_id} and o.name = ${as}`);
}
