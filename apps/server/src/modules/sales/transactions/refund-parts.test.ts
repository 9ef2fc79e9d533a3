import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverEvents } from '../../../testing/deliver-events.ts';
import { type StripeSetup, stripeSetup } from '../../../testing/money/payments.ts';
import type { Client } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed, setTaxes, settled } from '../../../testing/shop.ts';
import { verifyLedger } from '../../ledger/index.ts';

let setup: StripeSetup;
let admin: Client;
let slug: string;
let affiliate: number;
beforeAll(async () => {
  setup = await stripeSetup();
  const shop = await makeShop(setup.server);
  admin = shop.admin;
  slug = (await shop.sell(100, { prices: [{ currency: 'CAD', price: '33.33' }] })).slug;
  await setTaxes(setup.server, admin, [
    { country_code: 'CA', state: '', name: 'GST', percent: '5' },
    { country_code: 'CA', state: 'BC', name: 'PST', percent: '7' },
  ]);
  affiliate = (await setup.server.make.affiliate()).id;
  const code = { code: 'PARTS', name: 'Parts', affiliate_id: affiliate, amount: '10', share_percent: '12.5' };
  await setup.server.db
    .insertInto('discount_codes')
    .values({ ...code, amount_type: 'percent' })
    .execute();
  await settled(setup.server);
});
afterAll(() => setup?.close());

async function bought() {
  const body = orderOf([{ slug, quantity: 3 }], { codes: ['PARTS'] });
  const order = (await placed(setup.server.anonymous, body)).body;
  expect((await pay(setup.server.anonymous, order, { token: 'pm_card_visa' })).status).toBe(200);
  const { body: list } = await admin.call('GET /v1/admin/transactions', { query: { search: order.number } });
  return { order, params: { id: list.data[0]?.id ?? 0 } };
}
type Bought = Awaited<ReturnType<typeof bought>>;
const part = ({ params }: Bought, amount: string, by = admin) =>
  by.call('POST /v1/admin/transactions/:id/partially-refund', {
    params,
    body: { amount, reason: 'Scratched' },
    idempotencyKey: randomUUID(),
  });
const rest = ({ params }: Bought, by = admin) =>
  by.call('POST /v1/admin/transactions/:id/fully-refund', { params, body: { reason: 'Not wanted' } });
const ship = ({ params }: Bought) =>
  admin.call('POST /v1/admin/transactions/:id/set-tracking-number', { params, body: { tracking_number: 'T1' } });
/** The balance of the order on each account. */
const book = async ({ order }: Bought) => {
  const { rows } = await sql<{ kind: string; amount: bigint }>`
    select a.kind, sum(e.amount_minor)::bigint as amount from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    join ledger_accounts a on a.id = e.account_id where t.subject = ${`order:${order.id}`} group by 1`.execute(
    setup.server.db,
  );
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]));
};
const none = { cash: 0n, 'cost.comm': 0n, 'defer.goods': 0n, 'earn.hold': 0n, tax: 0n };

test('partial refunds of an order with tax, shipping and commission sum exactly to it and never overdraw an account', async () => {
  const one = await bought();
  const whole = await book(one);
  expect(whole).toEqual({
    cash: 12_319n,
    'cost.comm': 1_125n,
    'defer.goods': -10_999n,
    'earn.hold': -1_125n,
    tax: -1_320n,
  });
  let before = whole;
  for (const amount of ['0.01', '33.33', '0.02', '17.17', '0.01']) {
    expect((await part(one, amount)).status).toBe(200);
    const now = await book(one);
    for (const [kind, left] of Object.entries(now)) {
      const was = before[kind] ?? 0n;
      expect(was < 0n ? left >= was && left <= 0n : left <= was && left >= 0n, `${kind} ${was} ${left}`).toBe(true);
    }
    before = now;
  }
  expect((await rest(one)).body.state).toBe('refunded');
  expect(await book(one)).toEqual(none);
});

test('partial refunds settled out of order, before and after shipping, sum to the order as well', async () => {
  const one = await bought();
  setup.stripe.refundStatus = 'pending';
  for (const amount of ['10.01', '7.77', '0.03', '41.19']) await part(one, amount);
  const pending = () =>
    [...setup.stripe.refunds.values()].filter(({ status }) => status === 'pending').map(({ id }) => id);
  const settle = async (id: string | undefined) => {
    setup.stripe.endRefund(String(id), 'succeeded');
    await deliverEvents(setup, setup.stripe.events.slice(-1));
  };
  const [first, second, third, fourth] = pending();
  for (const id of [fourth, second]) await settle(id);
  // A full refund before shipping would cancel the order.
  expect((await ship(one)).status).toBe(200);
  await rest(one);
  setup.stripe.refundStatus = 'succeeded';
  const last = pending().find((id) => id !== first && id !== third);
  for (const id of [last, first, third]) await settle(id);
  const left = await book(one);
  expect(left).toEqual({ ...none, rev: 0n, 'rev.shipping': 0n });
  expect((await verifyLedger(setup.server.db)).problems).toEqual([]);
});

const staffCancel = ({ order }: Bought, lines: readonly { line: number; quantity: number }[]) =>
  admin.call('POST /v1/admin/orders/:id/cancel', {
    params: { id: order.id },
    body: { reason: 'Not available', lines },
    idempotencyKey: randomUUID(),
  });

test('cancelled pieces take their own goods, tax and share, and shipping stays', async () => {
  const one = await bought();
  const { refunded } = (await staffCancel(one, [{ line: 1, quantity: 1 }])).body.order;
  // 89.99 for three after the discount: 29.99 + 12 %.
  expect(refunded).toMatchObject({ amount: '33.59' });
  expect(await book(one)).toEqual({
    cash: 8_960n,
    'cost.comm': 750n,
    'defer.goods': -8_000n,
    'earn.hold': -750n,
    tax: -960n,
  });
  expect((await ship(one)).status).toBe(200);
  expect(await book(one)).toMatchObject({ 'defer.goods': 0n, rev: -6_000n, 'rev.shipping': -2_000n, tax: -960n });
  await rest(one);
  expect(await book(one)).toEqual({ ...none, rev: 0n, 'rev.shipping': 0n });
});

test('pieces that are cancelled while others ship leave the shipping price with the parcels', async () => {
  const one = await bought();
  const parcel = (lines: object | undefined) =>
    admin.call('POST /v1/admin/orders/:id/ship', {
      params: { id: one.order.id },
      body: { tracking_number: 'T1', ...(lines ? { lines } : {}) } as never,
      idempotencyKey: randomUUID(),
    });
  expect((await parcel([{ line: 1, quantity: 1 }])).status).toBe(200);
  expect((await staffCancel(one, [{ line: 1, quantity: 1 }])).status).toBe(200);
  expect((await parcel(undefined)).status).toBe(200);
  const { rev = 0n, ...now } = await book(one);
  expect(now).toMatchObject({ 'defer.goods': 0n, 'rev.shipping': -2_000n });
  expect((now.cash ?? 0n) + rev + (now['rev.shipping'] ?? 0n) + (now.tax ?? 0n)).toBe(0n);
  expect((await verifyLedger(setup.server.db)).problems).toEqual([]);
});

test('a refund and its audit event are written together once, also when the provider does not respond', async () => {
  const one = await bought();
  const acts = async () =>
    (
      await setup.server.db
        .selectFrom('audit_log')
        .select('detail')
        .where('act', '=', 'transactions.refund')
        .where('subject', '=', `order:${one.order.id}`)
        .execute()
    ).length;
  setup.stripe.faults.push({ on: 'refund', how: 'reset-before', times: 50 });
  expect((await part(one, '5.00')).status).toBe(402);
  expect(await acts()).toBe(1);
  setup.stripe.faults.length = 0;
  expect((await part(one, '9999.00')).status).toBe(422);
  expect(await acts()).toBe(1);
});

test('refunds above the configured limit need a SuperAdmin, and parts are added up', async () => {
  const one = await bought();
  const { updated_at } = (await admin.call('GET /v1/admin/settings')).body;
  const superAdmin = await setup.server.as({ role: 5 });
  const limit = { body: { refund_limit: '50' }, readAt: updated_at };
  expect((await admin.call('PATCH /v1/admin/settings', limit)).status).toBe(403);
  const limited = await superAdmin.call('PATCH /v1/admin/settings', limit);
  expect(limited.status).toBe(200);
  await settled(setup.server);
  expect((await part(one, '30.00')).status).toBe(200);
  const beyond = await part(one, '20.01');
  expect([beyond.status, beyond.body]).toMatchObject([403, { message: expect.stringContaining('SuperAdmin') }]);
  expect((await rest(one)).status).toBe(403);
  expect((await part(one, '20.00')).status).toBe(200);
  const boss = await setup.server.as({ role: 5 });
  expect((await rest(one, boss)).body.state).toBe('refunded');
});
