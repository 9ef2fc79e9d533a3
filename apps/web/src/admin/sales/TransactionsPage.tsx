import { pageTitle } from '../../shell/title.ts';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { AdminList } from '../AdminList.tsx';
import { BuyerLink } from './BuyerCard.tsx';
import {
  kindName,
  kindOptions,
  orderStateName,
  type Transaction,
  TransactionState,
  transactionStateOptions,
} from './transaction-labels.tsx';

export const meta = () => [{ title: pageTitle('Transactions') }];

const columns: readonly Column<Transaction>[] = [
  { id: 'number', label: 'Number', sortable: true, cell: (one) => one.number, csv: (one) => one.number },
  {
    id: 'invoice_number',
    label: 'Invoice',
    cell: (one) => one.invoice_number ?? '–',
    csv: (one) => one.invoice_number ?? '',
    hideBelow: 1000,
  },
  {
    id: 'buyer',
    label: 'Buyer',
    cell: (one) => <BuyerLink user={one.user_id === null ? null : { id: one.user_id }} name={one.buyer} />,
    csv: (one) => one.buyer,
  },
  { id: 'email', label: 'E-mail', cell: (one) => one.email, csv: (one) => one.email, hideBelow: 1000 },
  {
    id: 'state',
    label: 'Payment',
    sortable: true,
    group: true,
    cell: (one) => <TransactionState state={one.state} />,
    csv: (one) => one.state,
  },
  {
    id: 'order_state',
    label: 'Status',
    cell: (one) => orderStateName(one.order_state),
    csv: (one) => one.order_state,
    hideBelow: 800,
  },
  {
    id: 'amount',
    label: 'Amount',
    sortable: true,
    sum: true,
    align: 'end',
    cell: (one) => <MoneyText money={one.amount} />,
    csv: (one) => one.amount.amount,
  },
  {
    id: 'currency',
    label: 'Currency',
    cell: (one) => one.amount.currency,
    csv: (one) => one.amount.currency,
    optional: true,
  },
  {
    id: 'refunded',
    label: 'Refunded',
    align: 'end',
    sum: true,
    cell: (one) => (/[1-9]/.test(one.refunded.amount) ? <MoneyText money={one.refunded} hideCurrency /> : '–'),
    csv: (one) => one.refunded.amount,
    hideBelow: 800,
  },
  { id: 'kind', label: 'Kind', cell: (one) => kindName(one.kind), csv: (one) => one.kind, hideBelow: 1000 },
  {
    id: 'at',
    label: 'Day',
    sortable: true,
    cell: (one) => <DateText at={one.at} show="date" />,
    csv: (one) => one.at,
    hideBelow: 640,
  },
];
const filters: readonly FilterSpec[] = [
  { id: 'state', label: 'Payment', kind: 'select', options: transactionStateOptions, many: true },
  { id: 'kind', label: 'Kind', kind: 'select', options: kindOptions, many: true },
  { id: 'date', label: 'Date', kind: 'range' },
];

export default function TransactionsPage() {
  return (
    <AdminList
      of="GET /v1/admin/transactions"
      title="Transactions"
      columns={columns}
      filters={filters}
      searchLabel="Search number, invoice, buyer, e-mail or tracking number"
      rowKey={(one) => one.id}
      rowName={(one) => one.number}
      rowLink={(one) => `/admin/transactions/${one.id}`}
      empty={{
        title: 'Transactions appear here with the first paid order, tune or deposit.',
        text: 'Each shows what was sold, what was refunded and where the parcel is.',
      }}
    />
  );
}
