import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed } from '../../../testing/shop.ts';

let server: TestServer;
let admin: Client;
let shop: Awaited<ReturnType<typeof makeShop>>;
beforeAll(async () => {
  server = await testServer();
  shop = await makeShop(server);
  admin = shop.admin;
});
afterAll(() => server.close());

let serial = 0;
const input = (more: object = {}) => {
  serial += 1;
  return {
    code: `CODE-${serial}`,
    name: `Code ${serial}`,
    type: 'products',
    amount: '10',
    amountType: 'percent',
    ...more,
  } as never;
};
const make = async (more: object = {}) =>
  (await admin.call('POST /v1/admin/discount-codes', { body: input(more) })).body;
const read = async (id: number) => (await admin.call('GET /v1/admin/discount-codes/:id', { params: { id } })).body;

test('a code gives its discount, counts its uses and stops working when used up', async () => {
  const { slug } = await shop.sell(10);
  const code = await make({ uses_max: 1 });
  expect(code).toMatchObject({ state: 'running', uses: 0, amount: '10' });
  const first = await placed(server.anonymous, orderOf([{ slug, quantity: 1 }], { codes: [code.code] }));
  expect(first.body).toMatchObject({ discount: { amount: '10.00' } });
  expect(await read(code.id)).toMatchObject({ uses: 0, state: 'running' });
  expect((await pay(server.anonymous, first.body)).status).toBe(200);
  expect(await read(code.id)).toMatchObject({ uses: 1, state: 'ended' });
  const second = await placed(server.anonymous, orderOf([{ slug, quantity: 1 }], { codes: [code.code] }));
  expect(second.body).toMatchObject({ errors: { codes: [expect.stringContaining('used up')] } });
  const params = { id: code.id };
  const less = { params, body: { uses_max: 5, amount: '25' }, readAt: code.updated_at };
  expect((await admin.call('PATCH /v1/admin/discount-codes/:id', less)).body).toMatchObject({
    uses_max: 5,
    uses: 1,
    amount: '25',
  });
});

test('a code ended manually gives no discount and stays in the list', async () => {
  const { slug } = await shop.sell(2);
  const code = await make();
  const params = { id: code.id };
  expect((await admin.call('POST /v1/admin/discount-codes/:id/end', { params })).body.state).toBe('ended');
  expect((await admin.call('POST /v1/admin/discount-codes/:id/end', { params })).status).toBe(200);
  const order = await placed(server.anonymous, orderOf([{ slug, quantity: 1 }], { codes: [code.code] }));
  expect(order.body).toMatchObject({ errors: { codes: [expect.stringContaining('has expired')] } });
  const ended = (await admin.call('GET /v1/admin/discount-codes', { query: { state: 'ended' } })).body;
  expect(ended.data.map(({ id }) => id)).toContain(code.id);
  const running = (await admin.call('GET /v1/admin/discount-codes', { query: { state: 'running' } })).body;
  expect(running.data.map(({ id }) => id)).not.toContain(code.id);
});

test('an affiliate code pays the default share of the affiliate unless it has its own, and is listed with them', async () => {
  const affiliate = (
    await admin.call('POST /v1/admin/affiliates', { body: { name: 'Curve Club', share_percent: '6' } })
  ).body;
  const own = await make({ affiliate_id: affiliate.id });
  const other = await make({ affiliate_id: affiliate.id, share_percent: '12.5' });
  expect([own.share_percent, other.share_percent, own.affiliate]).toEqual([
    '6',
    '12.5',
    { id: affiliate.id, name: 'Curve Club' },
  ]);
  const list = (await admin.call('GET /v1/admin/discount-codes', { query: { affiliate: affiliate.id } })).body;
  expect(list.data.map(({ id }) => id)).toEqual([other.id, own.id]);
});

test.each([
  ['a name that another code has', { code: 'TAKEN-1' }, 'code'],
  ['the name of a sale', { code: 'SALE-CODE' }, 'code'],
  ['more than everything off', { amount: '101' }, 'amount'],
  ['nothing off', { amount: '0' }, 'amount'],
  ['an end before its start', { start: '2027-01-02T00:00:00Z', end: '2027-01-01T00:00:00Z' }, 'end'],
  ['an affiliate that is not there', { affiliate_id: 999_999 }, 'affiliate_id'],
  ['a share above everything', { share_percent: '140' }, 'share_percent'],
])('%s is refused at its field', async (_, fields, field) => {
  await make({ code: 'taken-1' });
  await admin.call('POST /v1/admin/sales', {
    body: {
      name: 'Sale',
      type: 'site',
      amount: '5',
      amountType: 'percent',
      code: 'sale-code',
      start: '2027-01-01T00:00:00Z',
      end: '2027-02-01T00:00:00Z',
    },
  } as never);
  const refused = await admin.call('POST /v1/admin/discount-codes', { body: input(fields) });
  expect([refused.status, Object.keys((refused.body as unknown as { errors: object }).errors)]).toEqual([422, [field]]);
});

test('a stale save of a code is refused with the newer version', async () => {
  const code = await make();
  const params = { id: code.id };
  await admin.call('PATCH /v1/admin/discount-codes/:id', { params, body: { name: 'First' }, readAt: code.updated_at });
  const late = await admin.call('PATCH /v1/admin/discount-codes/:id', {
    params,
    body: { name: 'Second' },
    readAt: code.updated_at,
  });
  expect([late.status, late.body]).toMatchObject([412, { current: { name: 'First' } }]);
});
