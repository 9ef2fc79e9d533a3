import { type ActorFacts, allows } from '@tuneport/domain/identity/permissions';
import { rowOfPattern } from '../route-table.ts';

export type MenuGroup = {
  readonly title: string;
  readonly entries: readonly { readonly label: string; readonly to: string }[];
};

// The back office by task. Visibility is not defined here: it follows the guard of each page.
const groups: readonly MenuGroup[] = [
  {
    title: 'Money',
    entries: [
      { label: 'Value transfers', to: '/admin/instatune-value-transfers' },
      { label: 'Transactions', to: '/admin/transactions' },
      { label: 'Export', to: '/admin/transactions-export' },
      { label: 'Ledger', to: '/admin/ledger' },
      { label: 'Approvals', to: '/admin/approvals' },
      { label: 'Credit deals', to: '/admin/dealer-credit-deals' },
      { label: 'Tune credits', to: '/admin/tune-credits' },
      { label: 'Credit codes', to: '/admin/tune-credit-codes' },
    ],
  },
  {
    title: 'Store',
    entries: [
      { label: 'Tool orders', to: '/admin/orders' },
      { label: 'Products', to: '/admin/products' },
      { label: 'Stock', to: '/admin/stock' },
      { label: 'Stock locations', to: '/admin/stock-locations' },
      { label: 'Categories', to: '/admin/categories' },
      { label: 'Shipping', to: '/admin/shipping' },
      { label: 'Taxes', to: '/admin/taxes' },
      { label: 'Sales', to: '/admin/sales' },
      { label: 'Discount codes', to: '/admin/discount-codes' },
      { label: 'Rentals', to: '/admin/rentals' },
      { label: 'Trade-ins', to: '/admin/trade-in-requests' },
    ],
  },
  {
    title: 'Tuning',
    entries: [
      { label: 'Tune requests', to: '/admin/tune-requests' },
      { label: 'Catalogue', to: '/catalog-manage/makes' },
      { label: 'Catalogue check', to: '/admin/catalog/system' },
      { label: 'Rescue sessions', to: '/admin/rescue-sessions' },
      { label: 'Known fixes', to: '/admin/rescue-fixes' },
    ],
  },
  {
    title: 'People',
    entries: [
      { label: 'Users', to: '/admin/users' },
      { label: 'Dealers', to: '/admin/dealers' },
      { label: 'Applications', to: '/admin/dealer/applications' },
      { label: 'Tuners', to: '/admin/tuners' },
      { label: 'Tuner brands', to: '/admin/tuner-brands' },
      { label: 'Affiliates', to: '/admin/affiliates' },
      { label: 'Signatures', to: '/admin/dealer-signature-authority' },
    ],
  },
  {
    title: 'Support and content',
    entries: [
      { label: 'Tickets', to: '/admin/tickets' },
      { label: 'Lead engine', to: '/admin/lead-engine' },
      { label: 'Blog posts', to: '/admin/blog-posts' },
      { label: 'Pages', to: '/admin/pages' },
      { label: 'Alerts', to: '/admin/alerts' },
      { label: 'Beta programs', to: '/admin/beta-programs' },
    ],
  },
  {
    title: 'Reports',
    entries: [
      { label: 'Metrics', to: '/admin/metrics' },
      { label: 'Web traffic', to: '/admin/web-traffic' },
    ],
  },
  {
    title: 'Site',
    entries: [
      { label: 'Settings', to: '/admin/settings' },
      { label: 'Colours', to: '/admin/colors' },
      { label: 'Mail', to: '/admin/mail' },
      { label: 'Jobs', to: '/admin/jobs' },
      { label: 'Audit log', to: '/admin/audit' },
      { label: 'Developer', to: '/developer' },
    ],
  },
];

export function adminMenu(facts: ActorFacts): MenuGroup[] {
  const reaches = (to: string) => {
    const guard = rowOfPattern(to)?.guard;
    return guard != null && allows(guard, facts);
  };
  return groups
    .map(({ title, entries }) => ({ title, entries: entries.filter(({ to }) => reaches(to)) }))
    .filter(({ entries }) => entries.length > 0);
}
