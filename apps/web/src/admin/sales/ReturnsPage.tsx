import { stateLabel, stateOptions } from '@tuneport/domain/states/machine';
import { returnMachine, returnReasonNames } from '@tuneport/domain/store/return-states';
import { pageTitle } from '../../shell/title.ts';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { AdminList, type RowOf } from '../AdminList.tsx';
import { BuyerLink } from './BuyerCard.tsx';

export const meta = () => [{ title: pageTitle('Returns') }];

type Return = RowOf<'GET /v1/admin/returns'>;

const itemsOf = ({ lines }: Return): string => lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ');

const columns: readonly Column<Return>[] = [
  { id: 'order', label: 'Order', sortable: true, cell: (one) => one.order_number, csv: (one) => one.order_number },
  {
    id: 'state',
    label: 'Status',
    sortable: true,
    group: true,
    cell: (one) => <StateBadge machine={returnMachine} state={one.state} />,
    csv: (one) => stateLabel(returnMachine, one.state),
  },
  { id: 'items', label: 'Items', cell: itemsOf, csv: itemsOf },
  {
    id: 'reason',
    label: 'Reason',
    cell: (one) => returnReasonNames[one.reason],
    csv: (one) => returnReasonNames[one.reason],
    hideBelow: 800,
  },
  {
    id: 'buyer',
    label: 'Buyer',
    cell: (one) => <BuyerLink user={one.user_id === null ? null : { id: one.user_id }} name={one.buyer} />,
    csv: (one) => one.buyer,
  },
  {
    id: 'requested_at',
    label: 'Requested',
    sortable: true,
    cell: (one) => <DateText at={one.requested_at} show="date" />,
    csv: (one) => one.requested_at,
    hideBelow: 640,
  },
];
const filters: readonly FilterSpec[] = [
  { id: 'state', label: 'Status', kind: 'select', options: stateOptions(returnMachine), many: true },
];

export default function ReturnsPage() {
  return (
    <AdminList
      of="GET /v1/admin/returns"
      title="Returns"
      columns={columns}
      filters={filters}
      searchLabel="Search buyer or e-mail"
      rowKey={(one) => one.id}
      rowName={(one) => `Return of ${one.order_number}`}
      rowLink={(one) => `/admin/orders/${one.order_id}`}
      empty={{
        title: 'Returns appear here once a customer requests one.',
        text: 'Customers request them on the page of an order that has shipped.',
      }}
    />
  );
}
