import { mapColumns, tableProblem } from './map-columns.ts';
import { readTable, type TableRecord } from './read-table.ts';

const linesAboveHeaderMax = 12;

const isHeader = ({ cells }: TableRecord): boolean => tableProblem(mapColumns(cells)) === null;

/**
 * Reads a vehicle table from its header on. Files often start with a title, a date and an author; the header is the
 * first line that names a make and a model. If none is found, the first line is used and the user maps the columns.
 */
export async function* readVehicleTable(path: string): AsyncGenerator<TableRecord> {
  /** Lines before the header; null once the table has begun. */
  let above: TableRecord[] | null = [];
  for await (const record of readTable(path)) {
    if (above === null || isHeader(record)) {
      above = null;
      yield record;
      continue;
    }
    above.push(record);
    if (above.length < linesAboveHeaderMax) continue;
    yield* above;
    above = null;
  }
  yield* above ?? [];
}
