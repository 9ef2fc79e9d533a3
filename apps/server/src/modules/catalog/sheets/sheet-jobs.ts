import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RecordKindName } from '@tuneport/contract/catalog-admin-shapes';
import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob, type JobContext } from '../../../platform/jobs/define.ts';
import { TableError } from '../imports/read-table.ts';
import { takeSheet } from './take-sheet.ts';

const SheetJob = z.object({ sheet_id: z.number().int() });
const common = { schema: SheetJob, transaction: 'none', timeoutS: 3_600, concurrency: 1 } as const;

export const compareSheetJob = defineJob({
  ...common,
  name: 'catalog.compare-sheet',
  run: (context, { sheet_id }) => atWork(context, sheet_id, 'checking'),
});

/** One transaction: a run that was killed has stored nothing and is done again. */
export const storeSheetJob = defineJob({
  ...common,
  name: 'catalog.store-sheet',
  run: (context, { sheet_id }) => atWork(context, sheet_id, 'running'),
});

export const catalogSheetJobs = [compareSheetJob, storeSheetJob];

async function atWork(context: JobContext, id: number, state: 'checking' | 'running'): Promise<void> {
  const { db, now, platform } = context;
  const row = await db
    .selectFrom('catalog_sheets as s')
    .innerJoin('stored_files as f', 'f.id', 's.file_id')
    .select(['s.kind', 's.started_by', 'f.sha256'])
    .where('s.id', '=', id)
    .where('s.state', '=', state)
    .executeTakeFirst();
  // Done already.
  if (!row) return;
  const settle = (to: { state: string; report?: string; problem?: string }) =>
    db
      .updateTable('catalog_sheets')
      .set({ ...to, updated_at: sql<Date>`now()`, finished_at: to.state === 'checked' ? null : sql<Date>`now()` })
      .where('id', '=', id)
      .where('state', '=', state)
      .execute();
  const folder = await mkdtemp(join(tmpdir(), 'tuneport-sheet-'));
  const tell = progress(context, id);
  try {
    const path = join(folder, 'sheet');
    await pipeline(await platform.files.open(row.sha256), createWriteStream(path, { mode: 0o600 }));
    const report = await takeSheet(db, {
      kind: row.kind as RecordKindName,
      path,
      actor: { userId: row.started_by, sessionId: null, address: 'file' },
      origin: platform.config.publicOrigin,
      now,
      dryRun: state === 'checking',
      onProgress: tell.at,
    });
    await tell.settled();
    const isStored = state === 'running' && report.problems.length === 0;
    await settle({ state: isStored ? 'done' : 'checked', report: JSON.stringify(report) });
  } catch (error) {
    await tell.settled();
    if (!(error instanceof TableError)) throw error;
    await settle({ state: 'failed', problem: error.message });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The work is in a transaction of its own, so where it stands is told beside it, at most once at a time. */
function progress({ db, signal }: JobContext, id: number) {
  let writing: Promise<unknown> | null = null;
  return {
    at(done: number) {
      signal.throwIfAborted();
      writing ??= db
        .updateTable('catalog_sheets')
        .set({ rows_done: done, updated_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute()
        .finally(() => {
          writing = null;
        });
    },
    settled: async () => {
      await writing;
    },
  };
}
