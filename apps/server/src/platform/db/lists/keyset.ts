import { pageSize } from '@tuneport/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import { fieldRefusal } from '../../refusal.ts';
import { sortOf } from './sort.ts';

// Keyset paging: a page starts after the last row of the one before, so page 10,000 costs as much as page 1.

/** SQL of a sortable column. A column that is never null (`notNull`) can be read from an index at any depth. */
type SortColumn = string | { readonly by: string; readonly notNull: true };
export type SortColumns = Readonly<Record<string, SortColumn>>;
export const notNull = (by: string): SortColumn => ({ by, notNull: true });

export type ListOrder = {
  /** What the list can be sorted by. A name that is not here sorts by the default order. */
  readonly columns: SortColumns;
  /** The default order: one of the columns as in the query ("-created_at"), or the SQL of an order without cursors. */
  readonly first: string;
  /** Unique, and the last sort key of every order: "p.id". */
  readonly id: string;
};

export type PagingQuery = {
  readonly page: number;
  readonly per_page?: number | undefined;
  readonly sort?: string | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
};

type Position = readonly [value: string | null, id: string];
type Positioned = { readonly list_position: Position };

/** Rows beyond this number are not counted: counting a million of them takes longer than reading the page. */
export const countMax = 10_000;

type Keyset = {
  readonly size: number;
  readonly offset: number;
  readonly orderBy: RawBuilder<unknown>;
  /** The rows behind the cursor; null without one. */
  readonly where: RawBuilder<boolean> | null;
  /** The cursor is of a row without a value. */
  readonly isBesideNull: boolean;
  /** Selected as `list_position` by an order that has cursors. */
  readonly position: RawBuilder<Position> | null;
  /** `rows` has one row more than the page when there are more pages. */
  finish<Row>(rows: readonly Row[]): { data: Row[]; next?: string; previous?: string };
};

export function keyset({ columns, first, id }: ListOrder, query: PagingQuery): Keyset {
  const size = query.per_page ?? pageSize;
  const sort = sortOf(columns, query.sort) ?? sortOf(columns, first);
  const offset = (query.page - 1) * size;
  if (!sort) {
    const orderBy = sql.raw(`${first}, ${id}`);
    return {
      size,
      orderBy,
      offset,
      where: null,
      isBesideNull: false,
      position: null,
      finish: (rows) => ({ data: rows.slice(0, size) }),
    };
  }
  const name = `${sort.direction === 'desc' ? '-' : ''}${sort.name}`;
  const { by, nullable } =
    typeof sort.by === 'string' ? { by: sort.by, nullable: sort.by !== id } : { by: sort.by.by, nullable: false };
  const cursor = query.after ?? query.before;
  const at = cursor === undefined ? null : readCursor(cursor, name);
  const backwards = at !== null && query.after === undefined;
  const ascending = (sort.direction === 'asc') !== backwards;
  const direction = ascending ? 'asc' : 'desc';
  const nulls = nullable ? ` nulls ${backwards ? 'first' : 'last'}` : '';
  return {
    size,
    orderBy: sql.raw(`${by} ${direction}${nulls}, ${id} ${direction}`),
    where: at ? beyond({ by, id, nullable, ascending, backwards }, at) : null,
    isBesideNull: at !== null && at[0] === null,
    offset: at ? 0 : offset,
    position: sql<Position>`json_build_array((${sql.raw(by)})::text, (${sql.raw(id)})::text)`,
    finish<Row>(rows: readonly Row[]) {
      const more = rows.length > size;
      const shown = rows.slice(0, size);
      if (backwards) shown.reverse();
      const cursorOf = (row: Row | undefined) => row && writeCursor(name, (row as unknown as Positioned).list_position);
      const hasNext = backwards || more;
      const hasPrevious = backwards ? more : at !== null || query.page > 1;
      const [next, previous] = [cursorOf(shown.at(-1)), cursorOf(shown[0])];
      return {
        data: shown.map((row) => {
          const { list_position: _position, ...rest } = row as Row & Partial<Positioned>;
          return rest as unknown as Row;
        }),
        ...(hasNext && next ? { next } : {}),
        ...(hasPrevious && previous ? { previous } : {}),
      };
    },
  };
}

type Key = { by: string; id: string; nullable: boolean; ascending: boolean; backwards: boolean };

/** The rows behind a position in the direction of reading. Nulls are last, so they are first when read backwards. */
function beyond(key: Key, [value, id]: Position): RawBuilder<boolean> {
  const { nullable, backwards } = key;
  const [by, own] = [sql.raw(key.by), sql.raw(key.id)];
  const than = sql.raw(key.ascending ? '>' : '<');
  if (value === null) {
    const among = sql<boolean>`(${by} is null and ${own} ${than} ${id})`;
    return backwards ? sql`(${by} is not null or ${among})` : among;
  }
  const behind = sql<boolean>`(${by}, ${own}) ${than} (${value}, ${id})`;
  return nullable && !backwards ? sql`(${behind} or ${by} is null)` : behind;
}

const writeCursor = (sort: string, [value, id]: Position) =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url');

/** Null for a cursor of another sort order; the list then starts from its first page. */
function readCursor(text: string, sort: string): Position | null {
  try {
    const [of, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const isValue = value === null || (typeof value === 'string' && !value.includes('\0'));
    if (of === sort && isValue && typeof id === 'string' && /^-?\d{1,18}$/.test(id)) return [value, id];
    if (typeof of === 'string' && of !== sort) return null;
  } catch {
    // Refused below.
  }
  throw invalidCursor();
}

const invalidCursor = (cause?: unknown) =>
  fieldRefusal({ after: ['This page link is not valid. Start from the first page.'] }, { cause });

/** A cursor is text from the address; a value that its column cannot hold is rejected by the database. */
export async function withCursorMessages<T>(query: PagingQuery, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const { code } = error as { code?: unknown };
    const isCursor = query.after !== undefined || query.before !== undefined;
    if (isCursor && typeof code === 'string' && code.startsWith('22')) throw invalidCursor(error);
    throw error;
  }
}
