import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import { defineJob, type JobContext } from '../../../platform/jobs/define.ts';
import { progressReporter, TableError, withFile } from '../../catalog/index.ts';
import { type ContactImportReport, importContacts, savePlace, storeLines } from './import-contacts.ts';
import type { ContactColumns } from './read-contact.ts';

const ImportJob = z.object({ import_id: z.number().int() });
const shared = { schema: ImportJob, transaction: 'none', timeoutS: 3_600, concurrency: 1 } as const;

export const checkContactsJob = defineJob({
  ...shared,
  name: 'leads.check-contacts',
  run: (context, { import_id }) =>
    atWork(context, import_id, 'checking', async (path, row) => {
      const progress = progressReporter(context.signal, (rows_done) =>
        context.db
          .updateTable('lead_imports')
          .set({ rows_done, updated_at: sql<Date>`now()` })
          .where('id', '=', import_id)
          .where('state', '=', 'checking')
          .execute(),
      );
      const { columns, started_by: ownerId } = row;
      const report = await importContacts(context.db, {
        path,
        columns,
        ownerId,
        now: context.now,
        onProgress: progress.at,
        onLines: (lines) => storeLines(context.db, import_id, lines),
      });
      await progress.settled();
      await settle(context.db, import_id, 'checking', { state: 'checked', check_report: JSON.stringify(report) });
    }),
});

/** Each batch is committed with its place, so a killed run resumes there. */
export const importContactsJob = defineJob({
  ...shared,
  name: 'leads.import-contacts',
  retryLimit: 20,
  run: (context, { import_id }) =>
    atWork(context, import_id, 'running', async (path, row) => {
      let before = row.rows_done;
      await importContacts(context.db, {
        path,
        columns: row.columns,
        ownerId: row.started_by,
        now: context.now,
        onProgress: () => context.signal.throwIfAborted(),
        resume: { rowsDone: before, report: row.report },
        commit: async (tx, done, report, lines) => {
          await savePlace(tx, import_id, before, done, report, lines);
          before = done;
        },
      });
      await settle(context.db, import_id, 'running', { state: 'done' });
    }),
});

type ImportRow = {
  rows_done: number;
  columns: ContactColumns;
  report: ContactImportReport | null;
  started_by: number | null;
  sha256: Buffer;
};

async function atWork(
  { db, platform }: JobContext,
  importId: number,
  state: 'checking' | 'running',
  work: (path: string, row: ImportRow) => Promise<void>,
): Promise<void> {
  const row = await db
    .selectFrom('lead_imports as i')
    .innerJoin('stored_files as f', 'f.id', 'i.file_id')
    .select(['i.rows_done', 'i.columns', 'i.report', 'i.started_by', 'f.sha256'])
    .where('i.id', '=', importId)
    .where('i.state', '=', state)
    .executeTakeFirst();
  // Already finished, or deleted in the meantime.
  if (!row) return;
  try {
    await withFile(platform.files, row.sha256, (path) => work(path, row as ImportRow));
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    await settle(db, importId, state, { state: 'failed', problem: error.message });
  }
}

type Settled = { state: 'checked'; check_report: string } | { state: 'failed'; problem: string } | { state: 'done' };

const settle = (db: Db, importId: number, from: string, to: Settled) =>
  db
    .updateTable('lead_imports')
    .set({ ...to, updated_at: sql<Date>`now()`, finished_at: to.state === 'checked' ? null : sql<Date>`now()` })
    .where('id', '=', importId)
    .where('state', '=', from)
    .execute();
