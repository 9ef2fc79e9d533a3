import { changeShapes, newShapes, type RecordKindName } from '@tuneport/contract/catalog/catalog-admin-shapes';
import type { SheetReport } from '@tuneport/contract/catalog/catalog-sheet-admin';
import type { Db } from '../../../platform/db/db.ts';
import { readTable, TableError } from '../imports/read-table.ts';
import { kindColumns } from './kind-columns.ts';
import { CellError, type SheetColumn } from './sheet-columns.ts';
import { idColumn, rowsOf, type SheetRow, timeColumn, unguarded } from './sheet-rows.ts';

const batchRows = 500;
const linesMax = 200_000;
/** Guides may be long, and quotes are doubled. */
export const recordCharactersMax = 400_000;

type Problem = SheetReport['problems'][number];

/** A line that changes something, in the format of the record's form. */
export type Wanted = {
  readonly line: number;
  /** null for a new record. */
  readonly id: number | null;
  /** `updated_at` of the record when it was compared */
  readonly updatedAt: string | null;
  readonly name: string;
  readonly change: Readonly<Record<string, unknown>>;
  readonly cells: SheetReport['changes'][number]['cells'];
};

export type Compared = {
  read: number;
  unchanged: number;
  readonly ignored: string[];
  readonly wanted: Wanted[];
  readonly problems: Problem[];
};

type Line = { readonly line: number; readonly cell: (column: string) => string };

/**
 * Compares every line of the file with the catalogue without storing anything. Unreadable cells are reported with line
 * and column.
 */
export async function compareSheet(
  db: Db,
  kind: RecordKindName,
  path: string,
  onLine: (read: number) => void,
): Promise<Compared> {
  const compared: Compared = { read: 0, unchanged: 0, ignored: [], wanted: [], problems: [] };
  const seen = new Map<number, number>();
  let header: Map<string, number> | null = null;
  let batch: Line[] = [];
  const flush = async () => {
    await compareLines(db, kind, header ?? new Map(), batch, seen, compared);
    batch = [];
    onLine(compared.read);
  };
  for await (const { line, cells } of readTable(path, recordCharactersMax)) {
    if (header === null) {
      header = readHeader(kind, cells, compared.ignored);
      continue;
    }
    compared.read += 1;
    if (compared.read > linesMax) throw new TableError(`A file can have at most ${linesMax} rows. Split it.`);
    if (cells.length > header.size + compared.ignored.length)
      compared.problems.push({
        line,
        column: null,
        message: `The row has ${cells.length} cells, but the first row has ${header.size + compared.ignored.length}.`,
      });
    else {
      const at = header;
      batch.push({
        line,
        cell: (column) => unguarded((cells[at.get(column) ?? -1] ?? '').replaceAll('\r\n', '\n').trim()),
      });
    }
    if (batch.length >= batchRows) await flush();
  }
  if (header === null) throw new TableError('The file is empty.');
  await flush();
  return compared;
}

function readHeader(kind: RecordKindName, cells: readonly string[], ignored: string[]): Map<string, number> {
  const known = new Set([idColumn, timeColumn, ...kindColumns[kind].map(({ name }) => name)]);
  const header = new Map<string, number>();
  for (const [at, cell] of cells.entries()) {
    const name = cell.trim().toLowerCase();
    if (header.has(name)) throw new TableError(`Row 1: the column ${name} is listed twice.`);
    if (known.has(name)) header.set(name, at);
    else ignored.push(cell.trim());
  }
  for (const needed of [idColumn, timeColumn])
    if (!header.has(needed))
      throw new TableError(`Row 1: the column ${needed} is missing. Export the file again and edit that copy.`);
  if (header.size === 2) throw new TableError('Row 1: there is no editable column.');
  return header;
}

async function compareLines(
  db: Db,
  kind: RecordKindName,
  header: ReadonlyMap<string, number>,
  lines: readonly Line[],
  seen: Map<number, number>,
  compared: Compared,
): Promise<void> {
  const columns = kindColumns[kind];
  const ids = lines.map(({ cell }) => Number(cell(idColumn))).filter(isId);
  const stored = await rowsOf(db, kind, ids);
  for (const { line, cell } of lines) {
    const refuse = (column: string | null, message: string) => compared.problems.push({ line, column, message });
    const idText = cell(idColumn);
    const id = idText === '' ? null : Number(idText);
    const row = id === null ? null : stored.get(id);
    if (row === undefined) {
      refuse(idColumn, `Record ${idText} does not exist. Leave the number blank to add a record.`);
      continue;
    }
    if (row) {
      const other = seen.get(row.id);
      if (other !== undefined) {
        refuse(idColumn, `Record ${row.id} is already in row ${other}.`);
        continue;
      }
      seen.set(row.id, line);
    }
    const differing = columns.flatMap((column, at) =>
      header.has(column.name) && isChanged(column, row?.texts[at] ?? '', cell(column.name), row === null)
        ? [{ column, before: row?.texts[at] ?? '', after: cell(column.name) }]
        : [],
    );
    if (differing.length === 0) {
      if (row) compared.unchanged += 1;
      else refuse(null, 'This row has no number and no values.');
      continue;
    }
    if (row && cell(timeColumn) !== row.updatedAt) {
      refuse(
        timeColumn,
        cell(timeColumn) === ''
          ? 'The time is missing. Export the file again and edit that copy.'
          : 'Someone changed this record after the export. Export it again.',
      );
      continue;
    }
    const change = await readChange(db, kind, row === null, differing, cell, refuse);
    if (!change) continue;
    compared.wanted.push({
      line,
      id: row?.id ?? null,
      updatedAt: row?.updatedAt ?? null,
      name: nameOf(kind, row, cell),
      change,
      cells: differing.map(({ column, before, after }) => ({ column: column.name, before, after })),
    });
  }
}

const isId = (id: number) => Number.isSafeInteger(id) && id > 0 && id < 2 ** 31;

function isChanged({ field, same = (text) => text }: SheetColumn, before: string, after: string, isNew: boolean) {
  if (field === null || (isNew && after === '')) return false;
  const plain = before.replaceAll('\r\n', '\n').trim();
  return plain !== after && same(plain) !== same(after);
}

type Differing = { column: SheetColumn; after: string };

async function readChange(
  db: Db,
  kind: RecordKindName,
  isNew: boolean,
  differing: readonly Differing[],
  cell: Line['cell'],
  refuse: (column: string | null, message: string) => void,
): Promise<Record<string, unknown> | null> {
  const change: Record<string, unknown> = {};
  let isBad = false;
  for (const { column, after } of differing) {
    try {
      change[column.field ?? column.name] = column.parse ? await column.parse(db, after, cell) : after;
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      refuse(column.name, error.message);
      isBad = true;
    }
  }
  if (isBad) return null;
  const parsed = (isNew ? newShapes : changeShapes)[kind].safeParse(change);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) refuse(columnOf(kind, String(issue.path[0] ?? '')), issue.message);
  return null;
}

/** The column that holds a field of the record. */
export const columnOf = (kind: RecordKindName, field: string): string | null =>
  kindColumns[kind].find((column) => column.field === field.split('.')[0])?.name ?? null;

const naming = new Set(['name', 'title', 'year']);
function nameOf(kind: RecordKindName, row: SheetRow | null, cell: Line['cell']): string {
  const at = kindColumns[kind].findIndex(({ name }) => naming.has(name));
  return row?.texts[at] || cell(kindColumns[kind][at]?.name ?? '');
}
