import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import type { JobContext } from '../../../platform/jobs/define.ts';
import { progressReporter, withFile } from './file-work.ts';
import { TableError } from './read-table.ts';

export type ImportTable = 'vehicle_imports' | 'lead_imports';
export const ImportJob = z.object({ import_id: z.number().int() });
type Working = 'checking' | 'running';

/** Loads the file of an import, runs the work, and records on the import why a table was rejected. */
export async function workOnImport<Row>(
  { db, platform }: JobContext,
  table: ImportTable,
  importId: number,
  state: Working,
  work: (path: string, row: Row) => Promise<void>,
): Promise<void> {
  const row = await db
    .selectFrom(table)
    .selectAll()
    .where('id', '=', importId)
    .where('state', '=', state)
    .executeTakeFirst();
  // Already finished, or deleted in the meantime.
  if (!row?.file_id) return;
  const { sha256 } = await db
    .selectFrom('stored_files')
    .select('sha256')
    .where('id', '=', row.file_id)
    .executeTakeFirstOrThrow();
  try {
    await withFile(platform.files, sha256, (path) => work(path, row as Row));
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    await settleImport(db, table, importId, state, { state: 'failed', problem: error.message });
  }
}

type Settled = { state: 'checked'; check_report: string } | { state: 'failed'; problem: string } | { state: 'done' };

export const settleImport = (db: Db, table: ImportTable, importId: number, from: Working, to: Settled) =>
  db
    .updateTable(table)
    .set({ ...to, updated_at: sql<Date>`now()`, finished_at: to.state === 'checked' ? null : sql<Date>`now()` })
    .where('id', '=', importId)
    .where('state', '=', from)
    .execute();

/** Reports how far a check has come. */
export const checkProgress = ({ db, signal }: JobContext, table: ImportTable, importId: number) =>
  progressReporter(signal, (rows_done) =>
    db
      .updateTable(table)
      .set({ rows_done, updated_at: sql<Date>`now()` })
      .where('id', '=', importId)
      .where('state', '=', 'checking')
      .execute(),
  );
