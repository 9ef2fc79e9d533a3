import type { AnyOf } from '@tuneport/contract/shapes';
import { type RawBuilder, sql } from 'kysely';

// Conditions of the filters that many lists have. Columns are SQL of our own: "p.state".

/** The column has one of the values, or none of them. A row without a value has none. */
export function hasAnyOf(column: string, { not, values }: AnyOf<string | number>): RawBuilder<boolean> {
  const among = sql<boolean>`${sql.raw(column)} in (${sql.join(values)})`;
  return not ? sql`(${among}) is not true` : among;
}

type DayRange = { readonly from?: string | undefined; readonly to?: string | undefined };

/** Days are in UTC, and the last one is included. */
export function withinDays(column: string, { from, to }: DayRange): RawBuilder<boolean> {
  const at = sql.raw(column);
  const since = from ? sql`${at} >= ${`${from}T00:00:00Z`}::timestamptz` : sql`true`;
  const until = to ? sql`${at} < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'` : sql`true`;
  return sql`(${since} and ${until})`;
}
