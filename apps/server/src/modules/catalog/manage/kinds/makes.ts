import { freeSlug, reservedMakeSlugs } from '@tuneport/domain/site/slug';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';
import { countOf } from '../../../../platform/db/lists/count-of.ts';
import { insertRow, updateRow } from '../../../../platform/records/rows.ts';
import { prominenceOf } from '../../imports/display-names.ts';
import { storeSearchWords } from '../../imports/search-words.ts';
import type { MakeRow } from '../../vehicle-queries.ts';
import { defaultRegions } from '../catalog-settings.ts';
import type { Kind } from '../kind.ts';

export const makes: Kind<'makes'> = {
  name: 'makes',
  noun: 'a make',
  table: 'makes',
  constraints: {
    makes_name: ['name', 'Another make already has this name.'],
    makes_slug_key: ['slug', 'Another make already has this URL slug.'],
  },
  async find(db, id) {
    return db
      .selectFrom('makes')
      .select(['id', 'name', 'slug', sql<MakeRow['prominence']>`prominence`.as('prominence'), 'regions', 'updated_at'])
      .where('id', '=', id)
      .executeTakeFirst();
  },
  async insert(db, { name = '', slug, prominence, regions }) {
    return insertRow(db, 'makes', {
      name,
      slug: slug ?? freeSlug(name, new Set(reservedMakeSlugs)),
      prominence: prominence ?? prominenceOf(name),
      regions: regions ?? (await defaultRegions(db)),
    });
  },
  async store(db, id, change) {
    await updateRow(db, 'makes', id, change);
    if (change.name !== undefined) await storeSearchWords(db, sql`o.make_id = ${id}`);
  },
  uses: (db, id) => makeHanging(db, id),
};

async function makeHanging(db: Db, id: number) {
  return [
    { count: await countOf(db, 'years', 'make_id', id), one: 'year', many: 'years' },
    { count: await countOf(db, 'models', 'make_id', id), one: 'model', many: 'models' },
    { count: await countOf(db, 'engines', 'make_id', id), one: 'engine', many: 'engines' },
    { count: await countOf(db, 'transmissions', 'make_id', id), one: 'transmission', many: 'transmissions' },
    { count: await countOf(db, 'guides', 'make_id', id), one: 'guide', many: 'guides' },
  ];
}
