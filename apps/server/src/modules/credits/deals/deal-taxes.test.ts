import { randomUUID } from 'node:crypto';
import { roles } from '@tuneport/domain/identity/roles';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { proveCredits } from '../../../testing/money/credits.ts';
import {
  accountDealer,
  bookedFor,
  estimated,
  owes,
  payCard,
  proveBooks,
  tuneShop,
} from '../../../testing/money/purchases.ts';
import { readPdf } from '../../../testing/pdf-text.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { setTaxes } from '../../../testing/shop.ts';
import { until } from '../../../testing/waiting/eventually.ts';
import { paymentOfSubject, settleDispute } from '../../payments/index.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof tuneShop>>;
let author: Client;
let publisher: Client;
beforeAll(async () => {
  server = await testServer();
  shop = await tuneShop(server);
  author = await server.as({ role: roles.Admin });
  publisher = await server.as({ role: roles.Admin });
  await setTaxes(server, shop.admin, [
    { country_code: 'CA', state: '', name: 'GST', percent: '5' },
    { country_code: 'DE', state: '', name: 'USt', percent: '19' },
  ]);
});
afterAll(() => server.close());
afterEach(async () => {
  await proveCredits(server);
  await proveBooks(server);
});

async function offer(dealerId: number, input: object = {}) {
  const body = {
    dealer_id: dealerId,
    kind: 'credit_pack',
    title: 'Ten tunes',
    currency: 'CAD',
    price: '1050',
    ...input,
  };
  const draft = (await author.call('POST /v1/admin/dealer-credit-deals', { body: { ecu_credits: 10, ...body } })).body;
  const { id, updated_at: readAt } = draft;
  await publisher.call('POST /v1/admin/dealer-credit-deals/:id/publish', { params: { id }, readAt });
  return { id: draft.id, uuid: draft.uuid };
}
const payDeal = (client: Client, id: number, uuid: string, body: object = { method: { token: 'test_ok' } }) =>
  client.call('POST /v1/dealers/:id/credit-deals/:uuid/payment', {
    params: { id, uuid },
    body,
    idempotencyKey: randomUUID(),
  });
const refundUnused = (id: number) =>
  author.call('POST /v1/admin/dealer-credit-deals/:id/refund', {
    params: { id },
    body: { reason: 'Not needed' },
    idempotencyKey: randomUUID(),
  });
const invoiceOf = async (client: Client, dealerId: number, dealId: number) =>
  (await client.call('GET /v1/dealers/:id/deal-invoices/:dealId', { params: { id: dealerId, dealId } })).body;
/** What the ledger holds of a kind of account for a deal. */
const booked = async (dealId: number, kind: string) =>
  (
    await sql<{ sum: bigint }>`select coalesce(sum(e.amount_minor), 0)::bigint as sum from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
      where t.subject = ${`credit-deal:${dealId}`} and a.kind = ${kind} and not e.pending`.execute(server.db)
  ).rows[0]?.sum;

test.each(['account', 'card'] as const)(
  'tune credits bought by %s are taxed once: at the sale, not when used, and the tax of the unused rest goes back',
  async (way) => {
    const { member, dealer } = await accountDealer(server, { limitMinor: 500_000n });
    const params = { id: dealer.id };
    const { id, uuid } = await offer(dealer.id, { pay_on_account: true });
    const shown = (await member.call('GET /v1/dealers/:id/credit-deals/:uuid', { params: { ...params, uuid } })).body;
    expect(shown).toMatchObject({
      price: { amount: '1050.00' },
      taxes: [{ percent: '5', amount: { amount: '50.00' } }],
    });
    expect((await payDeal(member, dealer.id, uuid, way === 'card' ? undefined : {})).status).toBe(200);
    expect([await booked(id, 'tax'), await booked(id, 'defer.credits')]).toEqual([-5_000n, -100_000n]);
    const invoice = await invoiceOf(member, dealer.id, id);
    expect(invoice).toMatchObject({
      number: expect.stringMatching(/^INV-NA-\d{6}$/),
      deal: { net: { amount: '1000.00' }, taxes: [{ amount: { amount: '50.00' } }], total: { amount: '1050.00' } },
      refunded: { amount: '0.00' },
      payment: {
        parts: [{ means: way, amount: { amount: '1050.00' } }],
        due: way === 'card' ? { amount: '0.00' } : null,
      },
    });
    expect((await member.call('GET /v1/dealers/:id/invoices', { params })).body.data[0]).toMatchObject({
      sale: 'deal',
      id,
      number: invoice.number,
    });

    // One credit pays for the tune. Only the fee of the tool is taxed: 50.00 with 2.50.
    const [lot] = (await member.call('GET /v1/dealers/:id/tune-credits', { params })).body.lots;
    const bought = await payCard(member, await estimated(member, shop.selection), { credits: [lot?.id] });
    expect(bought.status).toBe(200);
    expect(bought.body.purchase).toMatchObject({ tax: { amount: '2.50' }, total: { amount: '52.50' } });
    expect(await bookedFor(server, bought.body.purchase.id, 'tax')).toBe(-250n);
    expect(await booked(id, 'tax')).toBe(-5_000n);

    expect((await refundUnused(id)).status).toBe(200);
    expect(await booked(id, 'tax')).toBe(-500n);
    if (way === 'account') expect(await owes(server, dealer.id)).toMatchObject({ posted: 10_500n });
    else expect(await booked(id, 'cash')).toBe(10_500n);
    const refunded = await invoiceOf(member, dealer.id, id);
    expect(refunded).toMatchObject({ refunded: { amount: '945.00' }, payment: invoice.payment });
    const [listed, ...more] = refunded.credit_notes;
    expect([listed?.total.amount, more]).toEqual(['945.00', []]);
    const note = { params: { id: listed?.id ?? 0 } };
    expect((await member.call('GET /credit-notes/:id', note)).body).toMatchObject({
      sale: 'deal',
      invoice: { number: invoice.number },
      net: { amount: '900.00' },
      taxes: [{ amount: { amount: '45.00' } }],
    });
    expect((await (await server.as({})).call('GET /credit-notes/:id', note)).status).toBe(404);
    expect((await member.call('GET /v1/dealers/:id/credit-notes', { params })).body.data).toMatchObject([
      { id: listed?.id },
    ]);
    const pdf = await member.request('GET', `/api/v1/dealers/${dealer.id}/deal-invoices/${id}/pdf`);
    expect(readPdf(pdf.raw.rawPayload).text).toContain(invoice.number);
    // The number of credits has a column of its own.
    expect(invoice.deal.lines.every(({ name }) => !/\d/.test(name))).toBe(true);
    expect(invoice.deal.lines[0]).toMatchObject({ name: expect.stringContaining('tune credits') });
    const { member: stranger, dealer: other } = await accountDealer(server, { limitMinor: 0n });
    for (const dealerId of [dealer.id, other.id]) {
      const path = { params: { id: dealerId, dealId: id } };
      expect((await stranger.call('GET /v1/dealers/:id/deal-invoices/:dealId', path)).status).toBe(404);
    }
  },
);

test('credits without a known place are not sold while taxes apply, and a top-up is taxed when it is used', async () => {
  const { member, dealer } = await accountDealer(server, { limitMinor: 500_000n, billing: false });
  const { uuid } = await offer(dealer.id);
  expect((await payDeal(member, dealer.id, uuid)).body).toMatchObject({ code: 'dealer_missing_billing_info' });
  const topUp = await offer(dealer.id, { kind: 'top_up', ecu_credits: 0 });
  expect((await payDeal(member, dealer.id, topUp.uuid)).body).toMatchObject({ deal: { taxes: [], invoice_id: null } });
  expect(await booked(topUp.id, 'tax')).toBe(0n);
});

test('a dealer in Europe gets an invoice of the European series with the rate of its country', async () => {
  const { member, dealer } = await accountDealer(server, { limitMinor: 500_000n });
  await sql`update dealers set billing_address = billing_address || '{"country_code": "DE", "state": ""}'
    where id = ${dealer.id}`.execute(server.db);
  const { id, uuid } = await offer(dealer.id, { price: '1190' });
  expect((await payDeal(member, dealer.id, uuid)).status).toBe(200);
  expect(await invoiceOf(member, dealer.id, id)).toMatchObject({
    number: 'INV-EU-000001',
    deal: { net: { amount: '1000.00' }, taxes: [{ percent: '19', amount: { amount: '190.00' } }] },
  });
  const change = sql`update dealer_credit_deals set tax_minor = 0 where id = ${id}`.execute(server.db);
  await expect(change).rejects.toThrow('never changed');
});

test('a lost dispute reverses the tax of the credits that are taken back, and the dealer owes the used ones with tax', async () => {
  const { member, dealer } = await accountDealer(server, { limitMinor: 500_000n });
  const { id, uuid } = await offer(dealer.id);
  await payDeal(member, dealer.id, uuid);
  const { email } = await server.make.user();
  const body = { kind: 'ecu', amount: 2, recipient: email };
  const [lot] = (await member.call('GET /v1/dealers/:id/tune-credits', { params: { id: dealer.id } })).body.lots;
  await payCard(member, await estimated(member, shop.selection), { credits: [lot?.id] });
  await member.call('POST /v1/dealers/:id/tune-credits', { params: { id: dealer.id }, body });
  const payment = await paymentOfSubject(server.db, `credit-deal:${id}`);
  if (!payment) throw new Error('not paid');
  const dispute = { id: `dp_tax_${id}`, intentId: null, amountMinor: payment.capturedMinor };
  await settleDispute(server.platform, payment, { ...dispute, status: 'open' });
  await settleDispute(server.platform, payment, { ...dispute, status: 'lost' });
  expect(await booked(id, 'tax')).toBe(-500n);
  expect(await owes(server, dealer.id)).toMatchObject({ posted: 10_500n });
});

test.each([
  ['won', 'part_refunded', 0n],
  ['lost', 'refunded', 10_500n],
] as const)('a partly refunded deal whose rest is disputed and %s is %s', async (status, state, owed) => {
  const { member, dealer } = await accountDealer(server, { limitMinor: 500_000n });
  const { id, uuid } = await offer(dealer.id);
  await payDeal(member, dealer.id, uuid);
  const [lot] = (await member.call('GET /v1/dealers/:id/tune-credits', { params: { id: dealer.id } })).body.lots;
  await payCard(member, await estimated(member, shop.selection), { credits: [lot?.id] });
  expect((await refundUnused(id)).body).toMatchObject({ state: 'part_refunded' });
  const payment = await paymentOfSubject(server.db, `credit-deal:${id}`);
  if (!payment) throw new Error('not paid');
  const dispute = { id: `dp_rest_${id}`, intentId: null, amountMinor: payment.capturedMinor };
  const deal = async () => (await author.call('GET /v1/admin/dealer-credit-deals/:id', { params: { id } })).body.state;
  await settleDispute(server.platform, payment, { ...dispute, status: 'open' });
  expect(await deal()).toBe('disputed');
  await settleDispute(server.platform, payment, { ...dispute, status });
  expect(await deal()).toBe(state);
  expect(await owes(server, dealer.id)).toMatchObject({ posted: owed });
});

test('a card that is charged while the account pays is refunded, and a refund of unused credits goes to the account', async () => {
  const { member, dealer } = await accountDealer(server, { limitMinor: 500_000n });
  const { id, uuid } = await offer(dealer.id, { pay_on_account: true });
  const card = payDeal(member, dealer.id, uuid, { method: { token: 'test_slow' } });
  await vi.waitFor(async () => {
    const begun = await server.db
      .selectFrom('payments')
      .select('id')
      .where('subject', '=', `credit-deal:${id}`)
      .execute();
    expect(begun).toHaveLength(1);
  });
  expect((await payDeal(member, dealer.id, uuid, {})).status).toBe(200);
  const late = await card;
  expect([late.status, late.body]).toMatchObject([409, { message: expect.stringContaining('refunding the card') }]);
  expect(await owes(server, dealer.id)).toEqual({ posted: 105_000n, held: 0n });
  expect((await refundUnused(id)).body).toMatchObject({ state: 'refunded' });
  expect(await owes(server, dealer.id)).toEqual({ posted: 0n, held: 0n });
});

test('a deal that waits for the balance of its dealer does not hold the number of invoices', async () => {
  const { member, dealer } = await accountDealer(server, { limitMinor: 500_000n });
  const { uuid } = await offer(dealer.id, { pay_on_account: true });
  const isFree = async () =>
    (await sql`select from document_counters where series = 'invoice:1' for update skip locked`.execute(server.db)).rows
      .length === 1;
  expect(await isFree()).toBe(true);
  let paying: ReturnType<typeof payDeal> | undefined;
  await server.db.transaction().execute(async (tx) => {
    await sql`select from ledger_balances b join ledger_accounts a on a.id = b.account_id
      where a.owner = ${`dealer:${dealer.id}`} for update of b`.execute(tx);
    paying = payDeal(member, dealer.id, uuid, {});
    await until(
      async () =>
        (
          await sql`select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(
            server.db,
          )
        ).rows.length > 0,
    );
    expect(await isFree()).toBe(true);
  });
  expect((await paying)?.status).toBe(200);
});
