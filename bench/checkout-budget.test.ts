import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../apps/server/src/testing/server.ts';
import { makeShop, orderOf, pay, placed, settled } from '../apps/server/src/testing/shop.ts';

let server: TestServer;
let slug: string;
beforeAll(async () => {
  server = await testServer();
  const shop = await makeShop(server);
  slug = (await shop.sell(500)).slug;
  await settled(server);
});
afterAll(() => server?.close());

const frame = /^\s*(begin|commit|start transaction)/i;

/** The texts of the statements sent meanwhile, without the frames of transactions and what the process asks by its own clock. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { query } = pg.Client.prototype;
  const texts: string[] = [];
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: never[]) {
    const [first] = args as unknown as [string | { text?: string }];
    const text = typeof first === 'string' ? first : (first?.text ?? '');
    if (!frame.test(text) && !/from "area_versions"|pgboss\./.test(text)) texts.push(text);
    return (query as (...all: never[]) => unknown).apply(this, args);
  } as typeof query;
  try {
    await work();
    return texts;
  } finally {
    pg.Client.prototype.query = query;
  }
}

/** The fewest of several tries: what else the process does now and then does not count. */
async function fewest(work: () => Promise<unknown>): Promise<string[]> {
  const tries = [];
  for (let round = 0; round < 3; round += 1) tries.push(await statementsOf(work));
  return tries.sort((a, b) => a.length - b.length)[0] ?? [];
}

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

test('a whole checkout of a guest costs at most 12 statements, one of a logged-in customer 3 more to know who it is', async () => {
  const customer = await server.as({});
  for (const client of [server.anonymous, customer]) await checkout(client);
  const guest = await fewest(() => checkout(server.anonymous));
  expect(guest.length, guest.join('\n')).toBeLessThanOrEqual(12);
  expect(guest.length).toBeGreaterThan(4);
  const known = await fewest(() => checkout(customer));
  expect(known.length, known.join('\n')).toBeLessThanOrEqual(15);
});

test('an order of twenty different things costs no statement more than one of one', async () => {
  const admin = await server.as({ role: 3 });
  const { makeProduct } = await import('../apps/server/src/testing/store.ts');
  const slugs: string[] = [];
  for (let at = 0; at < 20; at += 1) slugs.push((await makeProduct(admin, { tracks_stock: false })).slug);
  await settled(server);
  const of = (list: readonly string[]) => orderOf(list.map((one) => ({ slug: one, quantity: 1 })));
  await placed(server.anonymous, of(slugs));
  const one = await fewest(() => placed(server.anonymous, of(slugs.slice(0, 1))));
  const many = await fewest(() => placed(server.anonymous, of(slugs)));
  expect(many.length).toBe(one.length);
});
