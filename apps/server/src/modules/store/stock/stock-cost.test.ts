import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed } from '../../../testing/shop.ts';
import { makeLocation, makeProduct } from '../../../testing/store.ts';
import { balanceOf, verifyLedger } from '../../ledger/index.ts';

let server: TestServer;
let admin: Client;
let shop: Awaited<ReturnType<typeof makeShop>>;
let here: string;
beforeAll(async () => {
  server = await testServer();
  shop = await makeShop(server);
  admin = shop.admin;
  here = shop.location.slug;
});
afterAll(() => server.close());

const book = (productSlug: string, body: object, locationSlug = here) =>
  admin.call('POST /stock/product/:productSlug/location/:locationSlug', {
    params: { productSlug, locationSlug },
    body: { reason: 'test', ...body } as never,
  });
const look = async (productSlug: string) =>
  (
    await admin.call('GET /stock/product/:productSlug/location/:locationSlug', {
      params: { productSlug, locationSlug: here },
    })
  ).body;
const value = async (slug: string) => {
  const { value: worth } = await look(slug);
  return [worth.pieces, worth.worth?.amount ?? null];
};
const cad = (amount: string) => ({ amount, currency: 'CAD' });
const onAccount = async (kind: 'stock' | 'cogs' | 'payable' | 'difference' | 'loss') =>
  (await balanceOf(server.db, platformAccount(kind, 'CAD'))).postedMinor;

/** The change of the account balances caused by an action. */
async function gained(act: () => Promise<unknown>) {
  const kinds = ['stock', 'cogs', 'payable', 'difference', 'loss'] as const;
  const before = await Promise.all(kinds.map(onAccount));
  await act();
  const after = await Promise.all(kinds.map(onAccount));
  const all = kinds.map((kind, at) => [kind, Number((after[at] ?? 0n) - (before[at] ?? 0n))] as const);
  return Object.fromEntries(all.filter(([, sum]) => sum !== 0));
}

test('received stock books its cost as supplier liability, and the next delivery moves the average', async () => {
  const { slug } = await makeProduct(admin);
  expect(await gained(() => book(slug, { kind: 'RECEIVE', change: 3, unit_cost: cad('10.00') }))).toEqual({
    stock: 3000,
    payable: -3000,
  });
  await book(slug, { kind: 'RECEIVE', change: 1, unit_cost: cad('20.00') });
  expect((await look(slug)).value).toEqual({ pieces: 4, unknown: 0, worth: cad('50.00'), average: cad('12.50') });
  expect((await look(slug)).movements.data[0]?.cost).toEqual(cad('20.00'));
});

test('a delivery without a cost is booked at the average cost', async () => {
  const { slug } = await makeProduct(admin);
  await book(slug, { kind: 'RECEIVE', change: 2, unit_cost: cad('7.00') });
  await book(slug, { kind: 'RECEIVE', change: 2 });
  expect(await value(slug)).toEqual([4, '28.00']);
});

test('pieces of unknown cost do not lower the average, and leave after those of known cost', async () => {
  const { slug } = await makeProduct(admin);
  await book(slug, { kind: 'RECEIVE', change: 10 });
  expect((await look(slug)).value).toEqual({ pieces: 10, unknown: 10, worth: null, average: null });
  await book(slug, { kind: 'RECEIVE', change: 10, unit_cost: cad('10.00') });
  expect((await look(slug)).value).toEqual({ pieces: 20, unknown: 10, worth: cad('100.00'), average: cad('10.00') });
  expect(await gained(() => book(slug, { kind: 'ADJUST', change: -4 }))).toMatchObject({ stock: -4000 });
  expect(await gained(() => book(slug, { kind: 'ADJUST', change: -11 }))).toMatchObject({ stock: -6000 });
  expect((await look(slug)).value).toEqual({ pieces: 5, unknown: 5, worth: null, average: null });
  await book(slug, { kind: 'RECEIVE', change: 10, unit_cost: cad('12.00') });
  expect((await look(slug)).value).toEqual({ pieces: 15, unknown: 5, worth: cad('120.00'), average: cad('12.00') });
});

test('a sale books the average cost as cost of goods, and the last item all that is left', async () => {
  const { slug } = await makeProduct(admin);
  await book(slug, { kind: 'RECEIVE', change: 3, unit_cost: cad('3.34') });
  await book(slug, { kind: 'ADJUST', change: -1 });
  // 10.02 less a third is 6.68: two pieces of 3.34.
  const ship = async () => {
    const order = (await placed(server.anonymous, orderOf([{ slug, quantity: 2 }]))).body;
    const { payment } = (await pay(server.anonymous, order)).body;
    const params = { id: payment?.payment_id ?? 0 };
    const sent = await admin.call('POST /v1/admin/transactions/:id/set-tracking-number', {
      params,
      body: { tracking_number: 'T1' },
    } as never);
    expect(sent.status).toBe(200);
  };
  expect(await gained(ship)).toEqual({ stock: -668, cogs: 668 });
  expect(await value(slug)).toEqual([0, '0.00']);
  expect(await gained(() => book(slug, { kind: 'RETURN', change: 1 }))).toEqual({ stock: 334, cogs: -334 });
});

test('a count books the difference, a write-off the loss, a move nothing, and a reversal the exact cost', async () => {
  const { slug } = await makeProduct(admin);
  const there = (await makeLocation(server, `shelf-${slug}`)).slug;
  await book(slug, { kind: 'RECEIVE', change: 4, unit_cost: cad('5.00') });
  expect(await gained(() => book(slug, { kind: 'ADJUST', counted: 3 }))).toEqual({ stock: -500, difference: 500 });
  expect(await gained(() => book(slug, { kind: 'MOVE_OUT', change: 1, to: there }))).toEqual({});
  expect(await gained(() => book(slug, { kind: 'MOVE_IN', change: 1 }, there))).toEqual({});
  expect(await gained(() => book(slug, { kind: 'RENT_OUT', change: 1 }))).toEqual({});
  expect(await value(slug)).toEqual([3, '15.00']);
  expect(await gained(() => book(slug, { kind: 'WRITE_OFF', change: 1 }))).toEqual({ stock: -500, loss: 500 });
  const movement = (await look(slug)).movements.data[0]?.id ?? '';
  const params = { productSlug: slug, locationSlug: here };
  const undo = () =>
    admin.call('POST /stock/product/:productSlug/location/:locationSlug/reverse', {
      params,
      body: { movement, reason: 'found' },
    });
  expect(await gained(undo)).toEqual({ stock: 500, loss: -500 });
});

test.each([
  ['in another currency than before', { kind: 'RECEIVE', change: 1, unit_cost: { amount: '5', currency: 'USD' } }],
  ['that is no amount', { kind: 'RECEIVE', change: 1, unit_cost: cad('five') }],
  ['on a count', { kind: 'ADJUST', change: 1, unit_cost: cad('5') }],
])('a cost %s is refused at its field', async (_, body) => {
  const { slug } = await makeProduct(admin);
  await book(slug, { kind: 'RECEIVE', change: 1, unit_cost: cad('5.00') });
  const refused = await book(slug, body);
  expect([refused.status, Object.keys((refused.body as unknown as { errors: object }).errors)]).toEqual([
    422,
    ['unit_cost'],
  ]);
});

test('the ledger stock value matches the movements of all products', async () => {
  const { rows } = await sql<{
    worth: bigint;
  }>`select coalesce(sum(cost_minor), 0)::bigint as worth from stock_movements
    where cost_currency = 'CAD'`.execute(server.db);
  expect(await onAccount('stock')).toBe(rows[0]?.worth);
  expect((await verifyLedger(server.db)).problems).toEqual([]);
});

test('no shop response contains the cost of goods', async () => {
  const { slug } = await makeProduct(admin);
  await book(slug, { kind: 'RECEIVE', change: 1, unit_cost: cad('31.77') });
  const shown = await server.anonymous.call('GET /store/product/:slug', { params: { slug } });
  expect(JSON.stringify(shown.body)).not.toContain('31.77');
  const dealer = await server.as({ role: 4 });
  const params = { productSlug: slug, locationSlug: here };
  expect((await dealer.call('GET /stock/product/:productSlug/location/:locationSlug', { params })).status).toBe(403);
});
