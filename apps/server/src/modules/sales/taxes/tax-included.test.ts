import { randomUUID } from 'node:crypto';
import { type Owner, partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cachesRefreshed, storeSetting } from '../../../testing/catalog.ts';
import { violationsAtRest } from '../../../testing/invariants.ts';
import { accountDealer, estimated, payCard, payLater } from '../../../testing/money/purchases.ts';
import { readPdf } from '../../../testing/pdf-text.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { orderOf, pay, placed, settled } from '../../../testing/shop.ts';
import { berlin, bookedOn, taxShop } from '../../../testing/tax-shop.ts';
import { postTransfer, verifyLedger } from '../../ledger/index.ts';
import { deliverPurchase } from '../../purchases/deliver-purchase.ts';
import { linkPurchase } from '../../purchases/link-purchase.ts';

const seller = 'ATU13585627';
const german = 'DE136695976';
const budapest = { ...berlin, country_code: 'HU', city: 'Budapest', postal_code: '1011' };
const vienna = { ...berlin, country_code: 'AT', city: 'Wien', postal_code: '1010' };
const zurich = { ...berlin, country_code: 'CH', city: 'Zürich', postal_code: '8001' };

let server: TestServer;
let admin: Client;
let slug: string;
let tunes: Awaited<ReturnType<typeof taxShop>>['tunes'];
beforeAll(async () => {
  server = await testServer();
  ({ admin, slug, tunes } = await taxShop(server, { DE: '19', HU: '27', AT: '20', CH: null }));
  await storeSetting(server, 'company_vat_id', seller);
  await settled(server);
});
afterAll(() => server.close());
beforeEach(() => sql`delete from rate_limits`.execute(server.db));
afterEach(async () => {
  const provider = server.platform.payments;
  expect(provider && (await violationsAtRest(server.db, provider))).toEqual([]);
  expect((await verifyLedger(server.db)).problems).toEqual([]);
});

const book = (...subjects: string[]) => bookedOn(server.db, subjects);
const bookOf = ({ id }: { id: number }) => book(`order:${id}`, `order-account:${id}`);
const purchaseBook = ({ id }: { id: number }) => book(`purchase:${id}`, `purchase-account:${id}`);
const transactions = async (number: string) =>
  (await admin.call('GET /v1/admin/transactions', { query: { search: number } })).body.data;
const refund = async (number: string, amount: string) => {
  const [first] = await transactions(number);
  return admin.call('POST /v1/admin/transactions/:id/partially-refund', {
    params: { id: first?.id ?? 0 },
    body: { amount, reason: 'Scratched' },
    idempotencyKey: randomUUID(),
  });
};
const refundRest = async (number: string) => {
  for (const { id } of await transactions(number)) {
    const done = await admin.call('POST /v1/admin/transactions/:id/fully-refund', {
      params: { id },
      body: { reason: 'Not wanted' },
    });
    expect(done.status).toBe(200);
  }
};
async function giveMoney(owner: Owner, minor: bigint): Promise<void> {
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
}

/** Three at 33.33 less 10 %, and shipping: 104.99 with 16.76 VAT. */
const three = (more: object = {}) => orderOf([{ slug, quantity: 3 }], { billing: berlin, codes: ['PARTS'], ...more });
async function bought(body: object = three(), client: Client = server.anonymous, payment: object | null = null) {
  const order = (await placed(client, body)).body;
  const paid = payment
    ? await client.call('POST /order/:id/payment', {
        params: { id: order.id },
        body: payment,
        idempotencyKey: randomUUID(),
      })
    : await pay(client, order);
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);
  return order;
}
const ship = ({ id }: { id: number }, lines?: readonly { line: number; quantity: number }[]) =>
  admin.call('POST /v1/admin/orders/:id/ship', {
    params: { id },
    body: { tracking_number: 'T1', ...(lines ? { lines: [...lines] } : {}) },
    idempotencyKey: randomUUID(),
  });
const cancel = ({ id }: { id: number }, lines: readonly { line: number; quantity: number }[]) =>
  admin.call('POST /v1/admin/orders/:id/cancel', {
    params: { id },
    body: { reason: 'Not available', lines },
    idempotencyKey: randomUUID(),
  });

describe('an order whose prices contain tax', () => {
  test('costs what is shown and posts net revenue, the tax and shares of the net price', async () => {
    const order = await bought();
    expect(order).toMatchObject({
      list: { amount: '99.99' },
      discount: { amount: '10.00' },
      shipping: { amount: '15.00' },
      tax: { amount: '16.76' },
      taxes: [{ name: 'VAT', percent: '19', amount: { amount: '16.76' } }],
      total: { amount: '104.99' },
      net: { amount: '88.23' },
      tax_included: true,
      reverse_charge: false,
    });
    const sold = await bookOf(order);
    expect(sold).toMatchObject({ cash: 10_499n, 'defer.goods': -8_823n, tax: -1_676n, 'cost.comm': 945n });
    expect((await ship(order)).status).toBe(200);
    expect(await bookOf(order)).toMatchObject({ rev: -7_562n, 'rev.shipping': -1_261n, tax: -1_676n });
  });

  test('takes back the shown price of a piece and the tax in it, before and after it ships', async () => {
    const order = await bought();
    expect((await cancel(order, [{ line: 1, quantity: 1 }])).body.order.refunded).toMatchObject({ amount: '29.99' });
    // 29.99 contain 4.79.
    expect(await bookOf(order)).toMatchObject({ cash: 7_500n, 'defer.goods': -6_303n, tax: -1_197n });
    expect((await ship(order, [{ line: 1, quantity: 1 }])).status).toBe(200);
    expect((await ship(order)).status).toBe(200);
    const shipped = await bookOf(order);
    expect(shipped).toMatchObject({ cash: 7_500n, tax: -1_197n });
    expect(shipped['defer.goods']).toBeUndefined();
    expect((shipped.rev ?? 0n) + (shipped['rev.shipping'] ?? 0n)).toBe(-6_303n);
    const { body } = await server.anonymous.call('POST /order/:id/returns', {
      params: { id: order.id },
      body: { token: order.token, reason: 'faulty', note: '', lines: [{ line: 1, quantity: 1 }] },
      idempotencyKey: randomUUID(),
    });
    const id = body.returns.at(-1)?.id ?? 0;
    await admin.call('POST /v1/admin/returns/:id/steps', {
      params: { id },
      body: { event: 'receive', reason: '' },
      idempotencyKey: randomUUID(),
    });
    const accepted = await admin.call('POST /v1/admin/returns/:id/accept', {
      params: { id },
      body: { condition: 'good', reason: 'Checked' },
      idempotencyKey: randomUUID(),
    });
    expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
    expect(await bookOf(order)).toMatchObject({ cash: 4_500n, tax: -718n });
    await refundRest(order.number);
    expect(await bookOf(order)).toEqual({});
  });

  test.each(['0.01', '7.77', '50.00', '104.98'])('gives back %s and the rest to nothing', async (amount) => {
    const order = await bought();
    expect((await refund(order.number, amount)).status).toBe(200);
    const { cash = 0n, 'defer.goods': goods = 0n, tax = 0n } = await bookOf(order);
    expect(cash + goods + tax).toBe(0n);
    // The tax is that of the amount that is left, to the cent.
    const exact = (Number(cash) * 19) / 119;
    expect(Math.abs(Number(-tax) - exact)).toBeLessThan(1);
    await refundRest(order.number);
    expect(await bookOf(order)).toEqual({});
  });

  test('leaves a share of what is left after an amount and then a piece were taken back', async () => {
    const order = await bought();
    expect((await refund(order.number, '40.00')).status).toBe(200);
    expect((await cancel(order, [{ line: 1, quantity: 1 }])).status).toBe(200);
    // 35.00 of 75.00 are left for two pieces and shipping: 28.00 of goods, 23.53 before tax, of which 12.5 %.
    expect(await bookOf(order)).toMatchObject({ cash: 3_500n, 'cost.comm': 294n });
    await refundRest(order.number);
    expect(await bookOf(order)).toEqual({});
  });

  test('is split between a balance and a card without losing a cent of tax', async () => {
    const buyer = await server.as({});
    await giveMoney(`user:${buyer.userId ?? 0}`, 4_000n);
    const balance = { source: 'prepaid', amount: '33.34', currency: 'CAD' };
    const order = await bought(three(), buyer, { balance, method: { token: 'test_ok' } });
    expect(await bookOf(order)).toMatchObject({ cash: 7_165n, prepay: 3_334n, 'defer.goods': -8_823n, tax: -1_676n });
    expect((await cancel(order, [{ line: 1, quantity: 3 }])).status).toBe(200);
    expect(await bookOf(order)).toEqual({});
    const { member, dealer } = await accountDealer(server, { limitMinor: 100_000n });
    const account = { source: 'account', amount: '104.99', currency: 'CAD', dealer: String(dealer.id) };
    const charged = await bought(three({ dealer: String(dealer.id) }), member, { balance: account });
    expect(await bookOf(charged)).toMatchObject({ ar: 10_499n, 'defer.goods': -8_823n, tax: -1_676n });
    await refundRest(charged.number);
    expect(await bookOf(charged)).toEqual({});
  });

  test('costs the same where the table has no tax, and none is contained', async () => {
    const order = await bought(three({ billing: zurich }));
    expect(order).toMatchObject({ total: { amount: '104.99' }, tax: { amount: '0.00' }, taxes: [] });
    expect(await bookOf(order)).toMatchObject({ cash: 10_499n, 'defer.goods': -10_499n });
  });

  test('has the tax of its destination, at the same total', async () => {
    const order = await bought(three({ shipping: budapest }));
    expect(order).toMatchObject({ total: { amount: '104.99' }, tax: { amount: '22.32' } });
  });

  test('is exported with parts that sum to what was paid', async () => {
    const order = await bought();
    const { rows } = await sql<{ parts: bigint }>`
      select s.shipping_minor + s.tax_minor + (select sum(l.net_minor) from store_sale_lines l where l.subject = s.subject)::bigint as parts
      from store_sales s where s.subject = ${`order:${order.id}`}`.execute(server.db);
    expect(rows).toEqual([{ parts: 10_499n }]);
  });

  test('has an invoice with net, tax, gross and the VAT ids of both', async () => {
    const order = await bought(three({ billing: { ...berlin, vat_id: 'de 136 695 976' } }));
    const { body } = await server.anonymous.call('GET /order/:id/:token/invoice', {
      params: { id: order.id, token: order.token },
    });
    expect(body.seller.vat_id).toBe(seller);
    expect(body.order).toMatchObject({
      billing: { vat_id: german },
      net: { amount: '88.23' },
      tax: { amount: '16.76' },
      total: { amount: '104.99' },
    });
  });

  test('refuses a VAT id with a wrong check digit', async () => {
    const wrong = await placed(server.anonymous, three({ billing: { ...berlin, vat_id: 'DE136695977' } }));
    expect(wrong.status).toBe(422);
    expect(wrong.body).toMatchObject({ errors: { 'billing.vat_id': [expect.stringContaining('VAT id')] } });
  });
});

describe('reverse charge', () => {
  async function business(vatId = german) {
    const { member, dealer } = await accountDealer(server, { limitMinor: 10_000_000n });
    await server.db
      .updateTable('dealers')
      .set({ billing_address: JSON.stringify({ ...berlin, vat_id: vatId }) })
      .where('id', '=', dealer.id)
      .execute();
    const check = (body: object, by: Client = admin) =>
      by.call('PUT /v1/admin/dealers/:id/vat-check', { params: { id: dealer.id }, body });
    const forDealer = (more: object = {}) => three({ dealer: String(dealer.id), ...more });
    const sums = async (more: object = {}) => (await placed(member, forDealer(more))).body;
    return { member, dealer, check, sums, forDealer };
  }
  const verified = { vat_id: german, check: 'verified' };

  test('needs a VAT id that staff have verified', async () => {
    const { check, sums } = await business();
    const full = { total: { amount: '104.99' }, reverse_charge: false };
    expect(await sums()).toMatchObject(full);
    expect((await check({ vat_id: german, check: 'refused' })).body.vat).toMatchObject({ check: 'refused' });
    expect(await sums()).toMatchObject(full);
    expect((await check(verified)).body.vat).toMatchObject({ id: german, check: 'verified' });
    expect(await sums()).toMatchObject({
      total: { amount: '88.23' },
      net: { amount: '88.23' },
      tax: { amount: '0.00' },
      taxes: [],
      tax_removed: { amount: '16.76' },
      reverse_charge: true,
      billing: { full_name: 'North Bay Performance Ltd.', vat_id: german, country_code: 'DE' },
    });
  });

  test('is not given to an id that a buyer types, nor to an id that changed after it was verified', async () => {
    const { dealer, check, sums } = await business();
    const typed = await placed(await server.as({}), three({ billing: { ...berlin, vat_id: german } }));
    expect(typed.body).toMatchObject({ reverse_charge: false, total: { amount: '104.99' } });
    expect((await check(verified)).status).toBe(200);
    await server.db
      .updateTable('dealers')
      .set({ billing_address: JSON.stringify({ ...berlin, vat_id: 'FR40303265045' }) })
      .where('id', '=', dealer.id)
      .execute();
    expect(await sums()).toMatchObject({ reverse_charge: false, total: { amount: '104.99' } });
    expect((await check(verified)).status).toBe(409);
  });

  test('does not apply in the country of the seller or outside the EU, and the address does not change the price', async () => {
    const { check, sums } = await business();
    await check(verified);
    expect(await sums({ shipping: vienna })).toMatchObject({ reverse_charge: false, tax: { amount: '17.50' } });
    expect(await sums({ shipping: zurich })).toMatchObject({ reverse_charge: false, total: { amount: '104.99' } });
    expect(await sums({ shipping: budapest })).toMatchObject({ reverse_charge: true, total: { amount: '88.23' } });
    const own = await business(seller);
    await own.check({ vat_id: seller, check: 'verified' });
    expect(await own.sums()).toMatchObject({ reverse_charge: false, tax: { amount: '16.76' } });
  });

  test('is for staff to decide, not for members of the dealer', async () => {
    const { member, dealer, check } = await business();
    expect((await check(verified, member)).status).toBe(403);
    const staff = await server.as({ role: 3 });
    await server.db
      .insertInto('dealer_members')
      .values({ dealer_id: dealer.id, user_id: staff.userId ?? 0, kind: 'member' })
      .execute();
    expect((await check(verified, staff)).status).toBe(403);
    const both = await Promise.all([check(verified), check({ ...verified, check: 'refused' })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('is named on the credit note of a cancelled piece, as on the invoice', async () => {
    const { member, check, forDealer } = await business();
    await check(verified);
    const order = await bought(forDealer(), member);
    expect((await cancel(order, [{ line: 1, quantity: 1 }])).status).toBe(200);
    const [listed] = (await member.call('GET /invoices/:id', { params: { id: order.id } })).body.credit_notes;
    const { body } = await member.call('GET /credit-notes/:id', { params: { id: listed?.id ?? 0 } });
    expect(body).toMatchObject({ reverse_charge: true, taxes: [], total: { amount: '25.20' } });
    const pdf = await member.request('GET', `/api/credit-notes/${listed?.id}/pdf`);
    expect(readPdf(pdf.raw.rawPayload).text).toContain('Reverse charge');
  });

  test('posts no tax, and cancelled pieces give back their net price', async () => {
    const { member, check, forDealer } = await business();
    await check(verified);
    const order = await bought(forDealer(), member);
    expect(await bookOf(order)).toMatchObject({ cash: 8_823n, 'defer.goods': -8_823n });
    expect((await cancel(order, [{ line: 1, quantity: 1 }])).body.order.refunded).toMatchObject({ amount: '25.20' });
    expect((await ship(order)).status).toBe(200);
    await refundRest(order.number);
    expect(await bookOf(order)).toEqual({});
  });

  test('bills tunes to the business without tax', async () => {
    const { member, dealer, check } = await business();
    await check(verified);
    const hash = await estimated(member, tunes.selection, { dealer: String(dealer.id) });
    const { purchase } = (await payLater(member, hash, { dealer: String(dealer.id) })).body;
    // 400.00 and 50.00 less 19 % VAT.
    expect(purchase).toMatchObject({
      reverse_charge: true,
      total: { amount: '378.15' },
      tax: { amount: '0.00' },
      billing: { vat_id: german },
    });
    expect(await purchaseBook(purchase)).toEqual({ ar: 37_815n, 'defer.work': -37_815n });
  });
});

describe('a purchase of tunes whose prices contain tax', () => {
  let requests = 5_000;
  /** Links the purchase to a request and delivers it. */
  const deliver = (id: number, userId: number) =>
    server.db.transaction().execute(async (tx) => {
      const viewer = { userId, dealerIds: [], staff: false };
      requests += 1;
      await linkPurchase(tx, { id, requestId: requests, viewer, actorId: userId, now: new Date() });
      await deliverPurchase(tx, { id, actorId: null, now: new Date() });
    });

  test('costs what is shown, and revenue and shares are net', async () => {
    const buyer = await server.as({});
    const hash = await estimated(buyer, tunes.selection);
    const quote = await buyer.call('POST /v1/catalog/quote', {
      body: { estimate_hash: hash, country_code: 'DE', state: '' },
    });
    expect(quote.body).toMatchObject({ total: { amount: '550.00' }, tax: { amount: '87.82' }, tax_included: true });
    const { purchase } = (await payCard(buyer, hash, { billing: berlin })).body;
    expect(purchase).toMatchObject({
      total: { amount: '550.00' },
      tax: { amount: '87.82' },
      net: { amount: '462.18' },
    });
    expect(purchase.lines.map(({ amount }) => amount.amount)).toEqual(['500.00', '50.00']);
    expect(await purchaseBook(purchase)).toEqual({ cash: 55_000n, 'defer.work': -46_218n, tax: -8_782n });
    await deliver(purchase.id, buyer.userId ?? 0);
    // 40 % of 420.16 to the tuner.
    expect(await purchaseBook(purchase)).toEqual({
      cash: 55_000n,
      rev: -46_218n,
      tax: -8_782n,
      'cost.comm': 16_806n,
      'earn.hold': -16_806n,
    });
    expect((await refund(purchase.number, '100.00')).status).toBe(200);
    const { cash = 0n, rev = 0n, tax = 0n } = await purchaseBook(purchase);
    expect([cash, cash + rev + tax]).toEqual([45_000n, 0n]);
    expect(tax).toBe(-7_185n);
    await refundRest(purchase.number);
    expect(await purchaseBook(purchase)).toEqual({});
  });

  test('is taken back exactly, however it was paid', async () => {
    const { member, dealer } = await accountDealer(server, { limitMinor: 10_000_000n });
    await server.db
      .updateTable('dealers')
      .set({ billing_address: JSON.stringify(berlin) })
      .where('id', '=', dealer.id)
      .execute();
    const named = { dealer: String(dealer.id) };
    const hash = await estimated(member, tunes.selection, named);
    const onAccount = (await payLater(member, hash, { ...named, again: true })).body.purchase;
    expect(await purchaseBook(onAccount)).toEqual({ ar: 45_000n, 'defer.work': -37_815n, tax: -7_185n });
    const card = { amount: '123.45', currency: 'CAD', method: { token: 'test_ok' } };
    const split = await payLater(member, hash, { ...named, again: true, card });
    expect(split.status, JSON.stringify(split.body)).toBe(200);
    const splitBook = await purchaseBook(split.body.purchase);
    expect(splitBook).toEqual({ ar: 32_655n, cash: 12_345n, 'defer.work': -37_815n, tax: -7_185n });
    const buyer = await server.as({});
    await giveMoney(`user:${buyer.userId ?? 0}`, 20_000n);
    const prepaid = { amount: '199.99', currency: 'CAD' };
    const mixed = await payCard(buyer, await estimated(buyer, tunes.selection), { billing: berlin, prepaid });
    expect(await purchaseBook(mixed.body.purchase)).toEqual({
      cash: 35_001n,
      prepay: 19_999n,
      'defer.work': -46_218n,
      tax: -8_782n,
    });
    for (const { id, number } of [onAccount, split.body.purchase, mixed.body.purchase]) {
      expect((await refund(number, '0.99')).status).toBe(200);
      await refundRest(number);
      expect(await purchaseBook({ id })).toEqual({});
    }
  });

  test('that is free is valued before tax', async () => {
    await server.db
      .insertInto('discount_codes')
      .values({ code: 'GIFT', name: 'Gift', type: 'site', amount: '100', amount_type: 'percent' })
      .execute();
    await settled(server);
    const buyer = await server.as({});
    const tool = await tunes.make.tool({ fee: 0 });
    const free = await tunes.make.tune({ name: 'Gift', engines: [tunes.engine.id], tools: [tool.id] });
    await cachesRefreshed(server);
    const hash = await estimated(buyer, { engine: tunes.engine.id, tunes: [free.id] }, { codes: ['GIFT'] });
    const { body } = await payCard(buyer, hash, { billing: berlin, method: undefined });
    const { purchase } = body;
    expect(purchase).toMatchObject({ total: { amount: '0.00' }, tax: { amount: '0.00' } });
    expect(await purchaseBook(purchase)).toEqual({ goodwill: 42_017n, 'defer.work': -42_017n });
  });
});
