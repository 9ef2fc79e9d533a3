import { pageTitle } from '../../shell/title.ts';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { AdminList, type RowOf } from '../AdminList.tsx';
import { kindName, OrderStateDot, orderKindOptions, orderStateOptions } from './transaction-labels.tsx';

export const meta = () => [{ title: pageTitle('Orders') }];

type Order = RowOf<'GET /v1/admin/orders'>;

const columns: readonly Column<Order>[] = [
  { id: 'number', label: 'Order', cell: (order) => order.number, csv: (order) => order.number },
  { id: 'buyer', label: 'Buyer', cell: (order) => order.buyer, csv: (order) => order.buyer },
  { id: 'email', label: 'E-mail', cell: (order) => order.email, csv: (order) => order.email, hideBelow: 800 },
  { id: 'state', label: 'State', cell: (order) => <OrderStateDot state={order.state} />, csv: (order) => order.state },
  {
    id: 'things',
    label: 'Items',
    align: 'end',
    cell: (order) => order.things,
    csv: (order) => order.things,
    hideBelow: 800,
  },
  {
    id: 'total',
    label: 'Total',
    align: 'end',
    cell: (order) => <MoneyText money={order.total} />,
    csv: (order) => order.total.amount,
  },
  { id: 'kind', label: 'Kind', cell: (order) => kindName(order.kind), csv: (order) => order.kind, hideBelow: 1000 },
  {
    id: 'placed_at',
    label: 'Placed',
    cell: (order) => <DateText at={order.placed_at} show="date" />,
    csv: (order) => order.placed_at,
    hideBelow: 640,
  },
];
const filters: readonly FilterSpec[] = [
  { id: 'state', label: 'State', kind: 'select', options: orderStateOptions },
  { id: 'kind', label: 'Kind', kind: 'select', options: orderKindOptions },
];

export default function OrdersPage() {
  return (
    <AdminList
      of="GET /v1/admin/orders"
      title="Orders"
      columns={columns}
      filters={filters}
      searchLabel="Search buyer or e-mail"
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
