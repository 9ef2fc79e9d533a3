import { mapColumns, tableProblem } from './map-columns.ts';
import { readTable, type TableRecord } from './read-table.ts';

/** Maximum number of lines above the header. */
const headerWithin = 12;

/**
 * Reads a vehicle table from its header on. Files often start with a title, a date and an author; the header is the
 * first line that names a make and a model. If none is found, the first line is used and the user maps the columns.
 */
export async function* readVehicleTable(path: string): AsyncGenerator<TableRecord> {
  const before: TableRecord[] = [];
  let found = false;
  for await (const record of readTable(path)) {
    if (found) {
      yield record;
      continue;
    }
    found = tableProblem(mapColumns(record.cells)) === null;
    if (found) {
      yield record;
      continue;
    }
    before.push(record);
    if (before.length < headerWithin) continue;
    found = true;
    yield* before.splice(0);
  }
  yield* found ? [] : before;
}
