/** The vehicle as its path names it; each part is there only if those before it are. */
export type VehiclePath = {
  readonly make?: string;
  readonly year?: string;
  readonly model?: string;
  readonly engine?: string;
  readonly transmission?: string;
};

const parts = ['make', 'year', 'model', 'engine', 'transmission'] as const;
const segmentLengthMax = 120;
const addOnTunes = 'add-on-tunes';

export const isVehicleYear = (segment: string): boolean =>
  segment === 'Series' || /^\d{1,8}(?:\.\d{1,4})?$/.test(segment);

/** One way to write each year: 02015 and 2015.50 are 2015 and 2015.5. */
export const canonicalYear = (year: string): string => {
  const [, whole, part = ''] = /^0*(\d+)(?:\.(\d+))?$/.exec(year) ?? [];
  const decimals = part.replace(/0+$/, '');
  return whole === undefined ? year : decimals === '' ? whole : `${whole}.${decimals}`;
};

/** A year that cars were or will soon be built in. */
export const isModelYear = (year: string): boolean =>
  year === 'Series' || (isVehicleYear(year) && Number(year) >= 1880 && Number(year) < 2100);

export type VehiclePathResult =
  | { readonly kind: 'vehicle'; readonly vehicle: VehiclePath }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'not-found' };

const notFound: VehiclePathResult = { kind: 'not-found' };

/** The address of a vehicle, up to the first part that is missing. */
export function vehiclePath(base: '/catalog' | '/guide', vehicle: VehiclePath): string {
  let path: string = base;
  for (const part of parts) {
    const value = vehicle[part];
    if (value === undefined) break;
    path += `/${encodeURIComponent(value)}`;
  }
  return path;
}

/**
 * Reads what follows /catalog or /guide, already decoded. A trailing add-on-tunes belongs to an older address of the
 * catalogue and leads to the path without it; guides never had it.
 */
export function parseVehiclePath(splat: string, base: '/catalog' | '/guide' = '/catalog'): VehiclePathResult {
  const segments = splat.replace(/^\/|\/$/g, '').split('/');
  if (segments.length === 1 && segments[0] === '') return { kind: 'vehicle', vehicle: {} };

  const bare = [...segments];
  while (base === '/catalog' && bare.at(-1) === addOnTunes) bare.pop();
  if (bare.length > parts.length || !bare.every(isSegment)) return notFound;

  const vehicle: VehiclePath = Object.fromEntries(bare.map((segment, at) => [parts[at], segment]));
  if (bare.length < segments.length) return { kind: 'redirect', to: vehiclePath(base, vehicle) };
  return vehicle.year === undefined || isVehicleYear(vehicle.year) ? { kind: 'vehicle', vehicle } : notFound;
}

function isSegment(segment: string): boolean {
  return (
    segment !== '' &&
    segment !== '.' &&
    segment !== '..' &&
    segment.length <= segmentLengthMax &&
    !/\p{Cc}|\\/u.test(segment)
  );
}
