import { sql } from 'kysely';
import type { Db } from '../db.ts';

/** How many rows of a table reference a record. */
export async function countOf(db: Db, table: string, column: string, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db);
  return rows[0]?.count ?? 0;
}
