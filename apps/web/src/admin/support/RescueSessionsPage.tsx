import { rescueMachine } from '@tuneport/domain/support/rescue-states';
import { pageTitle } from '../../shell/title.ts';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { AdminList } from '../AdminList.tsx';
import { type ListedRescue, rescueStateOptions, symptomText } from './rescue-labels.ts';

export const meta = () => [{ title: pageTitle('Rescue sessions') }];

const columns: readonly Column<ListedRescue>[] = [
  { id: 'vehicle', label: 'Vehicle', cell: (rescue) => rescue.vehicle, csv: (rescue) => rescue.vehicle },
  {
    id: 'state',
    label: 'Status',
    cell: (rescue) => (
      <>
        <StateBadge machine={rescueMachine} state={rescue.state} />{' '}
        {rescue.unsafe && rescue.state !== 'closed' ? <StateDot tone="bad">Unsafe</StateDot> : null}
      </>
    ),
    csv: (rescue) => rescue.state,
  },
  {
    id: 'symptom',
    label: 'Problem',
    cell: (rescue) => symptomText(rescue.symptom),
    csv: (rescue) => rescue.symptom,
    hideBelow: 800,
  },
  {
    id: 'tool',
    label: 'Tool',
    cell: (rescue) => [rescue.tool, rescue.tool_serial].filter(Boolean).join(', '),
    csv: (rescue) => rescue.tool,
    hideBelow: 1200,
  },
  {
    id: 'contact',
    label: 'Who',
    cell: (rescue) => rescue.contact_name,
    csv: (rescue) => rescue.contact_name,
    hideBelow: 800,
  },
  {
    id: 'assignee',
    label: 'Assignee',
    cell: (rescue) => rescue.assignee?.name ?? 'Unassigned',
    csv: (rescue) => rescue.assignee?.name ?? '',
    hideBelow: 1000,
  },
  {
    id: 'last_at',
    label: 'Last activity',
    cell: (rescue) => <DateText at={rescue.last_at} show="relative" />,
    csv: (rescue) => rescue.last_at,
    hideBelow: 640,
  },
];
const filters: readonly FilterSpec[] = [{ id: 'state', label: 'Status', kind: 'select', options: rescueStateOptions }];

export default function RescueSessionsPage() {
  return (
    <AdminList
      of="GET /v1/admin/rescue-sessions"
      title="Rescue sessions"
      columns={columns}
      filters={filters}
      searchLabel="Search code, name, vehicle or serial"
      rowKey={(rescue) => rescue.id}
      rowName={(rescue) => rescue.vehicle}
      rowLink={(rescue) => `/admin/rescue-sessions/${rescue.id}`}
      empty={{ title: 'Rescues appear here as soon as a customer starts one.' }}
    />
  );
}
