import { type AdminMenuKey, adminMenuKeys, isAdmin, isToolDeveloper, may } from '@tuneport/domain/identity/permissions';
import { t, tIn } from '@tuneport/domain/text/text';
import { factsOf, type UiState } from '../../platform/ui-state.ts';

export type NavEntry = { readonly label: string; readonly to: string };

export const publicEntries = (): readonly NavEntry[] => [
  { label: t('Catalogue'), to: '/catalog' },
  { label: t('Tuning'), to: '/tuning' },
  { label: t('Log studio'), to: '/graph' },
  { label: t('Store'), to: '/products' },
  { label: t('Dealers'), to: '/dealers' },
  { label: t('Blog'), to: '/blog' },
];

/** Entries only some users have; each leads to a part of the site that is theirs. */
export function memberEntries(ui: UiState | null): NavEntry[] {
  if (!ui?.user) return [];
  const facts = factsOf(ui);
  const entries: NavEntry[] = [];
  if (ui.dealer)
    entries.push({ label: tIn('navigation', 'Dealer'), to: `/dealer/${encodeURIComponent(ui.dealer.slug)}` });
  // A suspended tuner can still read its earnings.
  const tuner = ui.tuner ?? ui.suspended?.tuners[0];
  if (tuner) entries.push({ label: t('Tuner'), to: `/tuner/${tuner.id}` });
  if (ui.affiliate) entries.push({ label: t('Affiliate'), to: `/affiliate/${ui.affiliate.id}` });
  if (isToolDeveloper(facts)) entries.push({ label: t('Developer'), to: '/developer' });
  if (isAdmin(facts.role)) entries.push({ label: t('Admin'), to: '/admin' });
  return entries;
}

const adminPlaces = (): Readonly<Record<AdminMenuKey, NavEntry>> => ({
  adm: { label: t('Back office'), to: '/admin' },
  aff: { label: t('Affiliates'), to: '/admin/affiliate' },
  fz: { label: t('Tool orders'), to: '/admin/orders' },
  tsa: { label: t('Metrics'), to: '/admin/metrics' },
  da: { label: t('Dealer administration'), to: '/admin/dealer' },
  tcro: { label: t('Tune catalogue'), to: '/catalog-manage' },
  tcrw: { label: t('Tune catalogue'), to: '/catalog-manage' },
  tex: { label: t('Export transactions'), to: '/admin/transactions-export' },
  dsig: { label: t('Signature authorities'), to: '/admin/dealer-signature-authority' },
  sig: { label: t('Signature authorities'), to: '/admin/dealer-signature-authority' },
  tm: { label: t('Tuners'), to: '/admin/tuners' },
});

/** The back-office sections a user can open, by role or flag, without duplicates. */
export function adminEntries(ui: UiState | null): NavEntry[] {
  if (!ui?.user) return [];
  const facts = factsOf(ui);
  const all = adminPlaces();
  const places = adminMenuKeys(facts).map((key) => all[key]);
  // A CMS tuner edits the catalogue without one of these flags.
  if (may(facts, 'catalog.read')) places.push(all.tcro);
  return places.filter((place, at) => places.findIndex((other) => other.to === place.to) === at);
}

/** The user's own pages, in the order of the drop-down. */
export function accountEntries(ui: UiState | null): NavEntry[] {
  const entries: NavEntry[] = [
    { label: t('Garage'), to: '/garage' },
    { label: t('Profile'), to: '/profile' },
    { label: t('Orders'), to: '/profile/orders' },
    { label: t('Tune requests'), to: '/tuning/requests' },
    { label: t('Security'), to: '/profile/security' },
  ];
  if (ui?.settings.flags.tickets_nav_dd) entries.splice(3, 0, { label: t('Tickets'), to: '/tuning/support' });
  return entries;
}

type FooterGroup = { readonly title: string; readonly entries: readonly NavEntry[] };

export function footerGroups(ui: UiState | null): FooterGroup[] {
  return [
    {
      title: t('Tune'),
      entries: [
        { label: t('Catalogue'), to: '/catalog' },
        { label: t('All tunes'), to: '/catalog/all-tunes' },
        { label: t('Upload a file'), to: '/tuning' },
        { label: t('Log studio'), to: '/graph' },
        { label: t('Dyno charts'), to: '/dyno' },
        ...(ui?.settings.flags.www_kit_builder ? [{ label: t('Kit builder'), to: '/kit-builder' }] : []),
      ],
    },
    {
      title: t('Tools'),
      entries: [
        { label: t('Store'), to: '/products' },
        { label: t('Rental tools'), to: '/rentaltools' },
        { label: t('Trade in a tool'), to: '/trade-in' },
        { label: t('Tool rescue'), to: '/fz/rescue' },
        { label: t('Unit converter'), to: '/tools/unit-converter' },
      ],
    },
    {
      title: t('Partners'),
      entries: [
        { label: t('Find a dealer'), to: '/dealers' },
        { label: t('Become a dealer'), to: '/new-dealer' },
        { label: t('Affiliate program'), to: '/affiliate' },
        { label: t('Careers'), to: '/careers' },
      ],
    },
    {
      title: t('Help'),
      entries: [
        { label: t('Contact us'), to: '/contact-us' },
        { label: t('FAQ'), to: '/faq' },
        { label: t('Blog'), to: '/blog' },
        { label: t('Data sources'), to: '/data-sources' },
        ...(ui?.settings.flags.tickets_nav_f ? [{ label: t('Tickets'), to: '/tuning/support' }] : []),
      ],
    },
  ];
}
