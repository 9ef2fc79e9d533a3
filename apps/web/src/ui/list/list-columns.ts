import type { CsvCell } from '@tuneport/domain/api/csv-row';
import { language, t } from '@tuneport/domain/text/text';
import type { ReactNode } from 'react';
import type { FilterSpec, ListSpec } from './list-state.ts';

export type Column<Row> = {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  /** Rows can be grouped by this column, which must be sortable; the group's heading is its CSV value or this text. */
  group?: true | ((row: Row) => string);
  /** The list answers the sum of this column over all matching rows. */
  sum?: true;
  /** Not shown until someone chooses it. */
  optional?: true;
  /** Numbers and money are aligned to the `end`. */
  align?: 'start' | 'end';
  /** In pixels; automatic by default. */
  width?: number;
  /** The exported value; a column without it is not exported. */
  csv?: (row: Row) => CsvCell;
  /** The value can be edited in the cell, if the list shows records of the kit and the user may change them. */
  editable?: true;
  /** Hidden when the list is narrower than this many pixels. */
  hideBelow?: 640 | 800 | 1000 | 1200;
};

/** Labels of constants are English; a list shows them in the language of the page. */
export const inPageLanguage = <Labelled extends { label: string }>(items: readonly Labelled[]): readonly Labelled[] =>
  language() === 'en' ? items : items.map((item) => ({ ...item, label: t(item.label) }));

export const filterInPageLanguage = (filter: FilterSpec): FilterSpec => ({
  ...filter,
  label: t(filter.label),
  ...(filter.kind === 'select' ? { options: inPageLanguage(filter.options) } : {}),
});

export function specOf<Row>(
  columns: readonly Column<Row>[],
  filters: readonly FilterSpec[] = [],
  defaultSort?: string,
): ListSpec {
  const sortable = columns.filter((c) => c.sortable);
  return {
    sortable: sortable.map((c) => c.id),
    groupable: sortable.filter((c) => c.group).map((c) => c.id),
    filters,
    defaultSort,
  };
}
