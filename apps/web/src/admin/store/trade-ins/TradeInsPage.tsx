import { stateOptions } from '@tuneport/domain/states/machine';
import { tradeInConditionNames, tradeInMachine } from '@tuneport/domain/store/trade-in-states';
import { pageTitle } from '../../../shell/title.ts';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { AdminList, type RowOf } from '../../AdminList.tsx';

export const meta = () => [{ title: pageTitle('Trade-ins') }];

type Row = RowOf<'GET /v1/admin/trade-in-requests'>;

const columns: readonly Column<Row>[] = [
  { id: 'number', label: 'Number', cell: (row) => row.number, csv: (row) => row.number },
  { id: 'tool', label: 'Tool', cell: (row) => row.tool, csv: (row) => row.tool },
  {
    id: 'state',
    label: 'Status',
    cell: (row) => <StateBadge machine={tradeInMachine} state={row.state} />,
    csv: (row) => row.state,
  },
  {
    id: 'offer',
    label: 'Offer',
    align: 'end',
    cell: (row) => (row.offer ? <MoneyText money={row.offer.value} /> : '–'),
    csv: (row) => row.offer?.value.amount ?? '',
  },
  { id: 'serial', label: 'Serial number', cell: (row) => row.serial, csv: (row) => row.serial, hideBelow: 800 },
  {
    id: 'condition',
    label: 'Condition',
    cell: (row) => tradeInConditionNames[row.condition],
    csv: (row) => row.condition,
    hideBelow: 1000,
  },
  { id: 'full_name', label: 'From', cell: (row) => row.full_name, csv: (row) => row.full_name, hideBelow: 640 },
  {
    id: 'created_at',
    label: 'Requested',
    cell: (row) => <DateText at={row.created_at} show="date" />,
    csv: (row) => row.created_at,
    hideBelow: 800,
  },
];
const filters: readonly FilterSpec[] = [
  {
    id: 'state',
    label: 'Status',
    kind: 'select',
    options: stateOptions(tradeInMachine),
  },
];

export default function TradeInsPage() {
  return (
    <AdminList
      of="GET /v1/admin/trade-in-requests"
      title="Trade-ins"
      columns={columns}
      filters={filters}
      searchLabel="Search tool, serial number or customer"
      rowKey={(row) => row.id}
      rowName={(row) => `${row.number} ${row.tool}`}
      rowLink={(row) => `/admin/trade-in-requests/${row.id}`}
      empty={{
        title: 'Trade-in requests appear here.',
        text: 'Customers apply on the page “Trade in a tool”; you make an offer, receive the tool and credit its value.',
      }}
    />
  );
}
