import type { importMachine } from '@tuneport/domain/catalog/import-steps';
import { customFieldGone, customFieldName } from '@tuneport/domain/leads/custom-fields';
import type { StateOf } from '@tuneport/domain/states/machine';
import type { AuditActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pageOf } from '../../../platform/db/lists/page.ts';
import type { ReceivedFile } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import {
  importSteps,
  isStalled,
  readHead,
  readTable,
  refusingTables,
  sampleOf,
  sampleRows,
  TableError,
} from '../../catalog/index.ts';
import { customFieldsOf } from '../fields/custom-values.ts';
import type { ContactImportReport } from './import-contacts.ts';
import { checkContactsJob, importContactsJob } from './import-jobs.ts';
import { type ContactColumns, columnsProblem, guessColumns } from './read-contact.ts';

type ImportState = StateOf<typeof importMachine>;

const rowsMax = 200_000;

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
export async function uploadContacts(db: Db, platform: Platform, actor: AuditActor, files: readonly ReceivedFile[]) {
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
  await contactImports.storeFile(db, platform, actor, id, file, total);
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

async function columnErrors(db: Db, _header: readonly string[], columns: ContactColumns) {
  const known = (await customFieldsOf(db, 'contact')).map(({ id }) => String(customFieldName(id)));
  const unknown = Object.keys(columns).filter((name) => name.startsWith('custom.') && !known.includes(name));
  const problem = columnsProblem(columns);
  return {
    ...Object.fromEntries(unknown.map((name) => [`columns.${name}`, [customFieldGone]])),
    ...(problem ? { columns: [problem] } : {}),
  };
}

export const contactImports = importSteps<ContactColumns>({
  table: 'lead_imports',
  skips: 'lead_import_skips',
  subject: (id) => `lead-import:${id}`,
  columnErrors,
  jobs: { check: checkContactsJob, run: importContactsJob },
  audit: {
    upload: 'lead-imports.upload',
    check: 'lead-imports.check',
    start: 'lead-imports.start',
    delete: 'lead-imports.delete',
  },
  noReport: null,
  linesOf: (report) => (report as ContactImportReport | null)?.lines ?? [],
});
