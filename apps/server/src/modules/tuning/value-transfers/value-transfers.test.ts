import { randomUUID } from 'node:crypto';
import { partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { move } from '@tuneport/domain/ledger/ledger-legs';
import { valueTransferDays } from '@tuneport/domain/tuning/value-transfer-states';
import { dayMs } from '@tuneport/domain/units/durations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cachesRefreshed, storeSetting } from '../../../testing/catalog.ts';
import { violationsAtRest } from '../../../testing/invariants.ts';
import { accountDealer, bookedFor, proveBooks } from '../../../testing/money/purchases.ts';
import {
  deliveredRequest,
  ledgerSize,
  newTransfer,
  reviewTransfer,
  unpaidRequest,
} from '../../../testing/money/value-transfers.ts';
import { readPdf } from '../../../testing/pdf-text.ts';
import type { Client } from '../../../testing/server.ts';
import { mailsAbout, payRequest, platformTuner, showRequest, takeRequestStep } from '../../../testing/tuning.ts';
import { balanceOf, postTransfer, setLimit } from '../../ledger/index.ts';
import { paymentOfSubject, settleDispute, sweepPayments } from '../../payments/index.ts';
import { expireTransfers } from './cancel-transfer.ts';

const people = await platformTuner();
const { server, shop, admin, customer, stranger } = people;
const colleague = await server.as({ role: 3 });
const above = await server.as({ role: 5 });
let cheap: { id: number };
let dear: { id: number };
beforeAll(async () => {
  const tune = async (name: string, base: number) => {
    const made = await shop.make.tune({ name, engines: [shop.engine.id], tools: [shop.tool.id], price: { base } });
    await server.db.updateTable('tunes').set({ tuner_id: shop.tuner.id }).where('id', '=', made.id).execute();
    return made;
  };
  [cheap, dear] = [await tune('Eco', 30_000), await tune('Stage 2', 80_000)];
  await cachesRefreshed(server);
});
afterAll(() => server.close());

const show = async (id: number) =>
  (await admin.call('GET /v1/admin/instatune-value-transfers/:id', { params: { id } })).body;
const inspect = async (id: number) =>
  (await admin.call('GET /v1/admin/instatune-value-transfers/:id/inspect', { params: { id } })).body;
const perform = (id: number, staff: Client = admin, body: object = {}) =>
  staff.call('POST /v1/admin/instatune-value-transfers/:id/perform', { params: { id }, body });
const lockOld = (id: number, staff: Client = admin) =>
  staff.call('POST /v1/admin/instatune-value-transfers/:id/do-lock-old', { params: { id } });
const setNew = (id: number, staff: Client = admin, body: object = {}) =>
  staff.call('POST /v1/admin/instatune-value-transfers/:id/do-set-new-transfer-if-zero', { params: { id }, body });
const cancel = (id: number, staff: Client = admin) =>
  staff.call('POST /v1/admin/instatune-value-transfers/:id/cancel', {
    params: { id },
    body: { reason: 'Not needed.' },
  });
const undo = (id: number, staff: Client = above) =>
  staff.call('POST /v1/admin/instatune-value-transfers/:id/undo', { params: { id }, body: { reason: 'A mistake.' } });
const payDifference = (client: Client, id: number, total: object, key: string = randomUUID()) =>
  client.call('POST /v1/tune-requests/:id/pay-difference', {
    params: { id },
    body: { method: { token: 'test_ok' }, total },
    idempotencyKey: key,
  });

/** A reviewed transfer from a delivered request to an unpaid one. */
async function approved(tuneId = shop.tune.id, review: object = {}, buyer = customer) {
  const old = await deliveredRequest({ ...people, customer: buyer }, shop);
  const next = await unpaidRequest(buyer, shop, tuneId);
  const { id } = (await newTransfer(admin, old.id, next.id)).body;
  const reviewed = await reviewTransfer(colleague, id, { decision: 'approve', ...review });
  if (reviewed.status !== 200) throw new Error(JSON.stringify(reviewed.body));
  return { id, old, next };
}

const prepaid = async (client = customer) => {
  const { postedMinor } = await balanceOf(server.db, partyAccount('prepay', `user:${client.userId ?? 0}`, 'CAD'));
  return -postedMinor;
};
const clearing = async () => (await balanceOf(server.db, platformAccount('vt.clear', 'CAD'))).postedMinor;
/** Kinds and legs of postings, to compare a dry run with the real one. */
const bookedAs = (postings: Awaited<ReturnType<typeof show>>['postings']) =>
  postings.map(({ kind, legs }) => [
    kind,
    legs.map(({ kind: account, owner, debit, credit }) => [account, owner, debit?.amount, credit?.amount]),
  ]);

test('a transfer is listed, created, shown and inspected by staff only, and a second one of the same request is refused (C042 C043 C044 C050 S348)', async () => {
  const [old, next] = [await deliveredRequest(people, shop), await unpaidRequest(customer, shop)];
  const made = await newTransfer(admin, old.id, next.id);
  expect(made).toMatchObject({
    status: 201,
    body: { state: 'requested', old_request: { id: old.id }, new_request: { id: next.id }, value: null },
  });
  const { id } = made.body;
  expect(await newTransfer(admin, old.id, null)).toMatchObject({ status: 409, body: { code: 'already_committed' } });
  const list = (query: object) => admin.call('GET /v1/admin/instatune-value-transfers', { query });
  expect((await list({ state: 'requested' })).body.data[0]).toMatchObject({ id, number: made.body.number });
  expect((await list({ state: '!requested', search: made.body.number })).body.total).toBe(0);
  expect((await list({ search: made.body.number })).body.total).toBe(1);
  for (const client of [customer, stranger, server.anonymous])
    expect((await newTransfer(client, old.id, null)).status).toBe(client === server.anonymous ? 401 : 403);
  expect(await show(id)).toMatchObject({ proposed: { amount: '577.50' }, history: [{ event: 'request' }] });
  for (const [body, field] of [
    [{ old_request_id: next.id }, 'old_request_id'],
    [{ old_request_id: 2_000_000_000 }, 'old_request_id'],
    [{ old_request_id: old.id, new_request_id: old.id }, 'new_request_id'],
    [{ old_request_id: old.id, new_request_id: (await unpaidRequest(stranger, shop)).id }, 'new_request_id'],
    [{ old_request_id: old.id, cause: 'gift' }, 'cause'],
  ] as const)
    expect(await newTransfer(admin, 0, null, body)).toMatchObject({
      status: 422,
      body: { errors: { [field]: [expect.any(String)] } },
    });
});

test('inspect shows the postings that performing then makes, and changes nothing (C050)', async () => {
  const { id } = await approved(cheap.id, { fee: '25.00' });
  const before = [await ledgerSize(server), await show(id), await prepaid()];
  const dry = await inspect(id);
  expect([await ledgerSize(server), await show(id), await prepaid()]).toEqual(before);
  expect(dry).toMatchObject({
    problem: null,
    value: { amount: '577.50' },
    fee: { amount: '25.00' },
    old: { paid: [{ with: 'card', amount: { amount: '577.50' } }], refunded: { amount: '0.00' }, age_months: 0 },
    rule: { percent: '100' },
    new: { price: { amount: '367.50' } },
    difference: { amount: '0.00' },
    rest: { amount: '185.00' },
    shares: [{ owner: `tuner:${shop.tuner.id}`, amount: { amount: '200.00' } }],
    performed: false,
  });
  const done = await perform(id);
  expect(done).toMatchObject({ status: 200, body: { state: 'performed' } });
  expect(bookedAs(done.body.postings)).toEqual(bookedAs(dry.postings));
  expect(bookedAs((await inspect(id)).postings)).toEqual(bookedAs(dry.postings));
  const legs = dry.postings.flatMap(({ legs: all }) => all);
  const sum = (side: 'debit' | 'credit') => legs.reduce((total, leg) => total + Number(leg[side]?.amount ?? 0), 0);
  expect(sum('debit')).toBeCloseTo(sum('credit'), 6);
});

test('performing moves the value once, takes the shares back, pays the new request and locks the old one (C049 S348)', async () => {
  const { id, old, next } = await approved();
  const [oldPurchase] = [old.purchaseId];
  const balance = await prepaid();
  const done = await perform(id);
  expect(done).toMatchObject({ status: 200, body: { state: 'performed', value: { amount: '577.50' } } });
  expect(await perform(id)).toMatchObject({ status: 409, body: { code: 'already_committed' } });
  expect(await cancel(id)).toMatchObject({ status: 409, body: { code: 'already_committed' } });
  expect(await showRequest(customer, old.id)).toMatchObject({
    state: 'locked',
    money: 'moved_out',
    value_transfer: { role: 'old', state: 'performed', other: { id: next.id } },
    licence_lock: { reason: expect.stringContaining('VT-') },
  });
  expect(await showRequest(customer, next.id)).toMatchObject({
    state: 'queued',
    money: 'paid',
    value_transfer: { role: 'new', other: { id: old.id } },
  });
  expect((await customer.request('GET', old.path)).status).toBe(403);
  for (const kind of ['rev', 'tax', 'cost.comm'] as const) expect(await bookedFor(server, oldPurchase, kind)).toBe(0n);
  expect(await bookedFor(server, oldPurchase, 'earn.hold', `tuner:${shop.tuner.id}`)).toBe(0n);
  expect([await clearing(), await prepaid()]).toEqual([0n, balance]);
  await proveBooks(server);
});

test('do-lock-old ends downloads, tokens, refunds and manual unlocking, and cancelling unlocks (C045 C047 S349)', async () => {
  const { id, old } = await approved();
  const params = { id: old.id };
  const { body } = await customer.call('POST /v1/tune-requests/:id/token', { params });
  expect((await customer.request('GET', `${old.path}?token=${body.token}`)).status).toBe(200);
  expect(await lockOld(id)).toMatchObject({ status: 200, body: { state: 'old_locked', due_at: expect.any(String) } });
  expect(await lockOld(id)).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
  expect((await customer.request('GET', old.path)).status).toBe(403);
  expect((await server.anonymous.request('GET', `${old.path}?token=${body.token}`)).status).toBe(404);
  expect(await customer.call('POST /v1/tune-requests/:id/token', { params })).toMatchObject({
    status: 409,
    body: { message: 'The value of this request was moved to another one.' },
  });
  expect((await takeRequestStep(customer, old.id, 'ask-revision', 'Idle.')).status).toBe(409);
  expect(await takeRequestStep(above, old.id, 'unlock', 'Now.')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('value transfer') },
  });
  const payment = await paymentOfSubject(server.db, `purchase:${old.purchaseId}`);
  const refund = { params: { id: payment?.id ?? 0 }, body: { reason: 'Asked' } };
  expect((await admin.call('POST /v1/admin/transactions/:id/fully-refund', refund)).status).toBe(409);
  expect(await cancel(id)).toMatchObject({ status: 200, body: { state: 'cancelled' } });
  expect(await showRequest(customer, old.id)).toMatchObject({ state: 'delivered', licence_lock: null });
  expect((await customer.request('GET', old.path)).status).toBe(200);
  expect(await cancel(id)).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
});

test('do-set-new-transfer-if-zero reserves value only for a request without any, and a repeat changes nothing (C048 S350)', async () => {
  const { id, next } = await approved();
  expect(await setNew(id)).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
  await lockOld(id);
  const set = await setNew(id);
  expect(set).toMatchObject({ status: 200, body: { state: 'new_set', price: { amount: '577.50' } } });
  const before = await ledgerSize(server);
  expect((await setNew(id)).status).toBe(409);
  expect([await ledgerSize(server), (await show(id)).state]).toEqual([before, 'new_set']);
  // The customer can neither pay otherwise nor choose again while the value is reserved.
  const priced = await customer.call('POST /v1/tune-requests/:id/estimate', {
    params: { id: next.id },
    body: { tune_ids: [cheap.id], tools: [] },
  });
  expect(priced.status).toBe(409);
  const { estimate_hash } = await showRequest(customer, next.id);
  expect((await payRequest(customer, next.id, estimate_hash ?? '')).status).toBe(409);
  expect((await payDifference(customer, next.id, { amount: '0.00', currency: 'CAD' })).status).toBe(409);
  // Another transfer cannot bring value to the same request, nor to one that is paid.
  const other = await deliveredRequest(people, shop);
  expect((await newTransfer(admin, other.id, next.id)).status).toBe(422);
  expect(await perform(id)).toMatchObject({ status: 200, body: { state: 'performed' } });
  const later = (await newTransfer(admin, other.id, null)).body.id;
  await reviewTransfer(colleague, later);
  expect(await perform(later, admin, { new_request_id: next.id })).toMatchObject({
    status: 422,
    body: { errors: { new_request_id: [expect.stringContaining('paid')] } },
  });
  expect(await perform(later)).toMatchObject({ status: 422, body: { errors: { new_request_id: expect.anything() } } });
  expect((await show(later)).state).toBe('approved');
  const fresh = await unpaidRequest(customer, shop);
  expect(await perform(later, admin, { new_request_id: fresh.id })).toMatchObject({ body: { state: 'performed' } });
  await proveBooks(server);
});

describe('a difference', () => {
  test('is requested from the customer, paid by card once, and completes the transfer', async () => {
    const { id, old, next } = await approved(dear.id);
    const dry = await inspect(id);
    expect(dry).toMatchObject({ problem: null, difference: { amount: '315.00' }, rest: { amount: '0.00' } });
    expect(await perform(id)).toMatchObject({ status: 200, body: { state: 'awaiting_difference' } });
    expect(await perform(id)).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
    const due = { amount: '315.00', currency: 'CAD' };
    expect((await showRequest(customer, next.id)).value_transfer).toMatchObject({
      difference: due,
      can: { pay: true },
    });
    expect(await mailsAbout(server, 'value-transfer', next.id)).toMatchObject([
      { text_body: expect.stringContaining('315.00') },
    ]);
    expect((await showRequest(customer, old.id)).state).toBe('locked');
    expect((await payDifference(stranger, next.id, due)).status).toBe(404);
    expect((await payDifference(customer, next.id, { ...due, amount: '1.00' })).body).toMatchObject({
      code: 'total_changed',
    });
    const key = randomUUID();
    const paid = await Promise.all([1, 2, 3].map(() => payDifference(customer, next.id, due, key)));
    expect(paid.map(({ status }) => status)).toContain(200);
    expect(await show(id)).toMatchObject({ state: 'performed' });
    expect(bookedAs((await show(id)).postings)).toEqual(bookedAs(dry.postings));
    expect(await payDifference(customer, next.id, due)).toMatchObject({ status: 409 });
    expect(await showRequest(customer, next.id)).toMatchObject({ state: 'queued', money: 'paid' });
    expect(await clearing()).toBe(0n);
    await proveBooks(server);
  });

  const payFrom = (client: Client, id: number, balance: string, amount = '315.00') =>
    client.call('POST /v1/tune-requests/:id/pay-difference', {
      params: { id },
      body: { balance, total: { amount, currency: 'CAD' } },
      idempotencyKey: randomUUID(),
    });
  const topUp = (owner: `user:${number}` | `dealer:${number}`, amountMinor: bigint) =>
    postTransfer(server.db, {
      key: `test:top-up:${randomUUID()}`,
      kind: 'test.top-up',
      subject: owner,
      at: new Date(),
      legs: move(platformAccount('goodwill', 'CAD'), partyAccount('prepay', owner, 'CAD'), amountMinor),
    });

  test('is paid from the prepaid balance that covers it, once, and an undo returns it there', async () => {
    const buyer = await server.as({});
    const { id, next } = await approved(dear.id, {}, buyer);
    await perform(id);
    expect((await payFrom(buyer, next.id, 'prepaid')).body).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('prepaid balance'),
    });
    expect((await payFrom(buyer, next.id, 'account')).status, 'no dealer').toBe(422);
    await topUp(`user:${buyer.userId ?? 0}`, 40_000n);
    expect((await payFrom(stranger, next.id, 'prepaid')).status).toBe(404);
    const paid = await Promise.all([1, 2, 3].map(() => payFrom(buyer, next.id, 'prepaid')));
    expect(paid.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await show(id)).toMatchObject({ state: 'performed' });
    expect(await showRequest(buyer, next.id)).toMatchObject({ state: 'queued', money: 'paid' });
    expect(await prepaid(buyer)).toBe(8_500n);
    expect((await undo(id)).status).toBe(200);
    expect(await prepaid(buyer)).toBe(40_000n);
    expect(await clearing()).toBe(0n);
    await proveBooks(server);
  });

  test('is charged to the account of the dealer within its limit, and an undo takes it off again', async () => {
    const { dealer, member: client } = await accountDealer(server, { limitMinor: 100_000n });
    const owner = `dealer:${dealer.id}` as const;
    const { id, next } = await approved(dear.id, {}, client);
    const ids = [(await show(id)).old_request.id, next.id];
    await server.db.updateTable('tune_requests').set({ dealer_id: dealer.id }).where('id', 'in', ids).execute();
    await server.db.updateTable('value_transfers').set({ dealer_id: dealer.id }).where('id', '=', id).execute();
    await perform(id);
    const owed = async () => (await balanceOf(server.db, partyAccount('ar', owner, 'CAD'))).postedMinor;
    const before = await owed();
    const due = (await showRequest(client, next.id)).value_transfer?.difference?.amount ?? '';
    await topUp(owner, 100_000n);
    const membership = server.db.selectFrom('dealer_members').selectAll().where('user_id', '=', client.userId);
    const removed = await membership.executeTakeFirstOrThrow();
    await server.db.deleteFrom('dealer_members').where('user_id', '=', client.userId).execute();
    for (const balance of ['prepaid', 'account'])
      expect([403, 404, 422], `removed member, ${balance}`).toContain(
        (await payFrom(client, next.id, balance, due)).status,
      );
    await server.db.insertInto('dealer_members').values(removed).execute();
    const account = partyAccount('ar', owner, 'CAD');
    await setLimit(server.db, account, { maxMinor: before + 100n, at: new Date(), reason: 'Test' });
    expect((await payFrom(client, next.id, 'account', due)).body).toMatchObject({ code: 'dealer_hit_credit_limit' });
    expect((await show(id)).state).toBe('awaiting_difference');
    await setLimit(server.db, account, { maxMinor: before + 100_000n, at: new Date(), reason: 'Test' });
    expect((await payFrom(client, next.id, 'account', due)).status).toBe(200);
    expect(await show(id)).toMatchObject({ state: 'performed' });
    expect(await owed()).toBe(before + BigInt(due.replace('.', '')));
    const { body } = await client.call('GET /v1/dealers/:id/balance', { params: { id: dealer.id } });
    expect(body[0]?.open_items.at(-1)).toMatchObject({ label: expect.stringContaining('Value transfer') });
    expect((await undo(id)).status).toBe(200);
    expect(await owed()).toBe(before);
    expect((await balanceOf(server.db, partyAccount('prepay', owner, 'CAD'))).postedMinor).toBe(-100_000n);
    await proveBooks(server);
  });

  test('that is declined can be tried again, and one that is never paid ends the transfer after 14 days', async () => {
    const { id, old, next } = await approved(dear.id);
    await perform(id);
    const due = { amount: '315.00', currency: 'CAD' };
    const declined = await customer.call('POST /v1/tune-requests/:id/pay-difference', {
      params: { id: next.id },
      body: { method: { token: 'test_card_expired' }, total: due },
      idempotencyKey: randomUUID(),
    });
    expect(declined).toMatchObject({ status: 402 });
    const dueAt = Date.parse((await show(id)).due_at ?? '');
    expect(dueAt).toBeGreaterThan(Date.now() + (valueTransferDays - 1) * dayMs);
    await expireTransfers(server.platform, new Date(dueAt - 1000));
    expect((await show(id)).state).toBe('awaiting_difference');
    await expireTransfers(server.platform, new Date(dueAt + 1000));
    await expireTransfers(server.platform, new Date(dueAt + 1000));
    expect(await show(id)).toMatchObject({ state: 'cancelled' });
    expect(await showRequest(customer, old.id)).toMatchObject({ state: 'delivered', money: 'paid' });
    expect((await customer.request('GET', old.path)).status).toBe(200);
    expect((await payDifference(customer, next.id, due)).status).toBe(409);
    // The new request is an ordinary unpaid one again.
    const { body } = await customer.call('POST /v1/tune-requests/:id/estimate', {
      params: { id: next.id },
      body: { tune_ids: [shop.tune.id], tools: [] },
    });
    expect((await payRequest(customer, next.id, body.hash)).status).toBe(200);
    await proveBooks(server);
  });

  test('is refunded and the transfer needs attention if the old payment is disputed meanwhile', async () => {
    const { id, old, next } = await approved(dear.id);
    await perform(id);
    const payment = await paymentOfSubject(server.db, `purchase:${old.purchaseId}`);
    if (!payment) throw new Error('not paid');
    const dispute = { id: `dp_${id}`, intentId: null, amountMinor: payment.capturedMinor };
    await settleDispute(server.platform, payment, { ...dispute, status: 'open' });
    const paid = await payDifference(customer, next.id, { amount: '315.00', currency: 'CAD' });
    expect(paid.status === 200 && (await showRequest(customer, next.id)).state === 'queued').toBe(false);
    expect(await show(id)).toMatchObject({ state: 'needs_attention' });
    expect((await perform(id)).status).toBe(409);
    await settleDispute(server.platform, payment, { ...dispute, status: 'won' });
    expect(await cancel(id)).toMatchObject({ status: 200, body: { state: 'cancelled' } });
    expect((await showRequest(customer, old.id)).state).toBe('delivered');
    await sweepPayments(server.platform);
    expect(await violationsAtRest(server.db, server.platform.payments as never)).toEqual([]);
  });

  test('ends with the new request: the transfer needs attention and can be started again for another one', async () => {
    const { id, next } = await approved(dear.id);
    await perform(id);
    expect((await takeRequestStep(customer, next.id, 'cancel')).body.state).toBe('cancelled');
    expect(await show(id)).toMatchObject({ state: 'needs_attention' });
    const fresh = await unpaidRequest(customer, shop);
    expect(await perform(id, admin, { new_request_id: fresh.id })).toMatchObject({
      status: 200,
      body: { state: 'performed', new_request: { id: fresh.id } },
    });
    expect(await clearing()).toBe(0n);
    await proveBooks(server);
  });
});

test('a lower price leaves the rest on the prepaid balance, and a refund of the new request goes there too', async () => {
  const before = await prepaid();
  const { id, next } = await approved(cheap.id);
  expect((await perform(id)).body.state).toBe('performed');
  expect(await prepaid()).toBe(before + 21_000n);
  const { purchase } = await showRequest(customer, next.id);
  const payment = await paymentOfSubject(server.db, `purchase-account:${purchase?.id}`);
  const refund = { params: { id: payment?.id ?? 0 }, body: { reason: 'Asked' } };
  expect((await admin.call('POST /v1/admin/transactions/:id/fully-refund', refund)).status).toBe(200);
  expect(await prepaid()).toBe(before + 57_750n);
  expect((await showRequest(customer, next.id)).state).toBe('refunded');
  await proveBooks(server);
});

describe('review', () => {
  test('follows the rules: 75 % for another car, nothing after a refund, and never more than is left (C046)', async () => {
    const old = await deliveredRequest(people, shop);
    const { id } = (await newTransfer(admin, old.id, null, { cause: 'other_vehicle' })).body;
    expect(await inspect(id)).toMatchObject({ rule: { percent: '75', value: { amount: '433.13' } } });
    const review = (body: object) => reviewTransfer(colleague, id, { decision: 'approve', ...body });
    for (const [body, field] of [
      [{ value: '577.51' }, 'value'],
      [{ value: '0' }, 'value'],
      [{ value: '1.001' }, 'value'],
      [{ value: '100', fee: '100' }, 'fee'],
      [{ decision: 'reject' }, 'note'],
      [{ decision: 'ask' }, 'note'],
    ] as const)
      expect(await review(body)).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });
    const payment = await paymentOfSubject(server.db, `purchase:${old.purchaseId}`);
    const part = { params: { id: payment?.id ?? 0 }, body: { reason: 'Late', amount: '100.00' } };
    expect((await admin.call('POST /v1/admin/transactions/:id/partially-refund', part)).status).toBe(200);
    expect(await inspect(id)).toMatchObject({
      rule: { percent: '0', value: { amount: '0.00' } },
      old: { refunded: { amount: '100.00' }, left: { amount: '477.50' } },
      problem: expect.any(String),
    });
    expect((await review({})).status).toBe(422);
    expect((await review({ value: '477.51' })).status).toBe(422);
    expect(await review({ value: '477.50' })).toMatchObject({ status: 200, body: { state: 'approved' } });
    expect((await review({ value: '477.50' })).status).toBe(409);
    const next = await unpaidRequest(customer, shop, cheap.id);
    expect((await perform(id, admin, { new_request_id: next.id })).body.state).toBe('performed');
    expect(await bookedFor(server, old.purchaseId, 'rev')).toBe(0n);
    expect(await bookedFor(server, old.purchaseId, 'tax')).toBe(0n);
    await proveBooks(server);
  });

  test('above the limit needs two staff members, and staff never decide for their own business', async () => {
    await storeSetting(server, 'value_transfer_alone_limit', '500');
    const old = await deliveredRequest(people, shop);
    const { id } = (await newTransfer(admin, old.id, null)).body;
    expect(await reviewTransfer(admin, id)).toMatchObject({ status: 403, body: { code: 'approval_required' } });
    expect((await reviewTransfer(admin, id, { decision: 'approve', value: '400.00' })).status).toBe(200);
    const asked = await customer.call('POST /v1/tune-requests/:id/value-transfer', {
      params: { id: (await deliveredRequest(people, shop)).id },
      body: { cause: 'upgrade', reason: 'More power.' },
    });
    const own = asked.body.value_transfer?.id ?? 0;
    expect((await reviewTransfer(colleague, own)).status).toBe(200);
    const next = await unpaidRequest(customer, shop);
    expect(await perform(own, colleague, { new_request_id: next.id })).toMatchObject({
      status: 403,
      body: { code: 'approval_required' },
    });
    expect((await perform(own, admin, { new_request_id: next.id })).body.state).toBe('performed');
    const isNow = (role: number) =>
      server.db.updateTable('users').set({ role }).where('id', '=', customer.userId).returning('id').execute();
    await isNow(3);
    const mine = await deliveredRequest(people, shop);
    expect((await newTransfer(customer, mine.id, null)).status).toBe(403);
    const { id: theirs } = (await newTransfer(admin, mine.id, null)).body;
    expect((await reviewTransfer(customer, theirs)).status).toBe(403);
    expect((await cancel(theirs, customer)).status).toBe(403);
    await isNow(0);
  });

  test('asks for evidence, which the customer adds, and the customer can withdraw until it is locked', async () => {
    const old = await deliveredRequest(people, shop);
    const params = { id: old.id };
    const request = { params, body: { cause: 'dead_controller', reason: 'It died.' } };
    expect((await stranger.call('POST /v1/tune-requests/:id/value-transfer', request)).status).toBe(404);
    const asked = await customer.call('POST /v1/tune-requests/:id/value-transfer', request);
    expect(asked).toMatchObject({ status: 201, body: { value_transfer: { state: 'requested', role: 'old' } } });
    const id = asked.body.value_transfer?.id ?? 0;
    await reviewTransfer(colleague, id, { decision: 'ask', note: 'A photo of the part number, please.' });
    const seen = (await showRequest(customer, old.id)).value_transfer;
    expect(seen).toMatchObject({ evidence_requested: 'A photo of the part number, please.', can: { withdraw: true } });
    const added = await customer.call('POST /v1/tune-requests/:id/value-transfer/evidence', {
      params,
      body: { evidence: 'Part number 0261206042.' },
    });
    expect(added.body.value_transfer).toMatchObject({ evidence_requested: null });
    expect((await show(id)).evidence).toContain('0261206042');
    await reviewTransfer(colleague, id);
    const withdraw = () => customer.call('POST /v1/tune-requests/:id/value-transfer/withdraw', { params });
    expect((await withdraw()).body.value_transfer).toMatchObject({ state: 'cancelled' });
    expect((await withdraw()).status).toBe(409);
  });
});

test('every step is refused in the states the table does not name (S275)', async () => {
  const { id, old } = await approved();
  expect((await reviewTransfer(colleague, id)).status).toBe(409);
  expect((await undo(id)).status).toBe(409);
  await cancel(id);
  for (const call of [lockOld, setNew, perform, cancel])
    expect(await call(id)).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
  expect((await showRequest(customer, old.id)).state).toBe('delivered');
  for (const call of [lockOld, setNew, perform, cancel]) expect((await call(2_000_000_000)).status).toBe(404);
});

describe('undo', () => {
  test('returns the value within a day: requests, postings, shares and the card difference', async () => {
    const { id, old, next } = await approved(dear.id);
    await perform(id);
    await payDifference(customer, next.id, { amount: '315.00', currency: 'CAD' });
    expect((await undo(id, admin)).status).toBe(403);
    const undone = await undo(id);
    expect(undone).toMatchObject({ status: 200, body: { state: 'reversed' } });
    expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'already_committed' } });
    expect(await showRequest(customer, old.id)).toMatchObject({
      state: 'delivered',
      money: 'paid',
      licence_lock: null,
    });
    expect((await showRequest(customer, next.id)).state).toBe('refunded');
    expect((await customer.request('GET', old.path)).status).toBe(200);
    expect(await bookedFor(server, old.purchaseId, 'rev')).toBe(-55_000n);
    expect(await bookedFor(server, old.purchaseId, 'earn.hold', `tuner:${shop.tuner.id}`)).toBe(-20_000n);
    expect(await clearing()).toBe(0n);
    // The value can be moved again.
    const again = await unpaidRequest(customer, shop);
    const second = (await newTransfer(admin, old.id, again.id)).body.id;
    await reviewTransfer(colleague, second);
    expect((await perform(second)).body.state).toBe('performed');
    await proveBooks(server);
  });

  test('is refused while the payment of the old request is disputed, and after it was lost', async () => {
    const { id, old } = await approved();
    await perform(id);
    const payment = await paymentOfSubject(server.db, `purchase:${old.purchaseId}`);
    if (!payment) throw new Error('not paid');
    const dispute = { id: `dp_undo_${id}`, intentId: null, amountMinor: payment.capturedMinor };
    for (const status of ['open', 'lost'] as const) {
      await settleDispute(server.platform, payment, { ...dispute, status });
      expect(await undo(id)).toMatchObject({ status: 409, body: { message: expect.stringContaining('disputed') } });
    }
    expect(await bookedFor(server, old.purchaseId, 'earn.hold', `tuner:${shop.tuner.id}`)).toBe(0n);
    expect((await show(id)).state).toBe('performed');
    await proveBooks(server);
  });

  test('is refused after a day, after the download and when the rest was spent', async () => {
    const buyer = await server.as({});
    const { id } = await approved(cheap.id, {}, buyer);
    await perform(id);
    const transfer = server.db.updateTable('value_transfers').where('id', '=', id);
    const { performed_at } = await server.db
      .selectFrom('value_transfers')
      .select('performed_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await transfer.set({ performed_at: new Date(Date.now() - 25 * 3_600_000) }).execute();
    expect(await undo(id)).toMatchObject({ status: 409, body: { message: expect.stringContaining('24 hours') } });
    await transfer.set({ performed_at }).execute();
    const request = server.db.updateTable('tune_requests').where('id', '=', (await show(id)).new_request?.id ?? 0);
    await request.set({ downloaded_at: new Date() }).execute();
    expect(await undo(id)).toMatchObject({ status: 409, body: { message: expect.stringContaining('downloaded') } });
    await request.set({ downloaded_at: null }).execute();
    expect(await prepaid(buyer)).toBe(21_000n);
    const spent = await unpaidRequest(buyer, shop, dear.id);
    const { estimate_hash } = await showRequest(buyer, spent.id);
    const part = { prepaid: { amount: '200.00', currency: 'CAD' } };
    expect((await payRequest(buyer, spent.id, estimate_hash ?? '', part)).status).toBe(200);
    expect(await undo(id)).toMatchObject({ status: 409, body: { message: expect.stringContaining('spent') } });
    expect((await show(id)).state).toBe('performed');
    await proveBooks(server);
  });
});

test('a disputed payment of a moved request takes its shares back once and leaves the books right', async () => {
  const { id, old } = await approved();
  await perform(id);
  const payment = await paymentOfSubject(server.db, `purchase:${old.purchaseId}`);
  if (!payment) throw new Error('not paid');
  const dispute = { id: `dp_moved_${id}`, intentId: null, amountMinor: payment.capturedMinor };
  await settleDispute(server.platform, payment, { ...dispute, status: 'open' });
  await settleDispute(server.platform, payment, { ...dispute, status: 'lost' });
  expect(await bookedFor(server, old.purchaseId, 'earn.hold', `tuner:${shop.tuner.id}`)).toBe(0n);
  await proveBooks(server);
});

test('invoices say that their value was moved, and name prepaid money', async () => {
  const { id, old } = await approved();
  const invoice = async (purchase: number) =>
    (await customer.call('GET /catalog-purchases/:id/invoice', { params: { id: purchase } })).body.purchase;
  const pdf = async (purchase: number) => {
    const file = await customer.request('GET', `/api/catalog-purchases/${purchase}/invoice/pdf`);
    return readPdf(file.raw.rawPayload).text;
  };
  expect(await invoice(old.purchaseId)).toMatchObject({ moved: { amount: '0.00' }, moved_by: [] });
  await perform(id);
  const { number, new_request } = await show(id);
  expect(await invoice(old.purchaseId)).toMatchObject({ moved: { amount: '577.50' }, moved_by: [number] });
  expect(await pdf(old.purchaseId)).toContain(`Value transfer ${number}`);
  const next = (await showRequest(customer, new_request?.id ?? 0)).purchase?.id ?? 0;
  expect(await invoice(next)).toMatchObject({ paid_by_transfer: number, moved: { amount: '0.00' } });
  const text = await pdf(next);
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(
    new RegExp(`Paid on \\d{4}-\\d{2}-\\d{2} from the prepaid balance, ${number}`),
  );
  expect(text).not.toContain('Charged to');
});

describe('credit note of moved value', () => {
  /** The tax that the ledger has for a sale, and that its documents state: invoice less credit notes. */
  async function taxes(purchaseId: number) {
    const { purchase, credit_notes } = (
      await customer.call('GET /catalog-purchases/:id/invoice', { params: { id: purchaseId } })
    ).body;
    let [taxMinor, totalMinor] = [minor(purchase.tax.amount), minor(purchase.total.amount)];
    const notes = [];
    for (const { id } of credit_notes) {
      const note = (await customer.call('GET /credit-notes/:id', { params: { id } })).body;
      const noteTax = note.taxes.reduce((sum, { amount }) => sum + minor(amount.amount), 0n);
      expect(minor(note.net.amount) + noteTax).toBe(minor(note.total.amount));
      taxMinor -= noteTax;
      totalMinor -= minor(note.total.amount);
      notes.push(note);
    }
    expect(-(await bookedFor(server, purchaseId, 'tax'))).toBe(taxMinor);
    expect(-(await bookedFor(server, purchaseId, 'rev'))).toBe(totalMinor - taxMinor);
    return notes;
  }
  const minor = (amount: string) => BigInt(amount.replace('.', ''));
  const counted = async () => (await server.db.selectFrom('credit_notes').select('id').execute()).length;

  test('is issued with the transfer, states its tax and fee, and the new request has its own invoice', async () => {
    const { id, old, next } = await approved(shop.tune.id, { value: '433.13', fee: '20.00' });
    const before = await counted();
    await inspect(id);
    expect(await counted()).toBe(before);
    const result = await perform(id);
    const newPurchase = (await showRequest(customer, next.id)).purchase?.id ?? 0;
    if (result.body.state === 'awaiting_difference') {
      expect(await counted()).toBe(before);
      const { difference } = await inspect(id);
      const paid = await payDifference(customer, next.id, difference ?? {});
      expect(paid.status).toBe(200);
    }
    const [note, ...more] = await taxes(old.purchaseId);
    expect(more).toEqual([]);
    expect(note).toMatchObject({
      number: `CN-${String(before + 1).padStart(6, '0')}`,
      sale: 'purchase',
      cancels: null,
      moved: { by: (await show(id)).number, fee: { amount: '-20.00' }, prepaid: { amount: '413.13' } },
      total: { amount: '433.13' },
    });
    const pdf = readPdf((await customer.request('GET', `/api/credit-notes/${note?.id}/pdf`)).raw.rawPayload).text;
    for (const part of ['Value transfer', 'Transfer fee, not taxed', 'Added to the prepaid balance'])
      expect(pdf).toContain(part);
    expect((await stranger.call('GET /credit-notes/:id', { params: { id: note?.id ?? 0 } })).status).toBe(404);
    const invoice = (await customer.call('GET /catalog-purchases/:id/invoice', { params: { id: newPurchase } })).body;
    expect(invoice.number).toMatch(/^INV-NA-\d{6}$/);
    expect(-(await bookedFor(server, newPurchase, 'tax'))).toBe(minor(invoice.purchase.tax.amount));
    await proveBooks(server);
  });

  test('is cancelled when the transfer is undone, and the new invoice is credited', async () => {
    const { id, old, next } = await approved();
    await perform(id);
    const newPurchase = (await showRequest(customer, next.id)).purchase?.id ?? 0;
    expect((await undo(id)).status).toBe(200);
    const [note, cancelled] = await taxes(old.purchaseId);
    expect(cancelled).toMatchObject({ cancels: note?.number, total: { amount: `-${note?.total.amount}` } });
    expect((await taxes(newPurchase)).map(({ total }) => total.amount)).toEqual(['577.50']);
    const ids = (await server.db.selectFrom('credit_notes').select('id').orderBy('id').execute()).map((one) => one.id);
    expect(ids).toEqual(ids.map((_, at) => at + 1));
    await proveBooks(server);
  });
});
