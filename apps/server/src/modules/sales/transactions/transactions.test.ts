import { randomUUID } from 'node:crypto';
import { roles } from '@tuneport/domain/identity/roles';
import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { money } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed } from '../../../testing/shop.ts';
import { balanceOf, verifyLedger } from '../../ledger/index.ts';
import { addRefund } from '../../payments/index.ts';
import { moveRefund, refundById } from '../../payments/refunds/refund-queries.ts';
import { bookRefund } from '../../payments/refunds/settle-refund.ts';

let server: TestServer;
let admin: Client;
let slug: string;
beforeAll(async () => {
  server = await testServer();
  const shop = await makeShop(server);
  admin = shop.admin;
  slug = (await shop.sell(500)).slug;
});
afterAll(() => server.close());

/** A paid order and its transaction. */
async function bought(quantity = 2) {
  const order = (await placed(server.anonymous, orderOf([{ slug, quantity }]))).body;
  expect((await pay(server.anonymous, order)).status).toBe(200);
  const { body } = await admin.call('GET /v1/admin/transactions', { query: { search: order.number } });
  const transaction = body.data[0];
  if (!transaction) throw new Error('a paid order has no transaction');
  return { order, ...transaction };
}
const params = (one: { id: number }) => ({ params: { id: one.id } });
const platformBalance = async (kind: 'cash' | 'defer.goods' | 'rev' | 'rev.shipping' | 'tax') =>
  (await balanceOf(server.db, platformAccount(kind, 'CAD'))).postedMinor;
const refundPart = (one: { id: number }, amount: string, key: string = randomUUID()) =>
  admin.call('POST /v1/admin/transactions/:id/partially-refund', {
    ...params(one),
    body: { amount, reason: 'Scratched' },
    idempotencyKey: key,
  });
const refundAll = (one: { id: number }, key?: string) =>
  admin.call('POST /v1/admin/transactions/:id/fully-refund', {
    ...params(one),
    body: { reason: 'Not wanted' },
    ...(key ? { idempotencyKey: key } : {}),
  });
const minor = (amount: string) => BigInt(amount.replace('.', ''));

test('a paid order is a transaction with its lines, found by number and email address (C036 C037 S145)', async () => {
  const one = await bought();
  expect(one).toMatchObject({
    state: 'captured',
    order_state: 'paid',
    amount: one.order.total,
    email: 'ada@example.test',
  });
  const { body } = await admin.call('GET /v1/admin/transactions/:id', params(one));
  expect(body.order?.lines).toHaveLength(1);
  expect(body.refundable).toEqual(one.order.total);
  expect(body.can).toEqual({ refund: true, set_tracking_number: true });
  const none = await admin.call('GET /v1/admin/transactions', { query: { search: 'nobody@' } });
  expect(none.body.total).toBe(0);
  const later = await admin.call('GET /v1/admin/transactions', { query: { from: '2099-01-01' } });
  expect(later.body.total).toBe(0);
  expect((await admin.call('GET /v1/admin/transactions/:id', { params: { id: 9_999_999 } })).status).toBe(404);
});

test('adding a tracking number ships a paid order: stock is reduced and revenue recognized (C038 S345)', async () => {
  const one = await bought();
  const before = [
    await platformBalance('defer.goods'),
    (await platformBalance('rev')) + (await platformBalance('rev.shipping')),
  ] as const;
  const sent = await admin.call('POST /v1/admin/transactions/:id/set-tracking-number', {
    ...params(one),
    body: { tracking_number: '1Z 999 TEST' },
  });
  expect(sent.body).toMatchObject({ tracking_number: '1Z 999 TEST', order_state: 'shipped' });
  const worth = minor(one.order.list.amount) - minor(one.order.discount.amount) + minor(one.order.shipping.amount);
  expect((await platformBalance('defer.goods')) - before[0]).toBe(worth);
  expect((await platformBalance('rev')) + (await platformBalance('rev.shipping')) - before[1]).toBe(-worth);
  const moved = await server.db
    .selectFrom('stock_movements')
    .select(['kind', 'on_hand_change'])
    .where('reference', '=', `order:${one.order_id}`)
    .orderBy('id')
    .execute();
  expect(moved.map(({ kind }) => kind)).toEqual(['ALLOCATE', 'SALE']);
  const again = await admin.call('POST /v1/admin/transactions/:id/set-tracking-number', {
    ...params(one),
    body: { tracking_number: 'second' },
  });
  expect(again.body.tracking_number).toBe('second');
  expect((await platformBalance('defer.goods')) - before[0]).toBe(worth);
  const empty = await admin.call('POST /v1/admin/transactions/:id/set-tracking-number', {
    ...params(one),
    body: { tracking_number: ' ' },
  });
  expect(empty.status).toBe(422);
});

test('a full refund succeeds once; a second one responds already_committed (C039 S346)', async () => {
  const one = await bought();
  const dry = await admin.call('POST /v1/admin/transactions/:id/inspect-refund', { ...params(one), body: {} });
  expect(dry.body).toMatchObject({ amount: one.order.total, left: { amount: '0.00' } });
  const cash = await platformBalance('cash');
  const refunded = await refundAll(one);
  expect(refunded.status).toBe(200);
  expect(refunded.body).toMatchObject({ state: 'refunded', refunded: one.order.total, can: { refund: false } });
  expect((await platformBalance('cash')) - cash).toBe(-minor(one.order.total.amount));
  const again = await refundAll(one);
  expect(again.status).toBe(409);
  expect(again.body).toMatchObject({ code: 'already_committed' });
});

test('inspect-refund excludes a refund that settles in the meantime', async () => {
  const one = await bought();
  const inspect = (amount: string) =>
    admin.call('POST /v1/admin/transactions/:id/inspect-refund', { ...params(one), body: { amount } });
  const alone = await inspect('5.00');
  const waiting = await server.db.transaction().execute(async (tx) => {
    await sql`select from payments where id = ${one.id} for update`.execute(tx);
    const waiting = inspect('5.00');
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(tx);
      expect(rows).not.toHaveLength(0);
    });
    const input = { paymentId: one.id, amount: money(1001n, 'CAD'), reason: 'Scratched', actorId: null };
    const id = await addRefund(tx, { ...input, requestKey: randomUUID() });
    await moveRefund(tx, id, 'settled', {});
    const refund = await refundById(tx, id);
    if (refund) await bookRefund(tx, server.platform, refund);
    return { reply: waiting };
  });
  const { status, body } = await waiting.reply;
  expect(status).toBe(200);
  expect(body.postings).toEqual(alone.body.postings);
  expect(minor(alone.body.left.amount) - minor(body.left.amount)).toBe(1001n);
});

test('partial refunds before and after shipping continue until nothing is left, and every account balances (C040 S347)', async () => {
  const before = Object.fromEntries(
    await Promise.all(
      (['cash', 'defer.goods', 'rev', 'rev.shipping', 'tax'] as const).map(async (k) => [k, await platformBalance(k)]),
    ),
  );
  const one = await bought(3);
  expect((await refundPart(one, '10.01')).body).toMatchObject({
    state: 'part_refunded',
    refunded: { amount: '10.01' },
  });
  await admin.call('POST /v1/admin/transactions/:id/set-tracking-number', {
    ...params(one),
    body: { tracking_number: 'T' },
  });
  expect((await refundPart(one, '7.77')).status).toBe(200);
  expect((await refundPart(one, '0.01')).status).toBe(200);
  const last = await refundAll(one);
  expect(last.body.state).toBe('refunded');
  for (const kind of ['cash', 'defer.goods', 'rev', 'rev.shipping', 'tax'] as const)
    expect([kind, await platformBalance(kind)]).toEqual([kind, before[kind]]);
});

test('an amount of zero, too much, or with another precision is refused at its field (C040)', async () => {
  const one = await bought();
  for (const amount of ['0', '-1', '1.001', 'ten', '999999.00']) {
    const { status, body } = await refundPart(one, amount);
    expect(status, amount).toBe(422);
    expect(body).toMatchObject({ errors: { amount: [expect.any(String)] } });
  }
  const silent = await admin.call('POST /v1/admin/transactions/:id/partially-refund', {
    ...params(one),
    body: { amount: '1.00' },
  });
  expect(silent.body).toMatchObject({ errors: { reason: [expect.any(String)] } });
});

test('concurrent refunds never exceed the captured amount, and one key is one refund (C039 C040)', async () => {
  const one = await bought(4);
  const key = randomUUID();
  const racing = await Promise.all([
    refundAll(one),
    refundPart(one, '5.00', key),
    refundPart(one, '5.00', key),
    refundPart(one, '9.00'),
    refundAll(one),
  ]);
  expect(racing.every(({ status }) => [200, 409, 422].includes(status))).toBe(true);
  const { body } = await admin.call('GET /v1/admin/transactions/:id', params(one));
  expect(body.refunded).toEqual(one.order.total);
  expect(body.refunds.filter(({ amount }) => amount.amount === '5.00').length).toBeLessThanOrEqual(1);
  expect((await verifyLedger(server.db)).problems).toEqual([]);
});

test('the export has one row per line, plain numbers and no live formulas (C041)', async () => {
  const input = orderOf([{ slug, quantity: 1 }]);
  const order = (
    await placed(server.anonymous, { ...input, billing: { ...input.billing, full_name: '=HYPERLINK("x")' } })
  ).body;
  await pay(server.anonymous, order);
  const exporter = await server.as({ flags: ['tex'] });
  const reply = await exporter.request('GET', '/api/v1/admin/transactions/export');
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
  const lines = reply.raw.payload.trimEnd().split('\r\n');
  expect(lines[0]).toContain('transaction,order,line,date');
  const row = lines.find((line) => line.includes(order.number)) ?? '';
  expect(row).toContain(`"'=HYPERLINK(""x"")"`);
  expect(row).toContain(`,${order.total.amount},0.00,`);
  expect(
    (await (await server.as({ role: roles.User })).request('GET', '/api/v1/admin/transactions/export')).status,
  ).toBe(403);
});

test('orders of all customers are listed, a paid one with its transaction (C069)', async () => {
  const one = await bought();
  const open = (await placed(server.anonymous, orderOf([{ slug, quantity: 1 }]))).body;
  const staff = await server.as({ flags: ['f'] });
  const { body } = await staff.call('GET /v1/admin/orders', { query: { search: 'ada' } });
  expect(body.data.find(({ id }) => id === one.order_id)?.transaction_id).toBe(one.id);
  expect(body.data.find(({ id }) => id === open.id)?.transaction_id).toBeNull();
  const unpaid = await staff.call('GET /v1/admin/orders', { query: { state: 'pending_payment' } });
  expect(unpaid.body.data.every(({ state }) => state === 'pending_payment')).toBe(true);
});
