import { pageTitle } from '../../shell/title.ts';
import type { Column } from '../../ui/list/list-columns.ts';
import { AdminList, type RowOf } from '../AdminList.tsx';
import { PartnerStateDot, partnerStateFilter } from '../record/partner-state.tsx';

export const meta = () => [{ title: pageTitle('Affiliates') }];

type Affiliate = RowOf<'GET /v1/admin/affiliates'>;

const columns: readonly Column<Affiliate>[] = [
  { id: 'name', label: 'Name', cell: (affiliate) => affiliate.name, csv: (affiliate) => affiliate.name },
  {
    id: 'state',
    label: 'State',
    cell: (affiliate) => <PartnerStateDot state={affiliate.state} />,
    csv: (affiliate) => affiliate.state,
  },
  {
    id: 'share_percent',
    label: 'Share of sales',
    align: 'end',
    cell: (affiliate) => `${affiliate.share_percent} %`,
    csv: (affiliate) => affiliate.share_percent,
  },
  {
    id: 'currency',
    label: 'Payout currency',
    cell: (affiliate) => affiliate.currency,
    csv: (affiliate) => affiliate.currency,
    hideBelow: 640,
  },
  {
    id: 'members',
    label: 'Members',
    align: 'end',
    cell: (affiliate) => affiliate.members,
    csv: (affiliate) => affiliate.members,
    hideBelow: 640,
  },
];
const filters = [partnerStateFilter];

export default function AffiliatesPage() {
  return (
    <AdminList
      of="GET /v1/admin/affiliates"
      title="Affiliates"
      columns={columns}
      filters={filters}
      searchLabel="Search name"
      rowKey={(affiliate) => affiliate.id}
      rowName={(affiliate) => affiliate.name}
      rowLink={(affiliate) => `/admin/affiliates/${affiliate.id}`}
      create={{ label: 'New affiliate', to: '/admin/affiliates/new' }}
      empty={{
        title: 'Affiliates appear here once you add one.',
        text: 'An affiliate brings customers with a code and earns a share of what they buy.',
      }}
    />
  );
}
