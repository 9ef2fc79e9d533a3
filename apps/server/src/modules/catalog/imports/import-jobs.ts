import type { Region } from '../../../platform/http/context.ts';
import { defineJob } from '../../../platform/jobs/define.ts';
import { importVehicles } from './import-vehicles.ts';
import { checkProgress, ImportJob, settleImport, workOnImport } from './import-work.ts';
import type { ColumnMap } from './map-columns.ts';

const table = 'vehicle_imports';

/** A dry run is rolled back, so its progress is written outside the transaction. */
export const checkVehiclesJob = defineJob({
  name: 'catalog.check-vehicles',
  schema: ImportJob,
  transaction: 'none',
  timeoutS: 3_600,
  concurrency: 1,
  run: (context, { import_id }) =>
    workOnImport<ImportRow>(context, table, import_id, 'checking', async (path, row) => {
      const progress = checkProgress(context, table, import_id);
      const report = await importVehicles(context.db, {
        path,
        fileName: row.file_name,
        region: row.region as Region,
        columns: row.columns as ColumnMap['at'],
        dryRun: true,
        onProgress: progress.at,
      });
      await progress.settled();
      await settleImport(context.db, table, import_id, 'checking', {
        state: 'checked',
        check_report: JSON.stringify(report),
      });
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
    workOnImport<ImportRow>(context, table, import_id, 'running', async (path, row) => {
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

type ImportRow = { file_name: string; region: number; columns: unknown };
