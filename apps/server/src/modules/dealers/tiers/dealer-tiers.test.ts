import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { identify } from '../../../modules/identity/index.ts';
import { audienceActor } from '../../../platform/http/mount/page-audience.ts';
import { accountDealer, estimated, owes, payLater, tuneShop } from '../../../testing/money/purchases.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { orderOf, placed, settled, vancouver } from '../../../testing/shop.ts';
import { makeProduct } from '../../../testing/store.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof tuneShop>>;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  // A tune for 500.00, and 400.00 for dealers.
  shop = await tuneShop(server);
  admin = shop.admin;
});
afterAll(() => server.close());

let serial = 0;
const newTier = async (tunes: string, products: string) =>
  (
    await admin.call('POST /v1/admin/dealer-tiers', {
      body: { name: `Tier ${++serial}`, tunes_percent: tunes, products_percent: products },
    })
  ).body;

async function assign(dealerId: number, tierId: number | null, by = admin) {
  const { updated_at } = (await admin.call('GET /v1/admin/dealers/:id', { params: { id: dealerId } })).body;
  const change = { params: { id: dealerId }, body: { tier_id: tierId }, readAt: updated_at };
  return by.call('PATCH /v1/admin/dealers/:id', change);
}

async function dealerIn(tunes: string, products: string) {
  const tier = await newTier(tunes, products);
  const { member, dealer } = await accountDealer(server, { limitMinor: 1_000_000n });
  expect((await assign(dealer.id, tier.id)).body.tier).toEqual({ id: tier.id, name: tier.name });
  return { member, dealer, tier };
}

const estimate = async (client: Client) =>
  (await client.call('POST /v1/catalog/estimate', { body: { ...shop.selection } })).body;
const tuneLine = async (client: Client) => {
  const line = (await estimate(client)).lines.find(({ kind }) => kind === 'tune');
  return [line?.amount.amount, line?.derivation.map(({ label }) => label)];
};

test('a tune costs the lowest of dealer price and dealer tier, and the derivation names the tier', async () => {
  const [gold, low] = [await dealerIn('25.00', '0'), await dealerIn('10', '0')];
  expect(await tuneLine(gold.member)).toEqual(['375.00', ['List price', `Dealer tier ${gold.tier.name}, 25% off`]]);
  expect(await tuneLine(low.member)).toEqual(['400.00', ['List price', 'Dealer price']]);
  expect((await estimate(gold.member)).discounts).toMatchObject([
    { kind: 'dealer-tier', label: `Dealer tier ${gold.tier.name}, 25% off`, amount: { amount: '125.00' } },
  ]);
  // 375.00, 50.00 for the installation and 5 % tax.
  expect((await payLater(gold.member, await estimated(gold.member, shop.selection))).status).toBe(200);
  expect(await owes(server, gold.dealer.id)).toMatchObject({ posted: 44_625n });
});

test('a member of two dealers pays the price of the one the tune is for', async () => {
  const [one, two] = [await dealerIn('30', '0'), await dealerIn('40', '0')];
  await server.db
    .insertInto('dealer_members')
    .values({ dealer_id: two.dealer.id, user_id: one.member.userId ?? 0, kind: 'member' })
    .execute();
  const amount = async (more: object) =>
    (await one.member.call('POST /v1/catalog/estimate', { body: { ...shop.selection, ...more } })).body.lines[0]?.amount
      .amount;
  expect(await amount({})).toBe('350.00');
  expect(await amount({ dealer: String(two.dealer.id) })).toBe('300.00');
});

test('a dealer pays only for what was priced for it', async () => {
  const [one, two] = [await dealerIn('30', '30'), await dealerIn('40', '0')];
  const { member } = one;
  await server.db
    .insertInto('dealer_members')
    .values({ dealer_id: two.dealer.id, user_id: member.userId ?? 0, kind: 'member' })
    .execute();
  const [first = 0, second = 0] = [one.dealer.id, two.dealer.id].sort((a, b) => a - b);
  const hashFor = async (dealer: number) =>
    (await member.call('POST /v1/catalog/estimate', { body: { ...shop.selection, dealer: String(dealer) } })).body.hash;
  const owed = async () => [await owes(server, first), await owes(server, second)].map(({ posted }) => posted);
  const forSecond = await hashFor(second);
  const other = await payLater(member, forSecond, { dealer: String(first) });
  expect([other.status, other.body]).toMatchObject([422, { errors: { dealer: [expect.any(String)] } }]);
  const quote = (dealer: number) =>
    member.call('POST /v1/catalog/quote', { body: { estimate_hash: forSecond, dealer: String(dealer) } });
  expect([(await quote(first)).status, (await quote(second)).status]).toEqual([422, 200]);
  const asked = await member.call('POST /v1/catalog/request-approval', {
    body: { estimate_hash: forSecond, dealer: String(first), note: '' },
    idempotencyKey: randomUUID(),
  });
  expect([asked.status, asked.body]).toMatchObject([422, { errors: { dealer: [expect.any(String)] } }]);
  const prepaid = await member.call('POST /v1/catalog/pay', {
    body: {
      estimate_hash: forSecond,
      billing: vancouver,
      prepaid: { amount: '1.00', currency: 'CAD', dealer: String(first) },
      method: { token: 'test_ok' },
    },
    idempotencyKey: randomUUID(),
  });
  expect([prepaid.status, prepaid.body]).toMatchObject([422, { errors: { dealer: [expect.any(String)] } }]);
  expect(await owed()).toEqual([0n, 0n]);
  // Without a name, the dealer of the estimate pays.
  expect((await payLater(member, forSecond)).status).toBe(200);
  const [firstOwes, secondOwes] = await owed();
  expect(firstOwes).toBe(0n);
  expect(secondOwes).toBeGreaterThan(0n);
});

test('an order is paid by the dealer it was priced for', async () => {
  const [one, two] = [await dealerIn('0', '30'), await dealerIn('0', '0')];
  const { member } = one;
  await server.db
    .insertInto('dealer_members')
    .values({ dealer_id: two.dealer.id, user_id: member.userId ?? 0, kind: 'member' })
    .execute();
  await makeProduct(admin, {
    slug: 'one-dealer',
    is_digital: true,
    tracks_stock: false,
    prices: [{ currency: 'CAD', price: '100.00' }],
  });
  await settled(server);
  const order = await placed(member, {
    ...orderOf([{ slug: 'one-dealer', quantity: 1 }]),
    dealer: String(one.dealer.id),
  });
  expect(order.status).toBe(201);
  const { id, total } = order.body;
  const payBy = (source: 'account' | 'prepaid', dealer: number) =>
    member.call('POST /order/:id/payment', {
      params: { id },
      body: { balance: { source, ...total, dealer: String(dealer) } },
      idempotencyKey: randomUUID(),
    });
  for (const source of ['account', 'prepaid'] as const)
    expect((await payBy(source, two.dealer.id)).body).toMatchObject({ errors: { dealer: [expect.any(String)] } });
  expect((await payBy('account', one.dealer.id)).status).toBe(200);
});

test('a store product costs the lowest of list price, dealer price and dealer tier, in list, page and cart', async () => {
  const { member, tier } = await dealerIn('0', '15');
  const options = [
    {
      name: 'Cable',
      selections: [
        { name: 'Long', prices: [{ currency: 'CAD' as const, price: '20.00' }] },
        { name: 'Short', prices: [] },
      ],
    },
  ];
  await makeProduct(admin, {
    slug: 'tier-plain',
    is_digital: true,
    tracks_stock: false,
    prices: [{ currency: 'CAD', price: '100.00' }],
    options,
  });
  await makeProduct(admin, {
    slug: 'tier-dealer',
    prices: [{ currency: 'CAD', price: '100.00', dealer_price: '80.00' }],
  });
  await settled(server);
  const show = async (client: Client, slug: string) =>
    (await client.call('GET /store/product/:slug', { params: { slug } })).body;
  const plain = await show(member, 'tier-plain');
  expect(plain).toMatchObject({
    price: { amount: '85.00' },
    baseprice: { amount: '100.00' },
    dealerPricesByCurrency: { CAD: '85.00' },
    dealer_tier: { name: tier.name, percent: '15' },
    options: [{ selections: [{ price: { amount: '17.00' } }, {}] }],
  });
  expect(await show(member, 'tier-dealer')).toMatchObject({ price: { amount: '80.00' }, dealer_tier: null });
  const { body: list } = await member.call('GET /store/product', { query: { slugs: 'tier-plain' } });
  expect(list.data[0]?.price?.amount).toBe('85.00');
  const chosen = plain.options.map((option) => ({ option: option.id, selection: option.selections[0]?.id ?? 0 }));
  const quote = await member.call('POST /order/shipping', {
    body: {
      entries: [{ slug: 'tier-plain', quantity: 2, options: chosen }],
      address: { country_code: 'CA', state: 'BC' },
    },
  });
  expect(quote.body).toMatchObject({ sums: { list: { amount: '204.00' } } });
});

test('dealers of different tiers, other people and a suspended dealer never share a price, in either order of requests', async () => {
  const [a, b] = [await dealerIn('30', '30'), await dealerIn('50', '50')];
  const plain = (await accountDealer(server, { limitMinor: 0n })).member;
  const customer = await server.as({ role: 0 });
  await makeProduct(admin, { slug: 'tier-shared', prices: [{ currency: 'CAD', price: '100.00' }] });
  await settled(server);
  const tune = async (client: Client) =>
    (await client.call('GET /v1/catalog/engines/:engineId', { params: { engineId: shop.engine.id } })).body.tunes[0]
      ?.price?.amount;
  const product = async (client: Client) =>
    (await client.call('GET /store/product/:slug', { params: { slug: 'tier-shared' } })).body.price?.amount;
  const people = [a.member, b.member, plain, customer, server.anonymous];
  const expected = [
    ['350.00', '70.00'],
    ['250.00', '50.00'],
    ['400.00', '100.00'],
    ['500.00', '100.00'],
    ['500.00', '100.00'],
  ];
  for (const order of [[...people.keys()], [...people.keys()].toReversed()])
    for (const at of order) {
      const client = people[at] as Client;
      expect([await tune(client), await product(client)], `person ${at}`).toEqual(expected[at]);
    }
  // The key of a page that an audience shares.
  const audience = async (client: Client) => {
    const actor = await identify(server.db, client.token ?? '', '127.0.0.1');
    return actor && JSON.stringify(audienceActor(actor));
  };
  const keys = await Promise.all([a.member, b.member, plain].map(audience));
  expect(new Set(keys).size).toBe(3);
  // New percentages and a suspension take effect at the next request.
  const changed = await admin.call('PATCH /v1/admin/dealer-tiers/:id', {
    params: { id: a.tier.id },
    body: { tunes_percent: '60' },
    readAt: a.tier.updated_at,
  });
  expect(changed.status).toBe(200);
  expect([await tune(a.member), await tune(b.member)]).toEqual(['200.00', '250.00']);
  await server.db.updateTable('dealers').set({ state: 'suspended' }).where('id', '=', a.dealer.id).execute();
  expect([await tune(a.member), await product(a.member)]).toEqual(['500.00', '100.00']);
});

test('a tier is validated, shown to its dealers, audited, and kept while a dealer has it', async () => {
  const { member, dealer, tier } = await dealerIn('12.5', '7');
  const create = (body: object) =>
    admin.call('POST /v1/admin/dealer-tiers', { body: { name: `Tier ${++serial}`, ...body } });
  expect((await create({ tunes_percent: '101' })).body).toMatchObject({
    errors: { tunes_percent: [expect.any(String)] },
  });
  expect((await create({ name: tier.name.toUpperCase() })).body).toMatchObject({
    errors: { name: [expect.any(String)] },
  });
  expect((await assign(dealer.id, 999_999)).body).toMatchObject({ errors: { tier_id: [expect.any(String)] } });
  const gone = await admin.call('DELETE /v1/admin/dealer-tiers/:id', { params: { id: tier.id } });
  expect(gone.status).toBe(409);
  const settings = await member.call('GET /v1/dealers/:id/settings', { params: { id: dealer.id } });
  expect(settings.body.tier).toEqual({ name: tier.name, tunes_percent: '12.5', products_percent: '7', terms: '' });
  const list = await admin.call('GET /v1/admin/dealers', { query: { tier: tier.id } });
  expect(list.body).toMatchObject({ total: 1, data: [{ id: dealer.id, tier: { name: tier.name } }] });
  expect((await member.call('GET /v1/admin/dealer-tiers')).status).toBe(403);
  const audited = await server.db
    .selectFrom('audit_log')
    .select('detail')
    .where('act', '=', 'dealers.update')
    .where('subject', '=', `dealer:${dealer.id}`)
    .executeTakeFirstOrThrow();
  expect(audited.detail).toMatchObject({ before: { tier_id: null }, after: { tier_id: tier.id } });
  expect((await assign(dealer.id, null)).body.tier).toBeNull();
  expect((await admin.call('DELETE /v1/admin/dealer-tiers/:id', { params: { id: tier.id } })).status).toBe(204);
});

test('staff can neither assign a tier to their own dealer nor change the percentages of its tier', async () => {
  const { dealer, tier } = await dealerIn('5', '5');
  const own = await server.as({ role: 3 });
  await server.db
    .insertInto('dealer_members')
    .values({ dealer_id: dealer.id, user_id: own.userId ?? 0, kind: 'member' })
    .execute();
  expect((await assign(dealer.id, (await newTier('50', '50')).id, own)).status).toBe(403);
  const change = (body: object) =>
    own.call('PATCH /v1/admin/dealer-tiers/:id', { params: { id: tier.id }, body, readAt: tier.updated_at });
  expect((await change({ tunes_percent: '50' })).status).toBe(403);
  expect((await change({ terms: 'Delivery within two days.' })).status).toBe(200);
});
