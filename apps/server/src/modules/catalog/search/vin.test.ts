import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogFactories } from '../../../testing/catalog.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { statementsOf } from '../../../testing/statements.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
  const make = catalogFactories(server.db);
  await make.vehicle({ make: 'Ford', model: 'Mustang', year: '2015' });
  await make.vehicle({ make: 'Jeep', model: 'Cherokee', year: '2014' });
  await make.vehicle({ make: 'Chrysler', model: 'Pacifica', year: '2020' });
});
afterAll(() => server.close());

const ask = async (vin: string) => {
  const { status, body } = await server.anonymous.call('POST /v1/catalog/vin', { body: { vin } });
  return { ...body, httpStatus: status };
};

test('a VIN narrows the catalogue to its make and year', async () => {
  const found = await ask(' 1fatestb9fh 900001 ');
  expect(found).toMatchObject({
    httpStatus: 200,
    makes: ['Ford'],
    country: 'United States',
    years: [2015],
    problem: null,
  });
  expect(found.vehicles).toMatchObject([{ path: '/catalog/ford/2015', label: '2015 Ford', model: null }]);
});

test('every make that shares the code is offered, without the year if the catalogue lacks it', async () => {
  const { vehicles } = await ask('1C4TESTR2EG900014');
  expect(vehicles.map(({ path }) => path)).toEqual(['/catalog/chrysler', '/catalog/jeep/2014']);
});

test('a VIN with a wrong check digit is refused with the position and still offers the make and year', async () => {
  const found = await ask('1FATESTBXFH900001');
  expect(found).toMatchObject({ problem_at: 9, problem: expect.stringContaining('Character 9 is “X”') });
  expect(found.vehicles).toMatchObject([{ path: '/catalog/ford/2015' }]);
});

test('text longer than a VIN is refused, and a VIN of an unknown make runs no database query', async () => {
  expect((await ask('X'.repeat(200))).httpStatus).toBe(422);
  expect((await ask('')).httpStatus).toBe(422);
  expect(await ask('not a vin at all')).toMatchObject({ httpStatus: 200, makes: [], vehicles: [] });
  const statements = await statementsOf(() => ask('11111111111111111'));
  expect(statements.filter((text) => /makes/.test(text))).toEqual([]);
});

test('a VIN is never stored in a page view, event, client error or log', async () => {
  const vin = 'WVWZZZ1KZ8W900101';
  const view = { p: `/x/${vin}`, r: `https://a.example/${vin}`, t: `Search ${vin}`, e: false, s: '1,1,1', b: 0 };
  await server.anonymous.call('POST /global/v1/page-view', { body: { ...view, q: `search=${vin}&page=2` } });
  const spaced = { ...view, p: '/spaced', r: '', t: '', q: 'search=wvw%20zzz+1kz%208w900101' };
  await server.anonymous.call('POST /global/v1/page-view', { body: spaced });
  await server.anonymous.call('POST /global/prism/eyes', { body: { name: 'search', data: { q: vin }, path: '/' } });
  const error = { message: `No vehicle for ${vin}`, path: `/catalog?search=${vin}` };
  await server.anonymous.call('POST /global/v1/client-error', { body: error });
  await server.anonymous.request('GET', `/api/v1/catalog/search?q=${vin}`);
  await server.platform.buffer.flush();
  const tables = ['page_views', 'client_events', 'client_errors'] as const;
  for (const table of tables) {
    const rows = await server.db.selectFrom(table).selectAll().execute();
    expect(rows.length, table).toBeGreaterThan(0);
    expect(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(
      /8w900101/i,
    );
  }
});
