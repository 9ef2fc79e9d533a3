import type { AnyOf } from '@tuneport/contract/shapes';
import { type RawBuilder, sql } from 'kysely';

// Conditions of the filters that many lists have. Columns are SQL of our own: "p.state".

/** The column has one of the values, or none of them. A row without a value has none. */
export function hasAnyOf(column: string, { not, values }: AnyOf<string | number>): RawBuilder<boolean> {
  const among = sql<boolean>`${sql.raw(column)} in (${sql.join(values)})`;
  return not ? sql`(${among}) is not true` : among;
}

type DayRange = { readonly from?: string | undefined; readonly to?: string | undefined };

/** Days of the company; the last one is included. */
export function withinDays(column: string, { from, to }: DayRange): RawBuilder<boolean> {
  const at = sql.raw(column);
  const since = from ? sql`${at} >= company_midnight(${from}::date)` : sql`true`;
  const until = to ? sql`${at} < company_midnight(${to}::date + 1)` : sql`true`;
  return sql`(${since} and ${until})`;
}
