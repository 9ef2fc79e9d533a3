import type { Db } from '../../../platform/db/db.ts';
import type { Region } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireRegion } from '../read-full-record.ts';
import {
  engineRegions,
  listTransmissions,
  namesByAlias,
  type ResolvedVehicle,
  resolveVehicle,
  type TransmissionRow,
  type VehicleNames,
} from '../vehicle-queries.ts';

const otherRegion = (region: Region): Region => (region === 1 ? 2 : 1);

/** An empty list means an unknown name or one that only another region has. The second query runs only in that case. */
export async function orOtherRegion<Row>(region: Region, list: (region: Region) => Promise<Row[]>): Promise<Row[]> {
  const rows = await list(region);
  if (rows.length > 0) return rows;
  const other = otherRegion(region);
  if ((await list(other)).length > 0) throw new Refusal('region_mismatch', { region: other });
  throw new Refusal('not_found');
}

/** An engine may have no transmissions, but an unknown engine is a 404. */
export async function transmissionsOf(
  db: Db,
  region: Region,
  engineId: number,
  names: VehicleNames,
): Promise<TransmissionRow[]> {
  const rows = await listTransmissions(db, region, engineId, names);
  if (rows.length === 0) requireRegion(await engineRegions(db, engineId), region);
  return rows;
}

const parts = ['make', 'year', 'model', 'engine', 'transmission'] as const;
type Names = { readonly [Part in (typeof parts)[number]]?: string | undefined };

const nothing: ResolvedVehicle = {
  make: null,
  year: null,
  model: null,
  engine: null,
  transmission: null,
  transmissions: [],
  seo: null,
};

/** Resolves these names, or the names that replaced them. */
async function resolveCurrent(db: Db, region: Region, names: Names) {
  const isWhole = (found: ResolvedVehicle | undefined): found is ResolvedVehicle =>
    found !== undefined && parts.every((part) => names[part] === undefined || found[part]);
  const found = await resolveVehicle(db, region, names);
  if (isWhole(found)) return { found, names };
  const current = { ...names, ...(await namesByAlias(db, names.make ?? '', names.model)) };
  if (current.make === names.make && current.model === names.model) throw new Refusal('not_found');
  const moved = await resolveVehicle(db, region, current);
  if (!isWhole(moved)) throw new Refusal('not_found');
  return { found: moved, names: current };
}

/**
 * The records of a vehicle path. Each part requires the previous ones. Former names return the records under their
 * current names, and the page redirects.
 */
export async function findVehicle(db: Db, region: Region, wanted: Names): Promise<ResolvedVehicle> {
  const named = parts.filter((part) => wanted[part] !== undefined);
  if (named.length === 0) return nothing;
  if (named.some((part, at) => part !== parts[at])) throw new Refusal('not_found');
  const { found, names } = await resolveCurrent(db, region, wanted);
  if (named.every((part) => found[part]?.here)) return found;
  const elsewhere = await resolveVehicle(db, otherRegion(region), names);
  if (elsewhere && named.every((part) => elsewhere[part]?.here))
    throw new Refusal('region_mismatch', { region: otherRegion(region) });
  throw new Refusal('not_found');
}
