import { stateOptions } from '@tuneport/domain/states/machine';
import { valueTransferCauseNames, valueTransferMachine } from '@tuneport/domain/tuning/value-transfer-states';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { dateColumn } from '../../../ui/list/columns.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { AdminList, type RowOf } from '../../AdminList.tsx';
import { refFilter } from '../../record/noun/noun.ts';

export const meta = () => [{ title: pageTitle('Value transfers') }];

type Row = RowOf<'GET /v1/admin/instatune-value-transfers'>;

const columns: readonly Column<Row>[] = [
  { id: 'number', label: 'Number', cell: (row) => row.number, csv: (row) => row.number },
  {
    id: 'state',
    label: 'Status',
    sortable: true,
    cell: (row) => <StateBadge machine={valueTransferMachine} state={row.state} />,
    csv: (row) => row.state,
  },
  {
    id: 'customer',
    label: 'Customer',
    sortable: true,
    cell: (row) => row.dealer?.name ?? row.customer.name,
    csv: (row) => row.dealer?.name ?? row.customer.name,
  },
  {
    id: 'from',
    label: 'From',
    cell: (row) => `${row.old_request.number} ${row.old_request.vehicle}`,
    csv: (row) => row.old_request.number,
    hideBelow: 1000,
  },
  {
    id: 'to',
    label: 'To',
    cell: (row) => (row.new_request ? `${row.new_request.number} ${row.new_request.vehicle}` : 'Not chosen yet'),
    csv: (row) => row.new_request?.number ?? '',
    hideBelow: 1000,
  },
  {
    id: 'cause',
    label: 'Cause',
    cell: (row) => valueTransferCauseNames[row.cause],
    csv: (row) => row.cause,
    hideBelow: 1200,
  },
  {
    id: 'value',
    label: 'Value',
    align: 'end',
    sortable: true,
    cell: (row) => (row.value ? <MoneyText money={row.value} /> : '–'),
    csv: (row) => row.value?.amount ?? '',
  },
  dateColumn('created_at', 'Requested', { sortable: true, hideBelow: 640 }),
];
const filters: readonly FilterSpec[] = [
  { id: 'state', label: 'Status', kind: 'select', options: stateOptions(valueTransferMachine) },
  refFilter('user', 'Customer', '/v1/admin/users'),
];

export default function ValueTransfersPage() {
  return (
    <AdminList
      of="GET /v1/admin/instatune-value-transfers"
      title="Value transfers"
      columns={columns}
      filters={filters}
      searchLabel="Search number, customer or car"
      rowKey={(row) => row.id}
      rowName={(row) => row.number}
      rowLink={(row) => `/admin/instatune-value-transfers/${row.id}`}
      headActions={
        <ButtonLink variant="primary" to="/admin/instatune-value-transfers/new">
          New value transfer
        </ButtonLink>
      }
      empty={{
        title: 'Value transfers appear here.',
        text: 'They move what a customer paid for one tune to another, for example after a control unit was replaced.',
      }}
    />
  );
}
