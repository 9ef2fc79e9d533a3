import { pageTitle } from '../../shell/title.ts';
import { numberColumn, percentColumn, stateColumn, textColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { RowOf } from '../AdminList.tsx';
import { NounList } from '../record/noun/NounList.tsx';
import { partnerStateFilter, partnerStates } from '../record/partner-state.tsx';
import { affiliateNoun } from './affiliate-noun.ts';

export const meta = () => [{ title: pageTitle(affiliateNoun.many) }];

const columns: readonly Column<RowOf<'GET /v1/admin/affiliates'>>[] = [
  textColumn('name', 'Name', { sortable: true }),
  stateColumn('state', 'Status', partnerStates),
  percentColumn('share_percent', 'Share of sales', { sortable: true }),
  textColumn('currency', 'Payout currency', { hideBelow: 640 }),
  numberColumn('members', 'Members', { hideBelow: 640 }),
];
const filters = [partnerStateFilter];

export default function AffiliatesPage() {
  return (
    <NounList
      of="GET /v1/admin/affiliates"
      noun={affiliateNoun}
      columns={columns}
      filters={filters}
      searchLabel="Search name"
      empty={{
        title: 'Affiliates appear here once you add one.',
        text: 'An affiliate brings customers with a code and earns a share of what they buy.',
      }}
    />
  );
}
