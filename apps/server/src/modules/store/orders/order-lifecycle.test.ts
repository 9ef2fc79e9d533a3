import { randomUUID } from 'node:crypto';
import { type AccountKind, partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { unmask } from '../../../platform/mail/secrets.ts';
import { violationsAtRest } from '../../../testing/invariants.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed, settled } from '../../../testing/shop.ts';
import { receive } from '../../../testing/store.ts';
import { system } from '../../audit/index.ts';
import { balanceOf, makePayout, postedFor, releaseEarnings, verifyLedger } from '../../ledger/index.ts';
import { paymentOfSubject, settleDispute } from '../../payments/index.ts';
import { deliverOrders } from './end-order.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof makeShop>>;
beforeAll(async () => {
  server = await testServer();
  shop = await makeShop(server);
});
afterAll(() => server.close());
afterEach(async () => {
  const provider = server.platform.payments;
  expect(provider && (await violationsAtRest(server.db, provider))).toEqual([]);
});

type Entry = { slug: string; quantity: number };
async function bought(entries: readonly Entry[] | null = null, more: object = {}, client: Client = server.anonymous) {
  const wanted = entries ?? [{ slug: (await shop.sell(10)).slug, quantity: 2 }];
  await settled(server);
  const order = (await placed(client, orderOf(wanted, more))).body;
  expect((await pay(client, order)).status).toBe(200);
  const payment = await paymentOfSubject(server.db, `order:${order.id}`);
  return { ...order, slug: wanted[0]?.slug ?? '', transaction: payment?.id ?? 0 };
}
type Bought = Awaited<ReturnType<typeof bought>>;

const shown = async ({ id, token }: Bought) =>
  (await server.anonymous.call('GET /order/:id', { params: { id }, query: { token } })).body;
const level = (slug: string) =>
  server.db
    .selectFrom('stock_levels as l')
    .innerJoin('products as p', 'p.id', 'l.product_id')
    .select(['l.on_hand', 'l.allocated'])
    .where('p.slug', '=', slug)
    .executeTakeFirstOrThrow();
const mailsOf = async ({ number }: Bought, kind: string) => {
  const rows = await server.db.selectFrom('mail_outbox').selectAll().where('kind', '=', kind).orderBy('id').execute();
  return rows.filter(({ subject }) => subject.includes(number)).map((row) => unmask(row));
};
const booked = (order: Bought, kind: AccountKind) =>
  postedFor(server.db, `order:${order.id}`, platformAccount(kind, 'CAD'));

const cancel = ({ id, token }: Bought, client: Client = server.anonymous) =>
  client.call('POST /order/:id/cancel', { params: { id }, body: { token }, idempotencyKey: randomUUID() });
const staffCancel = ({ id }: Bought, more: object = {}, admin = shop.admin) =>
  admin.call('POST /v1/admin/orders/:id/cancel', {
    params: { id },
    body: { reason: 'Not available', ...more },
    idempotencyKey: randomUUID(),
  });
const ship = ({ id }: Bought, more: object = {}) =>
  shop.admin.call('POST /v1/admin/orders/:id/ship', {
    params: { id },
    body: { tracking_number: '1Z999AA10123456784', ...more },
    idempotencyKey: randomUUID(),
  });
const step = ({ id }: Bought, event: 'hold' | 'clear' | 'deliver', reason = 'Checked') =>
  shop.admin.call('POST /v1/admin/orders/:id/steps', {
    params: { id },
    body: { event, reason },
    idempotencyKey: randomUUID(),
  });
const refund = ({ transaction }: Bought, amount: string | null = null) =>
  amount === null
    ? shop.admin.call('POST /v1/admin/transactions/:id/fully-refund', {
        params: { id: transaction },
        body: { reason: 'Not wanted' },
        idempotencyKey: randomUUID(),
      })
    : shop.admin.call('POST /v1/admin/transactions/:id/partially-refund', {
        params: { id: transaction },
        body: { reason: 'Scratched', amount },
        idempotencyKey: randomUUID(),
      });
const track = ({ transaction }: Bought, tracking_number = 'T-1') =>
  shop.admin.call('POST /v1/admin/transactions/:id/set-tracking-number', {
    params: { id: transaction },
    body: { tracking_number },
    idempotencyKey: randomUUID(),
  });
const bank = async (order: Bought, status: 'open' | 'won' | 'lost', amountMinor?: bigint, dispute = 'dp') => {
  const payment = await paymentOfSubject(server.db, `order:${order.id}`);
  if (!payment) throw new Error('not paid');
  await settleDispute(server.platform, payment, {
    id: `${dispute}_${order.id}`,
    intentId: null,
    amountMinor: amountMinor ?? payment.capturedMinor,
    status,
  });
};

describe('full refund of an unshipped order', () => {
  test('cancels it, releases its stock and notifies the buyer', async () => {
    const order = await bought();
    expect(await level(order.slug)).toEqual({ on_hand: 10, allocated: 2 });
    expect((await refund(order)).body).toMatchObject({ state: 'refunded', order_state: 'cancelled' });
    expect(await level(order.slug)).toEqual({ on_hand: 10, allocated: 0 });
    expect(await shown(order)).toMatchObject({
      state: 'cancelled',
      sentence: 'We cancelled this order. Your payment was refunded.',
      cancelled: { by: 'staff' },
      refunded: order.total,
      can: { pay: false, cancel: false },
    });
    const [mail, ...more] = await mailsOf(order, 'order-cancelled');
    expect(more).toEqual([]);
    expect(mail?.text_body).toContain(`We are refunding ${order.total.amount}`);
    expect(await mailsOf(order, 'order-refunded')).toEqual([]);
  });
  test('leaves nothing to ship', async () => {
    const order = await bought();
    await refund(order);
    for (const reply of [await ship(order), await track(order)])
      expect([reply.status, reply.body]).toMatchObject([409, { code: 'invalid_transition' }]);
    expect(await mailsOf(order, 'order-shipped')).toEqual([]);
  });
  test('in two parts cancels it with the second part', async () => {
    const order = await bought();
    expect((await refund(order, '10.00')).body.order_state).toBe('paid');
    expect((await mailsOf(order, 'order-refunded')).map(({ subject }) => subject)).toEqual([
      `We refunded part of your order (${order.number})`,
    ]);
    expect((await refund(order)).body.order_state).toBe('cancelled');
    for (const kind of ['cash', 'defer.goods', 'tax'] as const) expect(await booked(order, kind)).toBe(0n);
  });
  test('of a partly shipped one cancels the rest with one e-mail', async () => {
    const order = await bought();
    const [line] = (await shown(order)).lines;
    expect((await ship(order, { lines: [{ line: line?.line, quantity: 1 }] })).status).toBe(200);
    expect((await refund(order)).body).toMatchObject({ state: 'refunded', order_state: 'shipped' });
    expect(await mailsOf(order, 'order-cancelled')).toHaveLength(1);
    expect(await mailsOf(order, 'order-refunded')).toEqual([]);
    expect(await level(order.slug)).toEqual({ on_hand: 9, allocated: 0 });
  });
  test('leaves a shipped order shipped', async () => {
    const order = await bought();
    await ship(order);
    expect((await refund(order)).body).toMatchObject({ state: 'refunded', order_state: 'shipped' });
    expect((await mailsOf(order, 'order-refunded')).map(({ subject }) => subject)).toEqual([
      `We refunded your order (${order.number})`,
    ]);
  });
});

describe('cancellation by the buyer', () => {
  test('of a paid order refunds it in full and releases its stock', async () => {
    const order = await bought();
    expect((await shown(order)).can.cancel).toBe(true);
    const reply = await cancel(order);
    expect([reply.status, reply.body]).toMatchObject([
      200,
      {
        state: 'cancelled',
        sentence: 'You cancelled this order. Your payment was refunded.',
        cancelled: { by: 'buyer' },
      },
    ]);
    expect((await cancel(order)).body.state).toBe('cancelled');
    expect(await level(order.slug)).toEqual({ on_hand: 10, allocated: 0 });
    for (const kind of ['cash', 'defer.goods', 'tax'] as const) expect(await booked(order, kind)).toBe(0n);
    expect(await mailsOf(order, 'order-cancelled')).toHaveLength(1);
  });
  test('is refused after a shipment and for other users', async () => {
    const order = await bought();
    expect((await cancel({ ...order, token: 'x'.repeat(43) })).status).toBe(404);
    expect((await cancel(order, await server.as({}))).status).toBe(200);
    const part = await bought();
    await ship(part, { lines: [{ line: 1, quantity: 1 }] });
    expect((await shown(part)).can.cancel).toBe(false);
    expect((await cancel(part)).body).toMatchObject({ code: 'conflict' });
    await ship(part);
    expect((await cancel(part)).status).toBe(409);
    expect(await booked(part, 'cash')).toBeGreaterThan(0n);
  });
  test('of an unpaid order records the buyer as canceller and sends no mail', async () => {
    const { slug } = await shop.sell(1);
    await settled(server);
    const order = { ...(await placed(server.anonymous, orderOf([{ slug, quantity: 1 }]))).body, slug, transaction: 0 };
    expect((await cancel(order)).body).toMatchObject({
      cancelled: { by: 'buyer' },
      sentence: 'You cancelled this order. You have not been charged.',
    });
    expect(await mailsOf(order, 'order-cancelled')).toEqual([]);
    expect((await pay(server.anonymous, order)).body).toMatchObject({ message: expect.stringContaining('cancelled') });
  });
  test('of a free order releases its stock', async () => {
    const { slug } = await shop.sell(3);
    const start = new Date(Date.now() - 60_000).toISOString();
    const end = new Date(Date.now() + 3_600_000).toISOString();
    const sale = { name: 'Gift', code: 'GIFT', type: 'products', amount: '100', amountType: 'percent', start, end };
    expect((await shop.admin.call('POST /v1/admin/sales', { body: sale as never })).status).toBe(201);
    const digital = await shop.sell(0, { is_digital: true, tracks_stock: false, shipping_class: null } as never);
    await settled(server);
    const input = orderOf([{ slug: digital.slug, quantity: 1 }], { codes: ['GIFT'], shipping_tier: null });
    const order = { ...(await placed(server.anonymous, input)).body, slug, transaction: 0 };
    expect((await pay(server.anonymous, order, undefined)).status).toBe(200);
    // It has no payment, and so no transaction: staff ship and cancel it by its own page.
    const record = (await shop.admin.call('GET /v1/admin/orders/:id', { params: { id: order.id } })).body;
    expect(record).toMatchObject({ transaction_id: null, can: { ship: true, cancel: true } });
    expect((await cancel(order)).body).toMatchObject({
      state: 'cancelled',
      sentence: 'You cancelled this order. You have not been charged.',
    });
  });
});

describe('staff steps', () => {
  test('hold, clear and ship an order with a mail to the buyer', async () => {
    const order = await bought();
    expect((await step(order, 'hold', '')).status).toBe(422);
    expect((await step(order, 'hold')).body).toMatchObject({
      order: { state: 'on_hold' },
      can: { hold: false, clear: true, ship: false, cancel: true },
    });
    expect(await mailsOf(order, 'order-on-hold')).toHaveLength(1);
    expect((await ship(order)).body).toMatchObject({ code: 'invalid_transition' });
    expect((await step(order, 'clear')).body.order.state).toBe('paid');
    expect((await ship(order)).body.order.state).toBe('shipped');
    expect((await step(order, 'deliver')).body.order.state).toBe('delivered');
    expect((await step(order, 'deliver')).status).toBe(409);
    const { history } = (await shop.admin.call('GET /v1/admin/orders/:id', { params: { id: order.id } })).body;
    expect(history.map(({ event }) => event)).toEqual(['place', 'pay', 'hold', 'clear', 'ship', 'deliver']);
    expect(history[2]).toMatchObject({ reason: 'Checked' });
  });
  test('reject an order on hold and refund it', async () => {
    const order = await bought();
    await step(order, 'hold');
    expect((await staffCancel(order)).body.order).toMatchObject({ state: 'cancelled', cancelled: { by: 'staff' } });
    expect(await booked(order, 'cash')).toBe(0n);
    const events = await server.db
      .selectFrom('order_events')
      .select('event')
      .where('order_id', '=', order.id)
      .execute();
    expect(events.at(-1)?.event).toBe('refuse');
    expect((await staffCancel(order)).body).toMatchObject({ code: 'invalid_transition' });
  });
  test('cancel an unpaid order without a mail', async () => {
    const { slug } = await shop.sell(1);
    await settled(server);
    const order = { ...(await placed(server.anonymous, orderOf([{ slug, quantity: 1 }]))).body, slug, transaction: 0 };
    expect((await staffCancel(order)).body.order).toMatchObject({ state: 'cancelled', cancelled: { by: 'staff' } });
    expect(await level(slug)).toEqual({ on_hand: 1, allocated: 0 });
  });
  test('are refused for their own orders', async () => {
    const buyer = await server.as({ role: 3 });
    const order = await bought(null, {}, buyer);
    expect((await staffCancel(order, {}, buyer)).status).toBe(403);
    expect((await cancel(order, buyer)).status).toBe(200);
  });
  test('mark an order delivered two weeks after it shipped', async () => {
    const order = await bought();
    await ship(order);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    await deliverOrders(server.db, inDays(13));
    expect((await shown(order)).state).toBe('shipped');
    await deliverOrders(server.db, inDays(15));
    expect((await shown(order)).state).toBe('delivered');
  });
});

describe('parts of an order', () => {
  const two = async () => {
    const [first, second] = [await shop.sell(10), await shop.sell(10)];
    return bought([
      { slug: first.slug, quantity: 3 },
      { slug: second.slug, quantity: 1 },
    ]);
  };
  test('ship in parcels, each recognizing its revenue and reducing stock', async () => {
    const order = await two();
    const owed = -(await booked(order, 'defer.goods'));
    const first = await ship(order, { lines: [{ line: 1, quantity: 2 }] });
    expect(first.body).toMatchObject({ order: { state: 'part_shipped', lines: [{ shipped: 2 }, { shipped: 0 }] } });
    expect(await level(order.slug)).toEqual({ on_hand: 8, allocated: 1 });
    expect(-(await booked(order, 'defer.goods'))).toBe(owed / 2n);
    const last = await ship(order, { tracking_number: 'RN123456789CA' });
    expect(last.body.order).toMatchObject({
      state: 'shipped',
      shipments: [{ carrier: 'ups' }, { carrier: 'canada-post' }],
    });
    expect(await level(order.slug)).toEqual({ on_hand: 7, allocated: 0 });
    expect(await booked(order, 'defer.goods')).toBe(0n);
    const mails = await mailsOf(order, 'order-shipped');
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Part of your order has shipped (${order.number})`,
      `Your order has shipped (${order.number})`,
    ]);
  });
  test('are refused beyond the open quantity', async () => {
    const order = await two();
    await ship(order, { lines: [{ line: 1, quantity: 2 }] });
    for (const lines of [[{ line: 1, quantity: 2 }], [{ line: 9, quantity: 1 }], []])
      expect((await ship(order, { lines })).status).toBe(422);
    expect((await staffCancel(order, { lines: [{ line: 1, quantity: 2 }] })).status).toBe(422);
  });
  test('are cancelled and refunded with their tax, and the rest ships', async () => {
    const order = await two();
    const reply = await staffCancel(order, { lines: [{ line: 2, quantity: 1 }] });
    expect(reply.body.order).toMatchObject({ state: 'paid', refunded: { amount: '100.00' } });
    expect((await mailsOf(order, 'order-cancelled')).map(({ subject }) => subject)).toEqual([
      `Part of your order is cancelled (${order.number})`,
    ]);
    expect((await ship(order)).body.order).toMatchObject({
      state: 'shipped',
      lines: [{ shipped: 3 }, { cancelled: 1 }],
    });
    expect(await booked(order, 'defer.goods')).toBe(0n);
  });
  test('whose refund takes the last money cancel the order, which does not ship unpaid', async () => {
    const order = await two();
    const rest = Number(order.total.amount) - 100;
    expect((await refund(order, rest.toFixed(2))).status).toBe(200);
    const reply = await staffCancel(order, { lines: [{ line: 2, quantity: 1 }] });
    expect(reply.body.order).toMatchObject({ state: 'cancelled', refunded: order.total });
    expect((await ship(order)).status).toBe(409);
    expect((await mailsOf(order, 'order-cancelled')).map(({ subject }) => subject)).toEqual([
      `Your order is cancelled (${order.number})`,
    ]);
    for (const kind of ['cash', 'defer.goods', 'tax'] as const) expect(await booked(order, kind)).toBe(0n);
  });
  test('all cancelled one after the other cancel the order, and shipping is refunded with the last', async () => {
    const order = await two();
    await staffCancel(order, { lines: [{ line: 1, quantity: 1 }] });
    await staffCancel(order, { lines: [{ line: 2, quantity: 1 }] });
    const last = await staffCancel(order, { lines: [{ line: 1, quantity: 2 }] });
    expect(last.body.order).toMatchObject({ state: 'cancelled', refunded: order.total });
    for (const kind of ['cash', 'defer.goods', 'tax'] as const) expect(await booked(order, kind)).toBe(0n);
  });
  test('not yet shipped are cancelled from a part-shipped order, which becomes shipped', async () => {
    const order = await two();
    await ship(order, { lines: [{ line: 1, quantity: 2 }] });
    const reply = await staffCancel(order);
    expect(reply.body.order).toMatchObject({ state: 'shipped', refunded: { amount: '200.00' }, cancelled: null });
    expect(await level(order.slug)).toEqual({ on_hand: 8, allocated: 0 });
    expect(await booked(order, 'defer.goods')).toBe(0n);
    const cash = await booked(order, 'cash');
    const earned = (await booked(order, 'rev')) + (await booked(order, 'rev.shipping')) + (await booked(order, 'tax'));
    expect(cash + earned).toBe(0n);
  });
  test('on back-order are cancelled before those in stock', async () => {
    const product = await shop.sell(1, { back_orders: true } as never);
    const order = await bought([{ slug: product.slug, quantity: 3 }]);
    await staffCancel(order, { lines: [{ line: 1, quantity: 2 }] });
    expect(await level(product.slug)).toEqual({ on_hand: 1, allocated: 1 });
    await receive(shop.admin, product.slug, shop.location.slug, 5);
    expect(await level(product.slug)).toEqual({ on_hand: 6, allocated: 1 });
    expect((await ship(order)).body.order.state).toBe('shipped');
    expect(await level(product.slug)).toEqual({ on_hand: 5, allocated: 0 });
  });
});

describe('the tracking number', () => {
  test('is mailed with a link and shown on the order and in the list', async () => {
    const buyer = await server.as({});
    const order = await bought(null, {}, buyer);
    await track(order, '1Z 999AA1 01 2345 6784');
    const [mail] = await mailsOf(order, 'order-shipped');
    expect(mail?.to_address).toBe('ada@example.test');
    expect(mail?.text_body).toContain('1Z 999AA1 01 2345 6784');
    expect(mail?.html_body).toContain('https://www.ups.com/track?tracknum=1Z999AA10123456784');
    const link = /profile\/orders\/\d+\/([\w-]+)\/invoice/.exec(mail?.text_body ?? '')?.[1] ?? '';
    const page = await server.anonymous.call('GET /order/:id/:token/invoice', {
      params: { id: order.id, token: link },
    });
    const parcel = { carrier: 'ups', carrier_name: 'UPS', tracking_number: '1Z 999AA1 01 2345 6784' };
    expect(page.body.order).toMatchObject({ sentence: 'On its way to you.', shipments: [parcel] });
    const list = (await buyer.call('GET /order')).body;
    expect(list.data[0]).toMatchObject({ tracking: { ...parcel, tracking_url: expect.stringContaining('ups.com') } });
  });
  test('is mailed again when corrected, and not when unchanged', async () => {
    const order = await bought();
    for (const number of ['T-1', 'T-1', 'T-2']) expect((await track(order, number)).status).toBe(200);
    expect((await mailsOf(order, 'order-shipped')).map(({ subject }) => subject)).toEqual([
      `Your order has shipped (${order.number})`,
      `New tracking number for your order (${order.number})`,
    ]);
    expect((await shown(order)).shipments).toMatchObject([
      { carrier: 'other', tracking_number: 'T-2', tracking_url: null },
    ]);
  });
});

describe('races', () => {
  test('of shipping, cancelling and refunding have one winner and no error', async () => {
    for (let round = 0; round < 6; round += 1) {
      const order = await bought();
      const replies = await Promise.all([ship(order), cancel(order), refund(order), staffCancel(order), track(order)]);
      for (const { status } of replies) expect([200, 409]).toContain(status);
      const { state, shipments } = await shown(order);
      expect([
        ['shipped', 1],
        ['cancelled', 0],
      ]).toContainEqual([state, shipments.length]);
    }
  });
  test('of two cancellations refund once', async () => {
    const order = await bought();
    const replies = await Promise.all([cancel(order), cancel(order), staffCancel(order), cancel(order)]);
    for (const { status } of replies) expect([200, 409]).toContain(status);
    expect(await booked(order, 'cash')).toBe(0n);
    expect(await mailsOf(order, 'order-cancelled')).toHaveLength(1);
  });
});

describe('a disputed order', () => {
  async function withAffiliate() {
    const { id } = await server.make.affiliate();
    const code = `PAL${id}`;
    await server.db
      .insertInto('discount_codes')
      .values({ code, name: 'Pal', affiliate_id: id, amount: '10', amount_type: 'percent', share_percent: '10' })
      .execute();
    const order = await bought(null, { codes: [code] });
    const owner = `affiliate:${id}` as const;
    const has = async () => ({
      waiting: -(await balanceOf(server.db, partyAccount('earn.hold', owner, 'CAD'))).postedMinor,
      available: -(await balanceOf(server.db, partyAccount('earn.avail', owner, 'CAD'))).postedMinor,
    });
    const release = () => releaseEarnings(server.db, new Date(Date.now() + 40 * 86_400_000));
    return { order, owner, has, release };
  }
  test('is neither shipped nor cancelled until the bank decides', async () => {
    const order = await bought();
    await bank(order, 'open');
    for (const reply of [await ship(order), await track(order), await cancel(order), await staffCancel(order)])
      expect([reply.status, reply.body]).toMatchObject([409, { code: 'conflict' }]);
    expect(await shown(order)).toMatchObject({
      state: 'paid',
      dispute: 'open',
      sentence: expect.stringContaining('a dispute of this payment'),
      can: { cancel: false },
    });
    await bank(order, 'won');
    expect(await shown(order)).toMatchObject({ dispute: null, can: { cancel: true } });
    expect((await ship(order)).status).toBe(200);
  });
  test('is cancelled when lost: its stock is released and its share voided', async () => {
    const { order, has, release } = await withAffiliate();
    expect(await has()).toEqual({ waiting: 1_800n, available: 0n });
    await bank(order, 'open');
    await bank(order, 'lost');
    expect(await shown(order)).toMatchObject({
      state: 'cancelled',
      cancelled: { by: 'bank' },
      sentence: 'Cancelled because your bank reversed the payment.',
    });
    expect(await level(order.slug)).toEqual({ on_hand: 10, allocated: 0 });
    expect((await ship(order)).status).toBe(409);
    await release();
    expect(await has()).toEqual({ waiting: 0n, available: 0n });
    for (const kind of ['cash', 'defer.goods', 'tax', 'goodwill', 'cost.comm', 'dispute.hold'] as const)
      expect(await booked(order, kind)).toBe(0n);
    expect(await mailsOf(order, 'order-cancelled')).toHaveLength(1);
  });
  test('freezes an available share, and a won dispute releases it', async () => {
    const { order, has, release } = await withAffiliate();
    await ship(order);
    await step(order, 'deliver');
    await release();
    expect(await has()).toEqual({ waiting: 0n, available: 1_800n });
    await bank(order, 'open');
    await release();
    expect(await has()).toEqual({ waiting: 1_800n, available: 0n });
    expect((await shown(order)).sentence).toBe('Delivered. Your bank is reviewing a dispute of this payment.');
    await bank(order, 'won');
    await release();
    expect(await has()).toEqual({ waiting: 0n, available: 1_800n });
  });
  test('that is lost after shipping voids the share, even a paid-out one', async () => {
    const { order, owner, has, release } = await withAffiliate();
    await ship(order);
    await step(order, 'deliver');
    await release();
    await server.db
      .transaction()
      .execute((tx) =>
        makePayout(
          tx,
          system,
          { owner, currency: 'CAD', requestKey: randomUUID(), until: new Date(Date.now() + 90 * 86_400_000) },
          new Date(),
        ),
      );
    await bank(order, 'open');
    expect(await has()).toEqual({ waiting: 0n, available: 0n });
    await bank(order, 'lost');
    expect(await has()).toEqual({ waiting: 0n, available: -1_800n });
    expect(await shown(order)).toMatchObject({ state: 'delivered', dispute: 'lost' });
    expect(await booked(order, 'rev')).toBeLessThan(0n);
  });
  test('of which the bank keeps a part waits for staff', async () => {
    const order = await bought();
    await bank(order, 'lost', 5_000n);
    expect(await shown(order)).toMatchObject({ state: 'on_hold', dispute: 'lost' });
    await step(order, 'clear');
    expect((await ship(order)).status).toBe(200);
  });
  test('that is lost when part-shipped keeps the shipped items as sold', async () => {
    const order = await bought();
    await ship(order, { lines: [{ line: 1, quantity: 1 }] });
    await bank(order, 'lost');
    expect(await shown(order)).toMatchObject({
      state: 'shipped',
      dispute: 'lost',
      lines: [{ shipped: 1, cancelled: 1 }],
    });
    expect(await booked(order, 'defer.goods')).toBe(0n);
    expect(await level(order.slug)).toEqual({ on_hand: 9, allocated: 0 });
    // Of 200.00 and 17.50 shipping the unshipped item was never sold.
    expect(await booked(order, 'rev')).toBe(-10_000n);
    expect(await booked(order, 'goodwill')).toBe(11_750n);
  });
  test('that is lost in part when part-shipped, and refunded of the rest, keeps the shipped items as sold', async () => {
    const order = await bought();
    await ship(order, { lines: [{ line: 1, quantity: 1 }] });
    await bank(order, 'lost', 16_000n);
    expect((await refund(order)).status).toBe(200);
    expect(await shown(order)).toMatchObject({ state: 'shipped', lines: [{ shipped: 1, cancelled: 1 }] });
    expect([await booked(order, 'cash'), await booked(order, 'defer.goods')]).toEqual([0n, 0n]);
    // The loss is the price of the shipped item and of shipping.
    expect(await booked(order, 'goodwill')).toBe(11_750n);
    expect((await booked(order, 'rev')) + (await booked(order, 'rev.shipping'))).toBe(-11_750n);
  });
  test('that is lost in part can be refunded up to what is left, and no further', async () => {
    const order = await bought();
    await ship(order);
    await bank(order, 'lost', 5_000n);
    expect((await refund(order, '100.00')).status).toBe(200);
    expect((await refund(order, '67.51')).status).toBe(422);
    const both = await Promise.all([refund(order), refund(order, '67.50')]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await booked(order, 'cash')).toBe(0n);
    expect(await booked(order, 'goodwill')).toBe(5_000n);
    expect((await booked(order, 'rev')) + (await booked(order, 'rev.shipping'))).toBe(-5_000n);
    expect((await paymentOfSubject(server.db, `order:${order.id}`))?.state).toBe('charged_back');
    expect((await verifyLedger(server.db)).problems).toEqual([]);
  });
  test('that is lost in part and then refused by staff refunds what the bank left', async () => {
    const order = await bought();
    await bank(order, 'lost', 5_000n);
    expect((await staffCancel(order)).status).toBe(200);
    expect(await shown(order)).toMatchObject({ state: 'cancelled' });
    for (const kind of ['cash', 'defer.goods', 'goodwill'] as const) expect(await booked(order, kind)).toBe(0n);
  });
});

describe('an order with a rental', () => {
  test('sells the other items when it ships', async () => {
    const buyer = await server.as({});
    const prices = [{ currency: 'CAD', price: '70.00' }];
    const rented = await shop.sell(5, { is_rental: true, prices } as never);
    const sold = await shop.sell(5);
    const order = await bought(
      [
        { slug: rented.slug, quantity: 1 },
        { slug: sold.slug, quantity: 2 },
      ],
      {},
      buyer,
    );
    expect((await ship(order)).status).toBe(200);
    expect(await level(rented.slug)).toEqual({ on_hand: 4, allocated: 0 });
    expect(await level(sold.slug)).toEqual({ on_hand: 3, allocated: 0 });
  });
  test('returns the deposit when cancelled', async () => {
    const buyer = await server.as({});
    const prices = [{ currency: 'CAD', price: '70.00', deposit: '500.00' }];
    const { slug } = await shop.sell(5, { is_rental: true, prices } as never);
    const order = await bought([{ slug, quantity: 1 }], {}, buyer);
    const [rental] = (await buyer.call('GET /order/:id/rentals', { params: { id: order.id }, query: {} })).body;
    const deposit = await buyer.call('POST /rentals/:id/deposit', {
      params: { id: rental?.id ?? 0 },
      body: { method: { token: 'test_ok' } },
      idempotencyKey: randomUUID(),
    });
    expect(deposit.status).toBe(200);
    expect((await cancel(order, buyer)).body.state).toBe('cancelled');
    expect(await level(slug)).toEqual({ on_hand: 5, allocated: 0 });
    const [after] = (await buyer.call('GET /order/:id/rentals', { params: { id: order.id }, query: {} })).body;
    expect(after?.state).toBe('cancelled');
    const payment = await paymentOfSubject(server.db, `rental:${rental?.id}`);
    expect(payment?.state).toBe('refunded');
  });
});
