import type { RouteRow } from '../../apps/web/src/route-table.ts';
import type { Caller } from './api.ts';

const samples: Readonly<Record<string, string>> = {
  id: '1',
  tag: 'spring',
  token: 'not-a-real-token',
  slug: 'north-bay',
  uuid: '00000000-0000-4000-8000-000000000000',
  transfer: '1',
  make: 'acura',
  year: '2004',
  model: 'tl',
  engine: '3-2-v6',
  transmission: 'manual',
  productSlug: 'demo-tool',
  locationSlug: 'main-warehouse',
};

/** Paths whose slug is not that of a dealer. */
const slugsOf: Readonly<Record<string, string>> = {
  '/products/:slug': 'demo-tool',
  '/newsletter/:slug': 'gearbox-tunes',
  '/staff/:slug': 'robin-okafor',
  '/blog/by-author/:slug': 'robin-okafor',
};

/** A vehicle of this site, as specific as its catalogue allows. */
export async function sampleVehicle(who: Caller): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  let path = '/api/v1/catalog';
  for (const [list, name] of [
    ['makes', 'make'],
    ['years', 'year'],
    ['models', 'model'],
    ['engines', 'engine'],
  ] as const) {
    path += `/${list}`;
    const { status, body } = await who.request<{ slug: string }[]>('GET', path);
    const slug = status === 200 ? body[0]?.slug : undefined;
    if (slug === undefined) break;
    found[name] = slug;
    path += `/${slug}`;
  }
  return found;
}

/** A path of the row with plausible parameters; unknown optional ones are omitted. */
export function sampleAddress(row: RouteRow, vehicle: Readonly<Record<string, string>> = {}): string {
  if (row.path === '*') return '/there/is/no/such/page';
  const known = { ...samples, slug: slugsOf[row.path] ?? samples.slug ?? '' };
  return filled(row.path, row.vehicle ? vehicle : known).replace(/\*$/, 'anything');
}

/** Fills the same parameters into the target of a redirect. */
export function filled(path: string, known: Readonly<Record<string, string>> = samples): string {
  return path
    .replace(/\/:(\w+)\?/g, (_, name: string) => (known[name] === undefined ? '' : `/${known[name]}`))
    .replace(/:(\w+)/g, (_, name: string) => known[name] ?? samples[name] ?? 'sample');
}
