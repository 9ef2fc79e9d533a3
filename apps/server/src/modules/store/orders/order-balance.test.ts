import { randomUUID } from 'node:crypto';
import { type AccountKind, type Owner, partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { unmask } from '../../../platform/mail/secrets.ts';
import { violationsAtRest } from '../../../testing/invariants.ts';
import { accountDealer } from '../../../testing/money/purchases.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, placed, settled } from '../../../testing/shop.ts';
import { untilLockWait } from '../../../testing/waiting/locks.ts';
import { balanceOf, postedFor, postTransfer } from '../../ledger/index.ts';
import { addRefund, paymentOfSubject, performRefund, settleDispute } from '../../payments/index.ts';
import { expireOrders } from './end-order.ts';
import { lockOrder } from './order-queries.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof makeShop>>;
let slug: string;
beforeAll(async () => {
  server = await testServer();
  shop = await makeShop(server);
  slug = (await shop.sell(500)).slug;
  await settled(server);
});
afterAll(() => server.close());
afterEach(async () => {
  const provider = server.platform.payments;
  expect(provider && (await violationsAtRest(server.db, provider))).toEqual([]);
});

/** A user with the given prepaid money. */
async function prepaidBuyer(minor: bigint) {
  const client = await server.as({});
  const owner: Owner = `user:${client.userId ?? 0}`;
  await postTransfer(server.db, {
    key: `test:${randomUUID()}`,
    kind: 'goodwill.granted',
    subject: 'ticket:1',
    at: new Date(),
    reason: 'Late parcel',
    legs: [
      { account: platformAccount('goodwill', 'CAD'), amountMinor: minor },
      { account: partyAccount('prepay', owner, 'CAD'), amountMinor: -minor },
    ],
  });
  const has = async () => {
    const { postedMinor, pendingDebitMinor } = await balanceOf(server.db, partyAccount('prepay', owner, 'CAD'));
    return { posted: -postedMinor, held: pendingDebitMinor };
  };
  return { client, has };
}
/** 115.00 CAD. */
const order = async (client: Client) => (await placed(client, orderOf([{ slug, quantity: 1 }]))).body;
const pay = (client: Client, { id }: { id: number }, body: object) =>
  client.call('POST /order/:id/payment', { params: { id }, body, idempotencyKey: randomUUID() });
const prepaid = (amount: string) => ({ balance: { source: 'prepaid', amount, currency: 'CAD' } });
const account = (amount: string) => ({ balance: { source: 'account', amount, currency: 'CAD' } });
const card = (token = 'test_ok') => ({ method: { token } });
const booked = (id: number, kind: AccountKind) => postedFor(server.db, `order:${id}`, platformAccount(kind, 'CAD'));
const cancelOwn = (client: Client, { id }: { id: number }) =>
  client.call('POST /order/:id/cancel', { params: { id }, body: {}, idempotencyKey: randomUUID() });
const staffCancel = ({ id }: { id: number }) =>
  shop.admin.call('POST /v1/admin/orders/:id/cancel', {
    params: { id },
    body: { reason: 'Not available' },
    idempotencyKey: randomUUID(),
  });
const lastMail = async (kind: string) => {
  const row = await server.db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return unmask(row).text_body;
};
const transactions = async (number: string) =>
  (await shop.admin.call('GET /v1/admin/transactions', { query: { search: number } })).body.data;

describe('prepaid balance', () => {
  test('pays a whole order, and a cancellation returns it', async () => {
    const { client, has } = await prepaidBuyer(20_000n);
    const made = await order(client);
    const paid = await pay(client, made, prepaid('115.00'));
    expect([paid.status, paid.body]).toMatchObject([200, { order_state: 'paid', payment: null }]);
    expect(await has()).toEqual({ posted: 8_500n, held: 0n });
    expect(await booked(made.id, 'defer.goods')).toBe(-11_500n);
    expect(await transactions(made.number)).toMatchObject([{ amount: { amount: '115.00' }, state: 'captured' }]);
    expect((await pay(client, made, prepaid('115.00'))).body).toMatchObject({ code: 'already_committed' });
    const cancelled = await cancelOwn(client, made);
    expect(cancelled.body).toMatchObject({ state: 'cancelled', refunded: { amount: '115.00' } });
    expect(await has()).toEqual({ posted: 20_000n, held: 0n });
    const text = await lastMail('order-cancelled');
    expect(text).toContain('is back on your prepaid balance. You can use it right away.');
    expect(text).not.toContain('business days');
  });
  test('pays a part beside a card, and each part is refunded to its source', async () => {
    const { client, has } = await prepaidBuyer(5_000n);
    const made = await order(client);
    expect((await pay(client, made, prepaid('50.00'))).status).toBe(422);
    const paid = await pay(client, made, { ...prepaid('50.00'), ...card() });
    expect(paid.body).toMatchObject({ order_state: 'paid', payment: { amount: '65.00' } });
    expect(await has()).toEqual({ posted: 0n, held: 0n });
    expect([await booked(made.id, 'cash'), await booked(made.id, 'defer.goods')]).toEqual([6_500n, -11_500n]);
    const rows = await transactions(made.number);
    expect(rows.map(({ amount }) => amount.amount).sort()).toEqual(['50.00', '65.00']);
    const invoice = async () => (await client.call('GET /invoices/:id', { params: { id: made.id } })).body;
    const payment = {
      parts: [
        { means: 'prepaid', amount: { amount: '50.00' } },
        { means: 'card', amount: { amount: '65.00' } },
      ],
      withheld: { amount: '0.00' },
      due: { amount: '0.00' },
    };
    expect(await invoice()).toMatchObject({ refunded: { amount: '0.00' }, payment });
    const refund = (id: number, amount: string) =>
      shop.admin.call('POST /v1/admin/transactions/:id/partially-refund', {
        params: { id },
        body: { amount, reason: 'Scratched' },
        idempotencyKey: randomUUID(),
      });
    const own = rows.find(({ amount }) => amount.amount === '50.00')?.id ?? 0;
    expect((await refund(own, '20.00')).body.order_state).toBe('paid');
    expect(await has()).toEqual({ posted: 2_000n, held: 0n });
    expect(await lastMail('order-refunded')).toContain('is back on your prepaid balance');
    expect(await invoice()).toMatchObject({ refunded: { amount: '20.00' }, payment });
    const cancelled = await staffCancel(made);
    expect(cancelled.body.order).toMatchObject({ state: 'cancelled', refunded: { amount: '115.00' } });
    expect(await has()).toEqual({ posted: 5_000n, held: 0n });
    expect(await lastMail('order-cancelled')).toContain('the part for your card can take a few business days');
    for (const kind of ['cash', 'defer.goods', 'tax'] as const) expect(await booked(made.id, kind)).toBe(0n);
  });
  test('is refunded by a cancellation during which the card is refunded', async () => {
    const { client, has } = await prepaidBuyer(5_000n);
    const made = await order(client);
    await pay(client, made, { ...prepaid('50.00'), ...card() });
    const { id: paymentId } = await server.db
      .selectFrom('payments')
      .select('id')
      .where('subject', '=', `order:${made.id}`)
      .executeTakeFirstOrThrow();
    const input = { paymentId, amount: 'rest', reason: 'Scratched', requestKey: randomUUID(), actorId: null } as const;
    const { refundId, cancelling } = await server.db.transaction().execute(async (tx) => {
      const added = await addRefund(tx, input);
      const cancel = cancelOwn(client, made);
      await untilLockWait(tx);
      return { refundId: added, cancelling: [cancel] };
    });
    await performRefund(server.platform, refundId);
    const [cancelled] = await Promise.all(cancelling);
    expect(cancelled?.body).toMatchObject({ state: 'cancelled' });
    // The cancellation may have answered before the refund of the card was done.
    expect((await client.call('GET /order/:id', { params: { id: made.id } })).body).toMatchObject({
      state: 'cancelled',
      refunded: { amount: '115.00' },
    });
    expect(await has()).toEqual({ posted: 5_000n, held: 0n });
  });
  test('and the card are refunded by a cancellation during which an earlier refund of the card fails', async () => {
    const { client, has } = await prepaidBuyer(5_000n);
    const made = await order(client);
    await pay(client, made, { ...prepaid('50.00'), ...card() });
    const payment = await paymentOfSubject(server.db, `order:${made.id}`);
    const input = { paymentId: payment?.id ?? 0, amount: 'rest', reason: 'Scratched', actorId: null } as const;
    const failing = await server.db
      .transaction()
      .execute((tx) => addRefund(tx, { ...input, requestKey: randomUUID() }));
    const { cancelling } = await server.db.transaction().execute(async (tx) => {
      await lockOrder(tx, made.id);
      const cancel = staffCancel(made);
      await untilLockWait(tx);
      await tx.updateTable('payment_refunds').set({ state: 'failed' }).where('id', '=', failing).execute();
      return { cancelling: [cancel] };
    });
    const [cancelled] = await Promise.all(cancelling);
    expect(cancelled?.body.order).toMatchObject({ state: 'cancelled', refunded: { amount: '115.00' } });
    expect([await has(), await booked(made.id, 'cash')]).toEqual([{ posted: 5_000n, held: 0n }, 0n]);
  });
  test('is refunded while the card is disputed without cancelling the order, which ends only if the bank decides so', async () => {
    for (const status of ['won', 'lost'] as const) {
      const { client, has } = await prepaidBuyer(5_000n);
      const made = await order(client);
      await pay(client, made, { ...prepaid('50.00'), ...card() });
      const payment = await paymentOfSubject(server.db, `order:${made.id}`);
      if (!payment) throw new Error('not paid');
      const dispute = { id: `dp_${made.id}`, intentId: null, amountMinor: 6_500n };
      await settleDispute(server.platform, payment, { ...dispute, status: 'open' });
      const own = (await transactions(made.number)).find(({ amount }) => amount.amount === '50.00')?.id ?? 0;
      const refunded = await shop.admin.call('POST /v1/admin/transactions/:id/fully-refund', {
        params: { id: own },
        body: { reason: 'Not wanted' },
        idempotencyKey: randomUUID(),
      });
      expect(refunded.body).toMatchObject({ state: 'refunded', order_state: 'paid' });
      expect(await has()).toEqual({ posted: 5_000n, held: 0n });
      await settleDispute(server.platform, payment, { ...dispute, status });
      const shown = (await shop.admin.call('GET /v1/admin/orders/:id', { params: { id: made.id } })).body.order;
      expect(shown).toMatchObject(
        status === 'won' ? { state: 'paid', dispute: null } : { state: 'cancelled', dispute: 'lost' },
      );
      expect(await booked(made.id, 'cash')).toBe(status === 'won' ? 6_500n : 0n);
    }
  });
  test('is held during a card challenge and released when the order ends', async () => {
    const { client, has } = await prepaidBuyer(5_000n);
    const made = await order(client);
    expect((await pay(client, made, { ...prepaid('50.00'), ...card('test_card_expired') })).status).toBe(402);
    expect(await has()).toEqual({ posted: 5_000n, held: 5_000n });
    const other = await order(client);
    expect((await pay(client, other, prepaid('115.00'))).body).toMatchObject({ code: 'conflict' });
    // The buyer changes the split, then pays with the card alone.
    expect((await pay(client, made, { ...prepaid('10.00'), ...card('test_card_expired') })).status).toBe(402);
    expect(await has()).toEqual({ posted: 5_000n, held: 1_000n });
    expect((await pay(client, made, card())).body).toMatchObject({
      order_state: 'paid',
      payment: { amount: '115.00' },
    });
    expect(await has()).toEqual({ posted: 5_000n, held: 0n });
    expect((await pay(client, other, { ...prepaid('50.00'), ...card('test_card_expired') })).status).toBe(402);
    await expireOrders(server.platform, new Date(Date.now() + 3 * 3_600_000));
    expect(await has()).toEqual({ posted: 5_000n, held: 0n });
  });
  test('cannot be spent twice by concurrent orders, or by another user', async () => {
    const { client, has } = await prepaidBuyer(11_500n);
    const [first, second] = [await order(client), await order(client)];
    const replies = await Promise.all([pay(client, first, prepaid('115.00')), pay(client, second, prepaid('115.00'))]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await has()).toEqual({ posted: 0n, held: 0n });
    const guest = (await placed(server.anonymous, orderOf([{ slug, quantity: 1 }]))).body;
    const reply = await server.anonymous.call('POST /order/:id/payment', {
      params: { id: guest.id },
      body: { token: guest.token, ...prepaid('115.00') } as never,
      idempotencyKey: randomUUID(),
    });
    expect(reply.status).toBe(401);
  });
});

describe('a dealer account (C369)', () => {
  test('pays a whole order up to its limit', async () => {
    const { member, dealer } = await accountDealer(server, { limitMinor: 20_000n });
    const owes = async () => (await balanceOf(server.db, partyAccount('ar', `dealer:${dealer.id}`, 'CAD'))).postedMinor;
    const first = await order(member);
    expect((await pay(member, first, account('115.00'))).body).toMatchObject({ order_state: 'paid' });
    expect(await owes()).toBe(11_500n);
    const second = await order(member);
    const refused = await pay(member, second, account('115.00'));
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'dealer_hit_credit_limit', current: { left: { amount: '85.00' }, card: { amount: '30.00' } } },
    });
    expect((await pay(member, second, { ...account('85.00'), ...card() })).body).toMatchObject({
      order_state: 'paid',
      payment: { amount: '30.00' },
    });
    expect(await owes()).toBe(20_000n);
    const [row] = (await transactions(first.number)).filter(({ amount }) => amount.amount === '115.00');
    await shop.admin.call('POST /v1/admin/transactions/:id/fully-refund', {
      params: { id: row?.id ?? 0 },
      body: { reason: 'Not wanted' },
      idempotencyKey: randomUUID(),
    });
    expect(await owes()).toBe(8_500n);
  });
  test('is refused for users who are not members of the dealer', async () => {
    const { dealer } = await accountDealer(server, { limitMinor: 20_000n });
    const stranger = await server.as({});
    const made = await order(stranger);
    const body = { balance: { source: 'account', amount: '115.00', currency: 'CAD', dealer: dealer.slug } };
    expect((await pay(stranger, made, body)).status).toBe(422);
  });
});

describe('prepaid balance of a dealer', () => {
  async function prepaidDealer(minor: bigint) {
    const { member, dealer } = await accountDealer(server, { limitMinor: 0n });
    const own = partyAccount('prepay', `dealer:${dealer.id}`, 'CAD');
    await postTransfer(server.db, {
      key: `test:${randomUUID()}`,
      kind: 'goodwill.granted',
      subject: 'ticket:1',
      at: new Date(),
      legs: [
        { account: platformAccount('goodwill', 'CAD'), amountMinor: minor },
        { account: own, amountMinor: -minor },
      ],
    });
    const has = async () => -(await balanceOf(server.db, own)).postedMinor;
    const body = (amount: string) => ({
      balance: { source: 'prepaid', amount, currency: 'CAD', dealer: dealer.slug },
    });
    return { member, dealer, has, body };
  }

  test('pays orders of its members, whole or beside a card, and refunds go back to it', async () => {
    const { member, dealer, has, body } = await prepaidDealer(15_000n);
    expect((await member.call('GET /v1/balances')).body).toMatchObject([
      { source: 'prepaid', dealer: { id: dealer.id }, available: { amount: '150.00' }, credit_limit: null },
      { source: 'account', dealer: { id: dealer.id } },
    ]);
    const first = await order(member);
    expect((await pay(member, first, body('115.00'))).body).toMatchObject({ order_state: 'paid' });
    expect(await has()).toBe(3_500n);
    const second = await order(member);
    expect((await pay(member, second, body('115.00'))).body).toMatchObject({ code: 'conflict' });
    expect((await pay(member, second, { ...body('35.00'), ...card() })).body).toMatchObject({ order_state: 'paid' });
    expect(await has()).toBe(0n);
    const params = { id: first.id };
    await member.call('POST /order/:id/cancel', { params, body: {}, idempotencyKey: randomUUID() });
    expect(await has()).toBe(11_500n);
  });

  test('is refused for other users and for members of a suspended dealer', async () => {
    const { member, dealer, has, body } = await prepaidDealer(15_000n);
    const stranger = await server.as({});
    expect((await pay(stranger, await order(stranger), body('115.00'))).status).toBe(422);
    const made = await order(member);
    await server.db.updateTable('dealers').set({ state: 'suspended' }).where('id', '=', dealer.id).execute();
    expect((await pay(member, made, body('115.00'))).status).toBe(404);
    expect((await member.call('GET /v1/balances')).body).toEqual([]);
    expect(await has()).toBe(15_000n);
  });
});

test('balances are listed with their entries', async () => {
  const { client } = await prepaidBuyer(5_000n);
  const made = await order(client);
  await pay(client, made, { ...prepaid('20.00'), ...card() });
  expect((await client.call('GET /v1/balances')).body).toEqual([
    {
      source: 'prepaid',
      dealer: null,
      available: { amount: '30.00', currency: 'CAD' },
      credit_limit: null,
      barred: null,
    },
  ]);
  const [own] = (await client.call('GET /v1/balances/prepaid')).body;
  expect(own).toMatchObject({
    available: { amount: '30.00' },
    entries: [
      { label: `Paid for order ${made.number}`, amount: { amount: '-20.00' } },
      { label: 'Credit: Late parcel', amount: { amount: '50.00' } },
    ],
  });
});
