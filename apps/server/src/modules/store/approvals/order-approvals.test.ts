import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeSetting } from '../../../testing/catalog.ts';
import { accountDealer, owes, proveBooks } from '../../../testing/money/purchases.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed, setTaxes, settled } from '../../../testing/shop.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof makeShop>>;
beforeAll(async () => {
  server = await testServer();
  shop = await makeShop(server);
});
afterAll(() => server.close());

/** A dealer with a manager, and a member who may spend 50.00 at once; a product for 100.00 that ships for 15.00. */
async function team(pieces = 5, limits: object = { order_limit_minor: 5_000n, needs_approval: true }) {
  const { member, dealer } = await accountDealer(server, { limitMinor: 1_000_000n });
  const manager = await server.as({ role: 4 });
  await server.db
    .insertInto('dealer_members')
    .values({ dealer_id: dealer.id, user_id: manager.userId ?? 0, kind: 'manager' })
    .execute();
  await server.db
    .updateTable('dealer_members')
    .set(limits)
    .where('dealer_id', '=', dealer.id)
    .where('user_id', '=', member.userId)
    .execute();
  const product = await shop.sell(pieces);
  await settled(server);
  return { member, manager, dealer, product, body: orderOf([{ slug: product.slug, quantity: 1 }]) };
}
type Team = Awaited<ReturnType<typeof team>>;
const total = { amount: '115.00', currency: 'CAD' };
const ask = (client: Client, body: object, more: object = {}) =>
  client.call('POST /order/request-approval', {
    body: { ...body, source: 'account', note: 'For the bay.', ...more } as never,
    idempotencyKey: randomUUID(),
  });
const decide = (client: Client, { dealer }: Team, approvalId: number, seen: object = total) =>
  client.call('POST /v1/dealers/:id/purchase-approvals/:approvalId/approve', {
    params: { id: dealer.id, approvalId },
    body: { total: seen as never },
  });
const orders = (dealerId: number) =>
  server.db
    .selectFrom('orders')
    .select(['id', 'user_id', 'state', 'total_minor'])
    .where('dealer_id', '=', dealerId)
    .where('state', '<>', 'cancelled')
    .execute();
const freeOf = async (slug: string) =>
  (await server.anonymous.call('GET /store/product/:slug', { params: { slug } })).body.availability.state;

test('an order above the limit of a member is refused on the balance, waits, and is placed when a manager approves it', async () => {
  const all = await team(1);
  const { member, manager, dealer, product, body } = all;
  const order = (await placed(member, body)).body;
  const balance = { source: 'account', ...total };
  const refused = await member.call('POST /order/:id/payment', {
    params: { id: order.id },
    body: { balance } as never,
    idempotencyKey: randomUUID(),
  });
  expect(refused.body).toMatchObject({ code: 'purchase_needs_approval' });
  await member.call('POST /order/:id/cancel', { params: { id: order.id }, body: { unpaid_only: true } });
  const asked = await ask(member, { ...body, total });
  expect([asked.status, asked.body]).toMatchObject([
    201,
    {
      kind: 'order',
      state: 'waiting',
      total,
      lines: [{ label: `1 × ${product.name}`, amount: { amount: '100.00' } }, { amount: { amount: '15.00' } }],
    },
  ]);
  expect((await ask(member, { ...body, total })).status, 'one request for one cart').toBe(409);
  // Nothing is reserved or charged while it waits.
  expect([await orders(dealer.id), await freeOf(product.slug)]).toEqual([[], expect.not.stringContaining('sold-out')]);
  expect(await owes(server, dealer.id)).toEqual({ posted: 0n, held: 0n });
  const params = { id: dealer.id, approvalId: asked.body.id };
  const shown = await manager.call('GET /v1/dealers/:id/purchase-approvals/:approvalId', { params });
  expect(shown.body).toMatchObject({ current: total, problem: null });
  expect((await decide(manager, all, asked.body.id, { amount: '114.00', currency: 'CAD' })).body).toMatchObject({
    code: 'total_changed',
  });
  expect((await decide(member, all, asked.body.id)).status, 'a member decides nothing').toBe(403);
  // Two managers at once: one order.
  const both = await Promise.all([decide(manager, all, asked.body.id), decide(manager, all, asked.body.id)]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(both.every(({ status }) => status < 500)).toBe(true);
  const [bought, ...more] = await orders(dealer.id);
  expect(more).toEqual([]);
  expect(bought).toMatchObject({ user_id: member.userId, state: 'paid', total_minor: 11_500n });
  expect(both.find(({ status }) => status === 200)?.body).toMatchObject({
    state: 'approved',
    order: { id: bought?.id, total },
  });
  expect(await owes(server, dealer.id)).toEqual({ posted: 11_500n, held: 0n });
  await proveBooks(server);
});

test('goods that sold out meanwhile are not ordered, and the request keeps waiting', async () => {
  const all = await team(1);
  const { member, manager, dealer, product, body } = all;
  const { body: asked } = await ask(member, body);
  const other = await server.as({});
  const order = (await placed(other, orderOf([{ slug: product.slug, quantity: 1 }]))).body;
  expect((await pay(other, order)).status).toBe(200);
  await settled(server);
  expect((await decide(manager, all, asked.id)).body).toMatchObject({ code: 'out_of_stock' });
  expect(await orders(dealer.id)).toEqual([]);
  expect(await owes(server, dealer.id)).toEqual({ posted: 0n, held: 0n });
  const list = await manager.call('GET /v1/dealers/:id/purchase-approvals', { params: { id: dealer.id } });
  expect(list.body.data).toMatchObject([{ id: asked.id, state: 'waiting' }]);
});

test('a part on the balance cannot wait, and the refusal says what to do', async () => {
  const { member, body } = await team();
  const order = (await placed(member, body)).body;
  const refused = await member.call('POST /order/:id/payment', {
    params: { id: order.id },
    body: {
      balance: { source: 'account', amount: '60.00', currency: 'CAD' },
      method: { token: 'test_ok' },
    } as never,
    idempotencyKey: randomUUID(),
  });
  expect(refused.body).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Choose a balance for all of it and request approval'),
  });
});

test('the refusal of a part on the balance is in the language of the member', async () => {
  const { member, body } = await team();
  const order = (await placed(member, body)).body;
  const balance = { source: 'account', amount: '60.00', currency: 'CAD' };
  const refused = await member.call('POST /order/:id/payment', {
    params: { id: order.id },
    body: { balance, method: { token: 'test_ok' } } as never,
    idempotencyKey: randomUUID(),
    headers: { 'accept-language': 'de' },
  });
  expect(refused.body).toMatchObject({
    message: expect.stringMatching(/Limit von 50,00\sCAD für einen Kauf\. .*kann nicht auf eine Freigabe warten/),
  });
});

test.each([false, true])(
  'the rows of an order that waits sum to its total (prices include tax: %s)',
  async (included) => {
    const { member, body } = await team();
    const taxes = [
      { country_code: 'CA', state: '', name: 'GST', percent: '5' },
      { country_code: 'CA', state: 'BC', name: 'PST', percent: '7' },
    ];
    await setTaxes(server, shop.admin, taxes);
    await storeSetting(server, 'region_1_prices_include_tax', included);
    const asked = (await ask(member, body)).body;
    const minor = ({ amount }: { amount: string }) => Math.round(Number(amount) * 100);
    expect(asked.lines.reduce((sum, { amount }) => sum + minor(amount), 0)).toBe(minor(asked.total));
    expect(asked.lines.map(({ label }) => label)).toEqual([
      expect.stringContaining('1 ×'),
      'Shipping',
      ...(included ? [] : ['GST 5%', 'PST 7%']),
    ]);
    await storeSetting(server, 'region_1_prices_include_tax', false);
    await setTaxes(server, shop.admin, []);
  },
);

test('only orders above an own limit that can be approved wait', async () => {
  const within = await team(5, { order_limit_minor: 50_000n, needs_approval: true });
  expect((await ask(within.member, within.body)).body).toMatchObject({ code: 'conflict' });
  const strict = await team(5, { order_limit_minor: 5_000n, needs_approval: false });
  expect((await ask(strict.member, strict.body)).body).toMatchObject({ code: 'conflict' });
  expect((await ask(await server.as({}), within.body)).status).toBe(403);
  const other = await team();
  expect((await ask(other.member, other.body, { dealer: String(within.dealer.id) })).status).toBe(422);
});
