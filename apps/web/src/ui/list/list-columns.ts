import type { CsvCell } from '@tuneport/domain/api/csv-row';
import type { ReactNode } from 'react';
import type { FilterSpec, ListSpec } from './list-state.ts';

export type Column<Row> = {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  /** Numbers and money go to the `end`. */
  align?: 'start' | 'end';
  /** Pixels; without it the content decides. */
  width?: number;
  /** The value in the file; a column without it is not exported. */
  csv?: (row: Row) => CsvCell;
  /** Leaves the table when the list is narrower than this many pixels. */
  hideBelow?: 640 | 800 | 1000 | 1200;
};

export function specOf<Row>(
  columns: readonly Column<Row>[],
  filters: readonly FilterSpec[] = [],
  defaultSort?: string,
): ListSpec {
  return { sortable: columns.filter((c) => c.sortable).map((c) => c.id), filters, defaultSort };
}
