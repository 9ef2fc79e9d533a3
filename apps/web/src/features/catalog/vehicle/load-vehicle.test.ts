import type { Call } from '@tuneport/contract/index';
import { expect, test } from 'vitest';
import { loadVehicle } from './load-vehicle.ts';

const engine = { id: 7, slug: 'e', tunes: [], tool_restrictions: [] };
const gearbox = { id: 9, slug: 'g', tunes: [], tool_restrictions: [] };
const vehicle = {
  make: { slug: 'm' },
  year: { slug: '2015' },
  model: { slug: 'x' },
  engine,
  transmission: gearbox,
  transmissions: [gearbox],
  seo: null,
};

/** Mock server for an engine page; calls in `failing` are rejected. */
const serverWith = (failing: Record<string, unknown>): Call =>
  (async (key: string) => {
    if (key in failing) throw failing[key];
    if (key === 'GET /v1/catalog/vehicle') return vehicle;
    return key === 'GET /v1/catalog/engines/:engineId' ? engine : gearbox;
  }) as unknown as Call;

const load = (failing: Record<string, unknown>, search = '?tune=stage-1&tcu=t', splat = 'm/2015/x/e/g') =>
  loadVehicle(serverWith(failing), { splat, search, origin: 'https://tuneport.example' }).then(
    ({ step }) => step,
    (thrown: unknown) => (thrown instanceof Response ? thrown.headers.get('location') : thrown),
  );

test('an engine that cannot be fetched is cleared from selection and URL, and the page reports it (S259, S447)', async () => {
  for (const error of [new Error('500'), new TypeError('offline'), { code: 'not_found' }])
    expect(await load({ 'GET /v1/catalog/engines/:engineId': error })).toBe('/catalog/m/2015/x?unavailable=engine');
});

test('a transmission that cannot be fetched is cleared, and the engine with its tune stays (S260, S447)', async () => {
  expect(await load({ 'GET /v1/catalog/transmissions/:transmissionId': new Error('500') })).toBe(
    '/catalog/m/2015/x/e?tune=stage-1&unavailable=transmission',
  );
});

test('a record of another region is not treated as failed', async () => {
  expect(await load({ 'GET /v1/catalog/engines/:engineId': { code: 'region_mismatch' } })).toBe('elsewhere');
});

test('a part that cannot be fetched while the server is busy or restarting stays selected', async () => {
  const error = { code: 'unavailable' };
  expect(await load({ 'GET /v1/catalog/engines/:engineId': error })).toBe(error);
  expect(await load({ 'GET /v1/catalog/transmissions/:transmissionId': error })).toBe(error);
});

test('a vehicle that can be fetched is shown', async () => {
  expect(await load({})).toBe('engine');
});

test('a URL with a former name redirects to the current one and keeps the selection', async () => {
  expect(await load({}, '?tune=stage-1', 'old-m/2015/x-awd/e/g')).toBe('/catalog/m/2015/x/e/g?tune=stage-1');
});

test('a step with a former name and no list redirects to the current name', async () => {
  const missing = { code: 'not_found' };
  const lists = {
    'GET /v1/catalog/makes/:make/years/:year/models/:model/engines': missing,
    'GET /v1/catalog/makes/:make/years/:year/models': missing,
  };
  expect(await load(lists, '', 'm/2015/x-awd')).toBe('/catalog/m/2015/x');
  expect(await load({ ...lists, 'GET /v1/catalog/vehicle': missing }, '', 'm/2015/x-awd')).toBe(missing);
  // The current name is not redirected to itself.
  expect(await load(lists, '', 'm/2015/x')).toBe(missing);
});
