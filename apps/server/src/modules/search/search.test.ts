import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cachesRefreshed, catalogFactories } from '../../testing/catalog.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { statementsOf } from '../../testing/statements.ts';
import { makeProduct } from '../../testing/store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
  const make = catalogFactories(server.db);
  const golf = await make.vehicle({ make: 'Volkswagen', model: 'Golf R', year: '2015' });
  // The same engine in another car: a search for one must not return the other.
  await make.vehicle({ make: 'Volkswagen', model: 'Arteon', year: '2019' });
  await make.vehicle({ make: 'Nissan', model: 'GT-R', year: '2020' });
  await make.vehicle({ make: 'Mercedes-Benz', model: 'AMG GT R', year: '2020' });
  const mustang = await make.vehicle({ make: 'Ford', model: 'Mustang', year: '2018' });
  for (const { engine } of [golf, mustang]) {
    await make.tune({ name: 'Stock', isStock: true, engines: [engine.id] });
    await make.tune({ name: 'Stage 1', engines: [engine.id] });
    await make.tune({ name: 'Stage 2', engines: [engine.id] });
  }
  const admin = await server.as({ role: 3 });
  await makeProduct(admin, {
    slug: 'bench-harness',
    name: 'Bench harness',
    summary: 'For control units of Volkswagen',
  });
  await makeProduct(admin, { slug: 'hidden', name: 'Bench power supply', state: 'draft' });
  await cachesRefreshed(server);
});
afterAll(() => server.close());

const search = async (q: string) => (await server.anonymous.call('GET /v1/search', { query: { q } })).body;
const tunes = async (text: string) =>
  (await server.anonymous.call('GET /v1/catalog/tunes', { query: { search: text } })).body;

describe('site search', () => {
  test('finds vehicles, tunes and products for one text, never stock tunes or drafts', async () => {
    const { vehicles, tunes: found, products } = await search('volkswagen');
    expect(new Set(vehicles.map(({ label }) => label))).toEqual(
      new Set(['2019 Volkswagen Arteon 2.0L 4-cyl turbo', '2015 Volkswagen Golf R 2.0L 4-cyl turbo']),
    );
    expect(found.map(({ name }) => name)).toEqual(['Stage 1', 'Stage 2']);
    expect(products).toEqual([
      { name: 'Bench harness', summary: 'For control units of Volkswagen', path: '/products/bench-harness' },
    ]);
    expect((await search('bench')).products).toHaveLength(1);
  });

  test('names the requested vehicle when an engine is in several', async () => {
    const [first] = (await search('golf r')).tunes;
    expect(first).toMatchObject({
      name: 'Stage 1',
      label: '2015 Volkswagen Golf R',
      path: expect.stringMatching(/^\/catalog\/volkswagen\/2015\/golf-r\/2\.0l-4-cyl-turbo\?tune=/),
    });
  });

  test('finds the GT-R by its name alone, and the AMG GT R with its make', async () => {
    const found = async (q: string) =>
      (await search(q)).vehicles.map(({ make, model }) => `${make.name} ${model?.name}`);
    for (const q of ['gtr', 'gt-r', 'nissan gtr']) expect(await found(q), q).toEqual(['Nissan GT-R']);
    for (const q of ['amg gtr', 'amg gt r']) expect(await found(q), q).toEqual(['Mercedes-Benz AMG GT R']);
  });

  test('tolerates typos in vehicles, tune kinds and products', async () => {
    expect((await search('volkswagne golf')).vehicles[0]?.label).toContain('Golf R');
    expect((await search('mustnag')).vehicles[0]?.label).toContain('Mustang');
    expect((await search('golf stgae 2')).tunes).toMatchObject([{ name: 'Stage 2', label: '2015 Volkswagen Golf R' }]);
    expect((await search('bench harnes')).products).toHaveLength(1);
  });

  test('finds nothing for a VIN and runs no database query for it', async () => {
    const statements = await statementsOf(async () =>
      expect(await search('WVWZZZ1KZ8W900101')).toEqual({ vehicles: [], tunes: [], products: [] }),
    );
    expect(statements.filter((text) => /model|tune|product/.test(text))).toEqual([]);
  });

  test('that hangs times out and responds 503', async () => {
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holder = server.db.transaction().execute(async (tx) => {
      await sql`lock table model_search in access exclusive mode`.execute(tx);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    const { status, headers } = await server.anonymous.call('GET /v1/search', { query: { q: 'stuck mustnag' } });
    const list = await server.anonymous.call('GET /v1/catalog/tunes', { query: { search: 'stuck mustnag' } });
    held.resolve();
    await holder;
    expect([status, list.status]).toEqual([503, 503]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  test('is rate limited per IP address', async () => {
    const statuses = new Set<number>();
    for (let nth = 0; nth < 260; nth += 1)
      statuses.add(
        (await server.anonymous.call('GET /v1/search', { query: { q: `word ${nth}` }, from: '203.0.113.9' })).status,
      );
    expect(statuses).toEqual(new Set([200, 429]));
  });
});

describe('list of tunes', () => {
  test('is searchable by vehicle, kind and both (C252)', async () => {
    expect((await tunes('golf r')).total).toBe(2);
    expect((await tunes('mustang 2018')).data.map(({ vehicles }) => vehicles[0]?.label)).toEqual([
      '2018 Ford Mustang',
      '2018 Ford Mustang',
    ]);
    expect((await tunes('stage 2')).total).toBe(2);
    expect((await tunes('stage 2 golf r')).data).toMatchObject([
      { name: 'Stage 2', vehicles: [{ label: '2015 Volkswagen Golf R' }, { label: '2019 Volkswagen Arteon' }] },
    ]);
  });

  test('is empty for an unknown vehicle or kind', async () => {
    for (const text of ['golf r stage 9', 'no such tune at all', 'peugeot 205', '%', '1FATESTB9FH900001'])
      expect((await tunes(text)).total, text).toBe(0);
  });
});
