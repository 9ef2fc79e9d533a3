import { regionNames } from '@tuneport/domain/places/regions';
import type { Column } from '../../ui/list/list-columns.ts';
import { grouped } from '../../ui/list/list-state.ts';
import { DateText } from '../../ui/text/DateText.tsx';

// Columns shared by many catalogue lists.

const regionText = (regions: readonly number[]) =>
  regions.map((region) => regionNames[region as 1 | 2] ?? String(region)).join(', ');

export const nameColumn = <Row extends { name: string }>(label = 'Name'): Column<Row> => ({
  id: 'name',
  label,
  sortable: true,
  cell: (row) => row.name,
  csv: (row) => row.name,
});

export const makeColumn = <Row extends { make_name: string }>(): Column<Row> => ({
  id: 'make_name',
  label: 'Make',
  sortable: true,
  cell: (row) => row.make_name,
  csv: (row) => row.make_name,
});

export const textColumn = <Row,>(
  id: string,
  label: string,
  text: (row: Row) => string | null,
  more: Partial<Column<Row>> = {},
): Column<Row> => ({ id, label, cell: (row) => text(row) || '–', csv: (row) => text(row) ?? '', ...more });

export const countColumn = <Row,>(
  id: string,
  label: string,
  count: (row: Row) => number,
  hideBelow?: 640 | 800 | 1000,
): Column<Row> => ({
  id,
  label,
  align: 'end',
  cell: (row) => grouped(count(row)),
  csv: count,
  hideBelow,
});

export const regionsColumn = <Row extends { regions: readonly number[] }>(): Column<Row> => ({
  id: 'regions',
  label: 'Offered in',
  cell: (row) => regionText(row.regions),
  csv: (row) => regionText(row.regions),
  hideBelow: 1000,
});

export const changedColumn = <Row extends { updated_at: string }>(): Column<Row> => ({
  id: 'updated_at',
  label: 'Changed',
  sortable: true,
  cell: (row) => <DateText at={row.updated_at} show="relative" />,
  csv: (row) => row.updated_at,
  hideBelow: 800,
});

export const idColumn = <Row extends { id: number }>(): Column<Row> => ({
  id: 'id',
  label: 'Number',
  align: 'end',
  cell: (row) => row.id,
  csv: (row) => row.id,
  hideBelow: 1000,
});
