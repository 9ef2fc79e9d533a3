import { pageSize } from '@tuneport/contract/shapes';
import { type Currency, money, toDecimal } from '@tuneport/domain/money/money';
import { type OperationNodeSource, type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../db.ts';
import { countMax, keyset, type ListOrder, type PagingQuery, withCursorMessages } from './keyset.ts';

export type PageOf<Row> = {
  data: Row[];
  page: number;
  page_count: number;
  total: number;
  capped?: true;
  next?: string;
  previous?: string;
  sums?: Sums;
};
type Sums = Record<string, { amount: string; currency: string | null }[]>;

/** Columns that are summed over all matching rows: SQL of an amount in minor units, or of a plain number. */
type SumColumns = {
  readonly columns: Readonly<Record<string, string>>;
  /** SQL of the currency; without it the columns are plain numbers. */
  readonly currency?: string;
};

type ListQuery = PagingQuery & { readonly sums?: 'yes' | undefined };

/** One page of `rows` in the requested order, with cursors to the adjacent pages. */
export async function listPage<DB, TB extends keyof DB, Row>(
  db: Db,
  filtered: SelectQueryBuilder<DB, TB, object>,
  rows: SelectQueryBuilder<DB, TB, Row>,
  query: ListQuery,
  order: ListOrder,
  sums?: SumColumns,
): Promise<PageOf<Row>> {
  const keys = keyset(order, query);
  let page = rows
    .orderBy(keys.orderBy)
    .limit(keys.size + 1)
    .offset(keys.offset);
  if (keys.where) page = page.where(keys.where);
  if (keys.position) page = page.select(keys.position.as('list_position')) as typeof page;
  const [data, total, summed] = await withCursorMessages(query, () =>
    Promise.all([
      page.execute(),
      countOf(db, filtered.select(sql`1`.as('one')).limit(countMax + 1)),
      sums && query.sums ? sumsOf(filtered, sums) : undefined,
    ]),
  );
  return {
    ...pageFields(total, query.page, keys.size),
    ...keys.finish(data as Row[]),
    ...(summed ? { sums: summed } : {}),
  } as PageOf<Row>;
}

/** Page, page count and total of a list of which `counted` rows were counted, at most `max` + 1. */
export function pageFields(counted: number, page: number, size: number, max = countMax) {
  const total = Math.min(counted, max);
  return { page, page_count: Math.ceil(total / size), total, ...(counted > max ? { capped: true as const } : {}) };
}

export async function countOf(db: Db, rows: OperationNodeSource): Promise<number> {
  const { rows: counted } = await sql<{ total: string }>`select count(*) as total from (${rows}) as counted`.execute(
    db,
  );
  return Number(counted[0]?.total ?? 0);
}

async function sumsOf<DB, TB extends keyof DB>(
  filtered: SelectQueryBuilder<DB, TB, object>,
  { columns, currency }: SumColumns,
): Promise<Sums> {
  const names = Object.keys(columns);
  let query = filtered.select(
    names.map((name) => sql<string>`coalesce(sum(${sql.raw(columns[name] as string)}), 0)::text`.as(name)),
  );
  if (currency)
    query = query
      .select(sql<string>`${sql.raw(currency)}`.as('currency'))
      .groupBy(sql.raw(currency))
      .orderBy(sql.raw(currency)) as never;
  const rows = (await query.execute()) as Record<string, string>[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      rows.map((row) => {
        const [sum = '0', of = null] = [row[name], row.currency];
        return { amount: of === null ? sum : toDecimal(money(BigInt(sum), of as Currency)), currency: of };
      }),
    ]),
  );
}

/** Returns one page of `rows` and the total count of `filtered`. A page beyond the end is an empty list. */
export async function pageOf<DB, TB extends keyof DB, Row>(
  filtered: SelectQueryBuilder<DB, TB, object>,
  rows: SelectQueryBuilder<DB, TB, Row>,
  query: number | Pick<PagingQuery, 'page' | 'per_page'>,
): Promise<PageOf<Row>> {
  const { page, per_page: size = pageSize } = typeof query === 'number' ? { page: query } : query;
  const [counted, data] = await Promise.all([
    filtered.select(sql<string>`count(*)`.as('total')).executeTakeFirst() as Promise<{ total: bigint } | undefined>,
    rows
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
  ]);
  const total = Number(counted?.total ?? 0);
  return { data: data as Row[], page, page_count: Math.ceil(total / size), total };
}

/** A LIKE pattern that contains the user's text, with % and _ escaped. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
