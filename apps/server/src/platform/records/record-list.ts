import { pageSize } from '@tuneport/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { containing, type PageOf, sortOf } from '../db/page.ts';

type Query = { readonly page: number; readonly search?: string | undefined; readonly sort?: string | undefined };

/** The rows of a list, as data. `r` is the alias of the kind's own table. */
export type ListDefinition<Filters extends object> = {
  /** Without it every column of the table. */
  readonly select?: RawBuilder<unknown>;
  /** Joins behind the table. */
  readonly join?: RawBuilder<unknown>;
  /** The columns that the search looks into. */
  readonly search: readonly string[];
  readonly filters?: {
    readonly [F in keyof Filters]-?: (value: NonNullable<Filters[F]>, now: Date) => RawBuilder<boolean>;
  };
  /** Columns of the list and what they sort by. */
  readonly sort?: Readonly<Record<string, string>>;
  /** The default order: "r.name". */
  readonly order: string;
};

type Source<Filters extends object> = ListDefinition<Filters> & { readonly table: string };

const selected = <Row>({ select = sql`r.*`, join = sql``, table }: Source<object>) =>
  sql<Row>`select ${select} from ${sql.table(table)} as r ${join}`;

export async function rowById<Row>(db: Db, list: Source<never>, id: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`${selected(list as unknown as Source<object>)} where r.id = ${id}`.execute(db);
  return rows[0];
}

export async function listRows<Row, Filters extends object>(
  db: Db,
  list: Source<Filters>,
  query: Query & Filters,
  now: Date,
): Promise<PageOf<Row>> {
  const conditions: RawBuilder<unknown>[] = [];
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
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const sort = sortOf(list.sort ?? {}, query.sort);
  const order = sql.raw(sort ? `${sort.by} ${sort.direction} nulls last` : list.order);
  const [counted, rows] = await Promise.all([
    sql<{
      total: string;
    }>`select count(*) as total from ${sql.table(list.table)} as r ${list.join ?? sql``} ${where}`.execute(db),
    sql<Row>`${selected(list as unknown as Source<object>)} ${where}
      order by ${order}, r.id limit ${pageSize} offset ${(query.page - 1) * pageSize}`.execute(db),
  ]);
  const total = Number(counted.rows[0]?.total ?? 0);
  return { data: rows.rows, page: query.page, page_count: Math.ceil(total / pageSize), total };
}
