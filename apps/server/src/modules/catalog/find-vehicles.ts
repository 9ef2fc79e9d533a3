import type { Db } from '../../platform/db/db.ts';
import type { Region } from '../../platform/http/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { requireRegion } from './read-full-record.ts';
import {
  engineRegions,
  listTransmissions,
  type ResolvedVehicle,
  resolveVehicle,
  type TransmissionRow,
  type VehicleNames,
} from './vehicle-queries.ts';

const otherRegion = (region: Region): Region => (region === 1 ? 2 : 1);

/**
 * A list that came back empty names something unknown, or something that only another region has. The second look costs a
 * statement, and only those who ask for what is not there pay for it.
 */
export async function orElsewhere<Row>(region: Region, look: (region: Region) => Promise<Row[]>): Promise<Row[]> {
  const rows = await look(region);
  if (rows.length > 0) return rows;
  const other = otherRegion(region);
  if ((await look(other)).length > 0) throw new Refusal('region_mismatch', { region: other });
  throw new Refusal('not_found');
}

/** An engine may have no transmissions to choose from; one that does not exist is not found. */
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

/** The records behind a vehicle address. Each part needs those before it. */
export async function findVehicle(db: Db, region: Region, names: Names): Promise<ResolvedVehicle> {
  const named = parts.filter((part) => names[part] !== undefined);
  if (named.length === 0) return nothing;
  if (named.some((part, at) => part !== parts[at])) throw new Refusal('not_found');
  const found = await resolveVehicle(db, region, names);
  if (!found || named.some((part) => !found[part])) throw new Refusal('not_found');
  if (named.every((part) => found[part]?.here)) return found;
  const elsewhere = await resolveVehicle(db, otherRegion(region), names);
  if (elsewhere && named.every((part) => elsewhere[part]?.here))
    throw new Refusal('region_mismatch', { region: otherRegion(region) });
  throw new Refusal('not_found');
}
