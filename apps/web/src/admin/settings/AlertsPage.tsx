import { pageTitle } from '../../shell/title.ts';
import { dateColumn, type StateLabels, stateColumn, stateOptions, textColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import type { RowOf } from '../AdminList.tsx';
import { NounPanelList } from '../record/noun/NounList.tsx';
import type { Noun } from '../record/noun/noun.ts';
import { runStateFilter, runStates } from './run-state.tsx';

type Alert = RowOf<'GET /v1/admin/alerts'>;

const levels: StateLabels<Alert['level']> = {
  info: { label: 'Information' },
  good: { label: 'Good news', tone: 'good' },
  careful: { label: 'Warning', tone: 'careful' },
  bad: { label: 'Urgent', tone: 'bad' },
};
const audiences: StateLabels<Alert['audience']> = {
  everyone: { label: 'Everyone' },
  users: { label: 'Logged-in users' },
  dealers: { label: 'Dealers' },
  staff: { label: 'Staff' },
};

const alertNoun: Noun = {
  path: '/v1/admin/alerts',
  to: '/admin/alerts',
  one: 'alert',
  many: 'Alerts',
  write: 'alerts.write',
  title: (alert) => String(alert.text),
  fields: [
    { name: 'text', label: 'Text', kind: 'textarea', rows: 3, maxLength: 500, wide: true },
    { name: 'level', label: 'Level', kind: 'select', options: stateOptions(levels) },
    { name: 'audience', label: 'Audience', kind: 'select', options: stateOptions(audiences) },
    { name: 'start', label: 'From', kind: 'moment', optional: true },
    {
      name: 'end',
      label: 'Until',
      kind: 'moment',
      optional: true,
      hint: 'Leave blank to show it until it is deleted.',
    },
  ],
  blank: { level: 'info', audience: 'everyone' },
  createLabel: 'Publish alert',
  deleting: 'It is no longer shown. The audit log keeps its text.',
};

export const meta = () => [{ title: pageTitle(alertNoun.many) }];

const columns: readonly Column<Alert>[] = [
  textColumn('text', 'Text'),
  stateColumn('level', 'Level', levels, { editable: true, hideBelow: 640 }),
  stateColumn('audience', 'Audience', audiences, { editable: true, hideBelow: 640 }),
  stateColumn('state', 'Status', runStates),
  dateColumn('start', 'From', { sortable: true, hideBelow: 800 }),
  dateColumn('end', 'Until', { sortable: true, hideBelow: 800 }),
];
const filters: readonly FilterSpec[] = [
  runStateFilter,
  { id: 'audience', label: 'Audience', kind: 'select', options: stateOptions(audiences) },
];

export default function AlertsPage() {
  return (
    <NounPanelList
      of="GET /v1/admin/alerts"
      noun={alertNoun}
      columns={columns}
      filters={filters}
      searchLabel="Search text"
      empty={{
        title: 'Alerts appear here once you write one.',
        text: 'An alert is a line above every page, for everyone or for one audience.',
      }}
    />
  );
}
