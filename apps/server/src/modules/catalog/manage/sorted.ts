import { sql } from 'kysely';
import { sortOf } from '../../../platform/db/page.ts';

/** What is not in the table is the list's own order. */
export function sorted(wanted: string | undefined, columns: Readonly<Record<string, string>>, own: string) {
  const sort = sortOf(columns, wanted);
  return sql.raw(sort ? `${sort.by} ${sort.direction} nulls last` : own);
}
