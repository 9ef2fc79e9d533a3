import { randomUUID } from 'node:crypto';
import { guestHolds, holdMinutesMax, memberHolds } from '@tuneport/domain/store/unpaid-holds';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client, TestServer } from '../../../testing/server.ts';
import { testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, settled } from '../../../testing/shop.ts';
import { expireOrders } from './end-order.ts';

let server: TestServer;
let sell: Awaited<ReturnType<typeof makeShop>>['sell'];
beforeAll(async () => {
  server = await testServer();
  ({ sell } = await makeShop(server));
});
afterAll(() => server.close());

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `198.18.0.${addresses}`;
};
const product = async (pieces: number, more: object = {}) => {
  const { slug } = await sell(pieces, more);
  await settled(server);
  return slug;
};
type From = { client?: Client; from?: string; cookie?: string };
const place = (slug: string, quantity: number, { client = server.anonymous, from = newAddress(), cookie }: From = {}) =>
  client.call('POST /order', {
    body: orderOf([{ slug, quantity }]),
    idempotencyKey: randomUUID(),
    from,
    ...(cookie ? { headers: { cookie } } : {}),
  });
const statusesOf = (replies: readonly { status: number }[]) =>
  Object.fromEntries([201, 409, 429].map((status) => [status, replies.filter((one) => one.status === status).length]));
const allocated = async (slug: string) =>
  (
    await server.db
      .selectFrom('stock_levels as l')
      .innerJoin('products as p', 'p.id', 'l.product_id')
      .select(({ fn }) => fn.sum<string>('l.allocated').as('held'))
      .where('p.slug', '=', slug)
      .executeTakeFirstOrThrow()
  ).held;

describe('unpaid orders of one IP address', () => {
  test('reserve a limited number of items when forty are ordered at once', async () => {
    const slug = await product(55);
    const from = newAddress();
    const replies = await Promise.all(Array.from({ length: 40 }, () => place(slug, 1, { from })));
    expect(statusesOf(replies)).toEqual({ 201: 10, 409: 0, 429: 30 });
    expect(Number(await allocated(slug))).toBe(guestHolds.address.orders);
    const refused = replies.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({
      code: 'too_many_requests',
      message:
        'Too many orders from your network are unpaid. Pay for or cancel one of yours, wait 15 minutes, or log in.',
    });
    expect(refused?.headers['retry-after']).toBe('900');
  });
  test('reserve a limited number of items of one product in large orders', async () => {
    const slug = await product(55);
    const from = newAddress();
    expect((await place(slug, 20, { from })).status).toBe(201);
    const reply = await place(slug, 1, { from });
    expect([reply.status, (reply.body as unknown as { message: string }).message]).toEqual([
      429,
      'At most 20 units of a product can be reserved from your network without paying. Order fewer, wait 15 minutes, or log in.',
    ]);
    expect(Number(await allocated(slug))).toBe(20);
  });
  test('reserve a limited number of items over many products', async () => {
    const slugs = await Promise.all(Array.from({ length: 5 }, () => product(20)));
    const from = newAddress();
    const replies = [];
    for (const slug of slugs) replies.push((await place(slug, 10, { from })).status);
    expect(replies).toEqual([201, 201, 201, 429, 429]);
  });
  test('are counted together for all loopback addresses and per IPv6 network', async () => {
    const slug = await product(55);
    await place(slug, 20, { from: '127.0.0.1' });
    for (const from of ['127.0.0.2', '::1', '::ffff:127.0.0.9'])
      expect((await place(slug, 1, { from })).status).toBe(429);
    await place(slug, 20, { from: '2001:db8:1:2::1' });
    expect((await place(slug, 1, { from: '2001:db8:1:2:ffff::9' })).status).toBe(429);
    await sql`delete from rate_limits`.execute(server.db);
  });
  test('are counted together for the networks of one IPv6 customer', async () => {
    const slug = await product(55);
    const at = (network: number) => place(slug, 5, { from: `2001:db8:3:${network}::1` });
    const replies = [await at(1), await at(2), await at(3), await at(4), await at(5)];
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 429]);
    expect(replies[4]?.body).toMatchObject({ message: expect.stringContaining('from your network') });
    expect((await place(slug, 5, { from: '2001:db8:4:1::1' })).status).toBe(201);
  });
  test('leave room for several paying buyers behind it', async () => {
    const slug = await product(60);
    const from = newAddress();
    for (let buyer = 0; buyer < 25; buyer += 1) {
      const order = await place(slug, 2, { from });
      expect(order.status).toBe(201);
      expect((await pay(server.anonymous, order.body)).status).toBe(200);
    }
  });
  test('do not block other networks or users with a confirmed address', async () => {
    const slug = await product(55);
    const from = newAddress();
    await place(slug, 20, { from });
    expect((await place(slug, 1, { from })).status).toBe(429);
    expect((await place(slug, 1)).status).toBe(201);
    expect((await place(slug, 1, { from, client: await server.as({}) })).status).toBe(201);
  });
  test('cannot be renewed all day', async () => {
    const slug = await product(10);
    const from = newAddress();
    for (let round = 0; round < guestHolds.address.a_day / 10; round += 1) {
      const replies = await Promise.all(Array.from({ length: 10 }, () => place(slug, 1, { from })));
      expect(statusesOf(replies)[201], `round ${round}`).toBe(10);
      await sql`update orders set expires_at = now() - interval '1 second' where placed_from = ${`address:${from}`} and state = 'pending_payment'`.execute(
        server.db,
      );
      await expireOrders(server.platform, new Date());
    }
    const reply = await place(slug, 1, { from });
    expect([reply.status, (reply.body as unknown as { message: string }).message]).toEqual([
      429,
      'Too many orders from your network were left unpaid today. Log in to order, or contact us.',
    ]);
  });
  test('are unlimited when they reserve nothing', async () => {
    const slug = await product(0, { tracks_stock: false });
    const from = newAddress();
    const replies = await Promise.all(Array.from({ length: 12 }, () => place(slug, 20, { from })));
    expect(statusesOf(replies)[201]).toBe(12);
  });
});

describe('unpaid orders of one browser', () => {
  test('are limited across IP addresses, and cancelling one makes room', async () => {
    const slug = await product(55);
    const first = await place(slug, 1);
    const cookie = String(first.headers['set-cookie']).split(';')[0] as string;
    expect(String(first.headers['set-cookie'])).toMatch(
      /^__Host-tuneport-guest=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    for (let more = 1; more < guestHolds.session.orders; more += 1)
      expect((await place(slug, 1, { cookie })).status).toBe(201);
    const refused = await place(slug, 1, { cookie });
    expect([refused.status, (refused.body as unknown as { message: string }).message]).toEqual([
      429,
      'You have 4 unpaid orders. Pay for or cancel one of them, or wait 15 minutes.',
    ]);
    const { id, token } = first.body;
    await server.anonymous.call('POST /order/:id/cancel', { params: { id }, body: { token } });
    expect((await place(slug, 1, { cookie })).status).toBe(201);
  });
  test('stay payable after a refused card, from two tabs', async () => {
    const slug = await product(5);
    const from = newAddress();
    const tabs = [await place(slug, 1, { from }), await place(slug, 1, { from })];
    for (const { body } of tabs) {
      expect((await pay(server.anonymous, body, { token: 'test_unknown' })).status).toBe(402);
      expect((await pay(server.anonymous, body)).status).toBe(200);
    }
  });
});

describe('unpaid orders of one user', () => {
  test('are limited wherever they are placed from', async () => {
    const slug = await product(100);
    const client = await server.as({});
    const replies = await Promise.all(Array.from({ length: 15 }, () => place(slug, 1, { client })));
    expect(statusesOf(replies)).toEqual({ 201: memberHolds.user.orders, 409: 0, 429: 5 });
  });
  test('count as guest orders while the email address is not confirmed', async () => {
    const slug = await product(55);
    const { id } = await server.make.user({ confirmed: false });
    const client = await server.as({ id });
    const from = newAddress();
    const order = await place(slug, 20, { client, from });
    expect(Date.parse(String(order.body.expires_at)) - Date.parse(String(order.body.placed_at))).toBe(15 * 60_000);
    expect((await place(slug, 1, { client })).status).toBe(429);
    expect((await place(slug, 1, { from })).status).toBe(429);
  });
});

describe('the stock reservation', () => {
  const minutesOf = (order: { placed_at: unknown; expires_at: unknown }) =>
    (Date.parse(String(order.expires_at)) - Date.parse(String(order.placed_at))) / 60_000;

  test('lasts 15 minutes for a guest and one hour for a user', async () => {
    const slug = await product(5);
    const guest = (await place(slug, 1)).body;
    expect([minutesOf(guest), guest.sentence]).toEqual([
      15,
      'Waiting for your payment. Your items are reserved for 15 minutes.',
    ]);
    expect(minutesOf((await place(slug, 1, { client: await server.as({}) })).body)).toBe(60);
  });
  test('is not extended by a payment without a card', async () => {
    const slug = await product(5);
    const other = (await place(slug, 1)).body;
    const reply = await server.anonymous.call('POST /order/:id/payment', {
      params: { id: other.id },
      body: { token: other.token },
      idempotencyKey: randomUUID(),
    });
    expect(reply.status).toBe(422);
    const seen = await server.anonymous.call('GET /order/:id', {
      params: { id: other.id },
      query: { token: other.token },
    });
    expect(seen.body.expires_at).toEqual(other.expires_at);
  });
  test('is never extended beyond its maximum by refused cards', async () => {
    const slug = await product(5);
    const { body } = await place(slug, 1);
    await sql`alter table orders disable trigger orders_sums_stay`.execute(server.db);
    await sql`update orders set placed_at = now() - make_interval(mins => ${holdMinutesMax - 1}), expires_at = now() + interval '20 seconds'
      where id = ${body.id}`.execute(server.db);
    await sql`alter table orders enable trigger orders_sums_stay`.execute(server.db);
    expect((await pay(server.anonymous, body, { token: 'test_unknown' })).status).toBe(402);
    const seen = await server.anonymous.call('GET /order/:id', {
      params: { id: body.id },
      query: { token: body.token },
    });
    expect(minutesOf(seen.body)).toBeLessThanOrEqual(holdMinutesMax);
  });
});
