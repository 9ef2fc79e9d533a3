import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed, settled, vancouver } from '../../../testing/shop.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof makeShop>>;
beforeAll(async () => {
  server = await testServer();
  shop = await makeShop(server);
  const options = [
    { name: 'Cable', selections: [{ name: 'Short' }, { name: 'Long', prices: [{ currency: 'CAD', price: '20' }] }] },
  ];
  await shop.sell(20, { slug: 'flashzilla-v3', name: 'FlashZilla V3', options } as never);
  await shop.sell(20, { slug: 'flashzilla-pro', name: 'FlashZilla Pro' });
  await settled(server);
});
afterAll(() => server.close());

const order = (client: Client, more: object = {}) =>
  client.call('POST /fz-orders', {
    body: { type: 'FLASHZILLAV3', billing: vancouver, shipping_tier: 'standard', ...more } as never,
    idempotencyKey: randomUUID(),
  });
const list = async (client: Client, query: object = {}) => {
  const reply = await client.call('GET /fz-orders', { query });
  return reply.status === 200 ? reply.body.data.map(({ id }) => id) : reply.status;
};

test('a tool is ordered by its type with its default options, and paid like any order (C399)', async () => {
  const customer = await server.as({});
  const made = await order(customer);
  expect([made.status, made.body]).toMatchObject([
    201,
    {
      kind: 'FLASHZILLAV3',
      total: { amount: '115.00' },
      lines: [{ slug: 'flashzilla-v3', options: [{ option: 'Cable', selection: 'Short' }] }],
    },
  ]);
  expect((await pay(customer, made.body)).body.order_state).toBe('paid');
  expect((await order(customer, { type: 'FZPRO', quantity: 2 })).body).toMatchObject({
    kind: 'FZPRO',
    total: { amount: '217.50' },
  });
});

test('an unknown type is refused at its field, a guest is asked to log in, and other users cannot order for a dealer (C399)', async () => {
  const refused = await order(await server.as({}), { type: 'KESS' });
  expect([refused.status, Object.keys((refused.body as unknown as { errors: object }).errors)]).toEqual([
    422,
    ['type'],
  ]);
  expect((await order(server.anonymous)).status).toBe(401);
  const dealer = await server.make.dealer();
  const stranger = await order(await server.as({}), { dealer: dealer.slug });
  expect(stranger.body).toMatchObject({ errors: { dealer: [expect.any(String)] } });
});

test('tool orders are listed for their buyer and dealer members, by type, newest first (C398)', async () => {
  const [buyer, colleague] = [await server.make.user({ role: 4 }), await server.make.user({ role: 4 })];
  const dealer = await server.make.dealer({ managers: [buyer.id], members: [colleague.id] });
  const client = await server.as(buyer);
  const first = (await order(client, { dealer: dealer.slug })).body.id;
  const second = (await order(client, { type: 'FZPRO' })).body.id;
  const { slug } = await shop.sell(5);
  await placed(client, orderOf([{ slug, quantity: 1 }]));
  expect(await list(client)).toEqual([second, first]);
  expect(await list(client, { type: 'FZPRO' })).toEqual([second]);
  expect(await list(await server.as(colleague))).toEqual([second, first]);
  expect(await list(await server.as({}))).toEqual([]);
  expect(await list(server.anonymous)).toBe(401);
  expect(await list(await server.as({}), { all: 'yes' })).toBe(403);
  expect(await list(await server.as({ flags: ['f'] }), { all: 'yes' })).toEqual(
    expect.arrayContaining([first, second]),
  );
});

test('a tool bought through the cart is a tool order too', async () => {
  const customer = await server.as({});
  const made = await placed(customer, orderOf([{ slug: 'flashzilla-pro', quantity: 1 }]));
  expect(made.body.kind).toBe('FZPRO');
  expect(await list(customer)).toEqual([made.body.id]);
});
