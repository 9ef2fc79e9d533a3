import { getPriority } from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cachesRefreshed, catalogFactories } from '../../../testing/catalog.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { grantedMs } from '../../../testing/waiting/granted-time.ts';
import { boundedSearch, modelsNear } from './search-queries.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

test('misspelt words are matched by the trigram index, whatever the text length', async () => {
  const words = ['volkswagne', 'glof', 'automtic', 'extra', 'words', 'that', 'make', 'it', 'long'];
  const plan = await boundedSearch(server.db, async (tx) => {
    expect(await modelsNear(tx, 1, words, 40)).toEqual([]);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select s.model_id from model_search s
      where s.regions @> array[1]::smallint[] and (${words.slice(0, 4).join(' ')} <% s.words or s.words like any(${['%glof%', '%g_olf%']}::text[]))`.execute(
      tx,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('model_search_words');
  expect(plan).not.toContain('Seq Scan');
});

test('short words with swapped or missing letters find their model, also beside other words', async () => {
  const make = catalogFactories(server.db);
  await make.vehicle({ make: 'Volkswagen', model: 'Golf R', year: '2015' });
  await make.vehicle({ make: 'Honda', model: 'Civic Si', year: '2015' });
  await cachesRefreshed(server);
  const find = async (q: string) =>
    (await server.anonymous.call('GET /v1/catalog/search', { query: { q } })).body.map(({ model }) => model?.name);
  for (const q of ['gofl r 2015', 'glof r', 'golf r']) expect(await find(q), q).toEqual(['Golf R']);
  for (const q of ['cvic si 2015', 'ciivc si', 'civi si']) expect(await find(q), q).toEqual(['Civic Si']);
  expect(await find('gxxf r 2015')).toEqual([]);
});

test('24 stuck searches leave connections for other requests and time out', async () => {
  const client = await server.as({ role: 0 });
  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = server.db.transaction().execute(async (tx) => {
    await sql`lock table model_search in access exclusive mode`.execute(tx);
    locked.resolve();
    await held.promise;
  });
  await locked.promise;
  const searches = Array.from({ length: 24 }, (_, nth) =>
    server.anonymous.call('GET /v1/catalog/search', { query: { q: `volkswagne ${nth}` } }),
  );
  const before = grantedMs();
  for (let nth = 0; nth < 10; nth += 1) expect((await client.request('GET', '/api/user/me')).status).toBe(200);
  expect(grantedMs() - before).toBeLessThan(3000);
  const replies = await Promise.all(searches);
  held.resolve();
  await holder;
  for (const { status, headers } of replies) {
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await server.anonymous.call('GET /v1/catalog/search', { query: { q: 'volkswagne' } })).status).toBe(200);
});

test('searches have connections of their own, which leave processor time to the others', async () => {
  await server.anonymous.call('GET /v1/catalog/search', { query: { q: 'connection of its own' } });
  const { rows } = await sql<{
    pid: number;
    isRecent: boolean;
  }>`select pid, state_change > now() - interval '1 s' as "isRecent"
    from pg_stat_activity where datname = current_database() and application_name = 'tuneport public'`.execute(
    server.db,
  );
  expect(rows.some(({ isRecent }) => isRecent)).toBe(true);
  expect(new Set(rows.map(({ pid }) => getPriority(pid)))).toEqual(new Set([10]));
});

test('searches are rate limited per IP address', async () => {
  const ask = (nth: number) => server.anonymous.call('GET /v1/catalog/search', { query: { q: `word ${nth}` } });
  const statuses = new Set<number>();
  for (let nth = 0; nth < 260; nth += 1) statuses.add((await ask(nth)).status);
  expect(statuses).toEqual(new Set([200, 429]));
});

test('unknown parameters of a cached endpoint neither bypass nor fill its cache', async () => {
  await server.anonymous.request('GET', '/api/v1/catalog/sitemap/1');
  const again = await statementsOf(async () => {
    for (const junk of ['x=1', 'y=2&x=3', ''])
      await server.anonymous.request('GET', `/api/v1/catalog/sitemap/1?${junk}`);
  });
  expect(again).toEqual([]);
});

test('a sitemap is built once per region and varies by cookie', async () => {
  const regions = await testServer({ REGIONS: '1,2' });
  try {
    const make = catalogFactories(regions.db);
    await make.vehicle({ make: 'Westward', model: 'One', regions: [1] });
    await cachesRefreshed(regions);
    const ask = (region: string) =>
      regions.anonymous.request('GET', '/sitemap/1.xml', { headers: { cookie: `region=${region}` } });
    const [first, second] = [await ask('1'), await ask('2')];
    expect(String(first.headers.vary)).toContain('cookie');
    expect(String(first.body)).toContain('/catalog/westward');
    expect(String(second.body)).not.toContain('/catalog/westward');
    const again = await statementsOf(async () => {
      for (const region of ['1', '2', '1']) expect((await ask(region)).status).toBe(200);
    });
    expect(again).toEqual([]);
  } finally {
    await regions.close();
  }
});
