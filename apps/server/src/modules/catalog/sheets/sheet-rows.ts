import type { RecordKindName } from '@tuneport/contract/catalog/catalog-admin-shapes';
import { csvRow } from '@tuneport/domain/api/csv-row';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { kinds } from '../manage/kinds/index.ts';
import { kindColumns } from './kind-columns.ts';

/** A record as a sheet row: one text per column. */
export type SheetRow = { readonly id: number; readonly updatedAt: string; readonly texts: readonly string[] };

const batchRows = 1000;

/** Records after an id, ordered by id, or only the given ids. One statement reads all columns. */
async function readRows(db: Db, kind: RecordKindName, which: { after: number } | { ids: readonly number[] }) {
  const columns = kindColumns[kind];
  const chosen =
    'after' in which
      ? sql`r.id > ${which.after} order by r.id limit ${batchRows}`
      : sql`r.id = any(${[...which.ids]}::integer[])`;
  const { rows } = await sql<Record<string, string | null> & { id: number; updated_at: Date }>`
    select r.id, r.updated_at, ${sql.join(columns.map((column, at) => sql`${column.sql} as ${sql.ref(`c${at}`)}`))}
    from ${sql.table(kinds[kind].table)} r where ${chosen}`.execute(db);
  return rows.map(
    (row): SheetRow => ({
      id: row.id,
      updatedAt: timeText(row.updated_at),
      texts: columns.map(({ shown }, at) => {
        const raw = row[`c${at}`] ?? '';
        return raw !== '' && shown ? shown(raw) : raw;
      }),
    }),
  );
}

/** Whole seconds are sufficient: each save advances the time of a record by at least one. */
export const timeText = (time: Date) => `${time.toISOString().slice(0, 19)}Z`;

export const rowsOf = async (db: Db, kind: RecordKindName, ids: readonly number[]): Promise<Map<number, SheetRow>> =>
  new Map((await readRows(db, kind, { ids })).map((row) => [row.id, row]));

export const idColumn = 'id';
export const timeColumn = 'updated_at';

/**
 * Text that begins like a formula is prefixed with an apostrophe, and text that already looks prefixed gets another
 * one.
 */
const guarded = (text: string) => (/^'+[=+\-@\t\r\0]/.test(text) ? `'${text}` : text);
export const unguarded = (text: string) => (/^'+[=+\-@\t\r\0]/.test(text) ? text.slice(1) : text);

/** All records of a kind as CSV, read in batches. */
export async function wholeSheet(db: Db, kind: RecordKindName): Promise<string> {
  const parts = [`\uFEFF${csvRow([idColumn, timeColumn, ...kindColumns[kind].map(({ name }) => name)])}`];
  let after: number | undefined = 0;
  while (after !== undefined) {
    const rows: SheetRow[] = await readRows(db, kind, { after });
    for (const { id, updatedAt, texts } of rows) parts.push(csvRow([id, updatedAt, ...texts.map(guarded)]));
    after = rows.at(-1)?.id;
  }
  return parts.join('');
}
