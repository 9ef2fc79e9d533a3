import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';
import { removeRow, touchRows } from '../../../../platform/records/rows.ts';
import { type Moved, moveColumn, movePairs, refuseWhen } from './moved.ts';

const pairs = [
  { table: 'engine_tunes', owner: 'tune_id', other: 'engine_id', what: 'engines', listedIn: 'engines' },
  {
    table: 'transmission_tunes',
    owner: 'tune_id',
    other: 'transmission_id',
    what: 'transmissions',
    listedIn: 'transmissions',
  },
] as const;

/** Prices, figures and texts of the kept tune remain; the tools must be the same for both. */
export async function mergeTune(db: Db, moved: Moved, survivor: number, merged: number, now: Date): Promise<void> {
  const tools = (id: number) => sql`array(select tool_id from tune_tools where tune_id = ${id} order by tool_id)`;
  await refuseWhen(
    db,
    sql`${tools(survivor)} <> ${tools(merged)}`,
    'These tunes use different tools. Set the same tools for both first.',
  );
  for (const list of pairs) {
    const { rows } = await sql<{ id: number }>`
      select ${sql.ref(list.other)} as id from ${sql.table(list.table)} where tune_id = ${merged}`.execute(db);
    await movePairs(db, moved, list, survivor, merged);
    await touchRows(
      db,
      list.listedIn,
      rows.map((row) => row.id),
      now,
    );
  }
  await movePairs(
    db,
    moved,
    { table: 'tune_tune_types', owner: 'tune_id', other: 'tune_type_id', what: 'tune types' },
    survivor,
    merged,
  );
  for (const [from, to] of [
    ['tune_id', 'other_id'],
    ['other_id', 'tune_id'],
  ] as const) {
    const { rows } = await sql`insert into tune_links (${sql.ref(from)}, ${sql.ref(to)}, kind)
      select ${survivor}::integer, ${sql.ref(to)}, kind from tune_links
      where ${sql.ref(from)} = ${merged} and ${sql.ref(to)} <> ${survivor}
      on conflict do nothing returning kind`.execute(db);
    moved.add('links between tunes', rows.length);
  }
  await sql`delete from tune_links where tune_id = ${merged} or other_id = ${merged}`.execute(db);
  await moveColumn(db, moved, { table: 'dyno_csvs', column: 'tune_id', what: 'dyno runs' }, survivor, merged);
  await removeRow(db, 'tunes', merged);
}
