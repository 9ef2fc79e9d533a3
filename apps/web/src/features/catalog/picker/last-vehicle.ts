import { parseVehiclePath } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import { readStored, writeStored } from '../../../platform/storage.ts';

const key = 'tuneport.vehicle';

export type LastVehicle = { readonly path: string; readonly label: string };

/** The stored value may be outdated or foreign: only a catalogue path that names an engine is accepted. */
export function asLastVehicle(stored: unknown): LastVehicle | null {
  if (typeof stored !== 'object' || stored === null || !('path' in stored) || !('label' in stored)) return null;
  const { path, label } = stored;
  if (typeof path !== 'string' || typeof label !== 'string' || label === '' || label.length > 300) return null;
  if (!path.startsWith('/catalog/')) return null;
  let splat: string;
  try {
    splat = decodeURIComponent(path.slice('/catalog/'.length));
  } catch {
    return null;
  }
  const read = parseVehiclePath(splat);
  return read.kind === 'vehicle' && read.vehicle.engine !== undefined ? { path, label } : null;
}

export const readLastVehicle = (): LastVehicle | null => asLastVehicle(readStored(key));
export const writeLastVehicle = (vehicle: LastVehicle): void => writeStored(key, vehicle);
