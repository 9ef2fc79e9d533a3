import { pageSize } from '@tuneport/contract/shapes';
import { type SelectQueryBuilder, sql } from 'kysely';

export type PageOf<Row> = { data: Row[]; page: number; page_count: number; total: number };

/** Returns one page of `rows` and the total count of `filtered`. A page beyond the end is an empty list. */
export async function pageOf<DB, TB extends keyof DB, Row>(
  filtered: SelectQueryBuilder<DB, TB, object>,
  rows: SelectQueryBuilder<DB, TB, Row>,
  page: number,
): Promise<PageOf<Row>> {
  const [counted, data] = await Promise.all([
    filtered.select(sql<string>`count(*)`.as('total')).executeTakeFirst() as Promise<{ total: bigint } | undefined>,
    rows
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ]);
  const total = Number(counted?.total ?? 0);
  return { data: data as Row[], page, page_count: Math.ceil(total / pageSize), total };
}

/** A LIKE pattern that contains the user's text, with % and _ escaped. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Parses a sort parameter: `-name` sorts that column descending. Only own properties of `columns` count, not inherited
 * ones; null means the default order.
 */
export function sortOf<Column>(
  columns: Readonly<Record<string, Column>>,
  wanted: string | undefined,
): { by: Column; direction: 'asc' | 'desc' } | null {
  const descending = wanted?.startsWith('-') ?? false;
  const name = (descending ? wanted?.slice(1) : wanted) ?? '';
  if (!Object.hasOwn(columns, name)) return null;
  return { by: columns[name] as Column, direction: descending ? 'desc' : 'asc' };
}
