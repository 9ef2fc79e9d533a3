import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { countMax, keyset, type PagingQuery, type SortColumns, withCursorMessages } from '../db/lists/keyset.ts';
import { containing, countOf, type PageOf, pageFields } from '../db/lists/page.ts';

type Query = PagingQuery & { readonly search?: string | undefined };

/** The rows of a list, as data. `r` is the alias of the kind's own table. */
export type ListDefinition<Filters extends object> = {
  /** Without it every column of the table. */
  readonly select?: RawBuilder<unknown>;
  /** Joins behind the table. */
  readonly join?: RawBuilder<unknown>;
  /** Which rows the list has at all; a row outside of it can still be read by its id. */
  readonly where?: RawBuilder<boolean>;
  /** The columns that the search looks into. */
  readonly search: readonly string[];
  readonly filters?: {
    readonly [F in keyof Filters]-?: (value: NonNullable<Filters[F]>, now: Date) => RawBuilder<boolean>;
  };
  /** Columns of the list and what they sort by. */
  readonly sort?: SortColumns;
  /** Columns that only exist at run time, for the sort parameter of a query. */
  readonly moreSort?: (wanted: string | undefined) => SortColumns;
  /** The default order: a column of `sort` ("-created_at"), or SQL ("r.name"). */
  readonly order: string;
};

type Source<Filters extends object> = ListDefinition<Filters> & { readonly table: string };

const selected = <Row>({ select = sql`r.*`, join = sql``, table }: Source<object>, more = sql``) =>
  sql<Row>`select ${select}${more} from ${sql.table(table)} as r ${join}`;

export async function rowById<Row>(db: Db, list: Source<never>, id: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`${selected(list as unknown as Source<object>)} where r.id = ${id}`.execute(db);
  return rows[0];
}

/** The conditions of the search and the filters. */
function conditionsOf<Filters extends object>(
  list: Source<Filters>,
  query: Pick<Query, 'search'> & Filters,
  now: Date,
): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = list.where ? [list.where] : [];
  const { search } = query;
  if (search)
    conditions.push(
      sql`(${sql.join(
        list.search.map((column) => sql`${sql.ref(column)} ilike ${containing(search)}`),
        sql` or `,
      )})`,
    );
  for (const [name, condition] of Object.entries(list.filters ?? {})) {
    const value = (query as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined)
      conditions.push(sql`(${(condition as (value: unknown, now: Date) => unknown)(value, now)})`);
  }
  return conditions;
}

const whereAll = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;

/** The ids of all rows that match, for an action on all of them. */
export async function matchingIds<Filters extends object>(
  db: Db,
  list: Source<Filters>,
  query: Pick<Query, 'search'> & Filters,
  { ids, max, now }: { ids: readonly number[] | undefined; max: number; now: Date },
): Promise<number[]> {
  const conditions = conditionsOf(list, query, now);
  if (ids) conditions.push(sql`r.id = any(${[...ids]})`);
  const { rows } = await sql<{ id: number }>`select r.id from ${sql.table(list.table)} as r ${list.join ?? sql``}
    ${whereAll(conditions)} order by r.id limit ${max}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function listRows<Row, Filters extends object>(
  db: Db,
  list: Source<Filters>,
  query: Query & Filters,
  now: Date,
): Promise<PageOf<Row>> {
  const conditions = conditionsOf(list, query, now);
  const columns = { ...list.sort, ...list.moreSort?.(query.sort) };
  const keys = keyset({ columns, first: list.order, id: 'r.id' }, query);
  const matching = whereAll(conditions);
  const here = keys.where ? [...conditions, keys.where] : conditions;
  const where = whereAll(here);
  const position = keys.position ? sql`, ${keys.position} as list_position` : sql``;
  const [total, rows] = await withCursorMessages(query, () =>
    Promise.all([
      countOf(
        db,
        sql`select 1 from ${sql.table(list.table)} as r ${list.join ?? sql``} ${matching} limit ${countMax + 1}`,
      ),
      sql<Row & object>`${selected(list as unknown as Source<object>, position)} ${where}
        order by ${keys.orderBy} limit ${keys.size + 1} offset ${keys.offset}`.execute(db),
    ]),
  );
  return { ...pageFields(total, query.page, keys.size), ...keys.finish(rows.rows) };
}
