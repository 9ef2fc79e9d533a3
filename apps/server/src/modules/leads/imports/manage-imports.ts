import { importMachine } from '@tuneport/domain/catalog/import-steps';
import { customFieldName } from '@tuneport/domain/leads/custom-fields';
import { canStep, type StateOf } from '@tuneport/domain/states/machine';
import type { AuditActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pageOf } from '../../../platform/db/lists/page.ts';
import { storeFile } from '../../../platform/files/keep-file.ts';
import type { ReceivedFile } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import {
  isAtWork,
  isStalled,
  mappingErrors,
  readHead,
  readTable,
  refusingTables,
  sampleOf,
  sampleRows,
  skippedLinesCsv,
  TableError,
} from '../../catalog/index.ts';
import { customFieldsOf } from '../fields/custom-values.ts';
import type { ContactImportReport } from './import-contacts.ts';
import { checkContactsJob, importContactsJob } from './import-jobs.ts';
import { type ContactColumns, columnsProblem, guessColumns } from './read-contact.ts';

type ImportState = StateOf<typeof importMachine>;

const rowsMax = 200_000;
const subject = (id: number) => `lead-import:${id}`;

export async function listImports(db: Db, page: number) {
  const all = db.selectFrom('lead_imports as i').leftJoin('users as u', 'u.id', 'i.started_by');
  const rows = all
    .select(['i.id', 'i.file_name', 'i.state', 'i.rows_done', 'i.rows_total', 'i.started_at', 'u.name as started_by'])
    .orderBy('i.id', 'desc');
  const found = await pageOf(all, rows, page);
  return { ...found, data: found.data.map((row) => ({ ...row, state: row.state as ImportState })) };
}

export async function findImport(db: Db, id: number, now: Date) {
  const row = await db
    .selectFrom('lead_imports as i')
    .leftJoin('users as u', 'u.id', 'i.started_by')
    .selectAll('i')
    .select('u.name as started_by')
    .where('i.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const { file_id: _file, finished_at: _finished, ...shown } = row;
  return {
    ...shown,
    state: row.state as ImportState,
    sample: row.sample as string[][],
    columns: row.columns as ContactColumns,
    check_report: row.check_report as ContactImportReport | null,
    report: row.report as ContactImportReport | null,
    stalled: isStalled(row, now),
  };
}

/** Stores the file and reads its header. A file that is not a table is rejected with the reason and not stored. */
export async function uploadContacts(
  db: Db,
  { files: store }: Platform,
  actor: AuditActor,
  files: readonly ReceivedFile[],
) {
  const [file] = files;
  if (!file) throw fieldRefusal({ file: ['Choose a CSV or TSV file.'] });
  const { header, sample, total } = await lookAt(file.path);
  const { id } = await db
    .insertInto('lead_imports')
    .values({
      file_name: file.name,
      rows_total: total,
      started_by: actor.userId,
      header,
      sample: JSON.stringify(sample),
      columns: JSON.stringify(guessColumns(header, await customFieldsOf(db, 'contact'))),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const stored = await storeFile(db, store, file, { belongsTo: subject(id), uploadedBy: actor.userId });
  await db.updateTable('lead_imports').set({ file_id: stored.id }).where('id', '=', id).execute();
  await writeAudit(db, actor, 'lead-imports.upload', subject(id), { after: { file: file.name, rows: total } });
  return id;
}

const lookAt = (path: string) =>
  refusingTables(async () => {
    const head: string[][] = [];
    let total = -1;
    for await (const { cells } of readTable(path)) {
      total += 1;
      if (head.length <= sampleRows) head.push(sampleOf(cells));
      if (total > rowsMax) throw new TableError(`A file can have at most ${rowsMax} rows. Split it.`);
    }
    return readHead(head, total);
  });

async function lockImport(db: Db, id: number) {
  const row = await db
    .selectFrom('lead_imports')
    .select(['id', 'state', 'header', 'updated_at', 'file_id', 'rows_done'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row;
}

export async function checkContacts(
  db: Db,
  { jobs }: Platform,
  actor: AuditActor,
  id: number,
  columns: ContactColumns,
  now: Date,
): Promise<void> {
  const row = await lockImport(db, id);
  const again = row.state === 'checking' && isStalled(row, now);
  if (row.file_id === null || !(again || canStep(importMachine, row.state, 'check'))) throw new Refusal('conflict');
  const known = (await customFieldsOf(db, 'contact')).map(({ id }) => String(customFieldName(id)));
  const errors = columnErrors(row.header, columns, known);
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
  await db
    .updateTable('lead_imports')
    .set({
      state: 'checking',
      columns: JSON.stringify(columns),
      rows_done: 0,
      check_report: null,
      report: null,
      problem: null,
      finished_at: null,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
  await forgetLines(db, id);
  await jobs.enqueue(db, checkContactsJob, { import_id: id });
  await writeAudit(db, actor, 'lead-imports.check', subject(id));
}

function columnErrors(
  header: readonly string[],
  columns: ContactColumns,
  known: readonly string[],
): Record<string, string[]> {
  const errors = mappingErrors(header, columns);
  for (const name of Object.keys(columns))
    if (name.startsWith('custom.') && !known.includes(name))
      errors[`columns.${name}`] = ['This field no longer exists. Reload the page.'];
  const problem = columnsProblem(columns);
  return problem ? { ...errors, columns: [problem] } : errors;
}

/** Starts a checked import, or restarts one whose process died; it resumes at the stored place. */
export async function startImport(db: Db, { jobs }: Platform, actor: AuditActor, id: number, now: Date): Promise<void> {
  const row = await lockImport(db, id);
  const again = row.state === 'running' && isStalled(row, now);
  if (row.file_id === null || !(again || canStep(importMachine, row.state, 'run'))) throw new Refusal('conflict');
  await db
    .updateTable('lead_imports')
    .set({ state: 'running', rows_done: again ? row.rows_done : 0, problem: null, updated_at: now })
    .where('id', '=', id)
    .execute();
  if (!again) await forgetLines(db, id);
  await jobs.enqueue(db, importContactsJob, { import_id: id });
  await writeAudit(db, actor, 'lead-imports.start', subject(id));
}

/** The report file is that of the last check or run. */
const forgetLines = (db: Db, id: number) => db.deleteFrom('lead_import_skips').where('import_id', '=', id).execute();

export async function deleteImport(db: Db, actor: AuditActor, id: number, now: Date): Promise<void> {
  const row = await lockImport(db, id);
  if (isAtWork(row.state) && !isStalled(row, now)) throw new Refusal('conflict');
  await db.deleteFrom('lead_imports').where('id', '=', id).execute();
  // A file without an owner is removed by the cleanup job.
  if (row.file_id)
    await db.updateTable('stored_files').set({ belongs_to: null }).where('id', '=', row.file_id).execute();
  await writeAudit(db, actor, 'lead-imports.delete', subject(id));
}

/** The skipped rows and warnings of the last check or run as a file. */
export async function reportSheet(db: Db, id: number): Promise<string> {
  const row = await db.selectFrom('lead_imports').select('check_report').where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const stored = await db
    .selectFrom('lead_import_skips')
    .select(['line', 'reason'])
    .where('import_id', '=', id)
    .orderBy('line')
    .execute();
  // A check from before its rows were stored has only those of its report.
  const lines = stored.length > 0 ? stored : ((row.check_report as ContactImportReport | null)?.lines ?? []);
  return skippedLinesCsv(lines);
}
