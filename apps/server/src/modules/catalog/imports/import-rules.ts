import { csvRow } from '@tuneport/domain/api/csv-row';
import { cutText } from '@tuneport/domain/text/cut-text';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { TableError } from './read-table.ts';

// Rules for importing an uploaded table, whatever its rows describe.

export const sampleRows = 5;
const sampleLength = 80;
const columnsMax = 300;
/** An import may be restarted this long after its last progress. */
const stalledAfterMs = 90_000;

export const isAtWork = (state: string) => state === 'running' || state === 'checking';
export const isStalled = ({ state, updated_at }: { state: string; updated_at: Date }, now: Date) =>
  isAtWork(state) && now.getTime() - updated_at.getTime() > stalledAfterMs;

/** The cells of a row as shown to the person who maps the columns. */
export const sampleOf = (cells: readonly string[]) => cells.map((cell) => cutText(cell.trim(), sampleLength));

/** Splits the first rows into header and sample. */
export function readHead([header, ...sample]: string[][], total: number) {
  if (!header) throw new TableError('The file is empty.');
  if (header.length > columnsMax) throw new TableError(`A file can have at most ${columnsMax} columns.`);
  if (total === 0) throw new TableError('The file has a header but no rows.');
  return { header, sample, total };
}

/** Reports a file that is not a table at the file field. */
export async function refusingTables<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TableError) throw fieldRefusal({ file: [error.message] });
    throw error;
  }
}

/** Columns that the file does not have or that are mapped twice. */
export function mappingErrors(
  header: readonly string[],
  columns: Partial<Record<string, number>>,
): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const mapped = new Map<number, string>();
  for (const [column, index] of Object.entries(columns)) {
    if (index === undefined) continue;
    const other = mapped.get(index);
    if (index >= header.length) errors[`columns.${column}`] = ['The file does not have this column.'];
    else if (other !== undefined) errors[`columns.${column}`] = [`This column is already mapped to ${other}.`];
    mapped.set(index, column);
  }
  return errors;
}

export const skippedLinesCsv = (lines: readonly { line: number; reason: string }[]) =>
  `\uFEFF${csvRow(['line', 'reason'])}${lines.map(({ line, reason }) => csvRow([line, reason])).join('')}`;
