import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';

type RoleDiscount = { key: string; percent: string };
type Of = 'engine' | 'transmission';

export async function readDiscounts(db: Db, of: Of, id: number): Promise<RoleDiscount[]> {
  const { rows } = await sql<RoleDiscount>`
    select key, trim_scale(percent)::text as percent from ${sql.table(`${of}_role_discounts`)}
    where ${sql.ref(`${of}_id`)} = ${id} order by key`.execute(db);
  return rows;
}

export async function storeDiscounts(
  db: Db,
  of: Of,
  id: number,
  discounts: readonly RoleDiscount[] | undefined,
): Promise<void> {
  if (discounts === undefined) return;
  const [table, owner] = [sql.table(`${of}_role_discounts`), sql.ref(`${of}_id`)];
  await sql`delete from ${table} where ${owner} = ${id}`.execute(db);
  for (const { key, percent } of discounts)
    await sql`insert into ${table} (${owner}, key, percent) values (${id}, ${key}, ${percent})`.execute(db);
}
