import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guestCookieName } from '../../platform/http/cookies.ts';
import { type Client, type TestServer, testOrigin, testServer } from '../../testing/server.ts';
import { makeShop, orderOf, pay, placed, settled } from '../../testing/shop.ts';
import { cardTriesMax, clientsOf, clientTriesAnHourMax } from './card-tries.ts';

let server: TestServer;
let slug: string;
beforeAll(async () => {
  server = await testServer();
  const shop = await makeShop(server);
  slug = (await shop.sell(0, { tracks_stock: false })).slug;
  await settled(server);
});
afterAll(() => server.close());

const order = async (client: Client) => (await placed(client, orderOf([{ slug, quantity: 1 }]))).body;
const refused = { token: 'test_unknown' };

test('an order accepts ten refused cards, then no more, and nothing is charged', async () => {
  const made = await order(server.anonymous);
  for (let tries = 0; tries < cardTriesMax; tries += 1)
    expect((await pay(server.anonymous, made, refused)).status).toBe(402);
  for (const method of [refused, { token: 'test_ok' }]) {
    const reply = await pay(server.anonymous, made, method);
    expect([reply.status, reply.body]).toMatchObject([409, { code: 'conflict' }]);
  }
  expect((await pay(server.anonymous, await order(server.anonymous))).status).toBe(200);
});

test('a network failure does not count as a refused card', async () => {
  const made = await order(server.anonymous);
  for (let tries = 0; tries < cardTriesMax - 1; tries += 1) await pay(server.anonymous, made, refused);
  const unreached = { token: 'test_network_down_retry' };
  expect((await pay(server.anonymous, made, unreached)).body).toMatchObject({ code: 'network_down_retry' });
  expect((await pay(server.anonymous, made, unreached)).status).toBe(200);
});

/** Simulates declined cards of this client within the last hour. */
const refusedBefore = (client: string, times: number) =>
  sql`insert into payment_attempts (payment_id, number, key, method, keep_method, state, error_kind, clients, ended_at)
    select (select min(id) from payments), 1000 + n + (random() * 1e8)::integer, gen_random_uuid(), 'test_unknown', false, 'failed', 'unknown', array[${client}], now()
    from generate_series(1, ${times}) n`.execute(server.db);

test('a user has an hourly limit of refused cards over all orders, and other users are unaffected', async () => {
  const thief = await server.as({});
  await refusedBefore(`user:${thief.userId}`, clientTriesAnHourMax.user - 1);
  expect((await pay(thief, await order(thief), refused)).status).toBe(402);
  const next = await order(thief);
  for (const method of [refused, { token: 'test_ok' }])
    expect((await pay(thief, next, method)).body).toMatchObject({ code: 'too_many_requests' });
  const other = await server.as({});
  expect((await pay(other, await order(other))).status).toBe(200);
  await sql`update payment_attempts set ended_at = ended_at - interval '61 minutes' where clients @> array[${`user:${thief.userId}`}]`.execute(
    server.db,
  );
  expect((await pay(thief, next)).status).toBe(200);
});

const payFrom = async (remoteAddress: string, token: string, headers: Record<string, string> = {}) => {
  const made = await order(server.anonymous);
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/order/${made.id}/payment`,
    remoteAddress,
    headers: { origin: testOrigin, 'idempotency-key': randomUUID(), ...headers },
    payload: { token: made.token, method: { token } },
  });
  return reply.statusCode;
};

test('refused cards of guests are counted by IP address', async () => {
  expect(await payFrom('203.0.113.7', 'test_unknown')).toBe(402);
  await refusedBefore('address:203.0.113.7', clientTriesAnHourMax.address - 1);
  expect(await payFrom('203.0.113.7', 'test_ok')).toBe(429);
  expect(await payFrom('203.0.113.8', 'test_ok')).toBe(200);
});

test('refused cards are counted over all networks of one IPv6 customer', async () => {
  expect(await payFrom('2001:db8:9:1::1', 'test_unknown')).toBe(402);
  await refusedBefore('site:2001:db8:9::/48', clientTriesAnHourMax.site - 1);
  expect(await payFrom('2001:db8:9:2::1', 'test_ok')).toBe(429);
  expect(await payFrom('2001:db8:10:2::1', 'test_ok')).toBe(200);
});

test('refused cards are counted on loopback too, and a forwarded header does not reset the count', async () => {
  await refusedBefore('address:127.0.0.1', clientTriesAnHourMax.address);
  expect(await payFrom('127.0.0.1', 'test_ok')).toBe(429);
  expect(await payFrom('127.0.0.1', 'test_ok', { 'x-forwarded-for': '203.0.113.99' })).toBe(429);
  await sql`update payment_attempts set ended_at = ended_at - interval '61 minutes'`.execute(server.db);
  expect(await payFrom('127.0.0.1', 'test_ok')).toBe(200);
});

test('refused cards of one browser are counted across IP addresses', async () => {
  const cookie = `${guestCookieName(server.platform.config)}=some-guest`;
  expect(await payFrom('203.0.113.20', 'test_unknown', { cookie })).toBe(402);
  const { key } = clientsOf({ userId: null, address: '203.0.113.20' }, 'some-guest')[0] ?? { key: '' };
  await refusedBefore(key, clientTriesAnHourMax.session - 1);
  expect(await payFrom('203.0.113.21', 'test_ok', { cookie })).toBe(429);
  expect(await payFrom('203.0.113.21', 'test_ok')).toBe(200);
});

test('refused cards of new accounts are counted by their IP address as well', async () => {
  const made = await server.as({});
  await refusedBefore('address:203.0.113.30', clientTriesAnHourMax.address);
  const { id } = await order(made);
  const reply = await made.call('POST /order/:id/payment', {
    params: { id },
    body: { method: { token: 'test_ok' } },
    idempotencyKey: randomUUID(),
    from: '203.0.113.30',
  });
  expect(reply.status).toBe(429);
});
