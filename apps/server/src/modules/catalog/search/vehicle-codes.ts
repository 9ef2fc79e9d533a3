import { readFileSync } from 'node:fs';
import { readVehicleCodes, type VehicleCodes } from '@tuneport/domain/catalog/vehicles/vehicle-codes';

const table = (name: string) => readFileSync(new URL(`../../../../data/${name}`, import.meta.url), 'utf8');

let known: VehicleCodes | null = null;

/** The bundled terms, loaded once per process. */
export function vehicleCodes(): VehicleCodes {
  known ??= readVehicleCodes(table('vehicle-codes.tsv'), table('vehicle-codes-absent.tsv'));
  return known;
}
