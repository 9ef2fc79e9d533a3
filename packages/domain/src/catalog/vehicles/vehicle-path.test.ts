import { describe, expect, test } from 'vitest';
import { isVehicleYear, parseVehiclePath, vehiclePath } from './vehicle-path.ts';

const vehicle = (splat: string) => {
  const result = parseVehiclePath(splat);
  return result.kind === 'vehicle' ? result.vehicle : result.kind;
};

describe('the year', () => {
  test('may be the word Series (S067)', () => expect(isVehicleYear('Series')).toBe(true));
  test('may be a whole number (S068)', () => expect(isVehicleYear('2015')).toBe(true));
  test('may have a decimal (S069)', () => expect(isVehicleYear('2015.5')).toBe(true));
  test('is nothing else (S299)', () => {
    for (const year of [
      '',
      'series',
      'SERIES',
      'notayear',
      '2015.',
      '.5',
      '2015.5.1',
      '-2015',
      '+2015',
      '2015e1',
      ' 2015',
      '２０１５',
      '0x7df',
      'NaN',
      '2015\n',
    ])
      expect([year, isVehicleYear(year)]).toEqual([year, false]);
  });
});

describe('a vehicle path', () => {
  test('contains make, year, model, engine and transmission, each optional from the right (S065)', () => {
    const make = 'volkswagen';
    expect(vehicle('')).toEqual({});
    expect(vehicle('volkswagen')).toEqual({ make });
    expect(vehicle('volkswagen/2015')).toEqual({ make, year: '2015' });
    expect(vehicle('volkswagen/2015/golf')).toEqual({ make, year: '2015', model: 'golf' });
    expect(vehicle('volkswagen/2015/golf/2.0-tdi')).toEqual({ make, year: '2015', model: 'golf', engine: '2.0-tdi' });
    const full = { make, year: '2015', model: 'golf', engine: '2.0-tdi', transmission: 'dsg' };
    expect(vehicle('volkswagen/2015/golf/2.0-tdi/dsg')).toEqual(full);
    expect(vehicle('/volkswagen/2015/golf/2.0-tdi/dsg/')).toEqual(full);
  });
  test('with an invalid year, a sixth segment or an empty one responds 404', () => {
    for (const splat of [
      'bmw/notayear',
      'a/2015/b/c/d/e',
      'a//b',
      'a/2015/../c',
      'a/2015/.',
      'a\u0000',
      'a\\b',
      'x'.repeat(121),
    ])
      expect([splat, vehicle(splat)]).toEqual([splat, 'not-found']);
  });
  test('is a round trip of reading and writing', () => {
    const parts = { make: 'land rover', year: '2015.5', model: 'é&?#', engine: '2.0', transmission: 'dsg' };
    const path = vehiclePath('/catalog', parts);
    expect(path).toBe('/catalog/land%20rover/2015.5/%C3%A9%26%3F%23/2.0/dsg');
    expect(vehicle(decodeURIComponent(path.slice('/catalog'.length)))).toEqual(parts);
    expect(vehiclePath('/guide', { make: 'bmw', model: 'left out without a year' })).toBe('/guide/bmw');
  });
});

describe('add-on-tunes', () => {
  test.each([
    ['volkswagen/2015/golf/2.0-tdi/dsg/add-on-tunes', '/catalog/volkswagen/2015/golf/2.0-tdi/dsg'],
    ['volkswagen/2015/golf/2.0-tdi/add-on-tunes', '/catalog/volkswagen/2015/golf/2.0-tdi'],
    ['volkswagen/2015/add-on-tunes/', '/catalog/volkswagen/2015'],
    ['add-on-tunes', '/catalog'],
    ['a b/add-on-tunes/add-on-tunes', '/catalog/a%20b'],
  ])('at the end of %s redirects to %s (S059)', (splat, to) =>
    expect(parseVehiclePath(splat)).toEqual({ kind: 'redirect', to }),
  );
  test('elsewhere is an ordinary segment', () =>
    expect(vehicle('add-on-tunes/2015')).toEqual({ make: 'add-on-tunes', year: '2015' }));
  test('never redirects to another site', () => {
    for (const splat of [
      '/evil.example/add-on-tunes',
      '//evil.example/add-on-tunes',
      '../add-on-tunes',
      '\\evil/add-on-tunes',
    ]) {
      const result = parseVehiclePath(splat);
      if (result.kind === 'redirect') expect(result.to).toMatch(/^\/catalog(\/[^/]|$)/);
    }
  });
  test('has no meaning for guides', () => {
    expect(parseVehiclePath('bmw/add-on-tunes', '/guide')).toEqual({ kind: 'not-found' });
    expect(parseVehiclePath('bmw/2015/add-on-tunes', '/guide').kind).toBe('vehicle');
  });
});
