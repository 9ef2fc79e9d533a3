import { sql } from 'kysely';

/** `-name` is the column of that name downwards; what is not in the table is the list's own order. */
export function sorted(wanted: string | undefined, columns: Readonly<Record<string, string>>, own: string) {
  const descending = wanted?.startsWith('-') ?? false;
  const name = descending ? wanted?.slice(1) : wanted;
  const column = name !== undefined && Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (column === undefined) return sql.raw(own);
  return sql.raw(`${column} ${descending ? 'desc' : 'asc'} nulls last`);
}
