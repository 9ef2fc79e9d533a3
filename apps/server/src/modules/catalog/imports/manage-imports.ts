import type { ImportColumn } from '@tuneport/contract/catalog/catalog-import-admin';
import type { importMachine } from '@tuneport/domain/catalog/import-steps';
import type { StateOf } from '@tuneport/domain/states/machine';
import { sql } from 'kysely';
import type { AuditActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pageOf } from '../../../platform/db/lists/page.ts';
import type { ReceivedFile, Region } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { checkVehiclesJob, importVehiclesJob } from './import-jobs.ts';
import { isStalled, readHead, refusingTables, sampleOf, sampleRows } from './import-rules.ts';
import { importSteps } from './import-steps.ts';
import type { ImportReport } from './import-vehicles.ts';
import { chosenColumns, mapColumns, tableProblem } from './map-columns.ts';
import { examineTable, TableError } from './read-table.ts';
import { readVehicleTable } from './read-vehicle-table.ts';

type ImportState = StateOf<typeof importMachine>;

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
  platform: Platform,
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
  await vehicleImports.storeFile(db, platform, actor, id, file, total);
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

type Choice = { columns: Partial<Record<ImportColumn, number>>; region: Region };

export const vehicleImports = importSteps<Choice['columns']>({
  table: 'vehicle_imports',
  skips: 'vehicle_import_skips',
  subject: (id) => `vehicle-import:${id}`,
  async columnErrors(_db, header, columns): Promise<Record<string, string[]>> {
    const problem = tableProblem(chosenColumns(header, columns));
    return problem ? { columns: [problem] } : {};
  },
  jobs: { check: checkVehiclesJob, run: importVehiclesJob },
  audit: {
    upload: 'catalog.upload-vehicles',
    check: 'catalog.check-vehicles',
    start: 'catalog.start-import',
    delete: 'catalog.delete-import',
  },
  noReport: '{}',
  linesOf: (report) => (report as ImportReport | null)?.skipped ?? [],
});

export async function checkTable(
  db: Db,
  platform: Platform,
  actor: AuditActor,
  id: number,
  { columns, region }: Choice,
  now: Date,
): Promise<void> {
  await vehicleImports.check(db, platform, actor, id, columns, now);
  await db.updateTable('vehicle_imports').set({ region }).where('id', '=', id).execute();
}
