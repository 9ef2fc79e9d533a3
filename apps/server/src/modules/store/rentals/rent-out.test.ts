import { randomUUID } from 'node:crypto';
import { partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, settled, vancouver } from '../../../testing/shop.ts';
import { balanceOf, postTransfer, verifyLedger } from '../../ledger/index.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof makeShop>>;
let admin: Client;
let slug: string;
beforeAll(async () => {
  server = await testServer();
  shop = await makeShop(server);
  admin = shop.admin;
  ({ slug } = await shop.sell(3, {
    is_rental: true,
    prices: [{ currency: 'CAD', price: '70.00', deposit: '500.00' }],
  } as never));
  await settled(server);
});
afterAll(() => server.close());

const rentOut = (client: Client, userId: number, more: object = {}, key: string = randomUUID()) =>
  client.call('POST /v1/admin/rentals', {
    body: { user_id: userId, slug, days: 7, billing: vancouver, shipping_tier: 'standard', payment: 'link', ...more },
    idempotencyKey: key,
  });
const onHand = async () => {
  const { body } = await admin.call('GET /stock/product/:productSlug/location/:locationSlug', {
    params: { productSlug: slug, locationSlug: shop.location.slug },
  });
  return [body.on_hand, body.allocated];
};
const cancel = async (customer: Client, id: number) =>
  customer.call('POST /order/:id/cancel', { params: { id }, body: {}, idempotencyKey: randomUUID() });

test('a rental that staff arrange is priced for its days, reserved for a week, mailed, audited and paid by the customer', async () => {
  const { id, email } = await server.make.user();
  const customer = await server.as({ id });
  const quote = await admin.call('GET /v1/admin/rental-quote', {
    query: { user_id: id, slug, days: 10, country_code: 'CA', state: 'BC' },
  });
  expect(quote.body).toMatchObject({
    days: 10,
    periods: 2,
    rent: { amount: '140.00' },
    deposit: { amount: '500.00' },
    tiers: [{ key: 'standard', total: { amount: '155.00' } }, { key: 'express' }],
  });
  const key = randomUUID();
  const made = await rentOut(admin, id, { days: 10 }, key);
  expect([made.status, made.body]).toMatchObject([201, { rental_id: null, email }]);
  const order = made.body.order_id;
  const again = await rentOut(admin, id, { days: 10 }, key);
  expect([again.status, again.body.order_id]).toEqual([201, order]);
  expect(await onHand()).toEqual([3, 1]);

  const mails = await server.db
    .selectFrom('mail_outbox')
    .select(['kind', 'text_body'])
    .where('to_address', '=', email)
    .where('kind', '=', 'rental-offer')
    .execute();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text_body).toContain(`/profile/orders/${order}/pay`);
  const acts = await server.db
    .selectFrom('audit_log')
    .select(['actor_id', 'subject'])
    .where('act', '=', 'rentals.rent-out')
    .where('subject', '=', `user:${id}`)
    .execute();
  expect(acts).toHaveLength(1);

  const read = await customer.call('GET /order/:id', { params: { id: order }, query: {} });
  expect(read.body).toMatchObject({ state: 'pending_payment', total: { amount: '155.00' } });
  expect(Date.parse(String(read.body.expires_at)) - Date.parse(String(read.body.placed_at))).toBe(7 * 86_400_000);
  const stranger = await server.as({});
  expect((await stranger.call('GET /order/:id', { params: { id: order }, query: {} })).status).toBe(404);
  const paid = await customer.call('POST /order/:id/payment', {
    params: { id: order },
    body: { method: { token: 'test_ok' } },
    idempotencyKey: randomUUID(),
  });
  expect(paid.status).toBe(200);
  const [rental] = (await customer.call('GET /order/:id/rentals', { params: { id: order }, query: {} })).body;
  expect(rental).toMatchObject({ state: 'reserved', days: 10, rent: { amount: '140.00' }, deposit_due: true });
  await cancel(customer, order);
});

test('a rental is charged to the prepaid balance of the customer, or not made at all', async () => {
  const { id } = await server.make.user();
  const customer = await server.as({ id });
  const poor = await rentOut(admin, id, { payment: 'prepaid' });
  expect([poor.status, await onHand()]).toEqual([409, [3, 0]]);

  await postTransfer(server.db, {
    key: `test:${randomUUID()}`,
    kind: 'goodwill.granted',
    subject: `user:${id}`,
    at: new Date(),
    legs: [
      { account: partyAccount('prepay', `user:${id}`, 'CAD'), amountMinor: -20_000n },
      { account: platformAccount('goodwill', 'CAD'), amountMinor: 20_000n },
    ],
  });
  const made = await rentOut(admin, id, { payment: 'prepaid' });
  expect([made.status, made.body]).toMatchObject([201, { rental_id: expect.any(Number) }]);
  expect((await balanceOf(server.db, partyAccount('prepay', `user:${id}`, 'CAD'))).postedMinor).toBe(-11_500n);
  const charged = await server.db
    .selectFrom('ledger_transfers')
    .select('actor_id')
    .where('subject', '=', `order:${made.body.order_id}`)
    .where('kind', '=', 'order.charged')
    .executeTakeFirstOrThrow();
  expect(charged.actor_id, 'posted by staff').not.toBe(id);
  expect((await verifyLedger(server.db)).problems).toEqual([]);
  await cancel(customer, made.body.order_id);
});

test('a tool is rented out only by staff, only to another person, and only if it is a rental tool in stock', async () => {
  const { id } = await server.make.user();
  const customer = await server.as({ id });
  expect((await rentOut(customer, id)).status).toBe(403);
  const me = await server.make.user({ role: 3 });
  const self = await rentOut(await server.as({ id: me.id }), me.id);
  expect([self.status, self.body]).toMatchObject([403, {}]);
  const guest = await server.make.user();
  await server.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', guest.id).execute();
  expect((await rentOut(admin, guest.id)).status).toBe(422);
  expect((await rentOut(admin, 2_000_000_000)).status).toBe(422);
  const sold = await shop.sell(1, {});
  await settled(server);
  expect((await rentOut(admin, id, { slug: sold.slug })).status).toBe(422);
  expect((await rentOut(admin, id, { days: 0 })).status).toBe(422);
  const raced = await Promise.all([2, 2, 2].map((quantity) => rentOut(admin, id, { quantity })));
  expect(raced.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});
