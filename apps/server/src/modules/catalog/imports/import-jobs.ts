import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import type { Region } from '../../../platform/http/context.ts';
import { defineJob, type JobContext } from '../../../platform/jobs/define.ts';
import { progressReporter, withFile } from './file-work.ts';
import { importVehicles } from './import-vehicles.ts';
import type { ColumnMap } from './map-columns.ts';
import { TableError } from './read-table.ts';

const ImportJob = z.object({ import_id: z.number().int() });

/** A dry run is rolled back, so its progress is written outside the transaction. */
export const checkVehiclesJob = defineJob({
  name: 'catalog.check-vehicles',
  schema: ImportJob,
  transaction: 'none',
  timeoutS: 3_600,
  concurrency: 1,
  run: (context, { import_id }) =>
    atWork(context, import_id, 'checking', async (path, row) => {
      const reportProgress = progressReporter(context.signal, (done) => saveProgress(context.db, import_id, done));
      const report = await importVehicles(context.db, {
        path,
        fileName: row.file_name,
        region: row.region as Region,
        columns: row.columns as ColumnMap['at'],
        dryRun: true,
        onProgress: reportProgress.at,
      });
      await reportProgress.settled();
      await settle(context.db, import_id, 'checking', { state: 'checked', check_report: JSON.stringify(report) });
    }),
});

/** Each batch is committed with its position, so a killed run resumes there. */
export const importVehiclesJob = defineJob({
  name: 'catalog.import-vehicles',
  schema: ImportJob,
  transaction: 'none',
  timeoutS: 4 * 3_600,
  concurrency: 1,
  retryLimit: 20,
  run: (context, { import_id }) =>
    atWork(context, import_id, 'running', async (path, row) => {
      await importVehicles(context.db, {
        path,
        fileName: row.file_name,
        region: row.region as Region,
        columns: row.columns as ColumnMap['at'],
        importId: import_id,
        onProgress: () => context.signal.throwIfAborted(),
      });
    }),
});

export const catalogImportJobs = [checkVehiclesJob, importVehiclesJob];

type ImportRow = { file_name: string; region: number; columns: unknown; sha256: Buffer };

/** Loads the file, runs the work, and records on the import why a table was rejected. */
async function atWork(
  { db, platform }: JobContext,
  importId: number,
  state: 'checking' | 'running',
  work: (path: string, row: ImportRow) => Promise<void>,
): Promise<void> {
  const row = await db
    .selectFrom('vehicle_imports as i')
    .innerJoin('stored_files as f', 'f.id', 'i.file_id')
    .select(['i.file_name', 'i.region', 'i.columns', 'f.sha256'])
    .where('i.id', '=', importId)
    .where('i.state', '=', state)
    .executeTakeFirst();
  // Already finished, or deleted in the meantime.
  if (!row) return;
  try {
    await withFile(platform.files, row.sha256, (path) => work(path, row));
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    await settle(db, importId, state, { state: 'failed', problem: error.message });
  }
}

type Settled = { state: 'checked'; check_report: string } | { state: 'failed'; problem: string };

const settle = (db: Db, importId: number, from: string, to: Settled) =>
  db
    .updateTable('vehicle_imports')
    .set({ ...to, updated_at: sql<Date>`now()`, finished_at: to.state === 'failed' ? sql<Date>`now()` : null })
    .where('id', '=', importId)
    .where('state', '=', from)
    .execute();

const saveProgress = (db: Db, importId: number, rows_done: number) =>
  db
    .updateTable('vehicle_imports')
    .set({ rows_done, updated_at: sql<Date>`now()` })
    .where('id', '=', importId)
    .where('state', '=', 'checking')
    .execute();
