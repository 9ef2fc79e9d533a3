import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { Table } from './record-kind.ts';

export type Columns = Readonly<Record<string, unknown>>;

const given = (columns: Columns) => Object.entries(columns).filter(([, value]) => value !== undefined);

/** A new row with the columns that are given; the table's defaults fill the rest. */
export async function insertRow(db: Db, table: Table, columns: Columns): Promise<number> {
  const entries = given(columns);
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(entries.map(([name]) => sql.ref(name)))})
    values (${sql.join(entries.map(([, value]) => sql.val(value)))}) returning id`.execute(db);
  return rows[0]?.id as number;
}

export async function updateRow(db: Db, table: Table, id: number, columns: Columns): Promise<void> {
  const entries = given(columns);
  if (entries.length === 0) return;
  await sql`update ${sql.table(table)}
    set ${sql.join(entries.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))} where id = ${id}`.execute(db);
}

/**
 * Concurrent writers of a record wait here. `stays` is for an update: rows that reference the record may still be inserted meanwhile,
 * so a new model need not wait for the new name of its make.
 */
export async function lockRow(db: Db, table: Table, id: number, stays = false): Promise<boolean> {
  const strength = stays ? sql`for no key update` : sql`for update`;
  const { rows } = await sql`select id from ${sql.table(table)} where id = ${id} ${strength}`.execute(db);
  return rows.length > 0;
}

export async function removeRow(db: Db, table: Table, id: number): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(db);
}

/** Moves `updated_at` on by at least a second, so that a save by anyone who read the records before is stale. */
export async function touchRows(db: Db, table: Table, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql`update ${sql.table(table)}
    set updated_at = greatest(date_trunc('second', updated_at) + interval '1 second', date_trunc('second', ${now}::timestamptz))
    where id = any(${[...ids]}::integer[])`.execute(db);
}
