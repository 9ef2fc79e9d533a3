import type { RecordKindName } from '@tuneport/contract/catalog/catalog-admin-shapes';
import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob, type JobContext } from '../../../platform/jobs/define.ts';
import { progressReporter, withFile } from '../imports/file-work.ts';
import { TableError } from '../imports/read-table.ts';
import { releaseFiles } from './release-files.ts';
import { takeSheet } from './take-sheet.ts';

const SheetJob = z.object({ sheet_id: z.number().int() });
const common = { schema: SheetJob, transaction: 'none', timeoutS: 3_600, concurrency: 1 } as const;

export const compareSheetJob = defineJob({
  ...common,
  name: 'catalog.compare-sheet',
  run: (context, { sheet_id }) => atWork(context, sheet_id, 'checking'),
});

/** One transaction: a killed run has stored nothing and is repeated. */
export const storeSheetJob = defineJob({
  ...common,
  name: 'catalog.store-sheet',
  run: (context, { sheet_id }) => atWork(context, sheet_id, 'running'),
});

export const catalogSheetJobs = [compareSheetJob, storeSheetJob];

async function atWork(context: JobContext, id: number, state: 'checking' | 'running'): Promise<void> {
  const { db, now, platform, signal } = context;
  const row = await db
    .selectFrom('catalog_sheets as s')
    .innerJoin('stored_files as f', 'f.id', 's.file_id')
    .select(['s.kind', 's.started_by', 's.file_id', 'f.sha256'])
    .where('s.id', '=', id)
    .where('s.state', '=', state)
    .executeTakeFirst();
  // Done already.
  if (!row) return;
  const settle = async (to: { state: string; report?: string; problem?: string }) => {
    const isOver = to.state !== 'checked';
    await db
      .updateTable('catalog_sheets')
      .set({ ...to, updated_at: sql<Date>`now()`, finished_at: isOver ? sql<Date>`now()` : null })
      .where('id', '=', id)
      .where('state', '=', state)
      .execute();
    // The file is no longer needed after success or permanent failure; the cleanup job removes it.
    if (isOver && row.file_id !== null) await releaseFiles(db, [row.file_id]);
  };
  const reportProgress = progressReporter(signal, (rows_done) =>
    db.updateTable('catalog_sheets').set({ rows_done, updated_at: sql<Date>`now()` }).where('id', '=', id).execute(),
  );
  try {
    const report = await withFile(platform.files, row.sha256, (path) =>
      takeSheet(db, {
        kind: row.kind as RecordKindName,
        path,
        actor: { userId: row.started_by, sessionId: null, address: 'file' },
        origin: platform.config.publicOrigin,
        now,
        dryRun: state === 'checking',
        onProgress: reportProgress.at,
      }),
    );
    await reportProgress.settled();
    const isStored = state === 'running' && report.problems.length === 0;
    await settle({ state: isStored ? 'done' : 'checked', report: JSON.stringify(report) });
  } catch (error) {
    await reportProgress.settled();
    if (!(error instanceof TableError)) throw error;
    await settle({ state: 'failed', problem: error.message });
  }
}
