import { countOf } from '../../../../platform/db/lists/count-of.ts';
import { insertRow, updateRow } from '../../../../platform/records/rows.ts';
import type { Kind } from '../kind.ts';

export const years: Kind<'years'> = {
  name: 'years',
  noun: 'a year',
  table: 'years',
  constraints: {
    years_make_id_year_key: ['year', 'This make already has this year.'],
    years_make_id_fkey: ['make_id', 'This make no longer exists.'],
  },
  async find(db, id) {
    return db
      .selectFrom('years')
      .innerJoin('makes', 'makes.id', 'years.make_id')
      .select(['years.id', 'years.make_id', 'makes.name as make_name', 'years.year', 'years.updated_at'])
      .where('years.id', '=', id)
      .executeTakeFirst();
  },
  check: (_, change, before) =>
    before && change.make_id !== undefined && change.make_id !== before.make_id
      ? { make_id: ['A year cannot be moved to another make. Create a new one there.'] }
      : {},
  insert: (db, fields) => insertRow(db, 'years', fields),
  store: (db, id, change) => updateRow(db, 'years', id, change),
  uses: async (db, id) => [
    { count: await countOf(db, 'model_years', 'year_id', id), one: 'model', many: 'models' },
    { count: await countOf(db, 'guides', 'year_id', id), one: 'guide', many: 'guides' },
  ],
};
