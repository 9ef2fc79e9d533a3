import { useSearchParams } from 'react-router';
import { pageTitle } from '../../../shell/title.ts';
import { TextLink } from '../../../ui/controls/Button.tsx';
import { dateColumn } from '../../../ui/list/columns.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { AdminList, type RowOf } from '../../AdminList.tsx';
import { kindName } from '../../ledger/ledger-labels.ts';
import { dimensionLabels, figureLabels } from './metric-labels.ts';

type Row = RowOf<'GET /v1/admin/metrics/rows'>;

export const meta = () => [{ title: pageTitle('Records behind a figure') }];

const figures: readonly { value: string; label: string }[] = [
  ...Object.entries(figureLabels).map(([value, { label }]) => ({ value, label })),
  { value: 'orders', label: 'Paid orders' },
  { value: 'requests', label: 'Tune requests' },
  { value: 'deliveries', label: 'Deliveries' },
  { value: 'late', label: 'Late deliveries' },
  { value: 'waiting', label: 'Waiting for a tune' },
  { value: 'dealers', label: 'Dealers who bought' },
  { value: 'joined', label: 'New dealers' },
  { value: 'lost', label: 'Lost dealers' },
];

/** Rows behind an amount are ledger postings, whose detail is the posting kind. */
const detailOf = ({ detail }: Row) => (/^[a-z-]+\.[a-z-]+$/.test(detail) ? kindName(detail) : detail);

const columns: readonly Column<Row>[] = [
  dateColumn('at', 'Time', { sortable: true }),
  {
    id: 'title',
    label: 'Record',
    cell: (row) => (row.path ? <TextLink to={row.path}>{row.title}</TextLink> : row.title),
    csv: (row) => row.title,
  },
  {
    id: 'detail',
    label: 'Detail',
    hideBelow: 640,
    cell: (row) => detailOf(row),
    csv: (row) => detailOf(row),
  },
  {
    id: 'amount',
    label: 'Amount',
    align: 'end',
    sortable: true,
    sum: true,
    cell: (row) => (row.amount ? <MoneyText money={row.amount} /> : '–'),
    csv: (row) => row.amount?.amount,
  },
  {
    id: 'currency',
    label: 'Currency',
    optional: true,
    cell: (row) => row.amount?.currency ?? '–',
    csv: (row) => row.amount?.currency,
  },
];

const filters: readonly FilterSpec[] = [
  { id: 'figure', label: 'Figure', kind: 'select', options: figures },
  { id: 'date', label: 'Date', kind: 'range' },
  { id: 'currency', label: 'Currency', kind: 'text' },
  {
    id: 'by',
    label: 'By',
    kind: 'select',
    options: Object.entries(dimensionLabels).map(([value, { one }]) => ({ value, label: one })),
  },
  { id: 'value', label: 'Value', kind: 'text' },
  { id: 'zone', label: 'Time zone of the days', kind: 'text' },
];

const emptyValue: Readonly<Record<string, string>> = { value: '' };
const nothing: Readonly<Record<string, string>> = {};

export default function MetricRowsPage() {
  const [search] = useSearchParams();
  const figure = search.get('figure');
  // An empty value is a group of its own, which a filter cannot name.
  const isNone = search.get('by') !== null && search.get('value') === '';
  return (
    <AdminList
      of="GET /v1/admin/metrics/rows"
      title={figures.find(({ value }) => value === figure)?.label ?? 'Revenue'}
      fixed={isNone ? emptyValue : nothing}
      columns={columns}
      filters={filters}
      searchLabel="Search record or detail"
      rowKey={(row) => row.id}
      rowName={(row) => row.title}
      empty={{ title: 'Nothing in this period.', text: 'Choose another period or figure.' }}
    />
  );
}
