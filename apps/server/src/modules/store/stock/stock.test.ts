import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { allocateStock, makeLocation, makeProduct, receive } from '../../../testing/store.ts';
import { lackingLines } from './out-of-stock.ts';
import { settleStock } from './settle-stock.ts';

let server: TestServer;
let admin: Client;
let here: { id: number; slug: string };
let there: { id: number; slug: string };

beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
  here = await makeLocation(server, 'main-warehouse', 1);
  there = await makeLocation(server, 'euro-hub', 2);
});
afterAll(() => server.close());

let orders = 0;
const orderReference = () => {
  orders += 1;
  return `order:${orders}`;
};
const allocate = (reference: string, lines: [product: { id: number }, quantity: number][], more: object = {}) =>
  allocateStock(
    server,
    reference,
    lines.map(([{ id }, quantity]) => ({ product_id: id, quantity })),
    more,
  );
const settle = (reference: string, how: 'SALE' | 'RELEASE', lines?: { product_id: number; quantity: number }[]) =>
  settleStock(server.db, { reference, how, ...(lines ? { lines } : {}), actorId: null, now: new Date() });
const level = async (slug: string, location = here.slug) => {
  const { body } = await admin.call('GET /stock/product/:productSlug/location/:locationSlug', {
    params: { productSlug: slug, locationSlug: location },
  });
  return { on_hand: body.on_hand, allocated: body.allocated, sellable: body.sellable };
};
const book = (slug: string, body: object, location = here.slug) =>
  admin.call('POST /stock/product/:productSlug/location/:locationSlug', {
    params: { productSlug: slug, locationSlug: location },
    body: { reason: 'test', ...body },
  });
const errorsOf = (reply: { body: unknown }) => (reply.body as { errors?: Record<string, string[]> }).errors;

describe('stock in the back office', () => {
  test('is listed by product and location, and locations are listed (C394 C395)', async () => {
    const product = await makeProduct(admin);
    await receive(admin, product.slug, here.slug, 4);
    await receive(admin, product.slug, there.slug, 2);
    const all = await admin.call('GET /stock', { query: { product: product.slug } });
    expect(all.body.data.map(({ location, on_hand }) => [location.slug, on_hand])).toEqual([
      ['main-warehouse', 4],
      ['euro-hub', 2],
    ]);
    const one = await admin.call('GET /stock', { query: { product: product.slug, location: there.slug } });
    expect(one.body.data.map(({ on_hand }) => on_hand)).toEqual([2]);
    const { body } = await admin.call('GET /stock/locations');
    expect(body.map(({ slug }) => slug)).toEqual(['main-warehouse', 'euro-hub']);
  });

  test('is low at the threshold of the product, or else of the settings, in the list and in the work queue', async () => {
    const usual = await makeProduct(admin);
    const own = await makeProduct(admin, { low_stock_at: 10 });
    const untracked = await makeProduct(admin);
    for (const [product, pieces] of [[usual, 4] as const, [own, 9] as const, [untracked, 1] as const])
      await receive(admin, product.slug, here.slug, pieces);
    await sql`update products set tracks_stock = false where id = ${untracked.id}`.execute(server.db);
    const low = async () => {
      const { body } = await admin.call('GET /stock', { query: { short: 'low', location: here.slug, per_page: 100 } });
      const slugs = body.data.map(({ product }) => product.slug);
      return [usual, own, untracked].map(({ slug }) => slugs.includes(slug));
    };
    const counted = async () => (await admin.call('GET /v1/admin/work-queues')).body.counts.stock_short ?? 0;
    const setThreshold = async (low_stock_at: string) => {
      const { body } = await admin.call('GET /v1/admin/settings');
      return admin.call('PATCH /v1/admin/settings', { body: { low_stock_at }, readAt: body.updated_at });
    };
    const { data } = (await admin.call('GET /stock', { query: { product: own.slug } })).body;
    expect(data).toMatchObject([{ product_id: own.id, low_at: 10, low_stock_at: 10 }]);
    expect(await low()).toEqual([false, true, false]);
    const before = await counted();
    expect((await setThreshold('4')).status).toBe(200);
    await expect.poll(low, { timeout: 5000 }).toEqual([true, true, false]);
    expect(await counted()).toBeGreaterThan(before);
    expect(errorsOf(await setThreshold('few'))).toHaveProperty('low_stock_at');
    await setThreshold('3');
  });

  test('a location shows its quantities and movements; a booking returns the new quantity (C396 C397 S095)', async () => {
    const product = await makeProduct(admin);
    const booked = await book(product.slug, { kind: 'RECEIVE', change: 5, reason: 'Delivery 12' });
    expect([booked.status, booked.body.on_hand]).toEqual([200, 5]);
    expect((await book(product.slug, { change: -2, reason: 'Two broken in the rack' })).body.on_hand).toBe(3);
    const { body } = await admin.call('GET /stock/product/:productSlug/location/:locationSlug', {
      params: { productSlug: product.slug, locationSlug: here.slug },
    });
    expect(body.movements.data.map(({ kind, on_hand, reason }) => [kind, on_hand, reason])).toEqual([
      ['ADJUST', -2, 'Two broken in the rack'],
      ['RECEIVE', 5, 'Delivery 12'],
    ]);
    const missing = { productSlug: product.slug, locationSlug: 'no-such' };
    expect(
      (await admin.call('GET /stock/product/:productSlug/location/:locationSlug', { params: missing })).status,
    ).toBe(404);
  });

  test('no level goes below zero, and allocated stock cannot be counted away (C397)', async () => {
    const product = await makeProduct(admin);
    await receive(admin, product.slug, here.slug, 3);
    const below = await book(product.slug, { change: -4 });
    expect([below.status, errorsOf(below)?.change]).toEqual([422, ['There are only 3 on hand.']]);
    await allocate(orderReference(), [[product, 2]]);
    const promised = await book(product.slug, { counted: 1 });
    expect([promised.status, Object.keys(errorsOf(promised) ?? {})]).toEqual([422, ['counted']]);
    expect(errorsOf(await book(product.slug, { kind: 'WRITE_OFF', change: 1, condition: 'bad' }))?.change).toEqual([
      'There are only 0 in quarantine.',
    ]);
    expect(await level(product.slug)).toEqual({ on_hand: 3, allocated: 2, sellable: 1 });
    for (const wrong of [
      { reason: '' },
      {},
      { change: 1.5 },
      { kind: 'SALE', change: 1 },
      { kind: 'RECEIVE', change: -1 },
    ])
      expect((await book(product.slug, wrong)).status).toBe(422);
  });

  test('a count is stored as the difference to the level at that moment', async () => {
    const product = await makeProduct(admin);
    await receive(admin, product.slug, here.slug, 10);
    await Promise.all([book(product.slug, { counted: 7 }), book(product.slug, { counted: 7 })]);
    const moved = await server.db
      .selectFrom('stock_movements')
      .select('on_hand_change')
      .where('product_id', '=', product.id)
      .where('kind', '=', 'ADJUST')
      .execute();
    expect(moved).toEqual([{ on_hand_change: -3 }]);
  });

  test('a move is in transit until it arrives', async () => {
    const product = await makeProduct(admin);
    await receive(admin, product.slug, here.slug, 5);
    await book(product.slug, { kind: 'MOVE_OUT', change: 2, to: there.slug });
    const way = async () =>
      (await admin.call('GET /stock', { query: { product: product.slug } })).body.data.map((row) => [
        row.on_hand,
        row.in_transit,
      ]);
    expect(await way()).toEqual([
      [3, 0],
      [0, 2],
    ]);
    expect((await book(product.slug, { kind: 'MOVE_IN', change: 3 }, there.slug)).status).toBe(422);
    await book(product.slug, { kind: 'MOVE_IN', change: 2 }, there.slug);
    expect(await way()).toEqual([
      [3, 0],
      [2, 0],
    ]);
  });

  test('a movement is reversed once by another one, with both ends of a move', async () => {
    const product = await makeProduct(admin);
    await receive(admin, product.slug, here.slug, 5);
    await book(product.slug, { kind: 'MOVE_OUT', change: 2, to: there.slug });
    const params = { productSlug: product.slug, locationSlug: here.slug };
    const { body } = await admin.call('GET /stock/product/:productSlug/location/:locationSlug', { params });
    const reverse = () =>
      admin.call('POST /stock/product/:productSlug/location/:locationSlug/reverse', {
        params,
        body: { movement: body.movements.data[0]?.id, reason: 'wrong shelf' },
      });
    expect((await reverse()).body.on_hand).toBe(5);
    expect((await reverse()).status).toBe(409);
    const far = await admin.call('GET /stock', { query: { product: product.slug, location: there.slug } });
    expect(far.body.data[0]?.in_transit).toBe(0);
  });

  test('levels change only by movements, and movements are immutable', async () => {
    const product = await makeProduct(admin);
    await receive(admin, product.slug, here.slug, 1);
    await expect(
      server.db.updateTable('stock_levels').set({ on_hand: 99 }).where('product_id', '=', product.id).execute(),
    ).rejects.toThrow('movements only');
    await expect(server.db.deleteFrom('stock_levels').where('product_id', '=', product.id).execute()).rejects.toThrow();
    await expect(server.db.updateTable('stock_movements').set({ reason: 'x' }).execute()).rejects.toThrow(
      'never changed',
    );
    await expect(sql`truncate stock_movements`.execute(server.db)).rejects.toThrow();
  });
});

describe('allocating stock to an order', () => {
  test('gives the last item to one of fifty concurrent buyers', async () => {
    const product = await makeProduct(admin);
    await receive(admin, product.slug, here.slug, 1);
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, () => allocate(orderReference(), [[product, 1]])),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of tries)
      if (one.status === 'rejected')
        expect(lackingLines(one.reason)).toEqual([
          { slug: product.slug, product_id: product.id, wanted: 1, available: 0 },
        ]);
    expect(await level(product.slug)).toEqual({ on_hand: 1, allocated: 1, sellable: 0 });
  });

  test('is all or nothing, and two orders of the same items in opposite order both succeed', async () => {
    const [a, b] = [await makeProduct(admin), await makeProduct(admin)];
    await receive(admin, a.slug, here.slug, 40);
    await receive(admin, b.slug, here.slug, 40);
    await expect(
      allocate(orderReference(), [
        [a, 1],
        [b, 41],
      ]),
    ).rejects.toThrow('not enough');
    expect((await level(a.slug)).allocated).toBe(0);
    await Promise.all(
      Array.from({ length: 40 }, (_, nth) =>
        allocate(
          orderReference(),
          nth % 2
            ? [
                [a, 1],
                [b, 1],
              ]
            : [
                [b, 1],
                [a, 1],
              ],
        ),
      ),
    );
    expect([(await level(a.slug)).sellable, (await level(b.slug)).sellable]).toEqual([0, 0]);
  });

  test('adds up lines of one product', async () => {
    const product = await makeProduct(admin);
    await receive(admin, product.slug, here.slug, 3);
    await expect(
      allocate(orderReference(), [
        [product, 2],
        [product, 2],
      ]),
    ).rejects.toThrow('not enough');
    expect(
      await allocate(orderReference(), [
        [product, 2],
        [product, 1],
      ]),
    ).toMatchObject([{ quantity: 3 }]);
  });

  test('uses the near location, else one that can ship everything, else both', async () => {
    const product = await makeProduct(admin);
    await receive(admin, product.slug, here.slug, 2);
    await receive(admin, product.slug, there.slug, 3);
    const places = async (pieces: number) =>
      (await allocate(orderReference(), [[product, pieces]])).map(({ location, quantity }) => [location, quantity]);
    expect(await places(1)).toEqual([[here.id, 1]]);
    expect(await places(2)).toEqual([[there.id, 2]]);
    expect(await places(2)).toEqual([
      [here.id, 1],
      [there.id, 1],
    ]);
  });

  test('while a shortage switch is on becomes a back-order with its month, which the next delivery fills', async () => {
    const product = await makeProduct(admin, { shortage_switch: 'fz' });
    await receive(admin, product.slug, here.slug, 5);
    const order = orderReference();
    expect(await allocate(order, [[product, 2]], { shortages: { fz: '2027-03' } })).toEqual([
      { product: product.id, location: null, quantity: 0, back_ordered: 2, month: '2027-03' },
    ]);
    expect(await level(product.slug)).toEqual({ on_hand: 5, allocated: 0, sellable: 5 });
    await receive(admin, product.slug, here.slug, 1);
    expect(await level(product.slug)).toEqual({ on_hand: 6, allocated: 2, sellable: 4 });
  });

  test('of a product that can be back-ordered waits for the missing quantity', async () => {
    const product = await makeProduct(admin, { back_orders: true });
    await receive(admin, product.slug, here.slug, 1);
    expect(await allocate(orderReference(), [[product, 3]])).toMatchObject([
      { quantity: 1, back_ordered: 0 },
      { quantity: 0, back_ordered: 2, month: null },
    ]);
  });

  test('is skipped for products that do not track stock', async () => {
    const licence = await makeProduct(admin, { is_digital: true, tracks_stock: false });
    expect(await allocate(orderReference(), [[licence, 20]])).toEqual([]);
  });

  test('ends once: shipped or released items are not shipped or released again', async () => {
    const product = await makeProduct(admin);
    await receive(admin, product.slug, here.slug, 5);
    const order = orderReference();
    await allocate(order, [[product, 4]]);
    expect(await settle(order, 'SALE', [{ product_id: product.id, quantity: 1 }])).toMatchObject([{ quantity: 1 }]);
    expect(await level(product.slug)).toEqual({ on_hand: 4, allocated: 3, sellable: 1 });
    const both = await Promise.all([settle(order, 'SALE'), settle(order, 'RELEASE')]);
    expect(both.flat().map(({ quantity }) => quantity)).toEqual([3]);
    expect(await settle(order, 'RELEASE')).toEqual([]);
    expect((await level(product.slug)).allocated).toBe(0);
  });

  test('stock levels equal the sum of their movements after all tests', async () => {
    const { rows } = await sql`
      select l.product_id from stock_levels l left join stock_movements m using (product_id, location_id)
      group by l.product_id, l.location_id
      having l.on_hand <> coalesce(sum(m.on_hand_change), 0) or l.allocated <> coalesce(sum(m.allocated_change), 0)
        or l.in_transit <> coalesce(sum(m.in_transit_change), 0) or l.quarantine <> coalesce(sum(m.quarantine_change), 0)`.execute(
      server.db,
    );
    expect(rows).toEqual([]);
  });
});
