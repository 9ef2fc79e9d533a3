import { mapColumns, tableProblem } from './map-columns.ts';
import { readTable, type TableRecord } from './read-table.ts';

/** Above this many lines nobody writes a title. */
const headerWithin = 12;

/**
 * A table of vehicles from its header on. Lists that people make begin with a title, a date and who made them; the header is the
 * first line that names a make and a model. Where none of the first lines does, it is the first one, for somebody to say.
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
