import type { ImportColumn } from '@tuneport/contract/catalog/catalog-import-admin';
import { importMachine } from '@tuneport/domain/catalog/import-steps';
import { canStep, type StateOf } from '@tuneport/domain/states/machine';
import { sql } from 'kysely';
import type { AuditActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pageOf } from '../../../platform/db/lists/page.ts';
import { storeFile } from '../../../platform/files/keep-file.ts';
import type { ReceivedFile, Region } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { checkVehiclesJob, importVehiclesJob } from './import-jobs.ts';
import {
  isAtWork,
  isStalled,
  mappingErrors,
  readHead,
  refusingTables,
  sampleOf,
  sampleRows,
  skippedLinesCsv,
} from './import-rules.ts';
import type { ImportReport } from './import-vehicles.ts';
import { chosenColumns, mapColumns, tableProblem } from './map-columns.ts';
import { examineTable, TableError } from './read-table.ts';
import { readVehicleTable } from './read-vehicle-table.ts';

type ImportState = StateOf<typeof importMachine>;

const subject = (id: number) => `vehicle-import:${id}`;

export function listImports(db: Db, page: number) {
  const all = db.selectFrom('vehicle_imports as i').leftJoin('users as u', 'u.id', 'i.started_by');
  const rows = all
    .select(['i.id', 'i.file_name', 'i.region', 'i.state', 'i.rows_done', 'i.started_at', 'i.finished_at'])
    .select(sql<number>`coalesce(i.rows_total, 0)`.as('rows_total'))
    .select('u.email as started_by')
    .orderBy('i.id', 'desc');
  return pageOf(all, rows, page).then((found) => ({ ...found, data: found.data.map(typed) }));
}

const typed = <R extends { region: number; state: string }>(row: R) => ({
  ...row,
  region: row.region as Region,
  state: row.state as ImportState,
});

export async function findImport(db: Db, id: number, now: Date) {
  const row = await db
    .selectFrom('vehicle_imports as i')
    .leftJoin('users as u', 'u.id', 'i.started_by')
    .selectAll('i')
    .select('u.email as started_by')
    .where('i.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const report = row.report as Partial<ImportReport>;
  const { file_id, file_sha256: _hash, ...same } = row;
  return {
    ...typed(same),
    rows_total: row.rows_total ?? 0,
    sample: row.sample as string[][],
    columns: row.columns as Partial<Record<ImportColumn, number>>,
    check_report: row.check_report as ImportReport | null,
    report: report.rows ? (report as ImportReport) : null,
    stalled: isStalled(row, now),
    has_file: file_id !== null,
  };
}

/** Stores the file and reads its header. A file that is not a table is rejected with the reason and not stored. */
export async function uploadTable(
  db: Db,
  { files: store }: Platform,
  actor: AuditActor,
  region: Region,
  files: readonly ReceivedFile[],
) {
  const [file] = files;
  if (!file) throw fieldRefusal({ file: ['Choose a CSV or TSV file.'] });
  const { header, sample, total } = await lookAt(file.path);
  const columns = mapColumns(header).at;
  const { id } = await db
    .insertInto('vehicle_imports')
    .values({
      file_name: file.name,
      file_sha256: file.sha256,
      region,
      state: 'uploaded',
      rows_total: total,
      started_by: actor.userId,
      header: [...header],
      sample: JSON.stringify(sample),
      columns: JSON.stringify(columns),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const stored = await storeFile(db, store, file, { belongsTo: subject(id), uploadedBy: actor.userId });
  await db.updateTable('vehicle_imports').set({ file_id: stored.id }).where('id', '=', id).execute();
  await writeAudit(db, actor, 'catalog.upload-vehicles', subject(id), { after: { file: file.name, rows: total } });
  return id;
}

const lookAt = (path: string) =>
  refusingTables(async () => {
    const { records } = await examineTable(path, undefined, readVehicleTable);
    const head: string[][] = [];
    for await (const { cells } of readVehicleTable(path)) {
      head.push(sampleOf(cells));
      if (head.length > sampleRows) break;
    }
    if (head[0]?.length === 1)
      throw new TableError(
        'The first row has only one column. It must name the columns, separated by commas, semicolons, tabs or |.',
      );
    return readHead(head, records);
  });

async function lockImport(db: Db, id: number) {
  const row = await db
    .selectFrom('vehicle_imports')
    .select(['id', 'state', 'header', 'updated_at', 'file_id', 'rows_done'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row;
}

type Choice = { columns: Partial<Record<ImportColumn, number>>; region: Region };

export async function checkTable(
  db: Db,
  { jobs }: Platform,
  actor: AuditActor,
  id: number,
  { columns, region }: Choice,
  now: Date,
): Promise<void> {
  const row = await lockImport(db, id);
  const again = row.state === 'checking' && isStalled(row, now);
  if (row.file_id === null || !(again || canStep(importMachine, row.state, 'check'))) throw new Refusal('conflict');
  const errors = columnErrors(row.header, columns);
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
  await db
    .updateTable('vehicle_imports')
    .set({
      state: 'checking',
      columns: JSON.stringify(columns),
      region,
      rows_done: 0,
      check_report: null,
      problem: null,
      finished_at: null,
      report: '{}',
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
  await jobs.enqueue(db, checkVehiclesJob, { import_id: id });
  await writeAudit(db, actor, 'catalog.check-vehicles', subject(id));
}

function columnErrors(header: readonly string[], columns: Choice['columns']): Record<string, string[]> {
  const errors = mappingErrors(header, columns);
  const problem = tableProblem(chosenColumns(header, columns));
  return problem ? { ...errors, columns: [problem] } : errors;
}

/** Starts a checked import, or restarts one whose process died; it resumes at the stored position. */
export async function startImport(db: Db, { jobs }: Platform, actor: AuditActor, id: number, now: Date): Promise<void> {
  const row = await lockImport(db, id);
  const again = row.state === 'running' && isStalled(row, now);
  if (row.file_id === null || !(again || canStep(importMachine, row.state, 'run'))) throw new Refusal('conflict');
  await db
    .updateTable('vehicle_imports')
    .set({ state: 'running', rows_done: again ? row.rows_done : 0, problem: null, updated_at: now })
    .where('id', '=', id)
    .execute();
  await jobs.enqueue(db, importVehiclesJob, { import_id: id });
  await writeAudit(db, actor, 'catalog.start-import', subject(id));
}

export async function deleteImport(db: Db, actor: AuditActor, id: number, now: Date): Promise<void> {
  const row = await lockImport(db, id);
  if (isAtWork(row.state) && !isStalled(row, now)) throw new Refusal('conflict');
  await db.deleteFrom('vehicle_imports').where('id', '=', id).execute();
  // A file without an owner is removed by the cleanup job.
  if (row.file_id)
    await db.updateTable('stored_files').set({ belongs_to: null }).where('id', '=', row.file_id).execute();
  await writeAudit(db, actor, 'catalog.delete-import', subject(id));
}

/** The skipped rows as a file: all stored rows of a run, or those in the report of a check. */
export async function skippedSheet(db: Db, id: number): Promise<string> {
  const row = await db.selectFrom('vehicle_imports').select(['check_report']).where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const stored = await db
    .selectFrom('vehicle_import_skips')
    .select(['line', 'reason'])
    .where('import_id', '=', id)
    .orderBy('line')
    .execute();
  const lines = stored.length > 0 ? stored : ((row.check_report as ImportReport | null)?.skipped ?? []);
  return skippedLinesCsv(lines);
}
