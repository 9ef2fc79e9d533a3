import { categorySlugs } from '@tuneport/contract/catalog/vehicle-shapes';
import { type VehiclePath, vehiclePath } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import type { Db } from '../../platform/db/db.ts';
import type { Region } from '../../platform/http/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { sitemapVehicles } from './list-queries.ts';
import { listMakes } from './vehicle-queries.ts';

const pathOf = (named: VehiclePath) => vehiclePath('/catalog', named);

/** Every catalogue page for search engines: static pages in the first part, then vehicles and their parent pages. */
export async function sitemapPart(db: Db, region: Region, part: number) {
  const { parts, vehicles } = await sitemapVehicles(db, region, part);
  if (part > Math.max(1, parts)) throw new Refusal('not_found');
  const paths = vehicles.flatMap(({ make, year, model, engine, newYear, newModel }) => [
    ...(newYear ? [pathOf({ make, year })] : []),
    ...(newModel ? [pathOf({ make, year, model })] : []),
    pathOf({ make, year, model, engine }),
  ]);
  return { parts, paths: part === 1 ? [...(await standing(db, region)), ...paths] : paths };
}

async function standing(db: Db, region: Region): Promise<string[]> {
  const makes = await listMakes(db, region);
  return [
    '/catalog',
    '/catalog/all-tunes',
    ...categorySlugs.map((slug) => `/catalog/${slug}`),
    '/guide',
    '/dyno',
    ...makes.map(({ slug }) => pathOf({ make: slug })),
  ];
}
