import { stateOptions } from '@tuneport/domain/states/machine';
import { rentalMachine } from '@tuneport/domain/store/rental-states';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { AdminList, type RowOf } from '../../AdminList.tsx';

export const meta = () => [{ title: pageTitle('Rentals') }];

type Row = RowOf<'GET /v1/admin/rentals'>;

const columns: readonly Column<Row>[] = [
  { id: 'product', label: 'Tool', cell: (row) => row.product.name, csv: (row) => row.product.name },
  {
    id: 'state',
    label: 'Status',
    cell: (row) => <StateBadge machine={rentalMachine} state={row.state} />,
    csv: (row) => row.state,
  },
  {
    id: 'due_at',
    label: 'Due',
    cell: (row) => (row.due_at ? <DateText at={row.due_at} show="date" /> : '–'),
    csv: (row) => row.due_at ?? '',
  },
  { id: 'full_name', label: 'Customer', cell: (row) => row.full_name, csv: (row) => row.full_name, hideBelow: 640 },
  {
    id: 'deposit',
    label: 'Deposit',
    align: 'end',
    cell: (row) => <MoneyText money={row.deposit} />,
    csv: (row) => row.deposit.amount,
    hideBelow: 640,
  },
  { id: 'order', label: 'Order', cell: (row) => row.order_number, csv: (row) => row.order_number, hideBelow: 800 },
  {
    id: 'kind',
    label: 'Kind',
    cell: (row) => (row.kind === 'loan' ? 'Loan' : 'Rental'),
    csv: (row) => row.kind,
    hideBelow: 800,
  },
];
const filters: readonly FilterSpec[] = [
  {
    id: 'state',
    label: 'Status',
    kind: 'select',
    options: stateOptions(rentalMachine),
  },
  {
    id: 'kind',
    label: 'Kind',
    kind: 'select',
    options: [
      { value: 'rental', label: 'Rental' },
      { value: 'loan', label: 'Loan' },
    ],
  },
];

export default function RentalsPage() {
  return (
    <AdminList
      of="GET /v1/admin/rentals"
      title="Rentals"
      headActions={
        <ButtonLink variant="primary" to="/admin/rentals/new">
          <Icon name="plus" />
          New rental
        </ButtonLink>
      }
      columns={columns}
      filters={filters}
      searchLabel="Search tool or customer"
      rowKey={(row) => row.id}
      rowName={(row) => `${row.product.name}, ${row.full_name}`}
      rowLink={(row) => `/admin/rentals/${row.id}`}
      empty={{
        title: 'Rented and loaned tools appear here.',
        text: 'A rental is created when an order with a rental or loaner product is paid. You can also rent a tool out yourself.',
      }}
    />
  );
}
