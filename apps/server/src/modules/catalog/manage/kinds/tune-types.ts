import { slugOf } from '@tuneport/domain/site/slug';
import { sql } from 'kysely';
import { countOf } from '../../../../platform/db/lists/count-of.ts';
import { insertRow, touchRows, updateRow } from '../../../../platform/records/rows.ts';
import type { Kind } from '../kind.ts';

export const tuneTypes: Kind<'tune-types'> = {
  name: 'tune-types',
  noun: 'a tune type',
  table: 'tune_types',
  constraints: {
    tune_types_slug_key: ['slug', 'Another tune type already has this URL slug.'],
    tune_types_group_id_fkey: ['group_id', 'This group no longer exists.'],
  },
  async find(db, id) {
    return db
      .selectFrom('tune_types')
      .leftJoin('tune_type_groups', 'tune_type_groups.id', 'tune_types.group_id')
      .select([
        'tune_types.id',
        'tune_types.name',
        'tune_types.slug',
        'tune_types.is_awd',
        'tune_types.is_dsg',
        'tune_types.group_id',
        'tune_type_groups.name as group_name',
        'tune_types.categories',
        'tune_types.position',
        'tune_types.updated_at',
        sql<number>`(select count(*)::integer from tune_tune_types where tune_type_id = tune_types.id)`.as(
          'tune_count',
        ),
      ])
      .where('tune_types.id', '=', id)
      .executeTakeFirst();
  },
  insert: (db, fields) => insertRow(db, 'tune_types', { ...fields, slug: fields.slug ?? slugOf(fields.name ?? '') }),
  async store(db, id, change, now) {
    if (change.group_id !== undefined) {
      // The group lists its types, so both groups are touched to make older forms of them stale.
      const before = await db.selectFrom('tune_types').select('group_id').where('id', '=', id).executeTakeFirst();
      const groups = [before?.group_id, change.group_id].filter((group) => typeof group === 'number');
      if (before?.group_id !== change.group_id) await touchRows(db, 'tune_type_groups', groups, now);
    }
    await updateRow(db, 'tune_types', id, change);
  },
  uses: async (db, id) => [
    { count: await countOf(db, 'tune_tune_types', 'tune_type_id', id), one: 'tune', many: 'tunes' },
  ],
};
