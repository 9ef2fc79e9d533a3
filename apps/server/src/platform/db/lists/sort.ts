/**
 * Parses a sort parameter: `-name` sorts that column descending. Only own properties of `columns` count, not inherited
 * ones; null means the default order.
 */
export function sortOf<Column>(
  columns: Readonly<Record<string, Column>>,
  wanted: string | undefined,
): { name: string; by: Column; direction: 'asc' | 'desc' } | null {
  const descending = wanted?.startsWith('-') ?? false;
  const name = (descending ? wanted?.slice(1) : wanted) ?? '';
  if (!Object.hasOwn(columns, name)) return null;
  return { name, by: columns[name] as Column, direction: descending ? 'desc' : 'asc' };
}
