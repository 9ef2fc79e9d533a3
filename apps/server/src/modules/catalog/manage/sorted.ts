import { sql } from 'kysely';
import { sortOf } from '../../../platform/db/lists/sort.ts';

/** A sort key missing from the table falls back to the list's default order. */
export function sorted(wanted: string | undefined, columns: Readonly<Record<string, string>>, own: string) {
  const sort = sortOf(columns, wanted);
  return sql.raw(sort ? `${sort.by} ${sort.direction} nulls last` : own);
}
