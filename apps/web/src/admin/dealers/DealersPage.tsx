import { pageTitle } from '../../shell/title.ts';
import type { Column } from '../../ui/list/list-columns.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { AdminList, type RowOf } from '../AdminList.tsx';
import { refFilter } from '../record/noun/noun.ts';
import { PartnerStateDot, partnerStateFilter } from '../record/partner-state.tsx';
import { OwedText } from './OwedText.tsx';

export const meta = () => [{ title: pageTitle('Dealers') }];

type Dealer = RowOf<'GET /v1/admin/dealers'>;

const columns: readonly Column<Dealer>[] = [
  { id: 'name', label: 'Name', sortable: true, cell: (dealer) => dealer.name, csv: (dealer) => dealer.name },
  {
    id: 'state',
    label: 'Status',
    sortable: true,
    group: true,
    cell: (dealer) => <PartnerStateDot state={dealer.state} />,
    csv: (dealer) => dealer.state,
  },
  {
    id: 'owes',
    label: 'Owes',
    align: 'end',
    cell: (dealer) => <OwedText money={dealer.owes} />,
    csv: (dealer) => dealer.owes.amount,
  },
  {
    id: 'credit_limit',
    label: 'Credit limit',
    align: 'end',
    cell: (dealer) => <MoneyText money={dealer.credit_limit} />,
    csv: (dealer) => dealer.credit_limit.amount,
    hideBelow: 640,
  },
  {
    id: 'tier',
    label: 'Dealer tier',
    cell: (dealer) => dealer.tier?.name ?? '',
    csv: (dealer) => dealer.tier?.name ?? '',
    hideBelow: 1000,
  },
  {
    id: 'currency',
    label: 'Currency',
    cell: (dealer) => dealer.currency,
    csv: (dealer) => dealer.currency,
    hideBelow: 1000,
  },
  {
    id: 'billing_complete',
    label: 'Billing information',
    cell: (dealer) => (dealer.billing_complete ? 'Complete' : 'Missing'),
    csv: (dealer) => (dealer.billing_complete ? 'complete' : 'missing'),
    hideBelow: 800,
  },
  {
    id: 'members',
    label: 'Members',
    sortable: true,
    align: 'end',
    cell: (dealer) => dealer.members,
    csv: (dealer) => dealer.members,
    hideBelow: 800,
  },
  {
    id: 'created_at',
    label: 'Since',
    sortable: true,
    cell: (dealer) => <DateText at={dealer.created_at} show="date" />,
    csv: (dealer) => dealer.created_at,
    hideBelow: 1000,
  },
];
const filters = [partnerStateFilter, refFilter('tier', 'Dealer tier', '/v1/admin/dealer-tiers')];

export default function DealersPage() {
  return (
    <AdminList
      of="GET /v1/admin/dealers"
      title="Dealers"
      columns={columns}
      filters={filters}
      searchLabel="Search name or slug"
      rowKey={(dealer) => dealer.id}
      rowName={(dealer) => dealer.name}
      rowLink={(dealer) => `/admin/dealers/${dealer.id}`}
      create={{ label: 'New dealer', to: '/admin/dealers/new' }}
      empty={{
        title: 'Dealers appear here once you add one.',
        text: 'A dealer has members, billing information, a credit limit and a ledger account.',
      }}
    />
  );
}
