/** Carriers and their tracking pages. `other` has no tracking page. */
export const carriers = {
  'canada-post': {
    name: 'Canada Post',
    url: 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=',
  },
  purolator: { name: 'Purolator', url: 'https://www.purolator.com/en/shipping/tracker?pins=' },
  ups: { name: 'UPS', url: 'https://www.ups.com/track?tracknum=' },
  fedex: { name: 'FedEx', url: 'https://www.fedex.com/fedextrack/?trknbr=' },
  dhl: { name: 'DHL', url: 'https://www.dhl.com/en/express/tracking.html?AWB=' },
  usps: { name: 'USPS', url: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=' },
  other: { name: 'Other carrier', url: null },
} as const satisfies Record<string, { readonly name: string; readonly url: string | null }>;
export type Carrier = keyof typeof carriers;
export const carrierKeys = Object.keys(carriers) as [Carrier, ...Carrier[]];

const compact = (number: string): string => number.replace(/[\s-]/g, '').toUpperCase();

// Number formats that are unique to one carrier.
const patterns: readonly (readonly [Carrier, RegExp])[] = [
  ['ups', /^1Z[0-9A-Z]{16}$/],
  ['usps', /^9[2-5]\d{20}$/],
  ['canada-post', /^(\d{16}|[A-Z]{2}\d{9}CA)$/],
  ['usps', /^[A-Z]{2}\d{9}US$/],
  ['purolator', /^[A-Z]{3}\d{9}$/],
  ['fedex', /^(\d{12}|\d{15})$/],
  ['dhl', /^\d{10}$/],
];

/** Detects the carrier from a tracking number's format; `other` if unknown. */
export const carrierOf = (number: string): Carrier =>
  patterns.find(([, pattern]) => pattern.test(compact(number)))?.[0] ?? 'other';

/** The tracking page of a parcel; null if the carrier is unknown. */
export function trackingUrl(carrier: Carrier, number: string): string | null {
  const { url } = carriers[carrier];
  return url === null || number === '' ? null : `${url}${encodeURIComponent(compact(number))}`;
}

type Pieces = {
  readonly quantity: number;
  readonly shipped: number;
  readonly cancelled: number;
  readonly netMinor: bigint;
};

/** Pieces of a line that have neither shipped nor been cancelled. */
export const openPieces = ({ quantity, shipped, cancelled }: Omit<Pieces, 'netMinor'>): number =>
  quantity - shipped - cancelled;

/**
 * The price of the next `count` open pieces of a line. Calculated as a difference of running totals, so the pieces
 * always sum exactly to the line, however they are split over shipments and cancellations.
 */
export function piecesMinor({ quantity, shipped, cancelled, netMinor }: Pieces, count: number): bigint {
  const upTo = (pieces: number) => (netMinor * BigInt(pieces)) / BigInt(quantity);
  const done = shipped + cancelled;
  return upTo(done + count) - upTo(done);
}
