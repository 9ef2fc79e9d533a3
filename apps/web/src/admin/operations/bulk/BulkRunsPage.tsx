import { bulkListLabels, bulkLists, bulkRunMachine } from '@tuneport/domain/operations/bulk-runs';
import { stateOptions } from '@tuneport/domain/states/machine';
import { pageTitle } from '../../../shell/title.ts';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { dateColumn } from '../../../ui/list/columns.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import { AdminList } from '../../AdminList.tsx';
import { type BulkRun, resultText, runTitle } from './bulk-labels.ts';

export const meta = () => [{ title: pageTitle('Bulk actions') }];

const columns: readonly Column<BulkRun>[] = [
  { id: 'title', label: 'Action', cell: runTitle, csv: runTitle },
  {
    id: 'state',
    label: 'Status',
    cell: (run) => <StateBadge machine={bulkRunMachine} state={run.state} />,
    csv: (run) => run.state,
  },
  { id: 'result', label: 'Result', cell: resultText, csv: resultText },
  {
    id: 'started_by',
    label: 'Started by',
    cell: (run) => run.started_by.name,
    csv: (run) => run.started_by.name,
    hideBelow: 800,
  },
  dateColumn('created_at', 'Started', { show: 'both', hideBelow: 640 }),
];
const filters: readonly FilterSpec[] = [
  { id: 'state', label: 'Status', kind: 'select', options: stateOptions(bulkRunMachine) },
  {
    id: 'list',
    label: 'Records',
    kind: 'select',
    options: bulkLists.map((value) => ({ value, label: bulkListLabels[value] })),
  },
];

export default function BulkRunsPage() {
  return (
    <AdminList
      of="GET /v1/admin/bulk-runs"
      title="Bulk actions"
      columns={columns}
      filters={filters}
      rowKey={(run) => run.id}
      rowName={runTitle}
      rowLink={(run) => `/admin/bulk-runs/${run.id}`}
      empty={{
        title: 'Bulk actions on all matching rows appear here.',
        text: 'Select all rows of a page in a catalogue list, then "Select all matching".',
      }}
    />
  );
}
