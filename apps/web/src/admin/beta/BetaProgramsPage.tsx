import { betaProgramMachine } from '@tuneport/domain/beta/beta-states';
import { stateOptions } from '@tuneport/domain/states/machine';
import { pageTitle } from '../../shell/title.ts';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { dateColumn, numberColumn, textColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import type { RowOf } from '../AdminList.tsx';
import { NounList } from '../record/noun/NounList.tsx';
import { betaNoun } from './beta-noun.ts';

export const meta = () => [{ title: pageTitle(betaNoun.many) }];

const columns: readonly Column<RowOf<'GET /v1/admin/beta-programs'>>[] = [
  textColumn('name', 'Name', { sortable: true }),
  {
    id: 'state',
    label: 'Status',
    cell: ({ state }) => <StateBadge machine={betaProgramMachine} state={state} />,
    csv: ({ state }) => state,
  },
  numberColumn('active', 'Taking part'),
  numberColumn('seats', 'Places', { sortable: true, hideBelow: 640 }),
  numberColumn('waiting', 'Waiting', { hideBelow: 800 }),
  numberColumn('incidents', 'Incidents', { hideBelow: 640 }),
  dateColumn('ends_at', 'Ends', { hideBelow: 800 }),
];
const filters: readonly FilterSpec[] = [
  { id: 'state', label: 'Status', kind: 'select', options: stateOptions(betaProgramMachine) },
];

export default function BetaProgramsPage() {
  return (
    <NounList
      of="GET /v1/admin/beta-programs"
      noun={betaNoun}
      columns={columns}
      filters={filters}
      searchLabel="Search name or summary"
      empty={{
        title: 'Beta programs appear here once you create one.',
        text: 'Customers see a program after you publish it.',
      }}
    />
  );
}
