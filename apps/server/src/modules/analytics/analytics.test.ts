import { inspect } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeExpiredJob } from '../../platform/jobs/housekeeping.ts';
import { type Client, type TestServer, testOrigin, testServer } from '../../testing/server.ts';
import { visitorIds } from '../settings/index.ts';
import { recordPageView, recordTag } from './record-visit.ts';

let server: TestServer;
let visitor: Client;

beforeAll(async () => {
  server = await testServer();
  visitor = server.anonymous;
});
afterAll(() => server.close());

const secret = 'canary0token0canary0token0canary';
const lastView = async () => {
  await server.platform.buffer.flush();
  return server.db.selectFrom('page_views').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
};
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const view = (body: object, headers: Record<string, string> = {}) =>
  visitor.call('POST /global/v1/page-view', { body, headers: { 'user-agent': browser, ...headers } });

describe('page views', () => {
  test('a beacon with its seven fields is stored and answered with an empty response, without a cookie (C431)', async () => {
    const reply = await view({
      p: '/catalog/audi',
      r: 'https://search.example/find?q=stage+1',
      t: 'Audi tuning',
      e: false,
      s: '1920,1080,2',
      b: 0,
      q: 'page=2',
    });
    expect(reply.status).toBe(204);
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(await lastView()).toMatchObject({
      path: '/catalog/audi',
      referrer: 'https://search.example/find',
      title: 'Audi tuning',
      is_event: false,
      screen: '1920,1080,2',
      bot: null,
      query: 'page=2',
    });
  });

  test('a view with a bot code is stored and marked (C431)', async () => {
    expect((await view({ p: '/', b: 153 })).status).toBe(204);
    expect((await lastView()).bot).toBe(153);
    expect((await view({ p: '/', b: 7 })).status).toBe(422);
  });

  test.each([
    `/profile/orders/12/${secret}/invoice`,
    `/feedback/3/${secret}/submit`,
    `/affil-offer/3/${secret}/join`,
    `/tcc/${secret}`,
    `/auth/reset-password/${secret}`,
    `/DEALER/north-bay/accept-invite/${secret}`,
  ])('the token of %s is redacted by the server in path, referrer, title and query (C431)', async (path) => {
    const reply = await view({
      p: `${path}?token=${secret}`,
      r: `${testOrigin}${path}`,
      t: `Page ${path}`,
      q: `token=${secret}&page=1`,
    });
    expect(reply.status).toBe(204);
    expect(inspect(await lastView())).not.toContain(secret);
    await view({ p: '/', r: `https://other-name.example${path}` });
    expect(inspect(await lastView())).not.toContain(secret);
  });

  test.each(['/tcc-', '/tcc_', '/tcc', '/tcc/', '/x/'])(
    'a credit code in lower case after %s is redacted by the server (C431)',
    async (start) => {
      for (const code of ['qry3-az9q-at4y-j565-pp5v-9hdr-jdks', 'qry3az9qat4yj565pp5v9hdrjdks']) {
        const path = `${start}${code}`;
        await view({ p: path, r: `${testOrigin}${path}`, t: `Page ${path}`, q: `x=${code}` });
        expect(inspect(await lastView())).not.toContain(code.slice(-12));
      }
      const slug = '/catalog/mercedes-benz/2024/e-class-w214/e-53-amg-4matic-plus';
      await view({ p: slug });
      expect((await lastView()).path).toBe(slug);
    },
  );

  test('views whose path and query are one text together have their own queries', async () => {
    const queries = [];
    for (const [q, p] of [
      ['a=1 /b', '/c'],
      ['a=1', '/b /c'],
    ]) {
      await view({ p, q });
      queries.push((await lastView()).query);
    }
    expect(queries).toEqual(['a=1 /b', 'a=1']);
  });

  test('long and hostile texts are truncated or refused and never cause an internal error (C431)', async () => {
    expect((await view({ p: '/', t: 'NUL \0 and half a character \ud800' })).status).toBe(422);
    expect((await view({ p: `/${'a'.repeat(3900)}`, s: '1;drop' })).status).toBe(204);
    const storedView = await lastView();
    expect(storedView.path).toHaveLength(2048);
    expect(storedView.screen).toBe('');
    expect((await view({ p: `/${'a'.repeat(5000)}` })).status).toBe(422);
    expect((await view({})).status).toBe(422);
  });

  test('the networks of one IPv6 customer store a limited amount of text in a day (C431)', async () => {
    const from = (address: string) => ({
      platform: server.platform,
      clientInfo: { address, userAgent: 'x', cookies: {}, languages: '' },
      now: new Date(),
    });
    const long = { p: `/${'a'.repeat(3000)}`, r: '', t: '', e: false, s: '', b: 0, q: 'b'.repeat(3000) } as const;
    let stored = 0;
    await expect(
      (async () => {
        for (; stored < 20_000; stored += 1) await recordPageView(from(`2001:db8:11:${stored % 90}::1`), long);
      })(),
    ).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(stored).toBeGreaterThan(10_000);
    expect(stored).toBeLessThan(13_000);
    await expect(recordPageView(from('2001:db8:12:1::1'), long)).resolves.toBeUndefined();
  });

  test('one browser is one visitor per day, another browser is another visitor, and the IP address is not stored (C431)', async () => {
    const idOf = async (agent: string) => {
      await view({ p: '/' }, { 'user-agent': agent });
      return (await lastView()).visitor.toString('hex');
    };
    const first = await idOf('browser one');
    expect(await idOf('browser one')).toBe(first);
    expect(await idOf('browser two')).not.toBe(first);
    const { platform } = server;
    const clientInfo = { address: '127.0.0.1', userAgent: 'browser one' };
    const today = await visitorIds(platform.db, clientInfo, new Date());
    expect(today.id.toString('hex')).toBe(first);
  });

  test('a visitor is recognized for at most two days because older salts are deleted', async () => {
    const { db } = server.platform;
    const clientInfo = { address: '198.51.100.7', userAgent: 'browser' };
    const days = ['2030-01-01', '2030-01-02', '2030-01-04'].map((day) => new Date(`${day}T12:00:00Z`));
    const [first, second, last] = [
      await visitorIds(db, clientInfo, days[0] as Date),
      await visitorIds(db, clientInfo, days[1] as Date),
      await visitorIds(db, clientInfo, days[2] as Date),
    ];
    expect(second.all).toEqual([second.id, first.id]);
    expect(second.id.equals(first.id)).toBe(false);
    expect(last.all).toEqual([last.id]);
    const { rows } = await sql<{
      day: string;
    }>`select day from visitor_salts where day between '2030-01-01' and '2030-01-03'`.execute(db);
    expect(rows).toEqual([]);
    await sql`delete from visitor_salts where day >= '2030-01-01'`.execute(db);
  });
});

test('an event is stored with its data and without tokens (C430)', async () => {
  const data = {
    slug: 'flash-tool',
    quantity: 2,
    from: `/tcc/${secret}`,
    more: [`see ${testOrigin}/tcc/${secret}`],
  };
  const path = `/tcc/${secret}`;
  const reply = await visitor.call('POST /global/prism/eyes', { body: { name: 'add_to_cart', data, path } });
  expect(reply.status).toBe(204);
  await server.platform.buffer.flush();
  const row = await server.db.selectFrom('client_events').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    name: 'add_to_cart',
    path: '/tcc/-',
    data: { slug: 'flash-tool', quantity: 2, from: '/tcc/-' },
  });
  expect(inspect(row, { depth: 9 })).not.toContain(secret);
  const count = async () => {
    await server.platform.buffer.flush();
    return server.db.selectFrom('client_events').select('id').execute();
  };
  const before = (await count()).length;
  const odd = [
    { name: 'visit', data: { x: 'y'.repeat(5000) } },
    { name: '<b>' },
    { name: 7, data: 'text', path: {} },
    {},
  ];
  for (const body of odd)
    expect((await visitor.call('POST /global/prism/eyes', { body: body as never })).status, JSON.stringify(body)).toBe(
      204,
    );
  expect(await count()).toHaveLength(before);
});

test('the event flag is stored as reported by the page, and an app referrer by its name (S449)', async () => {
  await view({ p: '/catalog', e: true, r: 'android-app://com.google.android.gm/?token=1' });
  expect(await lastView()).toMatchObject({ is_event: true, referrer: 'android-app://com.google.android.gm' });
  await view({ p: '/catalog', e: false });
  expect(await lastView()).toMatchObject({ is_event: false });
  await view({ p: '/catalog' });
  expect(await lastView()).toMatchObject({ is_event: false });
});

describe('tracking tags', () => {
  const hits = () => server.db.selectFrom('tag_hits').selectAll().execute();

  test('a tag is recorded once per visitor and returns its hidden codes (C432 S177)', async () => {
    await server.db
      .insertInto('tracking_tags')
      .values({ tag: 'spring-flyer', hidden_codes: ['SPRING5', 'FLYER'] })
      .execute();
    const headers = { 'user-agent': 'a browser with a flyer' };
    const tag = () => visitor.call('POST /global/v1/tag', { body: { tag: 'spring-flyer' }, headers });
    const replies = await Promise.all([tag(), tag(), tag()]);
    expect(replies.map((reply) => reply.status)).toEqual([204, 204, 204]);
    await tag();
    expect(await hits()).toHaveLength(1);
    const state = (await visitor.call('GET /global/v1/ui-state', { headers })).body;
    expect(state).toMatchObject({ codes: [], hcodes: ['FLYER', 'SPRING5'] });
    expect((await visitor.call('GET /global/v1/ui-state')).body.hcodes).toEqual([]);
  });

  test('a visitor who returns by the same tag the next day is the same visitor (C432)', async () => {
    await server.db.insertInto('tracking_tags').values({ tag: 'two-days' }).execute();
    const clientInfo = { address: '198.51.100.9', userAgent: 'browser' };
    const on = (day: string) =>
      recordTag({ platform: server.platform, clientInfo, now: new Date(`${day}T12:00:00Z`) }, 'two-days');
    const count = async () => (await hits()).filter((hit) => hit.tag === 'two-days').length;
    await on('2031-05-01');
    await on('2031-05-02');
    expect(await count()).toBe(1);
    await on('2031-05-05');
    expect(await count()).toBe(2);
    await sql`delete from visitor_salts where day >= '2031-01-01'`.execute(server.db);
  });

  test('an unknown or invalid tag gets the same response and is not stored (C432)', async () => {
    const before = await hits();
    for (const tag of ['no-such-tag', '../../etc', 'x y', 'a'.repeat(90)]) {
      expect((await visitor.call('POST /global/v1/tag', { body: { tag } })).status).toBe(204);
    }
    expect(await hits()).toEqual(before);
  });
});

test('a client error is stored without the tokens in its message and path (C433)', async () => {
  const reply = await visitor.call('POST /global/v1/client-error', {
    body: {
      message: `Tune is missing tools at ${testOrigin}/tcc/${secret}?x=1 (/feedback/1/${secret}/submit)`,
      path: `/tcc/${secret}`,
    },
    headers: { 'user-agent': 'some browser' },
  });
  expect(reply.status).toBe(204);
  const row = await server.db.selectFrom('client_errors').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(row).toMatchObject({ path: '/tcc/-', user_agent: 'some browser' });
  expect(row.message).toBe('Tune is missing tools at /tcc/- (/feedback/1/-/submit)');
});

test('client errors of one address are limited per hour, and old ones are deleted (C433)', async () => {
  const send = () => visitor.call('POST /global/v1/client-error', { body: { message: 'again' }, from: '203.0.113.78' });
  for (let nth = 0; nth < 60; nth += 1) await send();
  const refused = await send();
  expect([refused.status, Number(refused.headers['retry-after']) > 30]).toEqual([429, true]);
  await sql`update client_errors set at = now() - interval '91 days' where message = 'again'`.execute(server.db);
  const { db, platform } = server;
  const doing = { db, log: platform.log, now: new Date(), platform, signal: new AbortController().signal };
  await removeExpiredJob.run(doing, { period: new Date().toISOString() } as never);
  const { rows } = await sql`select 1 from client_errors where message = 'again'`.execute(db);
  expect(rows).toEqual([]);
});

test('no endpoint accepts a report from another site (C430 C431 C432 C433)', async () => {
  for (const key of [
    'POST /global/prism/eyes',
    'POST /global/v1/page-view',
    'POST /global/v1/tag',
    'POST /global/v1/client-error',
  ] as const) {
    const { status } = await visitor.call(key, { body: {}, headers: { origin: 'https://evil.example' } });
    // Events always get an empty response, even when they are dropped (Q136).
    expect(status, key).toBe(key === 'POST /global/prism/eyes' ? 204 : 403);
  }
});

test('a flood from one IP address is rate limited (C431)', async () => {
  const send = () => visitor.call('POST /global/v1/page-view', { body: { p: '/' }, from: '203.0.113.77' });
  const statuses = [];
  for (let nth = 0; nth < 601; nth += 1) statuses.push((await send()).status);
  expect(statuses.slice(0, 600).every((status) => status === 204)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
  expect((await view({ p: '/' })).status).toBe(204);
});
