import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';
import { type Moved, refuseWhen } from './moved.ts';

/** Tool restrictions and role discounts: a merge must not silently change those of the kept record. */
export async function moveRestrictions(
  db: Db,
  moved: Moved,
  of: 'engine' | 'transmission',
  survivor: number,
  merged: number,
): Promise<void> {
  const owner = sql.ref(`${of}_id`);
  const tools = sql.table(`${of}_tool_restrictions`);
  const listed = (id: number) => sql`array(select tool_id from ${tools} where ${owner} = ${id} order by tool_id)`;
  await refuseWhen(
    db,
    sql`${listed(survivor)} <> ${listed(merged)}`,
    'These records allow different tools. Set the same tool restrictions for both first.',
  );
  const discounts = sql.table(`${of}_role_discounts`);
  await refuseWhen(
    db,
    sql`exists (select from ${discounts} a join ${discounts} b on a.key = b.key and a.percent <> b.percent
      where a.${owner} = ${survivor} and b.${owner} = ${merged})`,
    'These records give the same role different discounts. Set the same discounts first.',
  );
  const { rows } = await sql`insert into ${discounts} (${owner}, key, percent)
    select ${survivor}::integer, key, percent from ${discounts} where ${owner} = ${merged}
    on conflict do nothing returning key`.execute(db);
  moved.add('role discounts', rows.length);
}
