import { funnelSteps } from '@tuneport/domain/analytics/traffic-dimensions';
import { pageTitle } from '../../../shell/title.ts';
import { dateColumn, numberColumn, textColumn } from '../../../ui/list/columns.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import { AdminList, type RowOf } from '../../AdminList.tsx';
import { duration } from '../reports/figures.ts';
import { stepNames, valueName } from './traffic-labels.ts';

type Visit = RowOf<'GET /v1/admin/analytics/visits'>;

export const meta = () => [{ title: pageTitle('Visits') }];

const named = (id: 'medium' | 'country', label: string): Column<Visit> => ({
  ...textColumn<Visit>(id, label, { hideBelow: 1000 }),
  cell: (visit) => valueName(id, visit[id]),
});

const columns: readonly Column<Visit>[] = [
  dateColumn('started_at', 'Started', { sortable: true }),
  textColumn('source', 'Source'),
  named('medium', 'Channel'),
  textColumn('campaign', 'Campaign', { hideBelow: 1200 }),
  textColumn('entry', 'Entry page'),
  textColumn('exit', 'Exit page', { hideBelow: 800 }),
  numberColumn('views', 'Pages', { sortable: true }),
  {
    id: 'seconds',
    label: 'Duration',
    align: 'end',
    sortable: true,
    cell: (visit) => duration(visit.seconds),
    csv: (visit) => visit.seconds,
    hideBelow: 640,
  },
  named('country', 'Country'),
  textColumn('device', 'Device', { hideBelow: 1000 }),
  { ...textColumn<Visit>('browser', 'Browser'), optional: true },
  { ...textColumn<Visit>('os', 'System'), optional: true },
  { ...textColumn<Visit>('first_source', 'First source'), optional: true },
];

const text = (id: string, label: string): FilterSpec => ({ id, label, kind: 'text' });
const filters: readonly FilterSpec[] = [
  { id: 'date', label: 'Date', kind: 'range' },
  text('source', 'Source'),
  text('medium', 'Channel'),
  text('campaign', 'Campaign'),
  text('first_source', 'First source'),
  text('first_medium', 'First channel'),
  text('first_campaign', 'First campaign'),
  text('entry', 'Entry page'),
  text('exit', 'Exit page'),
  text('country', 'Country (two-letter code)'),
  text('language', 'Language'),
  text('device', 'Device'),
  text('browser', 'Browser'),
  text('os', 'System'),
  {
    id: 'step',
    label: 'Reached',
    kind: 'select',
    options: funnelSteps.map((value) => ({ value, label: stepNames[value] ?? value })),
  },
  { id: 'new', label: 'First visit', kind: 'boolean' },
];

export default function VisitsPage() {
  return (
    <AdminList
      of="GET /v1/admin/analytics/visits"
      title="Visits"
      columns={columns}
      filters={filters}
      searchLabel="Search page, source or campaign"
      rowKey={(visit) => visit.id}
      rowName={(visit) => `Visit ${visit.id}`}
      empty={{
        title: 'Single visits appear here with the first page view.',
        text: 'Older visits are kept as daily totals only. Change how long in the settings.',
      }}
    />
  );
}
