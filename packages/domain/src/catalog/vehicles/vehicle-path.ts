/** The vehicle in a path; a part is only present if all parts before it are. */
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

/** Normalizes a year: 02015 and 2015.50 become 2015 and 2015.5. */
export const canonicalYear = (year: string): string => {
  const [, whole, part = ''] = /^0*(\d+)(?:\.(\d+))?$/.exec(year) ?? [];
  const decimals = part.replace(/0+$/, '');
  return whole === undefined ? year : decimals === '' ? whole : `${whole}.${decimals}`;
};

/** A plausible model year, past or near future. */
export const isModelYear = (year: string): boolean =>
  year === 'Series' || (isVehicleYear(year) && Number(year) >= 1880 && Number(year) < 2100);

type VehiclePathResult =
  | { readonly kind: 'vehicle'; readonly vehicle: VehiclePath }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'not-found' };

const notFound: VehiclePathResult = { kind: 'not-found' };

/** The path of a vehicle, up to the first missing part. */
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
 * Parses the decoded part after /catalog or /guide. A trailing add-on-tunes is a legacy catalogue path and redirects to
 * the path without it; guides never had it.
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
