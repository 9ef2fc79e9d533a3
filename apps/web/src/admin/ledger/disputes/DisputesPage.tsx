import {
  type DisputedAccount,
  disputedAccounts,
  lineDisputeMachine,
} from '@tuneport/domain/ledger/line-dispute-states';
import { stateOptions } from '@tuneport/domain/states/machine';
import { pageTitle } from '../../../shell/title.ts';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { dateColumn } from '../../../ui/list/columns.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { AdminList, type RowOf } from '../../AdminList.tsx';

export const meta = () => [{ title: pageTitle('Disputes') }];

type Row = RowOf<'GET /v1/admin/line-disputes'>;

export const accountLabels: Readonly<Record<DisputedAccount, string>> = { owed: 'Balance', earning: 'Earnings' };

const columns: readonly Column<Row>[] = [
  { id: 'number', label: 'Number', cell: (row) => row.number, csv: (row) => row.number },
  {
    id: 'state',
    label: 'Status',
    sortable: true,
    cell: (row) => <StateBadge machine={lineDisputeMachine} state={row.state} />,
    csv: (row) => row.state,
  },
  { id: 'party', label: 'Partner', sortable: true, cell: (row) => row.holder.name, csv: (row) => row.holder.name },
  { id: 'line', label: 'Line', cell: (row) => row.label, csv: (row) => row.line },
  {
    id: 'account',
    label: 'Account',
    cell: (row) => accountLabels[row.account],
    csv: (row) => row.account,
    hideBelow: 1000,
  },
  {
    id: 'amount',
    label: 'Amount',
    align: 'end',
    cell: (row) => <MoneyText money={row.amount} />,
    csv: (row) => row.amount.amount,
  },
  dateColumn('opened_at', 'Opened', { sortable: true, hideBelow: 640 }),
];
const filters: readonly FilterSpec[] = [
  { id: 'state', label: 'Status', kind: 'select', options: stateOptions(lineDisputeMachine) },
  {
    id: 'account',
    label: 'Account',
    kind: 'select',
    options: disputedAccounts.map((value) => ({ value, label: accountLabels[value] })),
  },
];

export default function DisputesPage() {
  return (
    <AdminList
      of="GET /v1/admin/line-disputes"
      title="Disputes"
      columns={columns}
      filters={filters}
      searchLabel="Search number, partner or reason"
      rowKey={(row) => row.id}
      rowName={(row) => row.number}
      rowLink={(row) => `/admin/disputes/${row.id}`}
      empty={{
        title: 'Disputed lines appear here.',
        text: 'When a partner disputes a line of its balance or earnings, the line is frozen until you decide.',
      }}
    />
  );
}
