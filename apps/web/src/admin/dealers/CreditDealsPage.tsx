import { creditDealMachine } from '@tuneport/domain/dealers/credit-deal-states';
import { stateOptions } from '@tuneport/domain/states/machine';
import { pageTitle } from '../../shell/title.ts';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { dateColumn, linkColumn, moneyColumn, textColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { AdminList } from '../AdminList.tsx';
import { refFilter } from '../record/noun/noun.ts';
import { type Deal, dealKinds, offerText } from './deal-labels.ts';

export const meta = () => [{ title: pageTitle('Credit deals') }];

const dealerOf = ({ dealer_id, dealer_name }: Deal) => ({ id: dealer_id, name: dealer_name });

const columns: readonly Column<Deal>[] = [
  textColumn('title', 'Deal'),
  linkColumn('dealer', 'Dealer', dealerOf, (id) => `/admin/dealers/${id}`),
  {
    id: 'state',
    label: 'Status',
    cell: (deal) => <StateBadge machine={creditDealMachine} state={deal.state} />,
    csv: (deal) => deal.state,
  },
  moneyColumn('price', 'Price'),
  { id: 'kind', label: 'Kind', cell: (deal) => dealKinds[deal.kind], csv: (deal) => deal.kind, hideBelow: 1000 },
  { id: 'offer', label: 'Includes', cell: offerText, csv: offerText, hideBelow: 800 },
  dateColumn('expires_at', 'Until', { show: 'date', hideBelow: 800 }),
];
const filters: readonly FilterSpec[] = [
  { id: 'state', label: 'Status', kind: 'select', options: stateOptions(creditDealMachine) },
  refFilter('dealer', 'Dealer', '/v1/admin/dealers'),
];

export default function CreditDealsPage() {
  return (
    <AdminList
      of="GET /v1/admin/dealer-credit-deals"
      title="Credit deals"
      columns={columns}
      filters={filters}
      searchLabel="Search deal or dealer"
      rowKey={(deal) => deal.id}
      rowName={(deal) => deal.title}
      rowLink={(deal) => `/admin/dealer-credit-deals/${deal.id}`}
      create={{ label: 'New credit deal', to: '/admin/dealer-credit-deals/new' }}
      empty={{
        title: 'Credit deals appear here once you draft one.',
        text: 'Offer a dealer tune credits, money on account with a bonus, or a debt settlement.',
      }}
    />
  );
}
