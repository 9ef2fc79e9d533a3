import { type ActorFacts, allows } from '@tuneport/domain/identity/permissions';
import type { WorkQueue } from '@tuneport/domain/site/work-queues';
import { rowOfPattern } from '../route-table.ts';
import type { OfficeIconName } from './frame/OfficeIcon.tsx';

export type MenuEntry = {
  readonly label: string;
  readonly to: string;
  /** Other paths of the same page: the entry is active there, too. */
  readonly also?: readonly string[];
  /** Records that wait for staff behind this entry; the rail shows their number. */
  readonly count?: WorkQueue;
  /** Synonyms for the filter box and the command palette. */
  readonly words?: string;
};

export type MenuGroup = {
  readonly title: string;
  readonly icon: OfficeIconName;
  /** At the bottom of the rail. */
  readonly foot?: true;
  readonly entries: readonly MenuEntry[];
};

// The back office by task. Visibility is not defined here: it follows the guard of each page.
const groups: readonly MenuGroup[] = [
  {
    title: 'Home',
    icon: 'home',
    entries: [{ label: 'Home', to: '/admin/home', words: 'dashboard overview today start' }],
  },
  {
    title: 'Orders & payments',
    icon: 'orders',
    entries: [
      { label: 'Orders', to: '/admin/orders', count: 'orders_to_ship', words: 'sales ship fulfil tracking invoice' },
      {
        label: 'Transactions',
        to: '/admin/transactions',
        words: 'payments refunds captures disputes chargebacks cards',
      },
      { label: 'Returns', to: '/admin/returns', count: 'returns', words: 'rma send back refund items' },
      { label: 'Payouts', to: '/admin/payouts', words: 'transfers disbursements bank earnings' },
      {
        label: 'Approvals',
        to: '/admin/approvals',
        count: 'approvals',
        words: 'refunds goodwill second person limits',
      },
      {
        label: 'Disputes',
        to: '/admin/disputes',
        count: 'line_disputes',
        words: 'disputed lines objections partners dealers earnings balance freeze',
      },
      {
        label: 'Value transfers',
        to: '/admin/instatune-value-transfers',
        words: 'move value tune request old new control unit upgrade',
      },
      { label: 'Ledger', to: '/admin/ledger', words: 'accounts balances bookkeeping journal entries' },
      { label: 'Credit deals', to: '/admin/dealer-credit-deals', words: 'dealer prepaid packages' },
      { label: 'Tune credits', to: '/admin/tune-credits', words: 'lots grants' },
      { label: 'Credit codes', to: '/admin/tune-credit-codes', words: 'vouchers gift codes' },
      { label: 'Export transactions', to: '/admin/transactions-export', words: 'csv download accounting' },
    ],
  },
  {
    title: 'Products & stock',
    icon: 'products',
    entries: [
      { label: 'Products', to: '/admin/products', words: 'tools items sku prices' },
      { label: 'Categories', to: '/admin/categories', words: 'collections' },
      { label: 'Stock', to: '/admin/stock', count: 'stock_short', words: 'inventory levels quantity' },
      { label: 'Stock locations', to: '/admin/stock-locations', words: 'warehouses' },
      { label: 'Rentals', to: '/admin/rentals', count: 'rentals_overdue', words: 'loans tool deposit' },
      { label: 'Trade-ins', to: '/admin/trade-in-requests', count: 'trade_ins', words: 'used tools offers buy back' },
      { label: 'Shipping', to: '/admin/shipping', words: 'rates zones carriers delivery' },
      { label: 'Taxes', to: '/admin/taxes', words: 'gst hst vat rates' },
    ],
  },
  {
    title: 'Tuning',
    icon: 'tuning',
    entries: [
      {
        label: 'Tune requests',
        to: '/admin/tune-requests',
        count: 'requests_review',
        words: 'files uploads queue review tuners work',
      },
      { label: 'Rescue sessions', to: '/admin/rescue-sessions', count: 'rescues', words: 'bricked recovery' },
      { label: 'Known fixes', to: '/admin/rescue-fixes', words: 'rescue solutions' },
    ],
  },
  {
    title: 'Catalogue',
    icon: 'catalogue',
    entries: [
      { label: 'Makes', to: '/catalog-manage/makes', words: 'brands manufacturers models vehicles cars' },
      { label: 'Browse vehicles', to: '/admin/catalog/home', words: 'makes models years cars' },
      { label: 'Engines', to: '/catalog-manage/engines', also: ['/admin/catalog/engines'], words: 'motors' },
      {
        label: 'Transmissions',
        to: '/catalog-manage/transmissions',
        also: ['/admin/catalog/transmissions'],
        words: 'gearboxes dsg tcu',
      },
      { label: 'Tunes', to: '/catalog-manage/tunes', also: ['/admin/catalog/tunes'], words: 'stages calibrations' },
      {
        label: 'Tune types',
        to: '/catalog-manage/tune-types',
        also: ['/admin/catalog/types', '/catalog-manage/tune-type-groups'],
      },
      { label: 'Price tiers', to: '/catalog-manage/price-tiers', also: ['/admin/catalog/tiers'], words: 'pricing' },
      { label: 'Guides', to: '/catalog-manage/guides', also: ['/admin/catalog/guides'], words: 'instructions' },
      { label: 'Dyno files', to: '/catalog-manage/dyno', words: 'curves power charts csv' },
      { label: 'Bulk actions', to: '/admin/bulk-runs', words: 'select all matching mass edit delete progress' },
      { label: 'Duplicates', to: '/catalog-manage/duplicates', words: 'merge' },
      { label: 'Imports', to: '/admin/catalog/imports', words: 'csv upload vehicles' },
      { label: 'SEO', to: '/admin/catalog/seo', words: 'meta titles search engine texts' },
      { label: 'Kit builder', to: '/admin/kit-builder', words: 'bundles' },
      { label: 'Catalogue health', to: '/admin/catalog/system', words: 'check system rebuild pages' },
      { label: 'Catalogue settings', to: '/catalog-manage/settings' },
    ],
  },
  {
    title: 'Customers & partners',
    icon: 'people',
    entries: [
      { label: 'Users', to: '/admin/users', words: 'customers people accounts staff rights roles' },
      { label: 'Dealers', to: '/admin/dealers', words: 'shops partners resellers' },
      { label: 'Dealer tiers', to: '/admin/dealer-tiers', words: 'groups price levels discounts terms' },
      { label: 'Dealer dashboard', to: '/admin/dealer/dashboard', words: 'sales growth owed statistics' },
      {
        label: 'Applications',
        to: '/admin/dealer/applications',
        count: 'dealer_applications',
        words: 'new dealers sign up',
      },
      { label: 'Tuners', to: '/admin/tuners', words: 'calibrators partners payouts' },
      { label: 'Tuner brands', to: '/admin/tuner-brands' },
      { label: 'Affiliates', to: '/admin/affiliates', words: 'referrals commission payouts tags' },
      { label: 'Affiliate dashboard', to: '/admin/affiliate/dashboard', words: 'commission sales visits' },
      {
        label: 'Affiliate applications',
        to: '/admin/affiliate/applications',
        count: 'affiliate_applications',
        words: 'new affiliates sign up',
      },
      { label: 'Signatures', to: '/admin/dealer-signature-authority', words: 'authority contracts' },
    ],
  },
  {
    title: 'Support',
    icon: 'support',
    entries: [
      { label: 'Tickets', to: '/admin/tickets', count: 'tickets', words: 'help questions answers inbox' },
      { label: 'Saved replies', to: '/admin/saved-replies', words: 'macros templates canned answers' },
    ],
  },
  {
    title: 'Marketing & content',
    icon: 'marketing',
    entries: [
      {
        label: 'Lead engine',
        to: '/admin/lead-engine',
        count: 'lead_activities',
        words: 'deals pipeline crm contacts',
      },
      { label: 'Sales', to: '/admin/sales', words: 'promotions discounts campaigns banner' },
      { label: 'Discount codes', to: '/admin/discount-codes', words: 'coupons vouchers promotion' },
      { label: 'Blog posts', to: '/admin/blog-posts', words: 'articles news' },
      { label: 'Newsletters', to: '/admin/newsletters', words: 'mailing campaign e-mail' },
      { label: 'Subscribers', to: '/admin/newsletter-subscribers', words: 'newsletter opt-in bounces unsubscribe' },
      { label: 'Pages', to: '/admin/pages', words: 'content cms texts' },
      { label: 'Media library', to: '/admin/media', words: 'pictures images uploads photos' },
      { label: 'Staff pages', to: '/admin/staff-pages', words: 'authors bio team' },
      { label: 'Alerts', to: '/admin/alerts', words: 'banner notices messages' },
      { label: 'Beta programs', to: '/admin/beta-programs' },
    ],
  },
  {
    title: 'Reports',
    icon: 'reports',
    foot: true,
    entries: [
      { label: 'Metrics', to: '/admin/metrics', words: 'figures statistics analytics' },
      { label: 'Web traffic', to: '/admin/web-traffic', words: 'visits page views analytics' },
      { label: 'Scheduled reports', to: '/admin/reports', words: 'e-mail weekly monthly csv' },
      { label: 'Audit log', to: '/admin/audit', words: 'history changes events security' },
    ],
  },
  {
    title: 'Settings',
    icon: 'settings',
    foot: true,
    entries: [
      { label: 'Settings', to: '/admin/settings', words: 'company configuration options switches' },
      { label: 'Colours', to: '/admin/colors', words: 'theme accent brand' },
      { label: 'Mail', to: '/admin/mail', count: 'mails_failed', words: 'outbox e-mails sent messages' },
      { label: 'Mail templates', to: '/admin/mail-kinds', words: 'e-mail samples preview design' },
      { label: 'Jobs', to: '/admin/jobs', count: 'jobs_failed', words: 'background queues schedules failed' },
      { label: 'Developer', to: '/developer', words: 'api keys' },
      { label: 'Tool manifests', to: '/developer/manifests', words: 'capabilities control units protocols tools' },
    ],
  },
];

/** A path with optional segments is one row of the route table. */
const rowOf = (to: string) => rowOfPattern(to) ?? rowOfPattern(`${to}/:make?/:model?/:year?`);

export function adminMenu(facts: ActorFacts): MenuGroup[] {
  const reaches = ({ to }: MenuEntry) => {
    const guard = rowOf(to)?.guard;
    return guard != null && allows(guard, facts);
  };
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter(reaches) }))
    .filter(({ entries }) => entries.length > 0);
}

const covers = (path: string, pathname: string) => `${pathname}/`.toLowerCase().startsWith(`${path}/`);

/** The entry with the longest path that covers this page. */
export function activeEntry(menu: readonly MenuGroup[], pathname: string): MenuEntry | null {
  let found: MenuEntry | null = null;
  let length = 0;
  for (const entry of menu.flatMap(({ entries }) => entries))
    for (const path of [entry.to, ...(entry.also ?? [])])
      if (path.length > length && covers(path, pathname)) {
        found = entry;
        length = path.length;
      }
  return found;
}
