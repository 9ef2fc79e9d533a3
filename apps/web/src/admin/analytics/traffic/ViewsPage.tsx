import { pageTitle } from '../../../shell/title.ts';
import { dateColumn, textColumn } from '../../../ui/list/columns.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import { AdminList, type RowOf } from '../../AdminList.tsx';
import { valueName } from './traffic-labels.ts';

type View = RowOf<'GET /v1/admin/analytics/page-views'>;

export const meta = () => [{ title: pageTitle('Page views') }];

const columns: readonly Column<View>[] = [
  dateColumn('at', 'Time', { sortable: true }),
  textColumn('path', 'Page or event'),
  textColumn('title', 'Title', { hideBelow: 1000 }),
  textColumn('referrer', 'Came from', { hideBelow: 800 }),
  { ...textColumn<View>('query', 'Parameters'), optional: true },
  {
    ...textColumn<View>('country', 'Country', { hideBelow: 1000 }),
    cell: (view) => valueName('country', view.country),
  },
  textColumn('device', 'Device', { hideBelow: 640 }),
  textColumn('browser', 'Browser', { hideBelow: 1200 }),
  {
    id: 'bot',
    label: 'Bot',
    cell: (view) => (view.bot === null ? '–' : valueName('bot', String(view.bot))),
    csv: (view) => view.bot,
    optional: true,
  },
];

const filters: readonly FilterSpec[] = [
  { id: 'date', label: 'Date', kind: 'range' },
  {
    id: 'kind',
    label: 'Kind',
    kind: 'select',
    options: [
      { value: 'view', label: 'Page views' },
      { value: 'event', label: 'Events' },
      { value: 'bot', label: 'Bots' },
    ],
  },
  { id: 'path', label: 'Page or event', kind: 'text' },
  { id: 'bot', label: 'Bot code', kind: 'text' },
];

export default function ViewsPage() {
  return (
    <AdminList
      of="GET /v1/admin/analytics/page-views"
      title="Page views"
      columns={columns}
      filters={filters}
      searchLabel="Search page or title"
      rowKey={(view) => view.id}
      rowName={(view) => view.path}
      empty={{
        title: 'Page views appear here within a second.',
        text: 'Older views are kept as daily totals only. Change how long in the settings.',
      }}
    />
  );
}
