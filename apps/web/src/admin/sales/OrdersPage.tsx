import { pageTitle } from '../../shell/title.ts';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { AdminList, type RowOf } from '../AdminList.tsx';
import { BuyerLink } from './BuyerCard.tsx';
import { kindName, OrderStateDot, orderKindOptions, orderStateOptions } from './transaction-labels.tsx';

export const meta = () => [{ title: pageTitle('Orders') }];

type Order = RowOf<'GET /v1/admin/orders'>;

const columns: readonly Column<Order>[] = [
  { id: 'number', label: 'Order', sortable: true, cell: (order) => order.number, csv: (order) => order.number },
  {
    id: 'invoice_number',
    label: 'Invoice',
    cell: (order) => order.invoice_number ?? '–',
    csv: (order) => order.invoice_number ?? '',
    hideBelow: 1000,
  },
  {
    id: 'buyer',
    label: 'Buyer',
    cell: (order) => <BuyerLink user={order.user_id === null ? null : { id: order.user_id }} name={order.buyer} />,
    csv: (order) => order.buyer,
  },
  {
    id: 'email',
    label: 'E-mail',
    sortable: true,
    cell: (order) => order.email,
    csv: (order) => order.email,
    hideBelow: 800,
  },
  {
    id: 'state',
    label: 'Status',
    sortable: true,
    group: true,
    cell: (order) => <OrderStateDot state={order.state} />,
    csv: (order) => order.state,
  },
  {
    id: 'item_count',
    label: 'Items',
    align: 'end',
    cell: (order) => order.item_count,
    csv: (order) => order.item_count,
    hideBelow: 800,
  },
  {
    id: 'total',
    label: 'Total',
    sortable: true,
    sum: true,
    align: 'end',
    cell: (order) => <MoneyText money={order.total} />,
    csv: (order) => order.total.amount,
  },
  { id: 'kind', label: 'Kind', cell: (order) => kindName(order.kind), csv: (order) => order.kind, hideBelow: 1000 },
  {
    id: 'placed_at',
    label: 'Placed',
    sortable: true,
    cell: (order) => <DateText at={order.placed_at} show="date" />,
    csv: (order) => order.placed_at,
    hideBelow: 640,
  },
];
const filters: readonly FilterSpec[] = [
  { id: 'state', label: 'Status', kind: 'select', options: orderStateOptions, many: true },
  { id: 'kind', label: 'Kind', kind: 'select', options: orderKindOptions, many: true },
  { id: 'placed', label: 'Placed', kind: 'range' },
];

export default function OrdersPage() {
  return (
    <AdminList
      of="GET /v1/admin/orders"
      title="Orders"
      columns={columns}
      filters={filters}
      searchLabel="Search buyer, e-mail or invoice number"
      rowKey={(order) => order.id}
      rowName={(order) => order.number}
      rowLink={(order) =>
        order.transaction_id === null ? `/admin/orders/${order.id}` : `/admin/transactions/${order.transaction_id}`
      }
      empty={{
        title: 'Orders appear here once a customer places one.',
        text: 'A paid order opens its transaction; any other order opens its own page.',
      }}
    />
  );
}
