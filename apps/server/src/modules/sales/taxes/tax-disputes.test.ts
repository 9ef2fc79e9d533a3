import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { violationsAtRest } from '../../../testing/invariants.ts';
import { estimated, payCard } from '../../../testing/money/purchases.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { orderOf, pay, placed, settled } from '../../../testing/shop.ts';
import { berlin, bookedOn, taxShop } from '../../../testing/tax-shop.ts';
import { paymentOfSubject, settleDispute } from '../../payments/index.ts';
import { deliverPurchase } from '../../purchases/deliver-purchase.ts';
import { linkPurchase } from '../../purchases/link-purchase.ts';

// What a bank takes back of a sale whose prices contain tax, recomputed from the raw entries.

let server: TestServer;
let admin: Client;
let slug: string;
let tunes: Awaited<ReturnType<typeof taxShop>>['tunes'];
beforeAll(async () => {
  server = await testServer();
  ({ admin, slug, tunes } = await taxShop(server, { DE: '19' }));
  await settled(server);
});
afterAll(() => server.close());
beforeEach(() => sql`delete from rate_limits`.execute(server.db));
afterEach(async () => {
  const provider = server.platform.payments;
  expect(provider && (await violationsAtRest(server.db, provider))).toEqual([]);
});

const book = (...subjects: string[]) => bookedOn(server.db, subjects);
const bank = async (subject: string, status: 'open' | 'won' | 'lost', amountMinor?: bigint) => {
  const payment = await paymentOfSubject(server.db, subject);
  if (!payment) throw new Error('not paid');
  const dispute = { id: `dp_${subject}`, intentId: null, amountMinor: amountMinor ?? payment.capturedMinor, status };
  await settleDispute(server.platform, payment, dispute);
};

/** Three at 33.33 less 10 %, and shipping: 104.99 with 16.76 VAT. */
async function bought() {
  const order = (
    await placed(server.anonymous, orderOf([{ slug, quantity: 3 }], { billing: berlin, codes: ['PARTS'] }))
  ).body;
  expect((await pay(server.anonymous, order)).status).toBe(200);
  return { ...order, sale: `order:${order.id}` };
}
const ship = ({ id }: { id: number }, quantity: number) =>
  admin.call('POST /v1/admin/orders/:id/ship', {
    params: { id },
    body: { tracking_number: 'T1', lines: [{ line: 1, quantity }] },
    idempotencyKey: randomUUID(),
  });

describe('a disputed order whose prices contain tax', () => {
  test('has its net price, tax and shares again when the dispute is won', async () => {
    const { sale } = await bought();
    const before = await book(sale);
    await bank(sale, 'open');
    expect(await book(sale)).toMatchObject({ 'dispute.hold': 10_499n, tax: -1_676n });
    await bank(sale, 'won');
    expect(await book(sale)).toEqual(before);
  });

  test('owes no tax if it is lost before anything shipped', async () => {
    const { sale } = await bought();
    await bank(sale, 'lost');
    expect(await book(sale)).toEqual({});
  });

  test('keeps the tax of what has shipped if it is lost, and the rest is set against the loss', async () => {
    const order = await bought();
    expect((await ship(order, 1)).status).toBe(200);
    await bank(order.sale, 'lost');
    const { rev = 0n, 'rev.shipping': shipping = 0n, tax = 0n, goodwill = 0n, ...rest } = await book(order.sale);
    // One piece for 29.99 and a third of the shipping price were earned before; nothing else is left.
    expect(rest).not.toHaveProperty('defer.goods');
    expect(rest).not.toHaveProperty('cost.comm');
    expect(goodwill + rev + shipping + tax).toBe(0n);
    expect(rev).toBe(-2_520n);
    expect(Math.abs(Number(tax) - (Number(rev + shipping) * 19) / 100)).toBeLessThanOrEqual(1);
  });

  test('keeps its tax if a part is lost after it shipped, and only shares shrink', async () => {
    const order = await bought();
    expect((await ship(order, 3)).status).toBe(200);
    const before = await book(order.sale);
    await bank(order.sale, 'lost', 5_000n);
    const after = await book(order.sale);
    for (const kind of ['rev', 'rev.shipping', 'tax']) expect(after[kind]).toBe(before[kind]);
    expect(after).toMatchObject({ cash: 5_499n, goodwill: 5_000n });
    expect(after['cost.comm']).toBeLessThan(before['cost.comm'] ?? 0n);
    expect(after['cost.comm']).toBe(-(after['earn.hold'] ?? 0n));
  });
});

describe('a purchase of tunes whose prices contain tax', () => {
  let requests = 0;
  async function purchased(isDelivered: boolean) {
    const buyer = await server.as({});
    const { purchase } = (await payCard(buyer, await estimated(buyer, tunes.selection), { billing: berlin })).body;
    const { id } = purchase;
    if (isDelivered)
      await server.db.transaction().execute(async (tx) => {
        requests += 1;
        const viewer = { userId: buyer.userId ?? 0, dealerIds: [], staff: false };
        await linkPurchase(tx, { id, requestId: requests, viewer, actorId: viewer.userId, now: new Date() });
        await deliverPurchase(tx, { id, actorId: null, now: new Date() });
      });
    return { ...purchase, buyer, sale: `purchase:${id}` };
  }

  test('owes neither work nor tax if its dispute is lost before delivery', async () => {
    const { sale } = await purchased(false);
    await bank(sale, 'lost');
    expect(await book(sale)).toEqual({});
  });

  test('stays taxed revenue without shares if its dispute is lost after delivery', async () => {
    const { sale } = await purchased(true);
    await bank(sale, 'lost');
    expect(await book(sale)).toEqual({ rev: -46_218n, tax: -8_782n, goodwill: 55_000n });
  });

  test.each([false, true])('gets credit notes whose tax is that of the ledger, delivered: %s', async (isDelivered) => {
    const { id, buyer, sale, number } = await purchased(isDelivered);
    const payment = await paymentOfSubject(server.db, sale);
    const params = { id: payment?.id ?? 0 };
    const part = await admin.call('POST /v1/admin/transactions/:id/partially-refund', {
      params,
      body: { amount: '100.00', reason: 'Late' },
      idempotencyKey: randomUUID(),
    });
    expect(part.status).toBe(200);
    const whole = await admin.call('POST /v1/admin/transactions/:id/fully-refund', {
      params,
      body: { reason: 'Late' },
    });
    expect(whole.status).toBe(200);
    const invoice = (await buyer.call('GET /catalog-purchases/:id/invoice', { params: { id } })).body;
    const notes = await Promise.all(
      invoice.credit_notes.map(
        async (one) => (await buyer.call('GET /credit-notes/:id', { params: { id: one.id } })).body,
      ),
    );
    expect(notes.map(({ total, net, taxes }) => [total.amount, net.amount, taxes[0]?.amount.amount])).toEqual([
      ['100.00', '84.03', '15.97'],
      ['450.00', '378.15', '71.85'],
    ]);
    expect(notes[0]).toMatchObject({ sale: 'purchase', sale_number: number, invoice: { number: invoice.number } });
    expect(await book(sale)).toEqual({});
    const stranger = await server.as({});
    const noteId = { id: invoice.credit_notes[0]?.id ?? 0 };
    expect((await stranger.call('GET /credit-notes/:id', { params: noteId })).status).toBe(404);
  });
});
