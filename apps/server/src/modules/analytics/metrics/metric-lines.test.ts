import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed, setTaxes, settled } from '../../../testing/shop.ts';
import { makeProduct } from '../../../testing/store.ts';

let server: TestServer;
let admin: Client;
let place: string;
beforeAll(async () => {
  server = await testServer();
  const shop = await makeShop(server);
  admin = shop.admin;
  place = shop.location.slug;
  await setTaxes(server, admin, [{ country_code: 'CA', state: '', name: 'GST', percent: '5' }]);
});
afterAll(() => server.close());

async function product(price: string, cost: string) {
  const { slug } = await makeProduct(admin, { prices: [{ currency: 'CAD', price }] });
  const booked = await admin.call('POST /stock/product/:productSlug/location/:locationSlug', {
    params: { productSlug: slug, locationSlug: place },
    body: { kind: 'RECEIVE', change: 10, reason: 'Delivery', unit_cost: { amount: cost, currency: 'CAD' } },
  });
  expect(booked.status).toBe(200);
  return slug;
}
const act = async (reply: Promise<{ status: number }>) => expect((await reply).status).toBeLessThan(300);

test('figures by product follow the cancelled, shipped and returned pieces, and sum to the ledger', async () => {
  const [cheap, dear] = [await product('10.00', '4.00'), await product('90.01', '50.00')];
  await settled(server);
  const { body: order } = await placed(
    server.anonymous,
    orderOf([
      { slug: cheap, quantity: 3 },
      { slug: dear, quantity: 2 },
    ]),
  );
  await act(pay(server.anonymous, order));
  const params = { id: order.id };
  const key = () => ({ idempotencyKey: randomUUID() });
  const line = (n: number, quantity: number) => [{ line: n, quantity }];
  await act(
    admin.call('POST /v1/admin/orders/:id/cancel', { params, body: { reason: 'Gone', lines: line(1, 1) }, ...key() }),
  );
  await act(
    admin.call('POST /v1/admin/orders/:id/ship', {
      params,
      body: { tracking_number: 'T1', lines: line(2, 2) },
      ...key(),
    }),
  );
  await act(admin.call('POST /v1/admin/orders/:id/ship', { params, body: { tracking_number: 'T2' }, ...key() }));
  const asked = await server.anonymous.call('POST /order/:id/returns', {
    params,
    body: { token: order.token, reason: 'faulty', note: '', lines: line(2, 1) },
    ...key(),
  });
  const back = { params: { id: asked.body.returns[0]?.id ?? 0 } };
  await act(
    admin.call('POST /v1/admin/returns/:id/steps', { ...back, body: { event: 'receive', reason: '' }, ...key() }),
  );
  await act(
    admin.call('POST /v1/admin/returns/:id/accept', {
      ...back,
      body: { condition: 'good', reason: 'Checked' },
      ...key(),
    }),
  );
  const today = new Date().toISOString().slice(0, 10);
  const range = { from: today, to: today };
  const { rows, totals } = (await admin.call('GET /v1/admin/metrics/breakdown', { query: { ...range, by: 'product' } }))
    .body;
  const of = async (slug: string) => {
    const { id } = await server.db
      .selectFrom('products')
      .select('id')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow();
    return rows.find(({ key: found }) => found === `product:${id}`);
  };
  expect(await of(cheap)).toMatchObject({ sold: 2, refunds: { amount: '10.00' }, cogs: { amount: '8.00' } });
  expect(await of(dear)).toMatchObject({ sold: 1, refunds: { amount: '90.01' }, cogs: { amount: '50.00' } });
  const minor = (amount: string) => BigInt(amount.replace('.', ''));
  for (const figure of ['sales', 'refunds', 'revenue', 'cogs'] as const)
    expect(rows.reduce((sum, row) => sum + minor(row[figure].amount), 0n)).toBe(
      minor(totals[0]?.[figure].amount ?? '0'),
    );
});
