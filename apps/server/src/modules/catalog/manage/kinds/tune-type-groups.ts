import { slugOf } from '@tuneport/domain/site/slug';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';
import { countOf } from '../../../../platform/db/lists/count-of.ts';
import { insertRow, touchRows, updateRow } from '../../../../platform/records/rows.ts';
import type { Kind } from '../kind.ts';

export const tuneTypeGroups: Kind<'tune-type-groups'> = {
  name: 'tune-type-groups',
  noun: 'a tune type group',
  table: 'tune_type_groups',
  constraints: { tune_type_groups_slug_key: ['slug', 'Another group already has this URL slug.'] },
  async find(db, id) {
    const group = await db
      .selectFrom('tune_type_groups')
      .select(['id', 'name', 'slug', 'position', 'updated_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!group) return undefined;
    const types = await db
      .selectFrom('tune_types')
      .select(['id', 'name'])
      .where('group_id', '=', id)
      .orderBy('position')
      .orderBy('id')
      .execute();
    return { ...group, types };
  },
  async check(db, { types = [] }) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from tune_types where id = any(${types}::integer[])`.execute(db);
    return rows[0]?.count === types.length ? {} : { types: ['One of the tune types no longer exists.'] };
  },
  async insert(db, { types, ...columns }, now) {
    const id = await insertRow(db, 'tune_type_groups', {
      ...columns,
      slug: columns.slug ?? slugOf(columns.name ?? ''),
    });
    await storeTypes(db, id, types ?? [], now);
    return id;
  },
  async store(db, id, { types, ...columns }, now) {
    await updateRow(db, 'tune_type_groups', id, columns);
    if (types !== undefined) await storeTypes(db, id, types, now);
  },
  uses: async (db, id) => [
    { count: await countOf(db, 'tune_types', 'group_id', id), one: 'tune type', many: 'tune types' },
  ],
};

/** A type belongs to at most one group: adding it here removes it from another group, which is then modified too. */
async function storeTypes(db: Db, id: number, types: readonly number[], now: Date): Promise<void> {
  const wanted = sql`${[...types]}::integer[]`;
  const { rows: left } = await sql<{ id: number }>`
    select distinct group_id as id from tune_types where id = any(${wanted}) and group_id <> ${id}`.execute(db);
  const { rows: changed } = await sql<{ id: number }>`
    update tune_types set group_id = case when id = any(${wanted}) then ${id}::integer end
    where (id = any(${wanted}) and group_id is distinct from ${id}) or (group_id = ${id} and id <> all(${wanted}))
    returning id`.execute(db);
  await touchRows(
    db,
    'tune_type_groups',
    left.map((row) => row.id),
    now,
  );
  await touchRows(
    db,
    'tune_types',
    changed.map((row) => row.id),
    now,
  );
}
