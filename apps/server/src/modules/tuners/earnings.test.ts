import { randomUUID } from 'node:crypto';
import type { EarningOwner } from '@tuneport/domain/ledger/earnings';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cachesRefreshed } from '../../testing/catalog.ts';
import { accountDealer, estimated, payCard, payLater, proveBooks, tuneShop } from '../../testing/money/purchases.ts';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';
import { system } from '../audit/index.ts';
import {
  balanceOf,
  makePayout,
  openEarnings,
  openPayoutRun,
  releaseEarnings,
  stepPayout,
  stepPayoutRun,
} from '../ledger/index.ts';
import { deliverPurchase, linkPurchase } from '../purchases/index.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof tuneShop>>;
let owner: EarningOwner;
let member: Client;
let params: { id: number };
beforeAll(async () => {
  server = await testServer();
  shop = await tuneShop(server);
  owner = `tuner:${shop.tuner.id}`;
  params = { id: shop.tuner.id };
  const { id: user_id } = await server.make.user();
  await server.db.insertInto('tuner_members').values({ tuner_id: shop.tuner.id, user_id }).execute();
  member = await server.as({ id: user_id });
});
afterAll(() => server.close());

const now = () => new Date();
const inDays = (days: number) => new Date(Date.now() + days * dayMs);
const inTransaction = <T>(act: (db: TestServer['db']) => Promise<T>) => server.db.transaction().execute(act);
const staff = (userId: number | null = null) => ({ ...system, userId });

let requests = 5000;
/** A share of 200.00, of a purchase of 577.50. */
async function sold(at = now()): Promise<number> {
  const client = await server.as({});
  const { body } = await payCard(client, await estimated(client, shop.selection));
  const { id } = body.purchase;
  const userId = client.userId ?? 0;
  await inTransaction(async (db) => {
    const viewer = { userId, dealerIds: [], staff: false };
    await linkPurchase(db, { id, requestId: ++requests, viewer, actorId: userId, now: at });
    await deliverPurchase(db, { id, actorId: null, now: at });
  });
  return id;
}
async function refund(id: number, amount?: string) {
  const { data } = (await shop.admin.call('GET /v1/admin/transactions', { query: { search: `TN-${id}` } })).body;
  const at = { params: { id: data[0]?.id ?? 0 }, idempotencyKey: randomUUID() };
  const reason = 'Wrong car';
  const done = amount
    ? await shop.admin.call('POST /v1/admin/transactions/:id/partially-refund', { ...at, body: { reason, amount } })
    : await shop.admin.call('POST /v1/admin/transactions/:id/fully-refund', { ...at, body: { reason } });
  expect(done.status).toBe(200);
}
const payout = (requestKey: string = randomUUID()) =>
  inTransaction((db) => makePayout(db, staff(), { owner, currency: 'CAD', requestKey, until: inDays(365) }, now()));
const step = (id: number, event: Parameters<typeof stepPayout>[3], words = {}) =>
  inTransaction((db) => stepPayout(db, staff(), id, event, now(), words));
async function paidOut() {
  const { id } = await payout();
  for (const event of ['approve', 'send', 'confirm'] as const) await step(id, event, { reference: 'BANK 1' });
  return id;
}
const shown = async () => (await member.call('GET /tuners/:id', { params })).body.earnings;
const standing = async () => {
  const [cad] = (await shown()).balances;
  return [cad?.on_hold.amount, cad?.available.amount, cad?.on_its_way.amount, cad?.paid_out.amount];
};
const entryOf = async (id: number) =>
  (await member.call('GET /tuners/:id/entries', { params })).body.data.find(
    ({ number }) => number === `TN-${String(id).padStart(6, '0')}`,
  );
/** The open earnings of all sales sum to the account balance. */
async function provedSums() {
  const open = await openEarnings(server.db, owner, 'CAD', inDays(365));
  const sum = open.reduce((all, one) => all + one.availableMinor - one.inTransferMinor - one.paidMinor, 0n);
  const { postedMinor } = await balanceOf(server.db, { kind: 'earn.avail', owner, unit: 'CAD' });
  expect(sum).toBe(-postedMinor);
}

describe('a share (C385 C386)', () => {
  test('is pending for thirty days from delivery, then becomes available once', async () => {
    const id = await sold();
    expect(await releaseEarnings(server.db, inDays(29))).toBe(0);
    expect(await entryOf(id)).toMatchObject({
      title: 'Stage 1, 2.0L 4-cyl turbo',
      state: 'pending',
      amount: { amount: '200.00', currency: 'CAD' },
      open: { amount: '0.00' },
    });
    const done = await Promise.all([releaseEarnings(server.db, inDays(31)), releaseEarnings(server.db, inDays(31))]);
    expect(done[0] + done[1]).toBe(1);
    expect(await standing()).toEqual(['0.00', '200.00', '0.00', '0.00']);
    expect(await entryOf(id)).toMatchObject({ state: 'available', open: { amount: '200.00' } });
  });

  test('of a refunded sale is void, and a partial refund reduces it', async () => {
    const [whole, part] = [await sold(), await sold()];
    await refund(whole);
    await refund(part, '288.75');
    await releaseEarnings(server.db, inDays(31));
    expect(await entryOf(whole)).toMatchObject({ state: 'voided', amount: { amount: '0.00' } });
    expect(await entryOf(part)).toMatchObject({ state: 'available', amount: { amount: '100.00' } });
    await provedSums();
  });

  test('of a disputed payment stays pending', async () => {
    const id = await sold();
    const of = server.db.updateTable('payments').where('subject', '=', `purchase:${id}`);
    await of.set({ state: 'disputed' }).execute();
    expect(await releaseEarnings(server.db, inDays(31))).toBe(0);
    await of.set({ state: 'captured' }).execute();
    expect(await releaseEarnings(server.db, inDays(31))).toBe(1);
  });

  test('is reversed in its own state without touching the share of another sale', async () => {
    const first = await sold();
    await releaseEarnings(server.db, inDays(31));
    const second = await sold();
    await refund(first);
    expect(await entryOf(second)).toMatchObject({ state: 'pending', amount: { amount: '200.00' } });
    expect(await entryOf(first)).toMatchObject({ state: 'voided' });
    await refund(second);
    await provedSums();
  });

  test('of a sale on account is reversed with the account', async () => {
    const { member: buyer } = await accountDealer(server, { limitMinor: 100_000n });
    const { purchase } = (await payLater(buyer, await estimated(buyer, shop.selection))).body;
    await inTransaction(async (db) => {
      const viewer = { userId: buyer.userId ?? 0, dealerIds: [], staff: true };
      const actorId = buyer.userId ?? 0;
      await linkPurchase(db, { id: purchase.id, requestId: ++requests, viewer, actorId, now: now() });
      await deliverPurchase(db, { id: purchase.id, actorId: null, now: now() });
    });
    const before = await entryOf(purchase.id);
    expect(before?.state).toBe('pending');
    await refund(purchase.id);
    expect(await entryOf(purchase.id)).toMatchObject({ state: 'voided', amount: { amount: '0.00' } });
  });
});

describe('a transfer (C387 C388)', () => {
  test('takes the available entries, is sent, and marks them paid', async () => {
    const id = await sold();
    await releaseEarnings(server.db, inDays(31));
    const [, available, , before] = await standing();
    const made = await payout();
    expect(await standing()).toEqual(['0.00', '0.00', available, before]);
    expect(await entryOf(id)).toMatchObject({ state: 'in_transfer', transfer_id: made.id });
    for (const event of ['approve', 'send'] as const) await step(made.id, event);
    await step(made.id, 'confirm', { reference: 'SEPA-77' });
    expect((await standing()).slice(0, 3)).toEqual(['0.00', '0.00', '0.00']);
    expect(await entryOf(id)).toMatchObject({ state: 'paid', transfer_id: made.id });
    const { data } = (await member.call('GET /tuners/:id/transfers', { params, query: { state: 'paid' } })).body;
    expect(data[0]).toMatchObject({ id: made.id, state: 'paid', reference: 'SEPA-77', group: null });
    const one = await member.call('GET /tuners/:id/transfers/:transfer', { params: { ...params, transfer: made.id } });
    expect(one.body.lines).toContainEqual({
      number: `TN-${String(id).padStart(6, '0')}`,
      title: 'Stage 1, 2.0L 4-cyl turbo',
      amount: { amount: '200.00', currency: 'CAD' },
    });
    expect(one.body.history.map(({ state }) => state)).toEqual(['draft', 'approved', 'sending', 'paid']);
    await provedSums();
  });

  test('is created once however often it is requested, and concurrent ones never share an entry', async () => {
    await sold();
    await releaseEarnings(server.db, inDays(31));
    const key = randomUUID();
    const [first, again] = [await payout(key), await payout(key)];
    expect(again.id).toBe(first.id);
    await step(first.id, 'cancel', { reason: 'Only a try' });
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => payout()));
    const made = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(made).toHaveLength(1);
    const steps = await Promise.allSettled([
      step(made[0]?.id ?? 0, 'approve'),
      step(made[0]?.id ?? 0, 'cancel', { reason: 'No' }),
      step(made[0]?.id ?? 0, 'cancel', { reason: 'No' }),
    ]);
    expect(steps.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    await provedSums();
    // Earnings of a cancelled payout are available again.
    await paidOut();
  });

  test('that failed releases its entries, and is sent again unless they changed', async () => {
    const id = await sold();
    await releaseEarnings(server.db, inDays(31));
    const made = await payout();
    for (const event of ['approve', 'send'] as const) await step(made.id, event);
    await expect(step(made.id, 'refuse')).rejects.toMatchObject({ code: 'invalid_fields' });
    await step(made.id, 'refuse', { reason: 'Account closed' });
    expect(await entryOf(id)).toMatchObject({ state: 'available' });
    await step(made.id, 'retry');
    expect(await entryOf(id)).toMatchObject({ state: 'in_transfer' });
    await step(made.id, 'send');
    await step(made.id, 'refuse', { reason: 'Still closed' });
    await refund(id);
    await expect(step(made.id, 'retry')).rejects.toMatchObject({ code: 'conflict' });
    await step(made.id, 'drop', { reason: 'Refunded' });
    await expect(step(made.id, 'send')).rejects.toMatchObject({ code: 'invalid_transition' });
    await provedSums();
  });

  test('that was paid stays unchanged when a sale is refunded later; the next one is reduced', async () => {
    const id = await sold();
    await releaseEarnings(server.db, inDays(31));
    const paid = await paidOut();
    await refund(id);
    const before = await member.call('GET /tuners/:id/transfers/:transfer', { params: { ...params, transfer: paid } });
    expect(before.body.amount.amount).toBe('200.00');
    expect(await entryOf(id)).toMatchObject({ state: 'available', open: { amount: '-200.00' } });
    expect((await standing())[1]).toBe('-200.00');
    await expect(payout()).rejects.toMatchObject({ code: 'conflict' });
    const [a, b] = [await sold(), await sold()];
    await releaseEarnings(server.db, inDays(31));
    const next = await payout();
    expect(next.amount_minor).toBe(20_000n);
    const { lines } = (
      await member.call('GET /tuners/:id/transfers/:transfer', { params: { ...params, transfer: next.id } })
    ).body;
    expect(lines.map(({ amount }) => amount.amount).sort()).toEqual(['-200.00', '200.00', '200.00']);
    for (const event of ['approve', 'send', 'confirm'] as const) await step(next.id, event);
    expect([(await entryOf(a))?.state, (await entryOf(b))?.state, (await entryOf(id))?.state]).toEqual([
      'paid',
      'paid',
      'voided',
    ]);
    await provedSums();
  });

  test('returned by the bank makes its entries available again', async () => {
    const id = await sold();
    await releaseEarnings(server.db, inDays(31));
    const paid = await paidOut();
    await step(paid, 'return', { reason: 'Account closed' });
    expect(await entryOf(id)).toMatchObject({ state: 'available' });
    await provedSums();
    await paidOut();
  });

  test('above a threshold is approved by a person other than its creator', async () => {
    for (let n = 0; n < 6; n += 1) await sold();
    await releaseEarnings(server.db, inDays(31));
    const [maker, other] = [await server.make.user(), await server.make.user()];
    const input = { owner, currency: 'CAD', requestKey: randomUUID(), until: inDays(365) } as const;
    const made = await inTransaction((db) => makePayout(db, staff(maker.id), input, now()));
    const approve = (by: number) => inTransaction((db) => stepPayout(db, staff(by), made.id, 'approve', now()));
    await expect(approve(maker.id)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await approve(other.id)).state).toBe('approved');
    await step(made.id, 'cancel', { reason: 'Only a try' });
  });

  test('a concurrent refund and payout leave consistent totals', async () => {
    for (let round = 0; round < 3; round += 1) {
      const id = await sold();
      await sold();
      await releaseEarnings(server.db, inDays(31));
      await Promise.allSettled([payout(), refund(id)]);
      await provedSums();
    }
  });
});

describe('a transfer group (C389)', () => {
  test('pays all tuners at once, is approved by a second person, and ends when all transfers arrived or some failed', async () => {
    // The other tuner has earnings too.
    const other = await server.make.tuner();
    await sql`select ledger_post(${randomUUID()}, 'posted', 'test.share', 'test:1', now(), null, null, null, null, null, null,
      null, null, null, null, false, '{}', array['cost.comm', 'earn.avail'], array['house', ${`tuner:${other.id}`}],
      array['CAD', 'CAD'], array[7000, -7000]::bigint[])`.execute(server.db);
    // An earlier refund after its payout may have left an amount to deduct.
    for (let n = 0; n < 3; n += 1) await sold();
    await releaseEarnings(server.db, inDays(31));
    const [opener, second] = [await server.make.user(), await server.make.user()];
    const input = { requestKey: randomUUID(), currency: 'CAD', party: 'tuner', cutOff: inDays(365) } as const;
    const [run, again] = await Promise.all([
      inTransaction((db) => openPayoutRun(db, staff(opener.id), input, now())),
      inTransaction((db) => openPayoutRun(db, staff(opener.id), input, now())),
    ]);
    expect(again.id).toBe(run.id);
    const move = (by: number, event: Parameters<typeof stepPayoutRun>[3], reason = '') =>
      inTransaction((db) => stepPayoutRun(db, staff(by), run.id, event, now(), reason));
    await move(opener.id, 'lock');
    await expect(move(opener.id, 'approve')).rejects.toMatchObject({ code: 'forbidden' });
    await move(second.id, 'approve');
    await move(opener.id, 'process');
    await expect(move(opener.id, 'complete')).rejects.toMatchObject({ code: 'invalid_transition' });
    const at = { params: { ...params, transfer: run.id } };
    const group = await member.call('GET /tuners/:id/transfer-groups/:transfer', at);
    expect(group.body).toMatchObject({ state: 'processing', transfers: [{ state: 'sending' }] });
    const [mine] = group.body.transfers;
    expect(group.body.total).toEqual(mine?.amount);
    const theirs = await server.db
      .selectFrom('payouts')
      .select(['id', 'amount_minor'])
      .where('run_id', '=', run.id)
      .where('owner', '=', `tuner:${other.id}`)
      .executeTakeFirstOrThrow();
    expect(theirs.amount_minor).toBe(7_000n);
    await step(mine?.id ?? 0, 'confirm');
    await step(theirs.id, 'refuse', { reason: 'Closed' });
    const state = async () => (await member.call('GET /tuners/:id/transfer-groups/:transfer', at)).body.state;
    expect(await state()).toBe('partly_failed');
    await move(opener.id, 'retry');
    await move(opener.id, 'process');
    await step(theirs.id, 'confirm');
    expect(await state()).toBe('completed');
    const listed = (await member.call('GET /tuners/:id/transfers', { params })).body.data;
    expect(listed[0]).toMatchObject({ id: mine?.id, group: { id: run.id } });
    await provedSums();
  });
});

describe('a tuner is visible to its members and staff only (C384)', () => {
  test('in the list, on its page and in its sub-resources', async () => {
    const [stranger, customer] = [await server.as({ flags: ['t'] }), await server.as({})];
    expect((await member.call('GET /tuners')).body.data).toMatchObject([{ id: shop.tuner.id, share_percent: '40.00' }]);
    expect((await stranger.call('GET /tuners')).body.data).toEqual([]);
    expect((await customer.call('GET /tuners')).status).toBe(403);
    expect((await stranger.call('GET /tuners/:id', { params })).status).toBe(404);
    expect((await shop.admin.call('GET /tuners/:id', { params })).body.id).toBe(shop.tuner.id);
    expect((await shop.admin.call('GET /tuners/:id', { params: { id: 9_999_999 } })).status).toBe(404);
    // A payout of another tuner is not found under the actor's own tuner either.
    const rival = await server.make.user();
    const own = await server.make.tuner({ members: [rival.id] });
    const theirs = await server.as({ id: rival.id });
    const transfer = (await server.db.selectFrom('payouts').select('id').where('owner', '=', owner).executeTakeFirst())
      ?.id;
    const run = (await server.db.selectFrom('payout_runs').select('id').executeTakeFirst())?.id;
    const under = { id: own.id, transfer: transfer ?? 0 };
    expect((await theirs.call('GET /tuners/:id/transfers/:transfer', { params: under })).status).toBe(404);
    const grouped = { params: { id: own.id, transfer: run ?? 0 } };
    expect((await theirs.call('GET /tuners/:id/transfer-groups/:transfer', grouped)).status).toBe(404);
  });
});

describe('sold tunes (C393)', () => {
  test('are listed with the share of the tuner and without the buyer, to the tuner and users with sales permission', async () => {
    const id = await sold();
    const own = await member.call('GET /tune-sales', { query: { tuner: shop.tuner.id } });
    expect(own.body.data[0]).toMatchObject({
      number: `TN-${String(id).padStart(6, '0')}`,
      tune: 'Stage 1',
      vehicle: '2.0L 4-cyl turbo',
      state: 'delivered',
      price: { amount: '500.00' },
      share: { amount: '200.00' },
    });
    expect(JSON.stringify(own.body)).not.toContain('Ada Lane');
    const day = new Date().toISOString().slice(0, 10);
    const today = await member.call('GET /tune-sales', { query: { from: day, to: day } });
    expect(today.body.total).toBe(own.body.total);
    const before = await member.call('GET /tune-sales', { query: { to: '2020-01-01' } });
    expect(before.body.total).toBe(0);
    const [sales, stranger] = [await server.as({ flags: ['tsa'] }), await server.as({ flags: ['t'] })];
    expect((await sales.call('GET /tune-sales')).body.total).toBeGreaterThanOrEqual(own.body.total);
    expect((await stranger.call('GET /tune-sales')).body.total).toBe(0);
    expect((await stranger.call('GET /tune-sales', { query: { tuner: shop.tuner.id } })).status).toBe(404);
  });
});

test('monthly and daily totals of sales, refunds and payouts add up, and filters narrow them (C385 C386)', async () => {
  const earnings = await shown();
  const [total] = earnings.totals;
  const entries = (await member.call('GET /tuners/:id/entries', { params, query: { state: 'paid' } })).body;
  expect(entries.data.every(({ state }) => state === 'paid')).toBe(true);
  expect(entries.total).toBeGreaterThan(0);
  const month = new Date().toISOString().slice(0, 7);
  expect(earnings.months.find((one) => one.month === month)?.earned).toEqual(total?.earned);
  const [cad] = earnings.balances;
  const minor = (amount = '0') => BigInt(amount.replace('.', ''));
  expect(minor(total?.earned.amount) - minor(total?.taken_back.amount)).toBe(
    minor(cad?.on_hold.amount) +
      minor(cad?.available.amount) +
      minor(cad?.on_its_way.amount) +
      minor(cad?.paid_out.amount),
  );
  const bad = await member.call('GET /tuners/:id', { params, query: { from: 'yesterday' } });
  expect(bad.status).toBe(422);
});

test('the ledger is consistent', async () => {
  await cachesRefreshed(server);
  await proveBooks(server);
});
