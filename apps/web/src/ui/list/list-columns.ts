import type { CsvCell } from '@tuneport/domain/api/csv-row';
import type { ReactNode } from 'react';
import type { FilterSpec, ListSpec } from './list-state.ts';

export type Column<Row> = {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  /** Numbers and money are aligned to the `end`. */
  align?: 'start' | 'end';
  /** In pixels; automatic by default. */
  width?: number;
  /** The exported value; a column without it is not exported. */
  csv?: (row: Row) => CsvCell;
  /** Hidden when the list is narrower than this many pixels. */
  hideBelow?: 640 | 800 | 1000 | 1200;
};

export function specOf<Row>(
  columns: readonly Column<Row>[],
  filters: readonly FilterSpec[] = [],
  defaultSort?: string,
): ListSpec {
  return { sortable: columns.filter((c) => c.sortable).map((c) => c.id), filters, defaultSort };
}
