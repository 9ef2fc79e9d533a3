import { useLocation } from 'react-router';

/** The sections of the editor. `inAdmin` is the same section under /admin/catalog, if there is one. */
export const sections = [
  { key: 'makes', label: 'Makes' },
  { key: 'engines', label: 'Engines', inAdmin: 'engines' },
  { key: 'transmissions', label: 'Transmissions', inAdmin: 'transmissions' },
  { key: 'tunes', label: 'Tunes', inAdmin: 'tunes' },
  { key: 'guides', label: 'Guides', inAdmin: 'guides' },
  { key: 'tune-types', label: 'Tune types', inAdmin: 'types' },
  { key: 'price-tiers', label: 'Price tiers', inAdmin: 'tiers' },
  { key: 'duplicates', label: 'Duplicates' },
  { key: 'dyno', label: 'Dyno' },
  { key: 'settings', label: 'Settings' },
] as const;
export type SectionKey = (typeof sections)[number]['key'];

export const isInAdmin = (pathname: string) => pathname.startsWith('/admin/');

/** URLs of a section relative to the current page: the editor, or the back office with the same lists. */
export function addressesOf(pathname: string, key: SectionKey) {
  const section = sections.find((one) => one.key === key);
  const inAdmin = isInAdmin(pathname) && section && 'inAdmin' in section ? section.inAdmin : null;
  const list = inAdmin ? `/admin/catalog/${inAdmin}` : `/catalog-manage/${key}`;
  // In the back office, types have no record page and nothing is created.
  const record = inAdmin === 'types' ? '/catalog-manage/tune-types' : list;
  return { list, record: (id: number) => `${record}/${id}`, create: `/catalog-manage/${key}/new` };
}

export const useAddresses = (key: SectionKey) => addressesOf(useLocation().pathname, key);
