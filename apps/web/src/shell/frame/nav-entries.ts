import { type AdminMenuKey, adminMenuKeys, isAdmin, isToolDeveloper, may } from '@tuneport/domain/identity/permissions';
import { factsOf, type UiState } from '../../platform/ui-state.ts';

export type NavEntry = { readonly label: string; readonly to: string };

export const publicEntries: readonly NavEntry[] = [
  { label: 'Catalogue', to: '/catalog' },
  { label: 'Tuning', to: '/tuning' },
  { label: 'Store', to: '/products' },
  { label: 'Dealers', to: '/dealers' },
  { label: 'Blog', to: '/blog' },
];

/** Entries only some users have; each leads to a part of the site that is theirs. */
export function memberEntries(ui: UiState | null): NavEntry[] {
  if (!ui?.user) return [];
  const facts = factsOf(ui);
  const entries: NavEntry[] = [];
  if (ui.dealer) entries.push({ label: 'Dealer', to: `/dealer/${encodeURIComponent(ui.dealer.slug)}` });
  // A suspended tuner can still read its earnings.
  const tuner = ui.tuner ?? ui.suspended?.tuners[0];
  if (tuner) entries.push({ label: 'Tuner', to: `/tuner/${tuner.id}` });
  if (ui.affiliate) entries.push({ label: 'Affiliate', to: `/affiliate/${ui.affiliate.id}` });
  if (isToolDeveloper(facts)) entries.push({ label: 'Developer', to: '/developer' });
  if (isAdmin(facts.role)) entries.push({ label: 'Admin', to: '/admin' });
  return entries;
}

const adminPlaces: Readonly<Record<AdminMenuKey, NavEntry>> = {
  adm: { label: 'Back office', to: '/admin' },
  aff: { label: 'Affiliates', to: '/admin/affiliate' },
  fz: { label: 'Tool orders', to: '/admin/orders' },
  tsa: { label: 'Metrics', to: '/admin/metrics' },
  da: { label: 'Dealer administration', to: '/admin/dealer' },
  tcro: { label: 'Tune catalogue', to: '/catalog-manage' },
  tcrw: { label: 'Tune catalogue', to: '/catalog-manage' },
  tex: { label: 'Export transactions', to: '/admin/transactions-export' },
  dsig: { label: 'Signature authorities', to: '/admin/dealer-signature-authority' },
  sig: { label: 'Signature authorities', to: '/admin/dealer-signature-authority' },
  tm: { label: 'Tuners', to: '/admin/tuners' },
};

/** The back-office sections a user can open, by role or flag, without duplicates. */
export function adminEntries(ui: UiState | null): NavEntry[] {
  if (!ui?.user) return [];
  const facts = factsOf(ui);
  const places = adminMenuKeys(facts).map((key) => adminPlaces[key]);
  // A CMS tuner edits the catalogue without one of these flags.
  if (may(facts, 'catalog.read')) places.push(adminPlaces.tcro);
  return places.filter((place, at) => places.findIndex((other) => other.to === place.to) === at);
}

/** The user's own pages, in the order of the drop-down. */
export function accountEntries(ui: UiState | null): NavEntry[] {
  const entries: NavEntry[] = [
    { label: 'Profile', to: '/profile' },
    { label: 'Orders', to: '/profile/orders' },
    { label: 'Tune requests', to: '/tuning/requests' },
    { label: 'Security', to: '/profile/security' },
  ];
  if (ui?.settings.flags.tickets_nav_dd) entries.splice(3, 0, { label: 'Tickets', to: '/tuning/support' });
  return entries;
}

export type FooterGroup = { readonly title: string; readonly entries: readonly NavEntry[] };

export function footerGroups(ui: UiState | null): FooterGroup[] {
  return [
    {
      title: 'Tune',
      entries: [
        { label: 'Catalogue', to: '/catalog' },
        { label: 'All tunes', to: '/catalog/all-tunes' },
        { label: 'Upload a file', to: '/tuning' },
        { label: 'Log studio', to: '/graph' },
        { label: 'Dyno charts', to: '/dyno' },
        ...(ui?.settings.flags.www_kit_builder ? [{ label: 'Kit builder', to: '/kit-builder' }] : []),
      ],
    },
    {
      title: 'Tools',
      entries: [
        { label: 'Store', to: '/products' },
        { label: 'Rental tools', to: '/rentaltools' },
        { label: 'Trade in a tool', to: '/trade-in' },
        { label: 'Tool rescue', to: '/fz/rescue' },
        { label: 'Unit converter', to: '/tools/unit-converter' },
      ],
    },
    {
      title: 'Partners',
      entries: [
        { label: 'Find a dealer', to: '/dealers' },
        { label: 'Become a dealer', to: '/new-dealer' },
        { label: 'Affiliate program', to: '/affiliate' },
        { label: 'Careers', to: '/careers' },
      ],
    },
    {
      title: 'Help',
      entries: [
        { label: 'Contact us', to: '/contact-us' },
        { label: 'FAQ', to: '/faq' },
        { label: 'Blog', to: '/blog' },
        { label: 'Data sources', to: '/data-sources' },
        ...(ui?.settings.flags.tickets_nav_f ? [{ label: 'Tickets', to: '/tuning/support' }] : []),
      ],
    },
  ];
}
