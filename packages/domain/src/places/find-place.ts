import {
  australianDigits,
  canadianLetters,
  cityMiddles,
  countryMiddles,
  stateMiddles,
  zipStates,
} from './place-table.ts';

export type PlaceNames = {
  readonly code: string;
  readonly name: string;
  readonly states: readonly { readonly code: string; readonly name: string }[];
};
export type FoundPlace = {
  readonly latitude: number;
  readonly longitude: number;
  readonly label: string;
  /** Whether the point is the centre of a city, a state or a country. */
  readonly precision: 'city' | 'state' | 'country';
};

type Middle = { readonly latitude: number; readonly longitude: number };

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const numbersOf = (parts: readonly string[]): Middle => ({
  latitude: Number(parts.at(-2)),
  longitude: Number(parts.at(-1)),
});
const linesOf = (table: string) =>
  table
    .trim()
    .split(/[|\n]/)
    .map((line) => line.split(' '));

const middles = new Map<string, Middle>(
  [...linesOf(countryMiddles), ...linesOf(stateMiddles)].map((parts) => [parts[0] ?? '', numbersOf(parts)]),
);
const cities = linesOf(cityMiddles).map((parts) => {
  const name = parts.slice(1, -2).join(' ');
  return { country: parts[0] ?? '', name, folded: fold(name), middle: numbersOf(parts) };
});

/** Whether the words of an address, normalized by `fold`, contain the name as whole words. */
const holds = (words: string, name: string): boolean => name !== '' && ` ${words} `.includes(` ${name} `);

function stateByPostalCode(country: string, text: string): string | null {
  if (country === 'US') {
    const zip = /\b(\d{3})\d{2}(?:-\d{4})?\b/.exec(text)?.[1];
    return zip === undefined ? null : (zipStates.find(([upTo]) => Number(zip) <= upTo)?.[1] ?? null);
  }
  if (country === 'CA') {
    const letter = /\b([a-z])\d[a-z] ?(?:\d[a-z]\d)?\b/i.exec(text)?.[1]?.toUpperCase();
    return letter === undefined ? null : (canadianLetters[letter] ?? null);
  }
  if (country === 'AU') {
    const digit = /\b(\d)\d{3}\b/.exec(text)?.[1];
    return digit === undefined ? null : (australianDigits[digit] ?? null);
  }
  return null;
}

/**
 * Locates an address or postal code with local data only: a large city, else the state, else the country. Null if none
 * is recognised.
 */
export function findPlace(
  countries: readonly PlaceNames[],
  query: { readonly text: string; readonly country?: string | null | undefined },
): FoundPlace | null {
  const words = fold(query.text);
  const wanted = query.country?.trim().toUpperCase();
  const country = wanted
    ? countries.find(({ code }) => code === wanted)
    : countries.find(({ name, code }) => holds(words, fold(name)) || query.text.trim().toUpperCase() === code);
  if (wanted && !country) return null;
  const city = cities.find(({ folded, country: home }) => holds(words, folded) && (!country || home === country.code));
  if (city) {
    const home = countries.find(({ code }) => code === city.country);
    return { ...city.middle, label: [city.name, home?.name].filter(Boolean).join(', '), precision: 'city' };
  }
  if (!country) return null;
  const byCode = stateByPostalCode(country.code, query.text);
  const state = country.states.find(
    ({ code, name }) => code === byCode || holds(words, fold(name)) || new RegExp(`\\b${code}\\b`).test(query.text),
  );
  const inState = state && middles.get(`${country.code}-${state.code}`);
  if (state && inState) return { ...inState, label: `${state.name}, ${country.name}`, precision: 'state' };
  const middle = middles.get(country.code);
  return middle ? { ...middle, label: country.name, precision: 'country' } : null;
}

const earthKm = 6371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance in whole kilometres. */
export function distanceKm(one: Middle, two: Middle): number {
  const north = radians(two.latitude - one.latitude);
  const east = radians(two.longitude - one.longitude);
  const part =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(one.latitude)) * Math.cos(radians(two.latitude)) * Math.sin(east / 2) ** 2;
  return Math.round(2 * earthKm * Math.asin(Math.min(1, Math.sqrt(part))));
}
