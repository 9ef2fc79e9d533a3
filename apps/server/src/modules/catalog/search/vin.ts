import { readFileSync } from 'node:fs';
import type { catalogVin } from '@tuneport/contract/catalog/catalog-vin';
import { vehiclePath } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import { type DecodedVin, decodeVin, readVinMakers, type VinMakers } from '@tuneport/domain/catalog/vin/decode-vin';
import { folded } from '@tuneport/domain/site/slug';
import type { Db } from '../../../platform/db/db.ts';
import { handlers, type Region } from '../../../platform/http/context.ts';
import { listMakes, listYears, type MakeRow, type YearRow } from '../vehicle-queries.ts';

let known: VinMakers | null = null;

/** The bundled table, loaded once per process. */
function vinMakers(): VinMakers {
  known ??= readVinMakers(readFileSync(new URL('../../../../data/vin-makers.tsv', import.meta.url), 'utf8'));
  return known;
}

const present = ({ status, problem, problemAt, makes, country, years }: DecodedVin) => ({
  status,
  problem,
  problem_at: problemAt,
  makes: [...makes],
  country,
  years: [...years],
});

/** The information in the VIN itself, without the catalogue. */
export const vinFacts = (vin: string, now: Date) => present(decodeVin(vin, vinMakers(), now));

/**
 * Makes and years of the catalogue that match a VIN: one entry per make and year, or the make alone if it lacks the
 * year.
 */
async function vehiclesOf(db: Db, region: Region, { makes, years }: DecodedVin) {
  if (makes.length === 0) return [];
  const all = await listMakes(db, region);
  const named = makes.flatMap((name) => all.filter((make) => folded(make.name) === folded(name)));
  const found = await Promise.all(
    named.map(async (make) => {
      const own = years.length === 0 ? [] : await listYears(db, region, make.slug);
      const fitting = years.flatMap((year) => own.filter(({ slug }) => Math.floor(Number(slug)) === year));
      return fitting.length > 0 ? fitting.map((year) => hit(make, year)) : [hit(make, null)];
    }),
  );
  return found.flat();
}

const hit = ({ id, slug, name }: MakeRow, year: YearRow | null) => ({
  path: vehiclePath('/catalog', { make: slug, ...(year ? { year: year.slug } : {}) }),
  label: [year?.name, name].filter(Boolean).join(' '),
  make: { id, slug, name },
  year,
  model: null,
  engine: null,
  transmission: null,
});

export const catalogVinRoutes = handlers<typeof catalogVin>({
  'POST /v1/catalog/vin': async ({ db, region, body, now }) => {
    const decoded = decodeVin(body.vin, vinMakers(), now);
    return { ...present(decoded), vehicles: await vehiclesOf(db, region, decoded) };
  },
});
