import { dimensionNames, dimensions, measures } from '@tuneport/domain/analytics/traffic-dimensions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { countTraffic } from './count-traffic.ts';
import { expireTraffic } from './expire-traffic.ts';

const desktop =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.platform.buffer.flush();
  await sql`truncate page_views, client_events, web_visits, web_visitors, traffic_days, traffic_hours, placed_sales, sale_sources`.execute(
    server.db,
  );
});

const send = (body: object, headers: Record<string, string> = {}, from = '203.0.113.9') =>
  server.anonymous.call('POST /global/v1/page-view', {
    body,
    headers: { 'user-agent': desktop, 'accept-language': 'en-CA,en;q=0.9', ...headers },
    from,
  });
const count = async () => {
  await server.platform.buffer.flush();
  return countTraffic(server.platform);
};
const today = () => new Date().toISOString().slice(0, 10);
const period = (more: object = {}) => ({ start: today(), end: today(), ...more });
const stats = async (query: object = period()) =>
  (await admin.call('GET /v1/admin/analytics/visit-stats', { query })).body;
const breakdown = async (dimension: string, more: object = {}) =>
  (await admin.call('GET /v1/admin/analytics/breakdown', { query: period({ dimension, ...more }) })).body.current;

type Raw = {
  atMs: number;
  visitor: string;
  path?: string;
  referrer?: string;
  query?: string;
  bot?: number | null;
  isEvent?: boolean;
};
const insert = (rows: readonly Raw[]) =>
  server.db
    .insertInto('page_views')
    .values(
      rows.map(({ atMs, visitor, path = '/', referrer = '', query = '', bot = null, isEvent = false }) => ({
        at: new Date(atMs),
        visitor: Buffer.from(visitor),
        path,
        referrer,
        query,
        bot,
        is_event: isEvent,
      })),
    )
    .execute();

describe('visits', () => {
  test('views of one browser are one visit, with source, campaign, country and device (C062)', async () => {
    await send({ p: '/catalog', r: 'https://www.google.com/', s: '1920,1080,1', q: '', z: 'America/Toronto' });
    await send({ p: '/products/flash-tool', r: '/catalog', q: '' });
    await send({ p: '/', q: 'utm_source=newsletter&utm_medium=email&utm_campaign=spring' }, { 'user-agent': phone });
    expect(await count()).toBe(3);
    expect(await stats()).toMatchObject({
      as_of: expect.any(String),
      current: { totals: { visits: 2, visitors: 2, new_visitors: 2, views: 3, bounces: 1 } },
      comparison: null,
    });
    const rowOf = async (dimension: string) =>
      (await breakdown(dimension)).rows.map(({ value, visits }) => [value, visits]);
    expect(await rowOf('source')).toEqual([
      ['Google', 1],
      ['newsletter', 1],
    ]);
    expect(await rowOf('medium')).toEqual([
      ['mail', 1],
      ['search', 1],
    ]);
    expect(await rowOf('campaign')).toEqual([
      ['', 1],
      ['spring', 1],
    ]);
    expect(await rowOf('country')).toEqual([['CA', 2]]);
    expect(await rowOf('device')).toEqual([
      ['Desktop', 1],
      ['Phone', 1],
    ]);
    expect(await rowOf('exit')).toEqual([
      ['/', 1],
      ['/products/flash-tool', 1],
    ]);
  });

  test('a gap of more than 30 minutes begins a new visit, a shorter one does not', async () => {
    const noon = Date.parse(`${today()}T12:00:00Z`);
    const minutes = (n: number) => noon + n * 60_000;
    await insert([0, 20, 49, 80].map((n) => ({ atMs: minutes(n), visitor: 'one', path: `/${n}` })));
    await count();
    const { current } = await stats();
    expect(current.totals).toMatchObject({ visits: 2, visitors: 1, views: 4, bounces: 1, seconds: 49 * 60 });
    // The same rows counted in several batches give the same visits.
    await insert([81, 200].map((n) => ({ atMs: minutes(n), visitor: 'one', path: `/${n}` })));
    await count();
    expect((await stats()).current.totals).toMatchObject({ visits: 3, visitors: 1, views: 6, bounces: 1 });
    const { rows } = await breakdown('exit');
    expect(rows.map(({ value, visits }) => [value, visits])).toEqual([
      ['/200', 1],
      ['/49', 1],
      ['/81', 1],
    ]);
  });

  test('bots are counted separately, by their code or by their user agent', async () => {
    await send({ p: '/', b: 153 });
    await send(
      { p: '/' },
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    );
    await send({ p: '/' }, { 'user-agent': '' });
    await send({ p: '/' });
    await count();
    expect((await stats()).current.totals).toMatchObject({ visits: 1, views: 1 });
    const { rows } = await breakdown('bot');
    expect(rows.map(({ value, views }) => [value, views]).sort()).toEqual([
      ['1', 1],
      ['153', 1],
      ['2', 1],
    ]);
    const list = await admin.call('GET /v1/admin/analytics/page-views', { query: { kind: 'bot' } });
    expect(list.body.total).toBe(3);
  });

  test('only a visitor who agreed to visit statistics is recognized on another day (C060)', async () => {
    const agreed = { cookie: 'consent=1; visitStatistics=1' };
    const first = await send({ p: '/' }, agreed);
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
    expect(cookie).toMatch(/^visitor=[0-9a-f]{32}$/);
    expect(
      (await send({ p: '/' }, { cookie: 'consent=1; visitStatistics=0; googleAnalytics=1' })).headers['set-cookie'],
    ).toBeUndefined();
    expect((await send({ p: '/' }, { ...agreed, 'sec-gpc': '1' })).headers['set-cookie']).toBeUndefined();
    const withdrawn = await send({ p: '/' }, { cookie: `consent=1; visitStatistics=0; ${cookie}` });
    expect(String(withdrawn.headers['set-cookie'])).toMatch(/^visitor=;.* Max-Age=0/);
    await send({ p: '/' }, { cookie: `${agreed.cookie}; ${cookie}` });
    await count();
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await sql`update web_visits set started_at = started_at - interval '1 day', last_at = last_at - interval '1 day'`.execute(
      server.db,
    );
    await sql`update traffic_days set day = day - 1`.execute(server.db);
    await send({ p: '/catalog', r: 'https://www.bing.com/' }, { cookie: `${agreed.cookie}; ${cookie}` });
    await send({ p: '/catalog' }, { 'user-agent': phone });
    await count();
    const reply = await admin.call('GET /v1/admin/analytics/new-vs-returning', {
      query: period({ type: 'day', compare_start: yesterday, compare_end: yesterday }),
    });
    expect(reply.body.current.totals).toEqual({ new: 1, returning: 1 });
    expect(reply.body.comparison?.totals.returning).toBe(0);
    // The first touch of a returning visitor stays what it was.
    const byFirst = await breakdown('first_source');
    expect(byFirst.rows.map(({ value, visits }) => [value, visits])).toEqual([['Direct', 2]]);
    const stored = await server.db.selectFrom('page_views').select(['visitor', 'query', 'path']).execute();
    expect(JSON.stringify(stored)).not.toContain(cookie.split('=')[1]);
  });

  test('a tag is the source of the visit it began', async () => {
    await server.db.insertInto('tracking_tags').values({ tag: 'forum-banner' }).execute();
    const from = '203.0.113.44';
    await server.anonymous.call('POST /global/v1/tag', {
      body: { tag: 'forum-banner' },
      headers: { 'user-agent': desktop },
      from,
    });
    await send({ p: '/' }, {}, from);
    await count();
    expect((await breakdown('source')).rows).toMatchObject([{ value: 'forum-banner', visits: 1 }]);
    expect((await breakdown('medium')).rows).toMatchObject([{ value: 'tag', visits: 1 }]);
  });
});

/** Any visits of some days, with all kinds of sources, bots and events. */
function anyViews(seed: number, total: number): Raw[] {
  let state = seed;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const end = Date.parse(`${today()}T00:00:00Z`) + 86_400_000;
  return Array.from({ length: total }, () => ({
    atMs: end - 1 - next(3 * 86_400_000),
    visitor: `visitor ${next(40)}`,
    path: `/page-${next(25)}`,
    referrer: ['', '/inside', 'https://www.google.com/', 'https://forum.example/a'][next(4)] ?? '',
    query: next(5) === 0 ? `utm_source=s${next(3)}&utm_campaign=c${next(4)}` : '',
    bot: next(10) === 0 ? [150, 151, 152, 153][next(4)] : null,
    isEvent: next(12) === 0,
  }));
}

describe('roll-ups', () => {
  test('totals equal a recount of the raw hits, and every breakdown sums to them (C062 S353)', async () => {
    const views = anyViews(7, 1200);
    // Stored in the order of their time, counted in three parts.
    const ordered = views.toSorted((a, b) => a.atMs - b.atMs);
    for (const part of [ordered.slice(0, 500), ordered.slice(500, 501), ordered.slice(501)]) {
      await insert(part);
      await count();
    }
    const days = [...new Set(views.map(({ atMs }) => new Date(atMs).toISOString().slice(0, 10)))].sort();
    const [start = '', end = ''] = [days[0], days.at(-1)];
    const expected = recount(ordered);
    const { current } = await stats({ start, end });
    expect(current.totals).toMatchObject(expected.totals);
    expect(current.series.map(({ from, views: seen, visits }) => [from, seen, visits])).toEqual(
      days.map((day) => [day, expected.viewsOn.get(day) ?? 0, expected.visitsOn.get(day) ?? 0]),
    );
    for (const dimension of [
      'page',
      'entry',
      'exit',
      'source',
      'medium',
      'campaign',
      'country',
      'device',
      'first_source',
      'event',
    ]) {
      const { totals, rows } = (
        await admin.call('GET /v1/admin/analytics/breakdown', { query: { start, end, dimension, limit: 3 } })
      ).body.current;
      const key = dimension === 'page' ? 'views' : dimension === 'event' ? 'events' : 'visits';
      expect(
        rows.reduce((sum, row) => sum + row[key], 0),
        dimension,
      ).toBe(totals[key]);
      expect(totals[key], dimension).toBe(current.totals[key]);
    }
    const hours = await stats({ start, end, type: 'hour' });
    expect(hours.current.series.reduce((sum, { views: seen }) => sum + seen, 0)).toBe(expected.totals.views);
    expect(hours.current.series).toHaveLength(24 * days.length);
    const months = await stats({ start, end, type: 'month' });
    expect(months.current.series.reduce((sum, { visits }) => sum + visits, 0)).toBe(expected.totals.visits);
    // The list behind the figure has exactly these visits.
    const list = await admin.call('GET /v1/admin/analytics/visits', { query: { from: start, to: end } });
    expect(list.body.total).toBe(expected.totals.visits);
    const google = (
      await admin.call('GET /v1/admin/analytics/breakdown', { query: { start, end, dimension: 'source', limit: 50 } })
    ).body.current.rows.find(({ value }) => value === 'Google');
    const fromGoogle = await admin.call('GET /v1/admin/analytics/visits', {
      query: { from: start, to: end, source: 'Google' },
    });
    expect(fromGoogle.body.total).toBe(google?.visits);
  });

  test('beyond a thousand values a day, further ones are counted together and the sum stays', async () => {
    const noon = Date.parse(`${today()}T12:00:00Z`);
    await insert(
      Array.from({ length: 1300 }, (_, at) => ({ atMs: noon + at, visitor: `v${at}`, path: `/random-${at}` })),
    );
    await count();
    const { totals } = await breakdown('page');
    expect(totals.views).toBe(1300);
    const { rows } = await sql<{
      n: bigint;
    }>`select count(*) as n from traffic_days where dimension = ${dimensions.page}`.execute(server.db);
    expect(Number(rows[0]?.n)).toBe(1001);
  });

  test('long paths and broken characters do not stop the counting', async () => {
    const long = Array.from({ length: 1900 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join(
      '',
    );
    const split = `${'a'.repeat(119)}😀`;
    const term = `${'b'.repeat(79)}😀`;
    await send({ p: `/${long}` });
    await send({ p: long, e: true });
    await send({ p: '/', q: `?utm_source=${encodeURIComponent(split)}` }, {}, '203.0.113.10');
    await send({ p: '/', q: '?utm_source=a%00b&utm_campaign=%00' }, {}, '203.0.113.11');
    await server.anonymous.call('POST /global/prism/eyes', { body: { name: 'search', data: { term }, path: '/' } });
    expect(await count()).toBe(5);
    expect((await breakdown('page')).rows.map(({ value }) => value)).toContain(`/${long}`.slice(0, 500));
    expect((await breakdown('source')).rows.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['a'.repeat(119), 'ab']),
    );
    const searches = await admin.call('GET /v1/admin/analytics/search-stats', { query: period() });
    expect(searches.body.current.rows).toMatchObject([{ term: 'b'.repeat(79) }]);
  });

  test('single visits and roll-ups expire after their time', async () => {
    const now = new Date(`${today()}T12:00:00Z`);
    const ago = (days: number) => now.getTime() - days * 86_400_000;
    await sql`select add_month_partition('page_views', ${new Date(ago(300)).toISOString().slice(0, 7)}::text::date)`
      .execute(server.db)
      .catch(() => {});
    await insert([1, 20, 40, 300].map((days) => ({ atMs: ago(days), visitor: `v${days}` })));
    await count();
    await expireTraffic(server.db, { rawDays: '30', rollupDays: '100' }, now);
    const left = await server.db.selectFrom('page_views').select('visitor').orderBy('at').execute();
    expect(left.map(({ visitor }) => String(visitor))).toEqual(['v20', 'v1']);
    const { rows } = await sql<{
      day: string;
    }>`select to_char(day, 'YYYY-MM-DD') as day from traffic_days where dimension = 0 order by day`.execute(server.db);
    expect(rows).toHaveLength(3);
  });
});

test('a wrong or half period is refused, and each call needs the right (C060 C061 C062 C063 S353)', async () => {
  const calls = ['new-vs-returning', 'search-stats', 'visit-stats', 'traffic-acquisition-scoped'] as const;
  for (const name of calls) {
    const key = `GET /v1/admin/analytics/${name}` as const;
    for (const query of [
      {},
      { start: '2026-02-30', end: '2026-03-01' },
      { start: '2026-03-02', end: '2026-03-01' },
      period({ type: 'year' }),
      period({ compare_start: today() }),
      { start: '2025-01-01', end: '2025-12-31', type: 'hour' },
      period({ type: 'hour', compare_start: '2025-01-01', compare_end: '2025-12-31' }),
    ])
      expect((await admin.call(key, { query })).status, `${name} ${JSON.stringify(query)}`).toBe(422);
    expect(
      (
        await admin.call(key, {
          query: period({ type: 'week', compare_start: '2024-02-28', compare_end: '2024-02-29' }),
        })
      ).status,
    ).toBe(200);
    expect((await (await server.as({ role: 0 })).call(key, { query: period() })).status).toBe(403);
  }
});

test('searches are counted by their term, and those without results separately (C061)', async () => {
  const search = (term: string, results: number) =>
    server.anonymous.call('POST /global/prism/eyes', { body: { name: 'search', data: { term, results }, path: '/' } });
  for (const [term, results] of [
    ['Golf R', 4],
    ['golf r', 3],
    ['cybertruck', 0],
    ['  ', 0],
  ] as const)
    await search(term, results);
  await count();
  const { body } = await admin.call('GET /v1/admin/analytics/search-stats', { query: period() });
  expect(body.current).toEqual({
    searches: 3,
    without_results: 1,
    rows: [
      { term: 'golf r', searches: 2, without_results: 0 },
      { term: 'cybertruck', searches: 1, without_results: 1 },
    ],
  });
});

test('goals count views of a page and events, annotations are listed with the period', async () => {
  const goal = (body: object) =>
    admin.call('POST /v1/admin/analytics/goals', { body, idempotencyKey: crypto.randomUUID() });
  expect((await goal({ name: 'Checkout', kind: 'path', pattern: '/checkout*' })).status).toBe(201);
  expect((await goal({ name: 'Checkout', kind: 'event', pattern: 'x' })).status).toBe(422);
  expect((await goal({ name: 'Cart', kind: 'event', pattern: 'add_to_cart' })).status).toBe(201);
  await admin.call('POST /v1/admin/analytics/annotations', {
    body: { day: today(), text: 'Newsletter' },
    idempotencyKey: crypto.randomUUID(),
  });
  await send({ p: '/products/x' });
  await server.anonymous.call('POST /global/prism/eyes', {
    body: { name: 'add_to_cart', data: {}, path: '/products/x' },
    headers: { 'user-agent': desktop },
    from: '203.0.113.9',
  });
  await send({ p: '/checkout' });
  await count();
  const { body } = await admin.call('GET /v1/admin/analytics/overview', { query: period() });
  expect(body.goals.map(({ name, completions }) => [name, completions])).toEqual([
    ['Cart', 1],
    ['Checkout', 1],
  ]);
  expect(body.annotations).toMatchObject([{ day: today(), text: 'Newsletter' }]);
  expect(body.funnel).toEqual([
    { step: 'visit', visits: 1 },
    { step: 'product', visits: 1 },
    { step: 'cart', visits: 1 },
    { step: 'checkout', visits: 1 },
    { step: 'order', visits: 0 },
  ]);
  expect(body.live).toBe(1);
});

test('every dimension has its own number', () => {
  expect(new Set(Object.values(dimensions)).size).toBe(dimensionNames.length);
  expect(measures).toHaveLength(7);
});

/** The same figures from the raw hits, written independently of the product. */
function recount(views: readonly Raw[]) {
  const viewsOn = new Map<string, number>();
  const visitsOn = new Map<string, number>();
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const last = new Map<string, number>();
  const visitors = new Set<string>();
  const totals = { visits: 0, views: 0, events: 0 };
  for (const { atMs, visitor, bot, isEvent } of views) {
    if (bot != null) continue;
    if (isEvent) {
      totals.events += 1;
      continue;
    }
    totals.views += 1;
    viewsOn.set(dayOf(atMs), (viewsOn.get(dayOf(atMs)) ?? 0) + 1);
    const before = last.get(visitor);
    if (before === undefined || atMs - before > 30 * 60_000) {
      totals.visits += 1;
      visitsOn.set(dayOf(atMs), (visitsOn.get(dayOf(atMs)) ?? 0) + 1);
      visitors.add(`${visitor} ${dayOf(atMs)}`);
    }
    last.set(visitor, atMs);
  }
  return { totals: { ...totals, visitors: visitors.size }, viewsOn, visitsOn };
}
