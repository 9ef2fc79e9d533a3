import { basename } from 'node:path';
import { sql } from 'kysely';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Region } from '../../../platform/http/context.ts';
import { storedOnlyIf } from './file-work.ts';
import {
  type Column,
  type ColumnMap,
  chosenColumns,
  columns,
  isColumn,
  mapColumns,
  tableProblem,
} from './map-columns.ts';
import { examineTable, TableError } from './read-table.ts';
import { readVehicle, type VehicleRecord } from './read-vehicle.ts';
import { readVehicleTable } from './read-vehicle-table.ts';
import { readSharedFigures } from './shared-figures.ts';
import { nothingStored, type Stored, storeVehicles } from './store-vehicles.ts';
import { readDirectory } from './vehicle-directory.ts';

const batchRows = 1000;
const skipsStoredMax = 10_000;
const skipsShownMax = 200;

export type ImportReport = {
  file: string;
  region: Region;
  dry_run: boolean;
  /** Set once the import is stored; a dry run has none. */
  import_id: number | null;
  /** Rows that an earlier, killed run had already processed. */
  resumed_after: number;
  rows: { read: number; new: number; changed: number; unchanged: number; skipped: number };
  records: Stored;
  columns: { mapped: Readonly<Record<string, string>>; ignored: readonly string[]; missing: readonly string[] };
  skipped_by_reason: Record<string, number>;
  /** The first skipped rows; all of them are stored with the import. */
  skipped: { line: number; reason: string }[];
  seconds: number;
};

type Progress = (done: number, total: number) => void;

type ImportInput = {
  path: string;
  fileName?: string;
  region: Region;
  dryRun?: boolean;
  startedBy?: number | null;
  /** Explicit column mapping, if given. */
  columns?: ColumnMap['at'];
  /** An import that is already stored and waits to run. */
  importId?: number;
  onProgress?: Progress;
};

/**
 * Imports a vehicle table into the catalogue, a thousand rows per transaction. The position is stored with each batch,
 * so the same file resumes there after a crash. A dry run does all the work and rolls it back.
 */
export async function importVehicles(db: Db, input: ImportInput): Promise<ImportReport> {
  const started = performance.now();
  const { sha256, records } = await examineTable(input.path, undefined, readVehicleTable);
  const map = await readHeader(input.path, input.columns);
  const report = emptyReport(input, map);
  if (input.dryRun) {
    await storedOnlyIf(db, async (tx) => {
      await run(tx, input, map, report, records, null);
      return false;
    });
  } else {
    const started = await startOrResume(db, input, sha256, records, report);
    report.import_id = started;
    await run(db, input, map, report, records, started);
    await finish(db, started, report);
  }
  report.seconds = Math.round((performance.now() - started) / 100) / 10;
  return report;
}

async function readHeader(path: string, chosen: ColumnMap['at'] | undefined): Promise<ColumnMap> {
  for await (const { cells } of readVehicleTable(path)) {
    const map = chosen ? chosenColumns(cells, chosen) : mapColumns(cells);
    const problem = tableProblem(map);
    if (problem) throw new TableError(problem);
    return map;
  }
  throw new TableError('The file is empty.');
}

/** The guessed mapping with explicit overrides: "make=Hersteller" reads that header as the make. */
export async function columnsNamed(path: string, headers: readonly string[]): Promise<ColumnMap['at']> {
  for await (const { cells } of readVehicleTable(path)) {
    const at: Partial<Record<Column, number>> = { ...mapColumns(cells).at };
    for (const pair of headers) {
      const [column = '', name = ''] = pair.split(/=(.*)/s);
      const index = cells.findIndex((cell) => cell.trim().toLowerCase() === name.trim().toLowerCase());
      if (!isColumn(column)) throw new TableError(`"${column}" is nothing a column can mean: ${columns.join(', ')}.`);
      if (index < 0) throw new TableError(`The file has no column "${name}". Its columns are: ${cells.join(', ')}.`);
      for (const other of columns) if (at[other] === index) delete at[other];
      at[column] = index;
    }
    return at;
  }
  throw new TableError('The file is empty.');
}

const emptyReport = (input: ImportInput, map: ColumnMap): ImportReport => ({
  file: input.fileName ?? basename(input.path),
  region: input.region,
  dry_run: input.dryRun === true,
  import_id: null,
  resumed_after: 0,
  rows: { read: 0, new: 0, changed: 0, unchanged: 0, skipped: 0 },
  records: nothingStored(),
  columns: { mapped: map.mapped, ignored: map.ignored, missing: map.missing },
  skipped_by_reason: {},
  skipped: [],
  seconds: 0,
});

async function startOrResume(
  db: Db,
  input: ImportInput,
  sha256: Buffer,
  total: number,
  report: ImportReport,
): Promise<number> {
  const open = await db
    .selectFrom('vehicle_imports')
    .select(['id', 'rows_done', 'report'])
    .where((is) =>
      input.importId === undefined
        ? is.and([is('file_sha256', '=', sha256), is('region', '=', input.region), is('file_id', 'is', null)])
        : is('id', '=', input.importId),
    )
    .where('state', '=', 'running')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (open) {
    report.resumed_after = open.rows_done;
    const { rows, records, skipped_by_reason, skipped } = open.report as Partial<ImportReport>;
    if (rows) Object.assign(report, { rows, records, skipped_by_reason, skipped });
    return open.id;
  }
  if (input.importId !== undefined) throw new TableError('This import is not ready to run.');
  const { id } = await db
    .insertInto('vehicle_imports')
    .values({
      file_name: report.file,
      file_sha256: sha256,
      region: input.region,
      rows_total: total,
      started_by: input.startedBy ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Batch = { vehicles: VehicleRecord[]; skips: { line: number; reason: string }[]; rows: number };

async function run(
  db: Db,
  input: ImportInput,
  map: ColumnMap,
  report: ImportReport,
  total: number,
  importId: number | null,
) {
  const directory = await readDirectory(db, input.region);
  const withFigure = await readSharedFigures(input.path, map);
  let done = 0;
  let header = true;
  let batch: Batch = { vehicles: [], skips: [], rows: 0 };
  const flush = async () => {
    const before = done;
    const store = (tx: Db) => storeBatch(tx, directory, input.region, batch, report, importId, before);
    if (importId === null) await store(db);
    else await db.transaction().execute(store);
    done += batch.rows;
    batch = { vehicles: [], skips: [], rows: 0 };
    input.onProgress?.(done, total);
  };
  for await (const { line, cells } of readVehicleTable(input.path)) {
    if (header) {
      header = false;
      continue;
    }
    if (done < report.resumed_after) {
      done += 1;
      continue;
    }
    const vehicle = readVehicle(cells, map);
    batch.rows += 1;
    if (typeof vehicle === 'string') batch.skips.push({ line, reason: vehicle });
    else batch.vehicles.push(withFigure(vehicle));
    if (batch.rows >= batchRows) await flush();
  }
  if (batch.rows > 0) await flush();
}

async function storeBatch(
  db: Db,
  directory: Awaited<ReturnType<typeof readDirectory>>,
  region: Region,
  batch: Batch,
  report: ImportReport,
  importId: number | null,
  before: number,
): Promise<void> {
  if (importId !== null) await requireOwnPlace(db, importId, before);
  if (batch.vehicles.length > 0) {
    const { stored, outcomes } = await storeVehicles(db, directory, region, batch.vehicles);
    for (const name of Object.keys(stored) as (keyof Stored)[]) report.records[name] += stored[name];
    for (const outcome of outcomes) report.rows[outcome] += 1;
  }
  report.rows.read += batch.rows;
  report.rows.skipped += batch.skips.length;
  for (const skip of batch.skips) {
    const kind = skip.reason.replace(/"[^"]*"|\d+(\.\d+)?/g, '…');
    report.skipped_by_reason[kind] = (report.skipped_by_reason[kind] ?? 0) + 1;
    if (report.skipped.length < skipsShownMax) report.skipped.push(skip);
  }
  if (importId === null) return;
  const room = skipsStoredMax - (report.rows.skipped - batch.skips.length);
  const storedSkips = batch.skips.slice(0, Math.max(0, room)).map((skip) => ({ ...skip, import_id: importId }));
  if (storedSkips.length > 0)
    await db
      .insertInto('vehicle_import_skips')
      .values(storedSkips)
      .onConflict((on) => on.doNothing())
      .execute();
  await db
    .updateTable('vehicle_imports')
    .set({ rows_done: before + batch.rows, report: JSON.stringify(report), updated_at: sql<Date>`now()` })
    .where('id', '=', importId)
    .execute();
  await bumpArea(db, 'catalog');
}

/** Two runs of the same import would process every batch twice; the later one stops. */
async function requireOwnPlace(db: Db, importId: number, expected: number): Promise<void> {
  const row = await db
    .selectFrom('vehicle_imports')
    .select(['rows_done', 'state'])
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.rows_done !== expected || row.state !== 'running')
    throw new TableError('Another process is already importing this file. Nothing was imported twice.');
}

async function finish(db: Db, importId: number, report: ImportReport): Promise<void> {
  await db
    .updateTable('vehicle_imports')
    .set({ state: 'done', report: JSON.stringify(report), finished_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('id', '=', importId)
    .execute();
}
