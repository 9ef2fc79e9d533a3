import { defineJob } from '../../../platform/jobs/define.ts';
import { checkProgress, ImportJob, settleImport, workOnImport } from '../../catalog/index.ts';
import { type ContactImportReport, importContacts, savePlace, storeLines } from './import-contacts.ts';
import type { ContactColumns } from './read-contact.ts';

const table = 'lead_imports';
const shared = { schema: ImportJob, transaction: 'none', timeoutS: 3_600, concurrency: 1 } as const;

export const checkContactsJob = defineJob({
  ...shared,
  name: 'leads.check-contacts',
  run: (context, { import_id }) =>
    workOnImport<ImportRow>(context, table, import_id, 'checking', async (path, row) => {
      const progress = checkProgress(context, table, import_id);
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
      await settleImport(context.db, table, import_id, 'checking', {
        state: 'checked',
        check_report: JSON.stringify(report),
      });
    }),
});

/** Each batch is committed with its place, so a killed run resumes there. */
export const importContactsJob = defineJob({
  ...shared,
  name: 'leads.import-contacts',
  retryLimit: 20,
  run: (context, { import_id }) =>
    workOnImport<ImportRow>(context, table, import_id, 'running', async (path, row) => {
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
      await settleImport(context.db, table, import_id, 'running', { state: 'done' });
    }),
});

type ImportRow = {
  rows_done: number;
  columns: ContactColumns;
  report: ContactImportReport | null;
  started_by: number | null;
};
