import { freeSlug, reservedMakeSlugs } from '@tuneport/domain/site/slug';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';
import { countOf } from '../../../../platform/db/lists/count-of.ts';
import { insertRow, updateRow } from '../../../../platform/records/rows.ts';
import { storeSearchWords } from '../../imports/search-words.ts';
import { defaultRegions } from '../catalog-settings.ts';
import type { Kind } from '../kind.ts';
import type { Ref } from '../links.ts';

export const models: Kind<'models'> = {
  name: 'models',
  noun: 'a model',
  table: 'models',
  constraints: {
    models_name: ['name', 'This make already has a model with this name.'],
    models_make_id_slug_key: ['slug', 'This make already has a model with this URL slug.'],
    models_make_id_fkey: ['make_id', 'This make no longer exists.'],
  },
  async find(db, id) {
    const model = await db
      .selectFrom('models')
      .innerJoin('makes', 'makes.id', 'models.make_id')
      .select([
        'models.id',
        'models.make_id',
        'makes.name as make_name',
        'models.name',
        'models.slug',
        'models.family',
        'models.regions',
        'models.updated_at',
      ])
      .where('models.id', '=', id)
      .executeTakeFirst();
    return model && { ...model, years: await yearsOf(db, id) };
  },
  async check(db, { make_id, years }, before) {
    if (before && make_id !== undefined && make_id !== before.make_id)
      return { make_id: ['A model cannot be moved to another make. Create a new one there.'] };
    if (years === undefined) return {};
    const strangers = await yearsOutside(db, before?.make_id ?? make_id ?? 0, years);
    if (strangers > 0) return { years: ['Choose years of this make.'] };
    const keptYears = new Set(years);
    const removed = (before?.years ?? []).filter((year) => !keptYears.has(year.id));
    const driven = await yearsWithVehicles(
      db,
      before?.id ?? 0,
      removed.map((year) => year.id),
    );
    return driven.length === 0
      ? {}
      : { years: [`There are still vehicles for ${driven.join(', ')}. Remove their engines first.`] };
  },
  async insert(db, { years, ...columns }) {
    const id = await insertRow(db, 'models', {
      ...columns,
      slug: columns.slug ?? freeSlug(columns.name ?? '', new Set(reservedMakeSlugs)),
      regions: columns.regions ?? (await defaultRegions(db)),
    });
    await storeYears(db, id, years ?? []);
    await storeSearchWords(db, sql`o.id = ${id}`);
    return id;
  },
  async store(db, id, { years, ...columns }) {
    await updateRow(db, 'models', id, columns);
    if (years !== undefined) await storeYears(db, id, years);
    if (columns.name !== undefined || columns.family !== undefined) await storeSearchWords(db, sql`o.id = ${id}`);
  },
  uses: async (db, id) => [
    { count: await countOf(db, 'vehicles', 'model_id', id), one: 'vehicle', many: 'vehicles' },
    { count: await countOf(db, 'guides', 'model_id', id), one: 'guide', many: 'guides' },
  ],
};

async function yearsOf(db: Db, modelId: number): Promise<Ref[]> {
  const { rows } = await sql<Ref>`
    select y.id, y.year as name from model_years my join years y on y.id = my.year_id
    where my.model_id = ${modelId} order by y.rank desc, y.year`.execute(db);
  return rows;
}

async function yearsOutside(db: Db, makeId: number, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from unnest(${[...ids]}::integer[]) as wanted
    where not exists (select from years where id = wanted and make_id = ${makeId})`.execute(db);
  return rows[0]?.count ?? 0;
}

async function yearsWithVehicles(db: Db, modelId: number, yearIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ year: string }>`
    select y.year from years y where y.id = any(${[...yearIds]}::integer[])
      and exists (select from vehicles v where v.year_id = y.id and v.model_id = ${modelId})
    order by y.rank desc`.execute(db);
  return rows.map(({ year }) => year);
}

async function storeYears(db: Db, modelId: number, ids: readonly number[]): Promise<void> {
  const wanted = sql`${[...ids]}::integer[]`;
  await sql`delete from model_years where model_id = ${modelId} and year_id <> all(${wanted})`.execute(db);
  await sql`insert into model_years (year_id, model_id, make_id)
    select y.id, ${modelId}, y.make_id from years y where y.id = any(${wanted}) on conflict do nothing`.execute(db);
}
