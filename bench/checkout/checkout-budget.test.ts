import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../apps/server/src/testing/server.ts';
import { makeShop, orderOf, pay, placed, settled } from '../../apps/server/src/testing/shop.ts';
import { statementsOf } from '../../apps/server/src/testing/statements.ts';

let server: TestServer;
let slug: string;
beforeAll(async () => {
  server = await testServer();
  const shop = await makeShop(server);
  slug = (await shop.sell(500)).slug;
  await settled(server);
});
afterAll(() => server?.close());

async function checkout(client: Client): Promise<void> {
  const entries = [{ slug, quantity: 1 }];
  const quote = await client.call('POST /order/shipping', {
    body: { entries, address: { country_code: 'CA', state: 'BC' } },
  });
  const total = quote.body.tiers[0]?.sums.total;
  const order = await placed(client, orderOf(entries, { total }), randomUUID());
  expect(order.status).toBe(201);
  expect((await pay(client, order.body)).status).toBe(200);
}

test('a guest checkout costs at most 13 queries, one of a logged-in customer 3 more for authentication', async () => {
  const customer = await server.as({});
  for (const client of [server.anonymous, customer]) await checkout(client);
  const guest = await statementsOf(() => checkout(server.anonymous));
  expect(guest.length, guest.join('\n')).toBeLessThanOrEqual(13);
  expect(guest.length).toBeGreaterThan(4);
  const known = await statementsOf(() => checkout(customer));
  expect(known.length, known.join('\n')).toBeLessThanOrEqual(16);
});

test('an order of twenty different items costs no more queries than one of one item', async () => {
  const admin = await server.as({ role: 3 });
  const { makeProduct } = await import('../../apps/server/src/testing/store.ts');
  const slugs: string[] = [];
  for (let at = 0; at < 20; at += 1) slugs.push((await makeProduct(admin, { tracks_stock: false })).slug);
  await settled(server);
  const of = (list: readonly string[]) => orderOf(list.map((one) => ({ slug: one, quantity: 1 })));
  await placed(server.anonymous, of(slugs));
  const one = await statementsOf(() => placed(server.anonymous, of(slugs.slice(0, 1))));
  const many = await statementsOf(() => placed(server.anonymous, of(slugs)));
  expect(many.length).toBe(one.length);
});
