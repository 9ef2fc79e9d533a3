import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { analyzeCatalog, type Report } from './catalog.ts';

const tables = ['makes', 'years', 'models', 'vehicles'] as const;

/**
 * Copies every make with its years, models and vehicles until there are enough vehicles. Engines are shared, as between
 * makes of one manufacturer. The copies are in Europe, so results for North America stay the same while the tables
 * grow.
 */
export async function multiplyCatalog(db: Db, vehiclesWanted: number, report: Report): Promise<number> {
  const { rows } = await sql<{ makes: number; years: number; models: number; vehicles: number; count: number }>`
    select (select max(id) from makes) makes, (select max(id) from years) years, (select max(id) from models) models,
      (select max(id) from vehicles) vehicles, (select count(*)::integer from vehicles) count`.execute(db);
  const first = rows[0];
  if (!first || first.count === 0) throw new Error('There is no catalogue to multiply.');
  const copies = Math.max(0, Math.ceil(vehiclesWanted / first.count) - 1);
  for (let n = 1; n <= copies; n += 1) {
    const [k, y, o, v] = [n * first.makes, n * first.years, n * first.models, n * first.vehicles];
    await db.transaction().execute(async (tx) => {
      await sql`insert into makes (id, slug, name, regions) overriding system value
        select id + ${k}, slug || ${`-${n + 1}`}, name || ${` ${n + 1}`}, '{2}' from makes where id <= ${first.makes}`.execute(
        tx,
      );
      await sql`insert into years (id, make_id, year) overriding system value
        select id + ${y}, make_id + ${k}, year from years where id <= ${first.years}`.execute(tx);
      await sql`insert into models (id, make_id, slug, name, family) overriding system value
        select id + ${o}, make_id + ${k}, slug, name, family from models where id <= ${first.models}`.execute(tx);
      await sql`insert into model_search (model_id, words)
        select model_id + ${o}, words from model_search where model_id <= ${first.models}`.execute(tx);
      await sql`insert into model_years (year_id, model_id, make_id)
        select year_id + ${y}, model_id + ${o}, make_id + ${k} from model_years where year_id <= ${first.years}`.execute(
        tx,
      );
      await sql`insert into vehicles (id, year_id, model_id, engine_id, engine_slug, vehicle_class, drive, regions) overriding system value
        select id + ${v}, year_id + ${y}, model_id + ${o}, engine_id, engine_slug, vehicle_class, drive, '{2}'
        from vehicles where id <= ${first.vehicles}`.execute(tx);
      await sql`insert into vehicle_transmissions (vehicle_id, transmission_id)
        select vehicle_id + ${v}, transmission_id from vehicle_transmissions where vehicle_id <= ${first.vehicles}`.execute(
        tx,
      );
    });
    report(`Vehicles: ${((n + 1) * first.count).toLocaleString('en')}`);
  }
  for (const table of tables)
    await sql.raw(`select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`).execute(db);
  await analyzeCatalog(db);
  return (copies + 1) * first.count;
}
