import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cachesRefreshed, storeSetting } from '../../../testing/catalog.ts';
import { tuneShop } from '../../../testing/money/purchases.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, placed, settled } from '../../../testing/shop.ts';

let server: TestServer;
let tunes: Awaited<ReturnType<typeof tuneShop>>;
let slug: string;
beforeAll(async () => {
  server = await testServer();
  const shop = await makeShop(server);
  tunes = await tuneShop(server);
  slug = (await shop.sell(10)).slug;
  await storeSetting(server, 'currencies', ['CAD', 'USD', 'GBP']);
  await storeSetting(server, 'conversion_rates', {
    base: 'CAD',
    rates: [
      { currency: 'USD', rate: '0.75', as_of: '2026-01-01' },
      { currency: 'GBP', rate: '0.50', as_of: '2026-01-01' },
    ],
  });
  await settled(server);
  await cachesRefreshed(server);
});
afterAll(() => server.close());

type Priced = { price: { amount: string; currency: string } | null };
/** Every place that shows a price: the list, the product, the catalogue, the estimate and the cart. */
async function shownTo(client: Client, cookie?: string) {
  const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
  const get = async (path: string) => (await client.request('GET', `/api${path}`, { headers })).body as never;
  const list = (await get(`/store/product?slugs=${slug}`)) as { data: Priced[]; currency: string };
  const product = (await get(`/store/product/${slug}`)) as Priced;
  const engine = (await get(`/v1/catalog/engines/${tunes.engine.id}`)) as { tunes: Priced[] };
  const body = { ...tunes.selection };
  const estimate = (await client.request('POST', '/api/v1/catalog/estimate', { body, headers })).body as never as {
    currency: string;
  };
  const cart = { entries: [{ slug, quantity: 1 }], address: { country_code: 'CA', state: 'BC' } };
  const quote = (await client.request('POST', '/api/order/shipping', { body: cart, headers })).body as never as {
    currency: string;
  };
  return [
    list.data[0]?.price?.currency,
    product.price?.currency,
    engine.tunes.find(({ price }) => price)?.price?.currency,
    estimate.currency,
    quote.currency,
  ];
}
const everywhere = (currency: string) => Array(5).fill(currency);

describe('prices are shown', () => {
  test('in the currency preferred by the dealer, else by the user', async () => {
    const user = await server.make.user({ role: 4 });
    const client = await server.as({ id: user.id });
    expect(await shownTo(client)).toEqual(everywhere('CAD'));
    const prefer = (preferred_display_currency: string | null) =>
      client.call('PATCH /users/:id', { params: { id: user.id }, body: { preferred_display_currency } });
    expect((await prefer('USD')).status).toBe(200);
    expect(await shownTo(client)).toEqual(everywhere('USD'));
    const dealer = await server.make.dealer({ members: [user.id] });
    await server.db
      .updateTable('dealers')
      .set({ preferred_display_currency: 'GBP' })
      .where('id', '=', dealer.id)
      .execute();
    expect(await shownTo(client)).toEqual(everywhere('GBP'));
  });

  test('in the currency a visitor chose, with a cache keyed by currency', async () => {
    const { anonymous } = server;
    for (const _ of [1, 2]) {
      expect(await shownTo(anonymous)).toEqual(everywhere('CAD'));
      expect(await shownTo(anonymous, 'currency=USD')).toEqual(everywhere('USD'));
      expect(await shownTo(anonymous, 'currency=GBP; region=1')).toEqual(everywhere('GBP'));
    }
    for (const unknown of ['XXX', 'usd', 'EUR', '', '%', '__proto__', 'USD"'])
      expect(await shownTo(anonymous, `currency=${unknown}`), unknown).toEqual(everywhere('CAD'));
  });

  test('converted at the store rate, and the URL overrides the cookie', async () => {
    const ask = async (query: string, cookie: string) =>
      (await server.anonymous.request('GET', `/api/store/product/${slug}${query}`, { headers: { cookie } }))
        .body as unknown as Priced;
    const [home, dollars, pounds] = [
      await ask('', ''),
      await ask('', 'currency=USD'),
      await ask('?currency=GBP', 'currency=USD'),
    ];
    expect(Number(dollars.price?.amount)).toBeCloseTo(Number(home.price?.amount) * 0.75, 2);
    expect(pounds.price?.currency).toBe('GBP');
  });
});

describe('a currency the store does not have', () => {
  test.each(['XXX', '123', 'us', 'usdollar'])(
    'cannot be set as preference when unknown: %s',
    async (preferred_display_currency) => {
      const client = await server.as({});
      const reply = await client.call('PATCH /users/:id', {
        params: { id: client.userId ?? 0 },
        body: { preferred_display_currency },
      });
      expect(reply).toMatchObject({
        status: 422,
        body: { errors: { preferred_display_currency: [expect.any(String)] } },
      });
    },
  );

  test('falls back to the default for a user who prefers it', async () => {
    const client = await server.as({});
    const params = { id: client.userId ?? 0 };
    const body = { name: 'Robin', preferred_display_currency: 'EUR' };
    expect((await client.call('PATCH /users/:id', { params, body })).status).toBe(200);
    expect(await shownTo(client)).toEqual(everywhere('CAD'));
  });

  test('is refused by an order and an estimate when unknown', async () => {
    const order = { ...orderOf([{ slug, quantity: 1 }]), currency: 'XXX' };
    const idempotencyKey = randomUUID();
    expect((await server.anonymous.call('POST /order', { body: order, idempotencyKey })).status).toBe(422);
    const estimate = { ...tunes.selection, currency: 'XXX' };
    expect((await server.anonymous.call('POST /v1/catalog/estimate', { body: estimate })).status).toBe(422);
  });
});

test('an order and its invoice keep their currency when the buyer changes the preference', async () => {
  const client = await server.as({});
  const params = { id: client.userId ?? 0 };
  const prefer = (preferred_display_currency: string) =>
    client.call('PATCH /users/:id', { params, body: { preferred_display_currency } });
  await prefer('USD');
  const { body: order } = await placed(client, orderOf([{ slug, quantity: 1 }]));
  expect(order.total.currency).toBe('USD');
  await prefer('GBP');
  const shown = await client.call('GET /order/:id', { params: { id: order.id } });
  expect(shown.body.total).toEqual(order.total);
});
