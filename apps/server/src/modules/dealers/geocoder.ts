import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { placeNear } from '../catalog/index.ts';

export type GeocodedAddress = {
  readonly line1?: string;
  readonly city: string;
  readonly state: string;
  readonly postal_code: string;
  readonly country_code: string;
};
export type Position = { readonly latitude: number; readonly longitude: number };

/** Finds the position of an address; null if it is unknown. */
type Geocoder = (address: GeocodedAddress) => Promise<Position | null>;

/** The position of the town in the built-in list. */
export function townOf({ city, state, postal_code, country_code }: GeocodedAddress): Position | null {
  const found = placeNear(`${city} ${state} ${postal_code}`, country_code);
  return found ? { latitude: found.latitude, longitude: found.longitude } : null;
}

/** The default and the fallback: works offline. */
const gazetteer: Geocoder = async (address) => townOf(address);

const answerMs = 3_000;
const answerMaxBytes = 65_536;
const coordinate = (max: number) => z.coerce.number().min(-max).max(max);
const Answer = z.array(z.object({ lat: coordinate(90), lon: coordinate(180) }));

/** The search API of Nominatim: the best match of a structured query, as JSON. */
const nominatim =
  (base: string): Geocoder =>
  async ({ line1 = '', city, state, postal_code, country_code }) => {
    const url = new URL(base);
    if (!url.pathname.endsWith('/search')) url.pathname = `${url.pathname.replace(/\/$/, '')}/search`;
    const query = {
      street: line1,
      city,
      state,
      postalcode: postal_code,
      countrycodes: country_code.toLowerCase(),
      format: 'jsonv2',
      limit: '1',
    };
    for (const [name, value] of Object.entries(query)) if (value !== '') url.searchParams.set(name, value);
    const reply = await fetch(url, {
      headers: { accept: 'application/json', 'user-agent': 'Tuneport' },
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    });
    if (!reply.ok) throw new Error(`the geocoder answered ${reply.status}`);
    const [best] = Answer.parse(JSON.parse(await textUpTo(reply, answerMaxBytes)));
    return best ? { latitude: best.lat, longitude: best.lon } : null;
  };

/** Reads a body up to a limit; a longer one is aborted. */
async function textUpTo(reply: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of reply.body ?? []) {
    size += part.byteLength;
    if (size > maxBytes) throw new Error('the answer of the geocoder is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The position of a dealer's address: from the configured geocoder, else from the list of towns. */
export async function geocode(
  { config, log }: Pick<Platform, 'config' | 'log'>,
  address: GeocodedAddress,
): Promise<Position | null> {
  if (config.geocoderUrl !== undefined)
    try {
      const found = await nominatim(config.geocoderUrl)(address);
      if (found) return found;
    } catch (error) {
      log.warn({ err: error }, 'The geocoder did not answer; the list of towns is used instead');
    }
  return gazetteer(address);
}
