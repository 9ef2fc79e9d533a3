import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { Kind } from './kind.ts';

type Table = Kind<'makes'>['table'];
type Columns = Readonly<Record<string, unknown>>;

const definedColumns = (columns: Columns) => Object.entries(columns).filter(([, value]) => value !== undefined);

/** Inserts a row with the given columns; the others get the table's defaults. */
export async function insertRow(db: Db, table: Table, columns: Columns): Promise<number> {
  const entries = definedColumns(columns);
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(entries.map(([name]) => sql.ref(name)))})
    values (${sql.join(entries.map(([, value]) => sql.val(value)))}) returning id`.execute(db);
  return rows[0]?.id as number;
}

export async function updateRow(db: Db, table: Table, id: number, columns: Columns): Promise<void> {
  const entries = definedColumns(columns);
  if (entries.length === 0) return;
  await sql`update ${sql.table(table)}
    set ${sql.join(entries.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))} where id = ${id}`.execute(db);
}

/**
 * Serializes concurrent writers of a row. With `stays` the weaker lock still allows foreign keys to reference it: a
 * change to a model need not wait for a rename of its make.
 */
export async function lockRow(db: Db, table: Table, id: number, stays = false): Promise<boolean> {
  const strength = stays ? sql`for no key update` : sql`for update`;
  const { rows } = await sql`select id from ${sql.table(table)} where id = ${id} ${strength}`.execute(db);
  return rows.length > 0;
}

export async function removeRow(db: Db, table: Table, id: number): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(db);
}

/** Advances `updated_at` by at least a second, so that saves based on an earlier read are stale. */
export async function touchRows(db: Db, table: Table, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql`update ${sql.table(table)}
    set updated_at = greatest(date_trunc('second', updated_at) + interval '1 second', date_trunc('second', ${now}::timestamptz))
    where id = any(${[...ids]}::integer[])`.execute(db);
}
