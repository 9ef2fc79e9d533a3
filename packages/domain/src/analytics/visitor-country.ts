import { zonesByCountry } from './country-zones.ts';

// The country of a visitor without looking up the address: from the browser's time zone, or else from its language.

const countryByZone = new Map(
  zonesByCountry.flatMap((line) => {
    const [country = '', ...zones] = line.split(' ');
    return zones.map((zone) => [zone, country] as const);
  }),
);

const zoneShape = /^[A-Za-z_]{2,30}(\/[A-Za-z0-9_+-]{1,40}){1,2}$/;

/** A browser may use an older name of a zone. */
function canonical(zone: string): string {
  if (!zoneShape.test(zone)) return '';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return '';
  }
}

const known = new Map<string, string>();

/** The two letters of a country; empty if neither zone nor languages name one. */
export function visitorCountry(zone: string, languages: string): string {
  const key = `${zone} ${languages}`;
  let country = known.get(key);
  if (country === undefined) {
    const byZone = countryByZone.get(zone) ?? countryByZone.get(canonical(zone));
    country = byZone ?? /\b[a-z]{2,3}-([A-Z]{2})\b/.exec(languages)?.[1] ?? '';
    // Bounded: both texts come from requests.
    if (known.size >= 5000) known.clear();
    known.set(key, country);
  }
  return country;
}

/** The first language that is accepted: "en-CA,en;q=0.9" is "en". */
export const firstLanguage = (accepted: string): string =>
  /^\s*([a-z]{2,3})\b/i.exec(accepted)?.[1]?.toLowerCase() ?? '';
