import { randomUUID } from 'node:crypto';
import type { EarningOwner } from '@tuneport/domain/ledger/earnings';
import type { Owner } from '@tuneport/domain/ledger/ledger-accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cachesRefreshed } from '../../../testing/catalog.ts';
import {
  accountDealer,
  bookedFor,
  estimated,
  owes,
  payCard,
  payLater,
  proveBooks,
  tuneShop,
} from '../../../testing/money/purchases.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { system } from '../../audit/index.ts';
import { balanceOf, makePayout, releaseEarnings, stepPayout } from '../../ledger/index.ts';
import { paymentOfSubject } from '../../payments/index.ts';
import { deliverPurchase } from '../deliver-purchase.ts';
import { linkPurchase } from '../link-purchase.ts';
import { purchaseSubject } from '../settle-purchase.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof tuneShop>>;
let tuner: Owner;
beforeAll(async () => {
  server = await testServer();
  shop = await tuneShop(server);
  tuner = `tuner:${shop.tuner.id}`;
});
afterAll(() => server.close());

const now = () => new Date();
const link = (id: number, requestId: number, userId: number) =>
  server.db
    .transaction()
    .execute((tx) =>
      linkPurchase(tx, { id, requestId, viewer: { userId, dealerIds: [], staff: false }, actorId: userId, now: now() }),
    );
const deliver = (id: number) =>
  server.db.transaction().execute((tx) => deliverPurchase(tx, { id, actorId: null, now: now() }));
let requests = 1000;
async function bought(more: object = {}) {
  const client = await server.as({});
  const { body } = await payCard(client, await estimated(client, shop.selection, more));
  return { client, id: body.purchase.id };
}
async function delivered() {
  const { client, id } = await bought();
  await link(id, ++requests, client.userId ?? 0);
  await deliver(id);
  return { client, id };
}
const transactionOf = async (id: number, kind: 'card' | 'account' = 'card') => {
  const { data } = (await shop.admin.call('GET /v1/admin/transactions', { query: { search: `TN-${id}` } })).body;
  const found = data.find((one) => one.purchase_id === id && (kind === 'card') === (one.amount.amount !== '300.00'));
  return found?.id ?? data[0]?.id ?? 0;
};
const refund = async (id: number, amount: string | null, by: Client = shop.admin) => {
  const params = { id };
  const reason = 'Wrong car';
  return amount === null
    ? by.call('POST /v1/admin/transactions/:id/fully-refund', {
        params,
        body: { reason },
        idempotencyKey: randomUUID(),
      })
    : by.call('POST /v1/admin/transactions/:id/partially-refund', {
        params,
        body: { reason, amount },
        idempotencyKey: randomUUID(),
      });
};

describe('the sale of a tune books an earning entry for its tuner (S016)', () => {
  test('at delivery, in the transfer that recognizes the revenue, and not before', async () => {
    const { client, id } = await bought();
    expect(await bookedFor(server, id, 'earn.hold', tuner)).toBe(0n);
    await link(id, ++requests, client.userId ?? 0);
    expect((await deliver(id)).state).toBe('delivered');
    // 40 % of the tune's price of 500.00.
    expect(await bookedFor(server, id, 'earn.hold', tuner)).toBe(-20_000n);
    expect(await bookedFor(server, id, 'cost.comm')).toBe(20_000n);
    expect(await bookedFor(server, id, 'rev')).toBe(-55_000n);
    expect(await bookedFor(server, id, 'defer.work')).toBe(0n);
    const entries = await server.db
      .selectFrom('ledger_transfers')
      .select(['kind', 'leg_count'])
      .where('subject', '=', `purchase:${id}`)
      .where('kind', '=', 'purchase.delivered')
      .execute();
    expect(entries).toEqual([{ kind: 'purchase.delivered', leg_count: 4 }]);
    // Idempotent: a second delivery books nothing.
    await deliver(id);
    expect(await bookedFor(server, id, 'earn.hold', tuner)).toBe(-20_000n);
  });

  test('and for the installing dealer and the affiliate whose code was used (S015)', async () => {
    const affiliate = await server.make.affiliate();
    await server.db
      .insertInto('discount_codes')
      .values({
        code: 'APEX',
        name: 'Gravel & Apex',
        type: 'tunes',
        amount: '10',
        amount_type: 'percent',
        share_percent: '5',
        affiliate_id: affiliate.id,
        starts_at: new Date(Date.now() - 1000),
      })
      .execute();
    const { dealer } = await accountDealer(server, { limitMinor: 0n, installPercent: '80' });
    const client = await server.as({});
    await server.db
      .insertInto('dealer_tools')
      .values({ dealer_id: dealer.id, tool_id: shop.tool.id, install_fee_minor: 5_000n })
      .execute();
    const hash = await estimated(client, shop.selection, { codes: ['apex'], installer: dealer.slug });
    const { purchase } = (await payCard(client, hash, { installer: dealer.slug })).body;
    expect(purchase).toMatchObject({ installer: { id: dealer.id }, discounts: [{ code: 'APEX' }] });
    await link(purchase.id, ++requests, client.userId ?? 0);
    await deliver(purchase.id);
    expect(await bookedFor(server, purchase.id, 'earn.hold', tuner)).toBe(-18_000n);
    expect(await bookedFor(server, purchase.id, 'earn.hold', `dealer:${dealer.id}`)).toBe(-4_000n);
    expect(await bookedFor(server, purchase.id, 'earn.hold', `affiliate:${affiliate.id}`)).toBe(-2_250n);
    const done = await refund(await transactionOf(purchase.id), null);
    expect(done.status).toBe(200);
    for (const owner of [tuner, `dealer:${dealer.id}`, `affiliate:${affiliate.id}`] as const)
      expect(await bookedFor(server, purchase.id, 'earn.hold', owner)).toBe(0n);
  });

  test('with the terms at the time of the sale', async () => {
    const { client, id } = await bought();
    await server.db.updateTable('tuners').set({ share_percent: '1' }).where('id', '=', shop.tuner.id).execute();
    await link(id, ++requests, client.userId ?? 0);
    await deliver(id);
    await server.db.updateTable('tuners').set({ share_percent: '40' }).where('id', '=', shop.tuner.id).execute();
    expect(await bookedFor(server, id, 'earn.hold', tuner)).toBe(-20_000n);
  });

  test('and a share paid out before a refund is owed by the tuner', async () => {
    const { id } = await delivered();
    await releaseEarnings(server.db, new Date(Date.now() + 31 * 86_400_000));
    await server.db.transaction().execute(async (tx) => {
      const input = { owner: tuner as EarningOwner, currency: 'CAD', requestKey: randomUUID(), until: now() } as const;
      const payout = await makePayout(tx, system, input, now());
      for (const event of ['approve', 'send', 'confirm'] as const)
        await stepPayout(tx, system, payout.id, event, now());
    });
    expect((await refund(await transactionOf(id), null)).status).toBe(200);
    const available = { kind: 'earn.avail', owner: tuner, unit: 'CAD' } as const;
    expect((await balanceOf(server.db, available)).postedMinor).toBe(20_000n);
  });
});

describe('a purchase is used for one request', () => {
  test('linked once by its owner only, and a request takes one purchase', async () => {
    const { client, id } = await bought();
    const request = ++requests;
    const stranger = await server.make.user();
    await expect(link(id, request, stranger.id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await link(id, request, client.userId ?? 0)).request_id).toBe(request);
    await expect(link(id, request + 500, client.userId ?? 0)).rejects.toMatchObject({ code: 'already_committed' });
    const other = await bought();
    await expect(link(other.id, request, other.client.userId ?? 0)).rejects.toMatchObject({ code: 'conflict' });
    await expect(deliver(other.id)).rejects.toMatchObject({ code: 'invalid_transition' });
  });

  test('and only one of eight concurrent links succeeds', async () => {
    const { client, id } = await bought();
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) => link(id, requests + 100 + at, client.userId ?? 0)),
    );
    requests += 200;
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('purchases are transactions of the back office (C036 C037 C039 C040 C041)', () => {
  test('listed, shown with their lines, found by number, and distinguished from orders', async () => {
    const { id } = await bought();
    const { data } = (await shop.admin.call('GET /v1/admin/transactions', { query: { kind: 'tunes' } })).body;
    expect(data.find((one) => one.purchase_id === id)).toMatchObject({
      order_id: null,
      kind: 'tunes',
      order_state: 'waiting_file',
      amount: { amount: '577.50' },
      buyer: 'Ada Lane',
    });
    const shown = await shop.admin.call('GET /v1/admin/transactions/:id', { params: { id: await transactionOf(id) } });
    expect(shown.body).toMatchObject({
      order: null,
      purchase: { id, tunes: ['Stage 1'] },
      can: { refund: true, set_tracking_number: false },
    });
    const sent = await shop.admin.call('POST /v1/admin/transactions/:id/set-tracking-number', {
      params: { id: await transactionOf(id) },
      body: { tracking_number: '1Z' },
    });
    expect(sent.status).toBe(409);
    const csv = (await shop.admin.request('GET', '/api/v1/admin/transactions/export?kind=tunes')).raw.body;
    expect(csv.split('\n').find((row) => row.includes(`TN-${String(id).padStart(6, '0')}`))).toContain('Stage 1');
  });

  test('fully refunded before delivery, which reverses all ledger entries', async () => {
    const { client, id } = await bought();
    const transaction = await transactionOf(id);
    const plan = await shop.admin.call('POST /v1/admin/transactions/:id/inspect-refund', {
      params: { id: transaction },
      body: {},
    });
    expect(plan.body).toMatchObject({
      amount: { amount: '577.50' },
      postings: [
        { label: 'Paid work not yet delivered', amount: { amount: '550.00' } },
        { label: 'Taxes collected', amount: { amount: '27.50' } },
      ],
    });
    expect((await refund(transaction, null)).status).toBe(200);
    const own = await client.call('GET /catalog-purchases/:id', { params: { id } });
    expect(own.body).toMatchObject({ state: 'refunded', refunded: { amount: '577.50' }, can: { link: false } });
    for (const kind of ['cash', 'defer.work', 'tax'] as const) expect(await bookedFor(server, id, kind)).toBe(0n);
    expect((await refund(transaction, '1.00')).status).toBe(409);
  });

  test('refunded in parts before and after delivery, with parts and shares that add up', async () => {
    const { client, id } = await bought();
    const transaction = await transactionOf(id);
    await refund(transaction, '100.01');
    await link(id, ++requests, client.userId ?? 0);
    await deliver(id);
    // 550.00 of work, of which 95.25 was refunded before: the tuner gets 40 % of the tune, less that part.
    expect(await bookedFor(server, id, 'rev')).toBe(-45_475n);
    expect(await bookedFor(server, id, 'earn.hold', tuner)).toBe(-16_536n);
    await refund(transaction, '33.33');
    await refund(transaction, null);
    for (const kind of ['cash', 'defer.work', 'tax', 'rev', 'cost.comm'] as const)
      expect(await bookedFor(server, id, kind)).toBe(0n);
    expect(await bookedFor(server, id, 'earn.hold', tuner)).toBe(0n);
  });

  test('refunded to the account that paid, and split payments by each of their two methods', async () => {
    const { member, dealer } = await accountDealer(server, { limitMinor: 30_000n });
    const hash = await estimated(member, shop.selection);
    const card = { amount: '172.50', currency: 'CAD', method: { token: 'test_ok' } };
    const { purchase } = (await payLater(member, hash, { card })).body;
    const { data } = (await shop.admin.call('GET /v1/admin/transactions', { query: { search: `TN-${purchase.id}` } }))
      .body;
    expect(data.map(({ amount }) => amount.amount).sort()).toEqual(['172.50', '300.00']);
    expect((await refund(await transactionOf(purchase.id, 'account'), null)).status).toBe(200);
    expect(await owes(server, dealer.id)).toEqual({ posted: 0n, held: 0n });
    const state = async () =>
      (await member.call('GET /catalog-purchases/:id', { params: { id: purchase.id } })).body.state;
    expect(await state()).toBe('waiting_file');
    const rest = data.find(({ amount }) => amount.amount === '172.50')?.id ?? 0;
    expect((await refund(rest, null)).status).toBe(200);
    expect(await state()).toBe('refunded');
    for (const kind of ['cash', 'defer.work', 'tax'] as const)
      expect(await bookedFor(server, purchase.id, kind)).toBe(0n);
  });

  test('concurrent refunds never exceed the amount paid', async () => {
    const { id } = await bought();
    const transaction = await transactionOf(id);
    await Promise.all(Array.from({ length: 6 }, () => refund(transaction, '200.00')));
    expect(await bookedFor(server, id, 'cash')).toBe(17_750n);
  });
});

test('a lost dispute reverses the shares, and undelivered work is no longer a liability', async () => {
  const lose = async (id: number) => {
    const payment = await paymentOfSubject(server.db, `purchase:${id}`);
    if (!payment) throw new Error('not paid');
    await server.db.transaction().execute(async (tx) => {
      const lost = { state: 'charged_back', disputed_minor: payment.capturedMinor };
      await tx.updateTable('payments').set(lost).where('id', '=', payment.id).execute();
      await tx
        .insertInto('payment_history')
        .values({ payment_id: payment.id, event: 'dispute-lost', state_after: 'charged_back', via: 'event' })
        .execute();
      const after = { ...payment, state: 'charged_back' as const, disputedMinor: payment.capturedMinor };
      await purchaseSubject.disputed?.(tx, server.platform, after, 'lost');
    });
  };
  const done = await delivered();
  await lose(done.id);
  expect(await bookedFor(server, done.id, 'earn.hold', tuner)).toBe(0n);
  expect(await bookedFor(server, done.id, 'rev')).toBe(-55_000n);
  const waiting = await bought();
  await lose(waiting.id);
  expect(await bookedFor(server, waiting.id, 'defer.work')).toBe(0n);
  const own = await waiting.client.call('GET /catalog-purchases/:id', { params: { id: waiting.id } });
  expect(own.body).toMatchObject({ state: 'refunded', can: { link: false } });
});

test('a concurrent delivery and refund have the same result in either order', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { client, id } = await bought();
    await link(id, ++requests, client.userId ?? 0);
    const transaction = await transactionOf(id);
    await Promise.allSettled([deliver(id), refund(transaction, '288.75')]);
    expect(await bookedFor(server, id, 'rev')).toBe(-27_500n);
    expect(await bookedFor(server, id, 'defer.work')).toBe(0n);
    expect(await bookedFor(server, id, 'earn.hold', tuner)).toBe(-10_000n);
  }
});

test('the ledger is consistent and matches the provider', async () => {
  await cachesRefreshed(server);
  await proveBooks(server);
});
