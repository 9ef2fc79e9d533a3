import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testOrigin, testServer } from '../../testing/server.ts';

const friend = 'https://blog.example.com';
const stranger = 'https://stranger.example';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ ANALYTICS_ORIGINS: friend });
});
afterAll(() => server.close());

const views = async () => {
  await server.platform.buffer.flush();
  return server.db.selectFrom('page_views').selectAll().orderBy('id').execute();
};
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const fields = 'p=%2Fcatalog&r=https%3A%2F%2Fsearch.example%2F&t=Tuning&e=false&s=1920,1080,2&b=0&q=%3Fpage%3D2&rnd=x1';

/** Sends as a script does: with any media type and the origin of its page. */
async function send(
  method: 'POST' | 'GET',
  path: string,
  { origin, type, body, headers = {} }: { origin?: string; type?: string; body?: string; headers?: object } = {},
) {
  const {
    rawPayload,
    statusCode,
    headers: got,
  } = await server.app.inject({
    method,
    url: `/api/global/${path}`,
    headers: { 'user-agent': browser, ...(origin && { origin }), ...(type && { 'content-type': type }), ...headers },
    ...(body !== undefined && { payload: body }),
  });
  return { status: statusCode, headers: got, bytes: rawPayload };
}

describe('page-view beacon', () => {
  test.each([
    ['a bare POST with a query string', `v1/page-view?${fields}`, {}],
    ['an empty text/plain POST', `v1/page-view?${fields}`, { type: 'text/plain;charset=UTF-8', body: '' }],
    [
      'JSON as text/plain',
      'v1/page-view',
      {
        type: 'text/plain;charset=UTF-8',
        body: '{"p":"/catalog","r":"https://search.example/","t":"Tuning","s":"1920,1080,2","q":"?page=2"}',
      },
    ],
  ])('%s is recorded and answered with 204 (C431)', async (_, path, request) => {
    const before = (await views()).length;
    expect((await send('POST', path, { origin: testOrigin, ...request })).status).toBe(204);
    const stored = await views();
    expect(stored).toHaveLength(before + 1);
    expect(stored.at(-1)).toMatchObject({
      path: '/catalog',
      referrer: 'https://search.example/',
      title: 'Tuning',
      is_event: false,
      screen: '1920,1080,2',
      bot: null,
      query: 'page=2',
    });
  });

  test('a GET is recorded and answered with an empty GIF that other sites can show', async () => {
    const before = (await views()).length;
    const reply = await send('GET', 'v1/page-view?p=/image&e=true&b=153&s=390');
    expect(reply).toMatchObject({ status: 200 });
    expect(reply.headers).toMatchObject({
      'content-type': 'image/gif',
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(reply.bytes.subarray(0, 6).toString()).toBe('GIF89a');
    expect((await views()).slice(before)).toMatchObject([{ path: '/image', is_event: true, bot: 153, screen: '390' }]);
  });

  test('the screen width is accepted as text and as a number', async () => {
    await send('POST', 'v1/page-view?p=/w&s=1280', { origin: testOrigin });
    expect((await views()).at(-1)).toMatchObject({ screen: '1280' });
    await server.anonymous.call('POST /global/v1/page-view', { body: { p: '/w', s: 1440 } });
    expect((await views()).at(-1)).toMatchObject({ screen: '1440' });
  });

  test('a configured origin may send views and events, other origins may not', async () => {
    const before = (await views()).length;
    const crossSite = { headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await send('POST', `v1/page-view?${fields}`, { origin: friend, ...crossSite })).status).toBe(204);
    expect(await views()).toHaveLength(before + 1);
    expect((await send('POST', `v1/page-view?${fields}`, { origin: stranger, ...crossSite })).status).toBe(403);
    expect((await send('POST', `v1/page-view?${fields}`, { origin: `${friend}.evil.example` })).status).toBe(403);
    const image = (referer: string) => ({ headers: { 'sec-fetch-site': 'cross-site', referer } });
    expect((await send('GET', 'v1/page-view?p=/friend', image(`${friend}/post`))).status).toBe(200);
    expect((await send('GET', 'v1/page-view?p=/stranger', image(`${stranger}/post`))).status).toBe(200);
    expect((await views()).map(({ path }) => path)).toEqual(expect.not.arrayContaining(['/stranger']));
    expect((await views()).at(-1)).toMatchObject({ path: '/friend' });
  });

  test('an unreadable beacon is refused; as an image request it is just not recorded', async () => {
    const before = (await views()).length;
    for (const path of ['v1/page-view', 'v1/page-view?p=/x&b=7', 'v1/page-view?p=/x&e=maybe', 'v1/page-view?p=a&p=b']) {
      expect((await send('POST', path, { origin: testOrigin })).status, path).toBe(422);
      expect((await send('GET', path)).status, path).toBe(200);
    }
    const broken = { origin: testOrigin, type: 'text/plain', body: '{"p":' };
    expect((await send('POST', 'v1/page-view', broken)).status).toBe(400);
    expect(await views()).toHaveLength(before);
  });

  test('a session cookie sent along is ignored', async () => {
    const client = await server.as({ role: 0 });
    const reply = await client.request('POST', '/api/global/v1/page-view', { body: { p: '/mine' } });
    expect(reply.status).toBe(204);
    expect(reply.headers['x-whoami']).toBeUndefined();
  });
});

test('an event is always answered with 204, whatever the body (C430)', async () => {
  const events = async () => {
    await server.platform.buffer.flush();
    return server.db.selectFrom('client_events').selectAll().orderBy('id').execute();
  };
  const before = (await events()).length;
  const odd = [
    { type: 'text/plain', body: 'no JSON' },
    { type: 'application/json', body: '{"name":' },
    { type: 'application/json', body: '[1]' },
    { type: 'application/json', body: 'null' },
    { type: 'application/x-www-form-urlencoded', body: 'name=visit' },
    {},
  ];
  for (const request of odd)
    expect((await send('POST', 'prism/eyes', { origin: testOrigin, ...request })).status).toBe(204);
  expect((await send('POST', 'prism/eyes', { origin: stranger, body: '{"name":"visit"}' })).status).toBe(204);
  expect(await events()).toHaveLength(before);
  const visit = '{"name":"visit","data":{"a":1},"path":"/catalog"}';
  for (const type of ['application/json', 'text/plain;charset=UTF-8'])
    expect((await send('POST', 'prism/eyes', { origin: testOrigin, type, body: visit })).status).toBe(204);
  expect((await events()).slice(before)).toMatchObject([
    { name: 'visit', path: '/catalog', data: { a: 1 } },
    { name: 'visit', path: '/catalog', data: { a: 1 } },
  ]);
});

test('events above the limit of an IP address are dropped and answered with 204', async () => {
  const statuses = new Set<number>();
  const body = { name: 'visit', data: {}, path: '/' };
  for (let nth = 0; nth < 610; nth += 1)
    statuses.add((await server.anonymous.call('POST /global/prism/eyes', { body, from: '203.0.113.5' })).status);
  expect(statuses).toEqual(new Set([204]));
});

test('keys of event data are stored without VINs and tokens, like their values', async () => {
  const data = { WVWZZZ1KZ8W900101: 1, deep: [{ '1FATESTB9FH900001': 'WVWZZZ1KZ8W900101' }] };
  const body = JSON.stringify({ name: 'visit', data, path: '/' });
  expect((await send('POST', 'prism/eyes', { origin: testOrigin, type: 'text/plain', body })).status).toBe(204);
  await server.platform.buffer.flush();
  const stored = await server.db.selectFrom('client_events').select('data').orderBy('id', 'desc').executeTakeFirst();
  expect(stored?.data).toEqual({ '-': 1, deep: [{ '-': '-' }] });
});
