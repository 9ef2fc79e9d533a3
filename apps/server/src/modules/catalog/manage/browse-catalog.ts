import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Ref } from './links.ts';

type Entry = { id: number; slug: string; name: string; count: number };
type Path = { make?: string | undefined; model?: string | undefined; year?: string | undefined };

/** One level of the path make, model, year, engines. Unlike the public picker it includes records without a region. */
export async function browseCatalog(db: Db, path: Path) {
  if (path.make === undefined)
    return { make: null, model: null, year: null, of: 'makes' as const, entries: await makes(db) };
  const make = await found(sql<Ref>`select id, name from makes where slug = ${path.make}`.execute(db));
  if (path.model === undefined)
    return { make, model: null, year: null, of: 'models' as const, entries: await modelsOf(db, make.id) };
  const model = await found(
    sql<Ref>`select id, name from models where make_id = ${make.id} and slug = ${path.model}`.execute(db),
  );
  if (path.year === undefined)
    return { make, model, year: null, of: 'years' as const, entries: await yearsOf(db, model.id) };
  const year = await found(
    sql<Ref>`
    select y.id, y.year as name from model_years my join years y on y.id = my.year_id
    where my.model_id = ${model.id} and y.year = ${path.year}`.execute(db),
  );
  return { make, model, year, of: 'engines' as const, entries: await enginesOf(db, model.id, year.id) };
}

async function found(rows: Promise<{ rows: Ref[] }>): Promise<Ref> {
  const row = (await rows).rows[0];
  if (!row) throw new Refusal('not_found');
  return row;
}

const makes = async (db: Db) =>
  (
    await sql<Entry>`select m.id, m.slug, m.name, (select count(*)::integer from models where make_id = m.id) as count
      from makes m order by lower(m.name), m.id`.execute(db)
  ).rows;

const modelsOf = async (db: Db, makeId: number) =>
  (
    await sql<Entry>`select o.id, o.slug, o.name, (select count(*)::integer from model_years where model_id = o.id) as count
      from models o where o.make_id = ${makeId} order by lower(o.name), o.id`.execute(db)
  ).rows;

const yearsOf = async (db: Db, modelId: number) =>
  (
    await sql<Entry>`select y.id, y.year as slug, y.year as name, (select count(*)::integer from vehicles v
        where v.year_id = y.id and v.model_id = ${modelId}) as count
      from model_years my join years y on y.id = my.year_id where my.model_id = ${modelId} order by y.rank desc`.execute(
      db,
    )
  ).rows;

const enginesOf = async (db: Db, modelId: number, yearId: number) =>
  (
    await sql<Entry>`select e.id, e.slug, e.name, (select count(*)::integer from engine_tunes where engine_id = e.id) as count
      from vehicles v join engines e on e.id = v.engine_id where v.model_id = ${modelId} and v.year_id = ${yearId}
      order by e.displacement_l nulls last, lower(e.name), e.id`.execute(db)
  ).rows;
