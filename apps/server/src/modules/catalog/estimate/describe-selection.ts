import { parseVehiclePath } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import type { Region } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findVehicle } from '../search/find-vehicles.ts';
import { chooseTunes, readSides } from './choose-tunes.ts';
import type { Input } from './estimate.ts';

/** Describes a selection in words, even if it has no price: the vehicle and the tunes with their requirements. */
export async function describeSelection(platform: Platform, region: Region, input: Input, path?: string) {
  const sides = await readSides(platform, region, input);
  const chosen = chooseTunes(sides, input);
  const units = [sides.engine?.record.name, sides.transmission?.record.name].filter((name) => name !== undefined);
  const vehicle = path === undefined ? null : await vehicleNamed(platform, region, path);
  return {
    vehicle: [...(vehicle ? [vehicle] : []), ...units].join(', '),
    path: vehicle && path !== undefined ? path : null,
    tunes: chosen.map(({ tune }) => tune.name),
  };
}

/**
 * Returns a name such as "BMW 320i 2015" for a catalogue path, or null for an unknown path; the engine name is still
 * shown then.
 */
async function vehicleNamed({ db }: Platform, region: Region, path: string): Promise<string | null> {
  const [place = ''] = path.split('?');
  if (!place.startsWith('/catalog/')) return null;
  const parsed = parseVehiclePath(decoded(place.slice('/catalog/'.length)));
  if (parsed.kind !== 'vehicle') return null;
  try {
    const { make, year, model } = await findVehicle(db, region, parsed.vehicle);
    const names = [make?.name, model?.name, year?.name].filter((name) => name !== undefined);
    return names.length > 0 ? names.join(' ') : null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
