import { expect, test } from 'vitest';
import { distanceKm, findPlace, type PlaceNames } from './find-place.ts';
import { countryMiddles, stateMiddles } from './place-table.ts';

const countries: readonly PlaceNames[] = [
  {
    code: 'CA',
    name: 'Canada',
    states: [
      { code: 'ON', name: 'Ontario' },
      { code: 'BC', name: 'British Columbia' },
    ],
  },
  {
    code: 'US',
    name: 'United States',
    states: [
      { code: 'TX', name: 'Texas' },
      { code: 'NY', name: 'New York' },
    ],
  },
  { code: 'DE', name: 'Germany', states: [] },
  { code: 'ZZ', name: 'Nowhere', states: [] },
];
const at = (text: string, country?: string) => {
  const found = findPlace(countries, { text, country });
  return found && [found.label, found.precision];
};

test('a large city is found by its name, with or without a country', () => {
  expect(findPlace(countries, { text: '12 Main Street, Berlin' })).toEqual({
    latitude: 52.5,
    longitude: 13.4,
    label: 'Berlin, Germany',
    precision: 'city',
  });
  expect(at('North Bay, ON', 'CA')).toEqual(['North Bay, Canada', 'city']);
});

test('a postal code, state name or state code resolves to its state', () => {
  expect(at('P1B 1A1', 'CA')).toEqual(['Ontario, Canada', 'state']);
  expect(at('75001', 'US')).toEqual(['Texas, United States', 'state']);
  expect(at('somewhere in british columbia', 'CA')).toEqual(['British Columbia, Canada', 'state']);
  expect(at('Marfa TX', 'US')).toEqual(['Texas, United States', 'state']);
});

test('other places resolve to the centre of their country, and unknown countries to nothing', () => {
  expect(at('Kleinkleckersdorf', 'DE')).toEqual(['Germany', 'country']);
  expect(at('Germany')).toEqual(['Germany', 'country']);
  expect(at('Atlantis')).toBeNull();
  expect(at('Berlin', 'XX')).toBeNull();
  expect(at('anything', 'ZZ')).toBeNull();
  // Only whole words match a name.
  expect(at('Berlingen')).toBeNull();
});

test('every centre has valid coordinates', () => {
  const lines = `${countryMiddles}\n${stateMiddles}`.trim().split(/[|\n]+/);
  expect(lines.length).toBeGreaterThan(200);
  for (const line of lines) {
    const [code = '', latitude, longitude] = line.split(' ');
    expect(code).toMatch(/^[A-Z]{2}(-[A-Z]{2,3})?$/);
    expect(Math.abs(Number(latitude))).toBeLessThanOrEqual(90);
    expect(Math.abs(Number(longitude))).toBeLessThanOrEqual(180);
  }
});

test('a distance is the great-circle distance, symmetric, and zero to itself', () => {
  const toronto = { latitude: 43.7, longitude: -79.4 };
  const vancouver = { latitude: 49.3, longitude: -123.1 };
  expect(distanceKm(toronto, toronto)).toBe(0);
  expect(distanceKm(toronto, vancouver)).toBe(distanceKm(vancouver, toronto));
  expect(distanceKm(toronto, vancouver)).toBeGreaterThan(3300);
  expect(distanceKm(toronto, vancouver)).toBeLessThan(3450);
});
