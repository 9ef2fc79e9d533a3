import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testOrigin, testServer } from '../../testing/server.ts';
import { makeShop, orderOf, pay, placed, settled } from '../../testing/shop.ts';
import { cardTriesMax, clientTriesAnHourMax } from './card-tries.ts';

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

test('an order takes ten refused cards, then no more, and nothing was charged', async () => {
  const made = await order(server.anonymous);
  for (let tries = 0; tries < cardTriesMax; tries += 1)
    expect((await pay(server.anonymous, made, refused)).status).toBe(402);
  for (const method of [refused, { token: 'test_ok' }]) {
    const reply = await pay(server.anonymous, made, method);
    expect([reply.status, reply.body]).toMatchObject([409, { code: 'conflict' }]);
  }
  expect((await pay(server.anonymous, await order(server.anonymous))).status).toBe(200);
});

test('a stumble of the network is not a refused card', async () => {
  const made = await order(server.anonymous);
  for (let tries = 0; tries < cardTriesMax - 1; tries += 1) await pay(server.anonymous, made, refused);
  const unreached = { token: 'test_network_down_retry' };
  expect((await pay(server.anonymous, made, unreached)).body).toMatchObject({ code: 'network_down_retry' });
  expect((await pay(server.anonymous, made, unreached)).status).toBe(200);
});

/** As if this client's cards had been refused for orders of the last hour. */
const refusedBefore = (client: string, times: number) =>
  sql`insert into payment_attempts (payment_id, number, key, method, keep_method, state, error_kind, client, ended_at)
    select (select min(id) from payments), 1000 + n + (random() * 1e8)::integer, gen_random_uuid(), 'test_unknown', false, 'failed', 'unknown', ${client}, now()
    from generate_series(1, ${times}) n`.execute(server.db);

test('a user gets a number of refused cards within the hour over all orders, and other users go on', async () => {
  const thief = await server.as({});
  await refusedBefore(`user:${thief.userId}`, clientTriesAnHourMax - 1);
  expect((await pay(thief, await order(thief), refused)).status).toBe(402);
  const next = await order(thief);
  for (const method of [refused, { token: 'test_ok' }])
    expect((await pay(thief, next, method)).body).toMatchObject({ code: 'too_many_requests' });
  const other = await server.as({});
  expect((await pay(other, await order(other))).status).toBe(200);
  await sql`update payment_attempts set ended_at = ended_at - interval '61 minutes' where client = ${`user:${thief.userId}`}`.execute(
    server.db,
  );
  expect((await pay(thief, next)).status).toBe(200);
});

test('guests are counted by their address, and a proxy on this machine is nobody', async () => {
  const from = async (remoteAddress: string, token: string) => {
    const made = await order(server.anonymous);
    const reply = await server.app.inject({
      method: 'POST',
      url: `/api/order/${made.id}/payment`,
      remoteAddress,
      headers: { origin: testOrigin, 'idempotency-key': randomUUID() },
      payload: { token: made.token, method: { token } },
    });
    return reply.statusCode;
  };
  expect(await from('203.0.113.7', 'test_unknown')).toBe(402);
  await refusedBefore('address:203.0.113.7', clientTriesAnHourMax - 1);
  await refusedBefore('address:127.0.0.1', clientTriesAnHourMax);
  expect(await from('203.0.113.7', 'test_ok')).toBe(429);
  expect(await from('203.0.113.8', 'test_ok')).toBe(200);
  expect(await from('127.0.0.1', 'test_ok')).toBe(200);
});
