import { describe, expect, test } from 'vitest';
import { loadVehicle, vehicleAt } from './load-vehicle.ts';

const at = (splat: string, search = '', base: '/catalog' | '/guide' = '/catalog') =>
  vehicleAt(base, { splat, search, origin: 'https://example.test' });

/** Target of a thrown redirect. */
function target(open: () => unknown): string | null {
  try {
    open();
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.headers.get('location');
    throw thrown;
  }
  return null;
}

describe('vehicle paths', () => {
  test.each([
    ['volkswagen/2015/golf/2.0-tdi/dsg/add-on-tunes', '/catalog/volkswagen/2015/golf/2.0-tdi/dsg'],
    ['volkswagen/2015/golf/2.0-tdi/add-on-tunes', '/catalog/volkswagen/2015/golf/2.0-tdi'],
    ['volkswagen/2015/add-on-tunes', '/catalog/volkswagen/2015'],
    ['add-on-tunes', '/catalog'],
  ])('%s redirects to the path without it (R041)', (splat, to) => {
    expect(target(() => at(splat))).toBe(to);
    expect(target(() => at(splat, '?tune=stage-1'))).toBe(`${to}?tune=stage-1`);
  });

  test('a year is Series or a number with an optional decimal; anything else responds 404 (R064)', () => {
    expect(at('bmw/Series')).toEqual({ make: 'bmw', year: 'Series' });
    expect(at('bmw/2015.5')).toEqual({ make: 'bmw', year: '2015.5' });
    expect(() => at('bmw/notayear')).toThrow(
      expect.objectContaining({ init: expect.objectContaining({ status: 404 }) }),
    );
  });

  test('a guide uses the same path (R065)', () => {
    expect(at('bmw/2015/m3', '', '/guide')).toEqual({ make: 'bmw', year: '2015', model: 'm3' });
  });
});

describe('a URL in another spelling', () => {
  /** A catalogue with one vehicle. */
  const call = (async (_key: string, { query }: { query: object }) => {
    if (JSON.stringify(query) === '{"make":"volkswagen","model":"golf-r","year":"2015"}') return {};
    throw Object.assign(new Error('not found'), { code: 'not_found' });
  }) as unknown as Parameters<typeof loadVehicle>[0];
  const open = (splat: string) =>
    loadVehicle(call, { splat, search: '?tune=stage-1', origin: 'https://example.test' }).catch(
      (thrown: unknown) => thrown,
    );

  test('redirects to the matching vehicle, and an unknown one responds 404 immediately', async () => {
    for (const splat of ['Volkswagen/2015/Golf R', 'VOLKSWAGEN/2015/golf-r']) {
      const answer = (await open(splat)) as Response;
      expect(answer.status).toBe(301);
      expect(answer.headers.get('location')).toBe('/catalog/volkswagen/2015/golf-r?tune=stage-1');
    }
    for (const splat of ['Volkswagen/2015/Polo', 'vоlkswagen/2015/golf-r', 'volkswagen/2015/golf'])
      expect(await open(splat)).toMatchObject({ code: 'not_found' });
  });
});
