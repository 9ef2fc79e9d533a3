import type { RouteRow } from '../../apps/web/src/route-table.ts';

const samples: Readonly<Record<string, string>> = {
  id: '1',
  tag: 'spring',
  token: 'not-a-real-token',
  slug: 'north-bay',
  uuid: '00000000-0000-4000-8000-000000000000',
  transfer: '7',
  make: 'acura',
  year: '2004',
  model: 'tl',
  engine: '3-2-v6',
  transmission: 'manual',
  productSlug: 'cable',
  locationSlug: 'main',
};

/** An address of the row with something plausible in every gap. */
export function sampleAddress(row: RouteRow): string {
  if (row.path === '*') return '/there/is/no/such/page';
  return row.path.replace(/:(\w+)\??/g, (_, name: string) => samples[name] ?? 'sample').replace(/\*$/, 'anything');
}

/** The same gaps filled in the address a redirect leads to. */
export const filled = (path: string): string =>
  path.replace(/:(\w+)\??/g, (_, name: string) => samples[name] ?? 'sample');
