import { creditDealMachine } from '@tuneport/domain/dealers/credit-deal-states';
import { stateOptions } from '@tuneport/domain/states/machine';
import { pageTitle } from '../../shell/title.ts';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { AdminList } from '../AdminList.tsx';
import { type Deal, dealKinds, offerText } from './deal-labels.ts';

export const meta = () => [{ title: pageTitle('Credit deals') }];

const columns: readonly Column<Deal>[] = [
  { id: 'title', label: 'Deal', cell: (deal) => deal.title, csv: (deal) => deal.title },
  { id: 'dealer', label: 'Dealer', cell: (deal) => deal.dealer_name, csv: (deal) => deal.dealer_name },
  {
    id: 'state',
    label: 'State',
    cell: (deal) => <StateBadge machine={creditDealMachine} state={deal.state} />,
    csv: (deal) => deal.state,
  },
  {
    id: 'price',
    label: 'Price',
    align: 'end',
    cell: (deal) => <MoneyText money={deal.price} />,
    csv: (deal) => deal.price.amount,
  },
  { id: 'kind', label: 'Kind', cell: (deal) => dealKinds[deal.kind], csv: (deal) => deal.kind, hideBelow: 1000 },
  { id: 'offer', label: 'Gives', cell: offerText, csv: offerText, hideBelow: 800 },
  {
    id: 'expires_at',
    label: 'Until',
    cell: (deal) => (deal.expires_at ? <DateText at={deal.expires_at} show="date" /> : '–'),
    csv: (deal) => deal.expires_at ?? '',
    hideBelow: 800,
  },
];
const filters: readonly FilterSpec[] = [
  { id: 'state', label: 'State', kind: 'select', options: stateOptions(creditDealMachine) },
  { id: 'dealer', label: 'Dealer number', kind: 'text' },
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
