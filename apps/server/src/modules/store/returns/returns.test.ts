import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { unmask } from '../../../platform/mail/secrets.ts';
import { violationsAtRest } from '../../../testing/invariants.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed, setTaxes, settled } from '../../../testing/shop.ts';
import { releaseEarnings, verifyLedger } from '../../ledger/index.ts';
import { paymentOfSubject, settleDispute } from '../../payments/index.ts';

let server: TestServer;
let admin: Client;
let slug: string;
beforeAll(async () => {
  server = await testServer();
  const shop = await makeShop(server);
  admin = shop.admin;
  slug = (await shop.sell(200, { prices: [{ currency: 'CAD', price: '33.33' }] })).slug;
  await setTaxes(server, admin, [{ country_code: 'CA', state: '', name: 'GST', percent: '5' }]);
  const { id } = await server.make.affiliate();
  const code = { code: 'PARTS', name: 'Parts', affiliate_id: id, amount: '10', share_percent: '12.5' };
  await server.db
    .insertInto('discount_codes')
    .values({ ...code, amount_type: 'percent' })
    .execute();
  await settled(server);
});
afterAll(() => server.close());
beforeEach(() => sql`delete from rate_limits`.execute(server.db));
afterEach(async () => {
  const provider = server.platform.payments;
  expect(provider && (await violationsAtRest(server.db, provider))).toEqual([]);
});

type Bought = { id: number; token: string; number: string };
async function bought(quantity = 3, isShipped = true): Promise<Bought> {
  const { body } = await placed(server.anonymous, orderOf([{ slug, quantity }], { codes: ['PARTS'] }));
  expect((await pay(server.anonymous, body)).status).toBe(200);
  if (isShipped) expect((await ship(body)).status).toBe(200);
  return body;
}
const ship = ({ id }: Pick<Bought, 'id'>, lines?: readonly { line: number; quantity: number }[]) =>
  admin.call('POST /v1/admin/orders/:id/ship', {
    params: { id },
    body: { tracking_number: 'T1', ...(lines ? { lines: [...lines] } : {}) },
    idempotencyKey: randomUUID(),
  });
const request = ({ id, token }: Bought, quantity: number, client: Client = server.anonymous) =>
  client.call('POST /order/:id/returns', {
    params: { id },
    body: { token, reason: 'faulty', note: 'It stays dark.', lines: [{ line: 1, quantity }] },
    idempotencyKey: randomUUID(),
  });
const requested = async (order: Bought, quantity: number) => {
  const { status, body } = await request(order, quantity);
  expect(status).toBe(201);
  return body.returns.at(-1)?.id ?? 0;
};
const returns = async ({ id, token }: Bought) =>
  (await server.anonymous.call('GET /order/:id/returns', { params: { id }, query: { token } })).body;
const step = (id: number, event: 'receive' | 'refuse', reason = 'The seal is broken.', by = admin) =>
  by.call('POST /v1/admin/returns/:id/steps', {
    params: { id },
    body: { event, reason },
    idempotencyKey: randomUUID(),
  });
const accept = (id: number, more: object = {}, by = admin) =>
  by.call('POST /v1/admin/returns/:id/accept', {
    params: { id },
    body: { condition: 'good', reason: 'Checked', ...more },
    idempotencyKey: randomUUID(),
  });
const returnedOf = async (order: Bought, quantity: number, more: object = {}) => {
  const id = await requested(order, quantity);
  expect((await step(id, 'receive')).status).toBe(200);
  expect((await accept(id, more)).status).toBe(200);
  return id;
};
const level = () =>
  server.db
    .selectFrom('stock_levels as l')
    .innerJoin('products as p', 'p.id', 'l.product_id')
    .select(['l.on_hand', 'l.quarantine'])
    .where('p.slug', '=', slug)
    .executeTakeFirstOrThrow();
const book = async ({ id }: Bought) => {
  const { rows } = await sql<{ kind: string; amount: bigint }>`
    select a.kind, sum(e.amount_minor)::bigint as amount from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    join ledger_accounts a on a.id = e.account_id where t.subject = ${`order:${id}`} group by 1`.execute(server.db);
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]));
};
const mailsOf = async ({ number }: Bought, kind: string) => {
  const rows = await server.db.selectFrom('mail_outbox').selectAll().where('kind', '=', kind).orderBy('id').execute();
  return rows.filter(({ subject }) => subject.includes(number)).map((row) => unmask(row));
};

test('shipped items are requested, received and refunded with their tax and share, and go back to the stock', async () => {
  const order = await bought();
  const before = await level();
  expect(await returns(order)).toMatchObject({ returns: [], returnable: [{ line: 1, quantity: 3 }] });
  const id = await requested(order, 1);
  expect((await mailsOf(order, 'order-return'))[0]?.text_body).toContain('1 ×');
  expect((await accept(id)).status).toBe(409);
  await step(id, 'receive');
  const { body } = await accept(id);
  // 89.99 for three after the discount: 29.99 + 5 %.
  expect(body.returns).toMatchObject([{ state: 'accepted', refund: { amount: '31.49', currency: 'CAD' } }]);
  expect(body.returnable).toMatchObject([{ quantity: 2 }]);
  expect((await level()).on_hand).toBe(before.on_hand + 1);
  expect(await mailsOf(order, 'order-refunded')).toEqual([]);
  expect((await mailsOf(order, 'order-return-accepted'))[0]?.text_body).toContain('31.49');
  expect(await book(order)).toMatchObject({ rev: -6_000n, 'rev.shipping': -2_000n, 'cost.comm': 750n });
  // The rest, in two returns, sums to the order without its shipping.
  await returnedOf(order, 1);
  await returnedOf(order, 1);
  expect(await book(order)).toMatchObject({ rev: 0n, 'rev.shipping': -2_000n, tax: -100n, 'cost.comm': 0n });
  expect((await verifyLedger(server.db)).problems).toEqual([]);
});

test('cancelled and returned pieces of a line sum to it', async () => {
  const order = await bought(3, false);
  await admin.call('POST /v1/admin/orders/:id/cancel', {
    params: { id: order.id },
    body: { reason: 'Not available', lines: [{ line: 1, quantity: 1 }] },
    idempotencyKey: randomUUID(),
  });
  expect((await ship(order)).status).toBe(200);
  await returnedOf(order, 2);
  expect(await book(order)).toMatchObject({ rev: 0n, 'rev.shipping': -2_000n, tax: -100n, 'cost.comm': 0n });
});

test('staff may refund less, and damaged items go to quarantine', async () => {
  const order = await bought();
  const before = await level();
  const id = await requested(order, 2);
  await step(id, 'receive');
  const tooMuch = await accept(id, { refund: { amount: '63.00', currency: 'CAD' } });
  expect([tooMuch.status, (await accept(id, { refund: { amount: '1.00', currency: 'EUR' } })).status]).toEqual([
    422, 422,
  ]);
  const { body } = await accept(id, { condition: 'bad', refund: { amount: '20.00', currency: 'CAD' } });
  expect(body.returns[0]?.refund).toEqual({ amount: '20.00', currency: 'CAD' });
  expect(await level()).toEqual({ on_hand: before.on_hand, quarantine: before.quarantine + 2 });
});

test('a return refunds no more than was left, says so, and its share follows the refunded goods', async () => {
  const order = await bought();
  const first = await requested(order, 1);
  await step(first, 'receive');
  await accept(first, { refund: { amount: '15.75', currency: 'CAD' } });
  // Half of 31.49 is 15.00 of goods; three pieces cost 89.99, and 12.5 % of the rest is the share.
  expect(await book(order)).toMatchObject({ rev: -7_500n, 'cost.comm': 938n });
  await returnedOf(order, 1);
  expect(await book(order)).toMatchObject({ rev: -4_500n, 'cost.comm': 563n });
  const { body: list } = await admin.call('GET /v1/admin/transactions', { query: { search: order.number } });
  const params = { id: list.data[0]?.id ?? 0 };
  await admin.call('POST /v1/admin/transactions/:id/fully-refund', { params, body: { reason: 'Goodwill' } });
  const last = await requested(order, 1);
  await step(last, 'receive');
  expect((await returns(order)).returns.at(-1)).toMatchObject({ refund: { amount: '0.00' } });
  expect((await accept(last, { refund: { amount: '10.00', currency: 'CAD' } })).status).toBe(422);
  expect((await accept(last)).body.returns.at(-1)).toMatchObject({
    state: 'accepted',
    sentence: 'We accepted the return. There was nothing left to refund.',
  });
  expect(await mailsOf(order, 'order-return-accepted')).toHaveLength(3);
  expect((await accept(last)).status).toBe(409);
});

test('a refused return says why and frees its pieces; a requested one can be cancelled by the buyer only', async () => {
  const order = await bought();
  const id = await requested(order, 3);
  expect((await request(order, 1)).status).toBe(422);
  expect((await step(id, 'refuse', '')).status).toBe(422);
  expect((await step(id, 'refuse')).status).toBe(200);
  expect((await mailsOf(order, 'order-return-refused'))[0]?.text_body).toContain('The seal is broken.');
  const other = await requested(order, 1);
  const cancel = (client: Client, token?: string) =>
    client.call('POST /order/:id/returns/:return/cancel', {
      params: { id: order.id, return: other },
      body: token ? { token } : {},
    });
  expect((await cancel(await server.as({ role: 0 }))).status).toBe(404);
  expect((await cancel(server.anonymous, 'not-the-token')).status).toBe(404);
  expect((await cancel(server.anonymous, order.token)).status).toBe(200);
  expect((await cancel(server.anonymous, order.token)).status).toBe(409);
  expect((await step(other, 'receive')).status).toBe(409);
});

test('only shipped items within the period can be returned, by their buyer', async () => {
  const unshipped = await bought(1, false);
  expect((await request(unshipped, 1)).status).toBe(409);
  const order = await bought(1);
  expect((await request({ ...order, token: 'wrong' }, 1)).status).toBe(404);
  expect((await request({ ...order, token: '' }, 1, await server.as({ role: 0 }))).status).toBe(404);
  await sql`update orders set shipped_at = now() - interval '45 days' where id = ${order.id}`.execute(server.db);
  expect((await request(order, 1)).status).toBe(409);
  expect((await returns(order)).returnable).toEqual([]);
});

test('simultaneous requests never return more than was shipped, and a return is refunded once', async () => {
  const order = await bought(3);
  const asked = await Promise.all(Array.from({ length: 6 }, () => request(order, 2)));
  expect(asked.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
  const id = (await returns(order)).returns[0]?.id ?? 0;
  await step(id, 'receive');
  const accepted = await Promise.all(
    Array.from({ length: 6 }, (_, at) => accept(id, { condition: at % 2 ? 'good' : 'bad' })),
  );
  expect(accepted.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  const { rows } = await sql<{ n: number; back: number }>`select
    (select count(*)::integer from payment_refunds f join payments p on p.id = f.payment_id where p.subject = ${`order:${order.id}`}) as n,
    (select coalesce(sum(on_hand_change), 0)::integer from stock_movements where reference = ${`order:${order.id}`} and kind = 'RETURN') as back`.execute(
    server.db,
  );
  // Items in bad condition do not count as on hand.
  const isGood = accepted.findIndex(({ status }) => status === 200) % 2 === 1;
  expect(rows[0]).toEqual({ n: 1, back: isGood ? 2 : 0 });
});

test('staff cannot cancel single lines of an order that is not paid', async () => {
  const { body } = await placed(server.anonymous, orderOf([{ slug, quantity: 2 }]));
  const cancelled = await admin.call('POST /v1/admin/orders/:id/cancel', {
    params: { id: body.id },
    body: { reason: 'Not available', lines: [{ line: 1, quantity: 1 }] },
    idempotencyKey: randomUUID(),
  });
  expect(cancelled.status).toBe(409);
});

test('items returned after a lost dispute are no revenue: their price is set against the loss', async () => {
  const order = await bought(3);
  const [first, second] = [await requested(order, 1), await requested(order, 2)];
  const before = await book(order);
  const lose = async (minor: bigint) => {
    const payment = await paymentOfSubject(server.db, `order:${order.id}`);
    if (!payment) throw new Error('not paid');
    const dispute = { id: `dp_${order.id}`, intentId: null, amountMinor: minor, status: 'lost' as const };
    await settleDispute(server.platform, payment, dispute);
    return payment.capturedMinor - minor;
  };
  // The bank leaves one dollar.
  const captured = (await paymentOfSubject(server.db, `order:${order.id}`))?.capturedMinor ?? 0n;
  expect(await lose(captured - 100n)).toBe(100n);
  for (const id of [first, second]) {
    await step(id, 'receive');
    expect((await accept(id)).status).toBe(200);
  }
  const after = await book(order);
  expect(after.rev).toBe(0n);
  expect(after.cash).toBe(0n);
  // The shipping and its tax stay sold, and are what was lost.
  expect(after['rev.shipping']).toBe(before['rev.shipping']);
  expect(after.goodwill).toBe(-((after['rev.shipping'] ?? 0n) + (after.tax ?? 0n)));
  expect((await verifyLedger(server.db)).problems).toEqual([]);
});

test('items can be returned after a lost dispute, which promises and refunds no more than the bank left', async () => {
  const order = await bought(2);
  const payment = await paymentOfSubject(server.db, `order:${order.id}`);
  if (!payment) throw new Error('not paid');
  const dispute = { id: `dp_${order.id}`, intentId: null, amountMinor: payment.capturedMinor };
  await settleDispute(server.platform, payment, { ...dispute, status: 'open' });
  expect((await request(order, 1)).status, 'while the bank decides').toBe(409);
  await settleDispute(server.platform, payment, { ...dispute, status: 'lost' });
  const id = await requested(order, 2);
  expect((await mailsOf(order, 'order-return')).at(-1)?.text_body).toContain('Nothing more is refunded.');
  await step(id, 'receive');
  expect((await accept(id)).status).toBe(200);
  const after = await book(order);
  expect([after.rev, after.cash]).toEqual([0n, 0n]);
  expect((await verifyLedger(server.db)).problems).toEqual([]);
});

test('staff cannot decide about returns of their own orders', async () => {
  const staff = await server.as({ role: 3 });
  const { body } = await placed(staff, orderOf([{ slug, quantity: 1 }]));
  expect((await pay(staff, body)).status).toBe(200);
  await ship(body);
  const id = await requested(body, 1);
  expect((await step(id, 'receive', '', staff)).status).toBe(403);
  await step(id, 'receive');
  expect((await accept(id, {}, staff)).status).toBe(403);
});

test('the list shows returns of all orders by state, to staff only', async () => {
  const order = await bought(1);
  const id = await requested(order, 1);
  const list = await admin.call('GET /v1/admin/returns', { query: { state: 'requested' } });
  expect(list.body.data.find((row) => row.id === id)).toMatchObject({ order_number: order.number, item_count: 1 });
  expect((await (await server.as({ role: 0 })).call('GET /v1/admin/returns', {})).status).toBe(403);
});

test('downloads are not returned, and a share waits for an open return', async () => {
  const order = await bought(1);
  const id = await requested(order, 1);
  await admin.call('POST /v1/admin/orders/:id/steps', {
    params: { id: order.id },
    body: { event: 'deliver', reason: 'Arrived' },
    idempotencyKey: randomUUID(),
  });
  const later = new Date(Date.now() + 40 * 86_400_000);
  await releaseEarnings(server.db, later);
  expect((await book(order))['earn.avail'] ?? 0n).toBe(0n);
  await step(id, 'refuse');
  await releaseEarnings(server.db, later);
  expect((await book(order))['earn.avail']).toBe(-375n);
  await sql`update products set is_digital = true, shipping_class_id = null, tracks_stock = false where slug = ${slug}`.execute(
    server.db,
  );
  expect((await returns(order)).returnable).toEqual([]);
  expect((await request(order, 1)).status).toBe(422);
});
