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
  readonly keywords?: string;
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
    entries: [{ label: 'Home', to: '/admin/home', keywords: 'dashboard overview today start' }],
  },
  {
    title: 'Orders & payments',
    icon: 'orders',
    entries: [
      { label: 'Orders', to: '/admin/orders', count: 'orders_to_ship', keywords: 'sales ship fulfil tracking invoice' },
      {
        label: 'Transactions',
        to: '/admin/transactions',
        keywords: 'payments refunds captures disputes chargebacks cards',
      },
      { label: 'Returns', to: '/admin/returns', count: 'returns', keywords: 'rma send back refund items' },
      { label: 'Payouts', to: '/admin/payouts', keywords: 'transfers disbursements bank earnings' },
      {
        label: 'Approvals',
        to: '/admin/approvals',
        count: 'approvals',
        keywords: 'refunds goodwill second person limits',
      },
      {
        label: 'Disputes',
        to: '/admin/disputes',
        count: 'line_disputes',
        keywords: 'disputed lines objections partners dealers earnings balance freeze',
      },
      {
        label: 'Value transfers',
        to: '/admin/instatune-value-transfers',
        keywords: 'move value tune request old new control unit upgrade',
      },
      { label: 'Ledger', to: '/admin/ledger', keywords: 'accounts balances bookkeeping journal entries' },
      { label: 'Credit deals', to: '/admin/dealer-credit-deals', keywords: 'dealer prepaid packages' },
      { label: 'Tune credits', to: '/admin/tune-credits', keywords: 'lots grants' },
      { label: 'Credit codes', to: '/admin/tune-credit-codes', keywords: 'vouchers gift codes' },
      { label: 'Export transactions', to: '/admin/transactions-export', keywords: 'csv download accounting' },
    ],
  },
  {
    title: 'Products & stock',
    icon: 'products',
    entries: [
      { label: 'Products', to: '/admin/products', keywords: 'tools items sku prices' },
      { label: 'Categories', to: '/admin/categories', keywords: 'collections' },
      { label: 'Stock', to: '/admin/stock', count: 'stock_short', keywords: 'inventory levels quantity' },
      { label: 'Stock locations', to: '/admin/stock-locations', keywords: 'warehouses' },
      { label: 'Rentals', to: '/admin/rentals', count: 'rentals_overdue', keywords: 'loans tool deposit' },
      {
        label: 'Trade-ins',
        to: '/admin/trade-in-requests',
        count: 'trade_ins',
        keywords: 'used tools offers buy back',
      },
      { label: 'Shipping', to: '/admin/shipping', keywords: 'rates zones carriers delivery' },
      { label: 'Taxes', to: '/admin/taxes', keywords: 'gst hst vat rates' },
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
        keywords: 'files uploads queue review tuners work',
      },
      { label: 'Rescue sessions', to: '/admin/rescue-sessions', count: 'rescues', keywords: 'bricked recovery' },
      { label: 'Known fixes', to: '/admin/rescue-fixes', keywords: 'rescue solutions' },
    ],
  },
  {
    title: 'Catalogue',
    icon: 'catalogue',
    entries: [
      { label: 'Makes', to: '/catalog-manage/makes', keywords: 'brands manufacturers models vehicles cars' },
      { label: 'Browse vehicles', to: '/admin/catalog/home', keywords: 'makes models years cars' },
      { label: 'Engines', to: '/catalog-manage/engines', also: ['/admin/catalog/engines'], keywords: 'motors' },
      {
        label: 'Transmissions',
        to: '/catalog-manage/transmissions',
        also: ['/admin/catalog/transmissions'],
        keywords: 'gearboxes dsg tcu',
      },
      { label: 'Tunes', to: '/catalog-manage/tunes', also: ['/admin/catalog/tunes'], keywords: 'stages calibrations' },
      {
        label: 'Tune types',
        to: '/catalog-manage/tune-types',
        also: ['/admin/catalog/types', '/catalog-manage/tune-type-groups'],
      },
      { label: 'Price tiers', to: '/catalog-manage/price-tiers', also: ['/admin/catalog/tiers'], keywords: 'pricing' },
      { label: 'Guides', to: '/catalog-manage/guides', also: ['/admin/catalog/guides'], keywords: 'instructions' },
      { label: 'Dyno files', to: '/catalog-manage/dyno', keywords: 'curves power charts csv' },
      { label: 'Bulk actions', to: '/admin/bulk-runs', keywords: 'select all matching mass edit delete progress' },
      { label: 'Duplicates', to: '/catalog-manage/duplicates', keywords: 'merge' },
      { label: 'Imports', to: '/admin/catalog/imports', keywords: 'csv upload vehicles' },
      { label: 'SEO', to: '/admin/catalog/seo', keywords: 'meta titles search engine texts' },
      { label: 'Kit builder', to: '/admin/kit-builder', keywords: 'bundles' },
      { label: 'Catalogue health', to: '/admin/catalog/system', keywords: 'check system rebuild pages' },
      { label: 'Catalogue settings', to: '/catalog-manage/settings' },
    ],
  },
  {
    title: 'Customers & partners',
    icon: 'people',
    entries: [
      {
        label: 'Users',
        to: '/admin/users',
        keywords: 'customers people accounts staff rights roles permissions block ban',
      },
      { label: 'Dealers', to: '/admin/dealers', keywords: 'shops partners resellers' },
      { label: 'Dealer tiers', to: '/admin/dealer-tiers', keywords: 'groups price levels discounts terms' },
      { label: 'Dealer dashboard', to: '/admin/dealer/dashboard', keywords: 'sales growth owed statistics' },
      {
        label: 'Applications',
        to: '/admin/dealer/applications',
        count: 'dealer_applications',
        keywords: 'new dealers sign up',
      },
      { label: 'Tuners', to: '/admin/tuners', keywords: 'calibrators partners payouts' },
      { label: 'Tuner brands', to: '/admin/tuner-brands' },
      { label: 'Affiliates', to: '/admin/affiliates', keywords: 'referrals commission payouts tags' },
      { label: 'Affiliate dashboard', to: '/admin/affiliate/dashboard', keywords: 'commission sales visits' },
      {
        label: 'Affiliate applications',
        to: '/admin/affiliate/applications',
        count: 'affiliate_applications',
        keywords: 'new affiliates sign up',
      },
      { label: 'Signatures', to: '/admin/dealer-signature-authority', keywords: 'authority contracts' },
    ],
  },
  {
    title: 'Support',
    icon: 'support',
    entries: [
      { label: 'Tickets', to: '/admin/tickets', count: 'tickets', keywords: 'help questions answers inbox' },
      { label: 'Saved replies', to: '/admin/saved-replies', keywords: 'macros templates canned answers' },
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
        keywords: 'deals pipeline crm contacts',
      },
      { label: 'Sales', to: '/admin/sales', keywords: 'promotions discounts campaigns banner' },
      { label: 'Discount codes', to: '/admin/discount-codes', keywords: 'coupons vouchers promotion' },
      { label: 'Blog posts', to: '/admin/blog-posts', keywords: 'articles news' },
      { label: 'Newsletters', to: '/admin/newsletters', keywords: 'mailing campaign e-mail' },
      { label: 'Subscribers', to: '/admin/newsletter-subscribers', keywords: 'newsletter opt-in bounces unsubscribe' },
      { label: 'Pages', to: '/admin/pages', keywords: 'content cms texts' },
      { label: 'Media library', to: '/admin/media', keywords: 'pictures images uploads photos' },
      { label: 'Staff pages', to: '/admin/staff-pages', keywords: 'authors bio team' },
      { label: 'Alerts', to: '/admin/alerts', keywords: 'banner notices messages' },
      { label: 'Beta programs', to: '/admin/beta-programs' },
    ],
  },
  {
    title: 'Reports',
    icon: 'reports',
    foot: true,
    entries: [
      { label: 'Metrics', to: '/admin/metrics', keywords: 'figures statistics analytics' },
      { label: 'Web traffic', to: '/admin/web-traffic', keywords: 'visits page views analytics' },
      { label: 'Scheduled reports', to: '/admin/reports', keywords: 'e-mail weekly monthly csv' },
      { label: 'Audit log', to: '/admin/audit', keywords: 'history who changed events security' },
    ],
  },
  {
    title: 'Settings',
    icon: 'settings',
    foot: true,
    entries: [
      {
        label: 'Settings',
        to: '/admin/settings',
        keywords: 'company configuration options switches hours address phone',
      },
      { label: 'Colours', to: '/admin/colors', keywords: 'theme accent brand' },
      { label: 'Mail', to: '/admin/mail', count: 'mails_failed', keywords: 'outbox e-mails sent messages' },
      { label: 'Mail templates', to: '/admin/mail-kinds', keywords: 'e-mail samples preview design' },
      { label: 'Jobs', to: '/admin/jobs', count: 'jobs_failed', keywords: 'background queues schedules failed' },
      { label: 'Developer', to: '/developer', keywords: 'api keys' },
      { label: 'Tool manifests', to: '/developer/manifests', keywords: 'capabilities control units protocols tools' },
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
