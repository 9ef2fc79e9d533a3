import { randomUUID } from 'node:crypto';
import { partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { dayMs } from '@tuneport/domain/units/durations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed, settled } from '../../../testing/shop.ts';
import { balanceOf, verifyLedger } from '../../ledger/index.ts';
import { paymentOfSubject, settleDispute } from '../../payments/index.ts';
import { freeDeposits } from './end-rental.ts';
import { watchRentals } from './watch-rentals.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof makeShop>>;
let admin: Client;
let customer: Client;
beforeAll(async () => {
  server = await testServer();
  shop = await makeShop(server);
  admin = shop.admin;
  customer = await server.as({});
});
afterAll(() => server.close());

type Rented = { id: number; token: string; rental: number; transaction: number; slug: string };

/** A paid order whose deposit is due. */
async function rent(more: object = {}): Promise<Rented> {
  const { slug } = await shop.sell(3, {
    is_rental: true,
    prices: [{ currency: 'CAD', price: '70.00', deposit: '500.00' }],
    ...more,
  } as never);
  await settled(server);
  const order = await placed(customer, orderOf([{ slug, quantity: 1 }]));
  expect([order.status, order.body]).toMatchObject([201, { id: expect.any(Number) }]);
  const paid = await pay(customer, order.body);
  const list = await customer.call('GET /order/:id/rentals', {
    params: { id: order.body.id },
    query: { token: order.body.token },
  });
  return {
    id: order.body.id,
    token: order.body.token,
    rental: list.body[0]?.id ?? 0,
    transaction: paid.body.payment?.payment_id ?? 0,
    slug,
  };
}
const deposit = async ({ rental, token }: Rented, card = 'test_ok', key: string = randomUUID()) => {
  await server.db.deleteFrom('rate_limits').execute();
  return customer.call('POST /rentals/:id/deposit', {
    params: { id: rental },
    body: { token, method: { token: card } },
    idempotencyKey: key,
  });
};
const ship = (rented: Rented) =>
  admin.call('POST /v1/admin/transactions/:id/set-tracking-number', {
    params: { id: rented.transaction },
    body: { tracking_number: 'R-1' },
  });
const read = async ({ rental }: Rented) =>
  (await admin.call('GET /v1/admin/rentals/:id', { params: { id: rental } })).body;
const move = async (rented: Rented, body: object) =>
  admin.call('PATCH /v1/admin/rentals/:id', {
    params: { id: rented.rental },
    body: body as never,
    readAt: (await read(rented)).updated_at,
    idempotencyKey: randomUUID(),
  });
const levels = async ({ slug }: Rented) => {
  const { body } = await admin.call('GET /stock/product/:productSlug/location/:locationSlug', {
    params: { productSlug: slug, locationSlug: shop.location.slug },
  });
  return [body.on_hand, body.allocated, body.quarantine];
};
const held = async ({ rental }: Rented) =>
  (await balanceOf(server.db, partyAccount('deposit', `rental:${rental}`, 'CAD'))).postedMinor;
const platformBalance = async (kind: 'rev' | 'rev.rent' | 'cash') =>
  (await balanceOf(server.db, platformAccount(kind, 'CAD'))).postedMinor;
const out = async (more: object = {}) => {
  const rented = await rent(more);
  await deposit(rented);
  expect((await ship(rented)).status).toBe(200);
  return rented;
};
const days = (count: number) => new Date(Date.now() + count * 86_400_000);

test('a rental tool is ordered like any product; its deposit is paid once by a separate payment and booked separately', async () => {
  const rented = await rent();
  expect(await read(rented)).toMatchObject({
    state: 'reserved',
    deposit: { amount: '500.00' },
    rent: { amount: '70.00' },
  });
  const refused = await ship(rented);
  expect([refused.status, await levels(rented)]).toEqual([409, [3, 1, 0]]);
  expect((await deposit(rented, 'test_card_expired')).status).toBe(402);
  const paid = await deposit(rented);
  expect(paid.body).toMatchObject({ rental: { state: 'ready', deposit_due: false }, payment: { amount: '500.00' } });
  expect(await held(rented)).toBe(-50_000n);
  expect((await deposit(rented)).body).toMatchObject({ code: 'already_committed' });
  expect(
    (
      await server.anonymous.call('POST /rentals/:id/deposit', {
        params: { id: rented.rental },
        body: { method: { token: 'test_ok' } },
        idempotencyKey: randomUUID(),
      })
    ).status,
  ).toBe(404);
});

test('a shipped rental stays owned: its stock is on rent, the rent is booked as rent revenue and a due date is set', async () => {
  const rented = await rent();
  await deposit(rented);
  const [rev, before] = [await platformBalance('rev'), await platformBalance('rev.rent')];
  await ship(rented);
  expect(await levels(rented)).toEqual([2, 0, 0]);
  expect([await platformBalance('rev'), (await platformBalance('rev.rent')) - before]).toEqual([rev, -7000n]);
  const now = await read(rented);
  expect(now).toMatchObject({ state: 'out', next: ['returned', 'lost'] });
  expect(Math.round((Date.parse(now.due_at ?? '') - Date.parse(now.out_at ?? '')) / dayMs)).toBe(7);
});

test('a rental returned on time in good condition refunds the whole deposit to the card', async () => {
  const rented = await out();
  expect((await move(rented, { state: 'returned' })).body).toMatchObject({ state: 'returned' });
  expect(await levels(rented)).toEqual([3, 0, 0]);
  await move(rented, { state: 'inspected' });
  const cash = await platformBalance('cash');
  const done = await move(rented, { state: 'closed' });
  expect([done.status, done.body]).toMatchObject([200, { state: 'closed', taken: { amount: '0.00' }, next: [] }]);
  expect([await held(rented), (await platformBalance('cash')) - cash]).toEqual([0n, -50_000n]);
  expect(await freeDeposits(server.platform)).toBe(0);
});

test('a late and damaged rental keeps the exact part of the deposit and refunds the rest', async () => {
  const rented = await out();
  await move(rented, { state: 'returned', condition: 'bad' });
  expect(await levels(rented)).toEqual([2, 0, 1]);
  expect((await move(rented, { state: 'inspected', damage: 'a lot' })).status).toBe(422);
  await move(rented, { state: 'inspected', late_fee: '20.00', damage: '35.50' });
  const [cash, rentBefore] = [await platformBalance('cash'), await platformBalance('rev.rent')];
  expect((await move(rented, { state: 'closed' })).body).toMatchObject({ taken: { amount: '55.50' }, state: 'closed' });
  expect([
    await held(rented),
    (await platformBalance('cash')) - cash,
    (await platformBalance('rev.rent')) - rentBefore,
  ]).toEqual([0n, -44_450n, -5550n]);
});

test('a lost rental keeps the whole deposit and removes the item from stock', async () => {
  const rented = await out();
  const rev = await platformBalance('rev');
  expect((await move(rented, { state: 'lost' })).body).toMatchObject({ state: 'lost', taken: { amount: '500.00' } });
  expect([await held(rented), (await platformBalance('rev')) - rev, await levels(rented)]).toEqual([
    0n,
    -50_000n,
    [2, 0, 0],
  ]);
  expect((await move(rented, { state: 'returned' })).body).toMatchObject({ code: 'invalid_transition', allowed: [] });
});

test('a rental cancelled before shipping releases its stock and refunds its deposit', async () => {
  const rented = await rent();
  await deposit(rented);
  expect((await move(rented, { state: 'cancelled', note: 'Changed plans' })).body.state).toBe('cancelled');
  expect([await held(rented), await levels(rented)]).toEqual([0n, [3, 0, 0]]);
});

test('a reminder is sent before the due date and another after it; late days are counted', async () => {
  const rented = await out();
  const mails = async () =>
    (
      await server.db
        .selectFrom('mail_outbox')
        .select('subject')
        .where('kind', '=', 'rental')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
    )?.subject;
  await watchRentals(server.db, 'http://localhost', days(4));
  expect(await mails()).toMatch(/on its way|deposit/);
  await watchRentals(server.db, 'http://localhost', days(6));
  expect(await mails()).toContain('due soon');
  await watchRentals(server.db, 'http://localhost', days(8));
  expect(await mails()).toContain('overdue');
  expect((await read(rented)).state).toBe('overdue');
});

test('a deposit unpaid after an hour is requested once by mail', async () => {
  const rented = await rent();
  const dueMails = async () =>
    (
      await server.db.selectFrom('mail_outbox').select('subject').where('subject', 'like', '%deposit%').execute()
    ).filter(({ subject }) => subject.includes(`${rented.id}`)).length;
  await watchRentals(server.db, 'http://localhost', new Date(Date.now() + 30 * 60_000));
  expect(await dueMails()).toBe(0);
  for (const hours of [2, 3])
    await watchRentals(server.db, 'http://localhost', new Date(Date.now() + hours * 3_600_000));
  expect(await dueMails()).toBe(1);
});

test('a loan without a deposit is ready immediately and costs its product price', async () => {
  const rented = await rent({ is_rental: false, is_loaner: true, prices: [{ currency: 'CAD', price: '0.00' }] });
  expect(await read(rented)).toMatchObject({ kind: 'loan', state: 'ready', days: 21, deposit_due: false });
});

test('a rental requires a login', async () => {
  const { slug } = await shop.sell(1, { is_loaner: true });
  await settled(server);
  const refused = await placed(server.anonymous, orderOf([{ slug, quantity: 1 }]));
  expect(refused.body).toMatchObject({ errors: { 'entries.0': [expect.stringContaining('Log in')] } });
});

test('a deposit is never converted, so the tool cannot be rented in another currency', async () => {
  const { slug } = await shop.sell(1, {
    is_rental: true,
    prices: [{ currency: 'CAD', price: '70.00', deposit: '500.00' }],
  } as never);
  await settled(server);
  const refused = await placed(customer, orderOf([{ slug, quantity: 1 }], { currency: 'USD' }));
  expect(refused.body).toMatchObject({ errors: { 'entries.0': [expect.stringContaining('only be rented in CAD')] } });
});

test('a rental is visible to its renter only, and the ledger is consistent afterwards', async () => {
  const rented = await rent();
  const stranger = await server.as({});
  expect((await stranger.call('GET /order/:id/rentals', { params: { id: rented.id } })).status).toBe(404);
  expect((await stranger.call('GET /rentals')).body.data).toEqual([]);
  const list = (await admin.call('GET /v1/admin/rentals', { query: { state: 'overdue' } })).body;
  expect(list.data.length).toBeGreaterThan(0);
  expect((await stranger.call('GET /v1/admin/rentals')).status).toBe(403);
  expect((await verifyLedger(server.db)).problems).toEqual([]);
});

const transactionOf = async ({ rental }: Rented) => {
  const { body } = await admin.call('GET /v1/admin/transactions', {
    query: { kind: 'deposit', search: `RD-${rental}` },
  });
  expect(body.data).toHaveLength(1);
  return body.data[0];
};
const refund = (id: number, amount: string | null) =>
  amount === null
    ? admin.call('POST /v1/admin/transactions/:id/fully-refund', { params: { id }, body: { reason: 'Goodwill' } })
    : admin.call('POST /v1/admin/transactions/:id/partially-refund', {
        params: { id },
        body: { reason: 'Goodwill', amount },
      });

test('a deposit is a transaction: listed, shown with its rental, exported, and distinguished from sales (C036 C037)', async () => {
  const rented = await out();
  const row = await transactionOf(rented);
  expect(row).toMatchObject({
    rental_id: rented.rental,
    order_id: null,
    kind: 'deposit',
    order_state: 'out',
    amount: { amount: '500.00' },
  });
  const { body } = await admin.call('GET /v1/admin/transactions/:id', { params: { id: row?.id ?? 0 } });
  expect(body).toMatchObject({
    order: null,
    purchase: null,
    rental: { id: rented.rental, deposit: { amount: '500.00' }, order_id: rented.id },
    refundable: { amount: '500.00' },
    can: { refund: true, set_tracking_number: false },
  });
  const csv = await admin.request('GET', '/api/v1/admin/transactions/export?kind=deposit');
  expect(csv.body).toContain(`RD-${String(rented.rental).padStart(6, '0')}`);
  const store = await admin.call('GET /v1/admin/transactions', { query: { kind: 'store', search: `TP-${rented.id}` } });
  expect(store.body.data).toMatchObject([{ order_id: rented.id, rental_id: null }]);
});

test('staff release a deposit in parts after a dry run, and the rest is settled with the return (C039 C040 C041)', async () => {
  const rented = await out();
  const { id = 0 } = (await transactionOf(rented)) ?? {};
  const plan = await admin.call('POST /v1/admin/transactions/:id/inspect-refund', {
    params: { id },
    body: { amount: '200' },
  });
  expect(plan.body).toMatchObject({
    amount: { amount: '200.00' },
    left: { amount: '300.00' },
    postings: [{ owner: `rental:${rented.rental}`, amount: { amount: '200.00' } }],
  });
  expect(await held(rented)).toBe(-50_000n);
  expect((await refund(id, '200')).body).toMatchObject({ state: 'part_refunded', refundable: { amount: '300.00' } });
  expect(await held(rented)).toBe(-30_000n);
  expect((await read(rented)).history.at(-1)).toMatchObject({ state: 'out', note: expect.stringContaining('200') });
  await move(rented, { state: 'returned', condition: 'good' });
  await move(rented, { state: 'inspected', damage: '450' });
  const before = await platformBalance('rev.rent');
  expect((await read(rented)).uncovered).toMatchObject({ amount: '150.00' });
  expect((await move(rented, { state: 'closed' })).body).toMatchObject({
    errors: { rest: [expect.stringContaining('150.00')] },
  });
  await move(rented, { state: 'closed', rest: 'waive' });
  // The rest of the deposit covers a part of the damage; nothing is refunded twice.
  expect(await read(rented)).toMatchObject({ state: 'closed', taken: { amount: '300.00' } });
  expect([await held(rented), (await platformBalance('rev.rent')) - before]).toEqual([0n, -30_000n]);
  expect(await freeDeposits(server.platform)).toBe(0);
  // Later goodwill is deducted from the retained part.
  const again = await admin.call('POST /v1/admin/transactions/:id/inspect-refund', { params: { id }, body: {} });
  expect(again.body.postings).toMatchObject([{ owner: 'house', amount: { amount: '300.00' } }]);
  expect((await refund(id, null)).body).toMatchObject({ state: 'refunded' });
  expect(await read(rented)).toMatchObject({ taken: { amount: '0.00' } });
  expect([await held(rented), (await platformBalance('rev.rent')) - before]).toEqual([0n, 0n]);
  expect((await verifyLedger(server.db)).problems).toEqual([]);
});

test('the deposit of an unshipped tool is refunded only by cancelling its rental', async () => {
  const rented = await rent();
  await deposit(rented);
  const { id = 0 } = (await transactionOf(rented)) ?? {};
  expect((await admin.call('GET /v1/admin/transactions/:id', { params: { id } })).body.can.refund).toBe(false);
  expect((await refund(id, null)).status).toBe(409);
  expect((await move(rented, { state: 'cancelled' })).status).toBe(200);
  expect(await transactionOf(rented)).toMatchObject({ state: 'refunded', order_state: 'cancelled' });
  expect(await held(rented)).toBe(0n);
});

test('rental and loan periods are settings, and running rentals keep theirs', async () => {
  const before = await rent();
  const { updated_at } = (await admin.call('GET /v1/admin/settings')).body;
  const wrong = await admin.call('PATCH /v1/admin/settings', { body: { rental_days: '0' }, readAt: updated_at });
  expect(wrong.status).toBe(422);
  const body = { rental_days: '10', loan_days: '30' };
  expect((await admin.call('PATCH /v1/admin/settings', { body, readAt: updated_at })).status).toBe(200);
  await settled(server);
  const after = await rent();
  const lent = await rent({ is_rental: false, is_loaner: true });
  expect([(await read(before)).days, (await read(after)).days, (await read(lent)).days]).toEqual([7, 10, 30]);
  const shown = await customer.call('GET /store/product/:slug', { params: { slug: after.slug } });
  expect(shown.body.days).toBe(10);
});

test('damage beyond the deposit can be charged to the customer by staff, and is paid once', async () => {
  const rented = await out();
  await move(rented, { state: 'returned', condition: 'bad' });
  await move(rented, { state: 'inspected', damage: '650' });
  expect((await read(rented)).uncovered).toMatchObject({ amount: '150.00' });
  expect((await move(rented, { state: 'closed' })).status).toBe(422);
  expect((await read(rented)).state).toBe('inspected');
  const before = await platformBalance('rev.rent');
  expect((await move(rented, { state: 'closed', rest: 'charge' })).body).toMatchObject({
    state: 'closed',
    taken: { amount: '500.00' },
    rest: { amount: '150.00' },
    rest_due: true,
    uncovered: { amount: '0.00' },
  });
  const mails = await server.db.selectFrom('mail_outbox').select('text_body').where('kind', '=', 'rental').execute();
  const [mail, ...others] = mails.filter(({ text_body }) => /remaining .*150\.00/.test(text_body));
  expect(others).toEqual([]);
  expect(mail?.text_body).toMatch(/We kept the full deposit of .*500\.00/);
  expect(mail?.text_body).not.toContain('way back to you');
  const pay = (client = customer) =>
    client.call('POST /rentals/:id/deposit', {
      params: { id: rented.rental },
      body: { method: { token: 'test_ok' } },
      idempotencyKey: randomUUID(),
    });
  expect((await pay(await server.as({}))).status).toBe(404);
  const both = await Promise.all([pay(), pay()]);
  for (const { status } of both) expect([200, 409]).toContain(status);
  expect((await pay()).body).toMatchObject({ code: 'already_committed' });
  expect(await read(rented)).toMatchObject({
    rest_due: false,
    rest: { amount: '150.00' },
    sentence: 'Done. The deposit was kept for damage and late fees.',
  });
  expect((await platformBalance('rev.rent')) - before).toBe(-65_000n);
  const search = `RD-${rented.rental}`;
  const { body } = await admin.call('GET /v1/admin/transactions', { query: { kind: 'damage', search } });
  expect(body.data).toMatchObject([{ rental_id: rented.rental, amount: { amount: '150.00' } }]);
  expect((await refund(body.data[0]?.id ?? 0, null)).body).toMatchObject({ state: 'refunded' });
  expect((await platformBalance('rev.rent')) - before).toBe(-50_000n);
  expect((await verifyLedger(server.db)).problems).toEqual([]);
});

test('a deposit that the bank takes back is no longer owed, and what was kept of it is no revenue', async () => {
  const goodwill = async () => (await balanceOf(server.db, platformAccount('goodwill', 'CAD'))).postedMinor;
  const lose = async ({ rental }: Rented, amountMinor: bigint, ...steps: ('open' | 'won' | 'lost')[]) => {
    const payment = await paymentOfSubject(server.db, `rental:${rental}`);
    if (!payment) throw new Error('not paid');
    for (const status of steps)
      await settleDispute(server.platform, payment, { id: `dp_${rental}`, intentId: null, amountMinor, status });
  };
  const before = await goodwill();
  const whole = await out();
  await lose(whole, 50_000n, 'open');
  expect(await held(whole), 'still owed while the dispute is open').toBe(-50_000n);
  await lose(whole, 50_000n, 'lost', 'lost');
  expect([await held(whole), await goodwill()]).toEqual([0n, before]);
  // Nothing is left to keep or to refund.
  await move(whole, { state: 'returned', condition: 'good' });
  await move(whole, { state: 'inspected', damage: '20.00', late_fee: '0' });
  expect((await move(whole, { state: 'closed', rest: 'waive' })).body).toMatchObject({ state: 'closed' });
  expect(await freeDeposits(server.platform)).toBe(0);
  expect(await held(whole)).toBe(0n);

  const [kept, rent] = [await out(), await platformBalance('rev.rent')];
  await move(kept, { state: 'returned', condition: 'good' });
  await move(kept, { state: 'inspected', damage: '100.00', late_fee: '0' });
  await move(kept, { state: 'closed' });
  expect(await platformBalance('rev.rent')).toBe(rent - 10_000n);
  await lose(kept, 10_000n, 'open', 'lost');
  expect([await held(kept), await platformBalance('rev.rent'), await goodwill()]).toEqual([0n, rent, before]);

  const won = await out();
  await lose(won, 50_000n, 'open', 'won');
  expect(await held(won)).toBe(-50_000n);
  expect((await verifyLedger(server.db)).ok).toBe(true);
});
