import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cachesRefreshed } from '../../../../testing/catalog.ts';
import { creditsOf, grant, proveCredits } from '../../../../testing/money/credits.ts';
import { accountDealer, bookedFor, payCard, proveBooks, tuneShop } from '../../../../testing/money/purchases.ts';
import { type Client, type TestServer, testServer } from '../../../../testing/server.ts';
import { makeShop, orderOf, pay, placed, vancouver } from '../../../../testing/shop.ts';
import { mailsAbout, matchedRequest, payRequest } from '../../../../testing/tuning.ts';
import { paymentOfSubject, settleDispute } from '../../../payments/index.ts';
import { refundCancelledJob } from './refund-cancelled.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof tuneShop>>;
let plain: { id: number };
let cable: { id: number };
beforeAll(async () => {
  server = await testServer();
  shop = await tuneShop(server);
  cable = await shop.make.tool({ name: 'Cable', fee: 0 });
  plain = await shop.make.tune({
    name: 'Pops',
    optional: true,
    engines: [shop.engine.id],
    tools: [cable.id],
    price: { base: 60_000 },
  });
  await server.db.updateTable('tunes').set({ tuner_id: shop.tuner.id }).where('id', '=', plain.id).execute();
  await cachesRefreshed(server);
});
afterAll(() => server.close());
afterEach(async () => {
  await proveCredits(server);
  await proveBooks(server);
});

async function customerWith(units: number) {
  const { id, email } = await server.make.user();
  const client = await server.as({ id });
  return { client, lot: await grant(shop.admin, email, 'ecu', units) };
}
const estimate = (client: Client, id: number, tuneIds: readonly number[], credits: readonly number[] = []) =>
  client.call('POST /v1/tune-requests/:id/estimate', {
    params: { id },
    body: { tune_ids: tuneIds, tools: tuneIds.map((tune) => (tune === plain.id ? cable.id : shop.tool.id)), credits },
  });
const apply = (client: Client, request_id: number, credit_ids: readonly number[]) =>
  client.call('POST /tune-credits/apply', { body: { request_id, credit_ids } });
const free = (client: Client, id: number, estimate_hash: string) =>
  client.call('POST /v1/tune-requests/:id/free', {
    params: { id },
    body: { estimate_hash, billing: vancouver },
    idempotencyKey: randomUUID(),
  });
const runRefund = (purchase_id: number) =>
  refundCancelledJob.run(
    {
      db: server.platform.db,
      now: new Date(),
      log: server.platform.log,
      platform: server.platform,
      signal: new AbortController().signal,
    },
    { purchase_id },
  );

test('credits are included in the estimate, applied and removed, and the request is paid with the remainder (C221 C233 S362)', async () => {
  const { client, lot } = await customerWith(2);
  const { id } = await matchedRequest(client, shop.engine.id);
  const priced = await estimate(client, id, [shop.tune.id, plain.id], [lot.id]);
  expect(priced.body).toMatchObject({
    credit: { amount: '1100.00' },
    paid_with: [{ credits: '1 ECU credit' }, { credits: '1 ECU credit' }],
    total: { amount: '50.00' },
  });
  const off = await apply(client, id, []);
  expect(off.body).toMatchObject({ credit: { amount: '0.00' }, total: { amount: '1150.00' }, paid_with: [] });
  const on = await apply(client, id, [lot.id]);
  expect(on.body).toMatchObject({ hash: off.body.hash, total: { amount: '50.00' } });
  expect(on.body.lines[0]?.derivation.at(-1)).toMatchObject({ label: 'Paid with 1 ECU credit' });
  // A total other than the one shown is refused before any write.
  const wrong = await payRequest(client, id, on.body.hash, { total: { amount: '1207.50', currency: 'CAD' } });
  expect(wrong).toMatchObject({ status: 409, body: { code: 'total_changed' } });
  const paid = await payRequest(client, id, on.body.hash, { total: { amount: '52.50', currency: 'CAD' } });
  expect(paid).toMatchObject({ status: 200, body: { purchase: { credit: { amount: '1100.00' } } } });
  expect(await creditsOf(client)).toMatchObject({ ecu: 0 });
  const stranger = await customerWith(1);
  expect((await apply(stranger.client, id, [stranger.lot.id])).status).toBe(404);
  expect((await apply(client, 2_000_000_000, [])).status).toBe(404);
  const own = await matchedRequest(stranger.client, shop.engine.id);
  await estimate(stranger.client, own.id, [plain.id]);
  expect((await apply(stranger.client, own.id, [lot.id])).status).toBe(422);
  const late = await apply(client, id, []);
  expect(late).toMatchObject({ status: 409, body: { code: 'already_committed' } });
});

test('a request fully paid by credits needs no card, and cancelling it returns each credit to its lot', async () => {
  const { client, lot } = await customerWith(1);
  const { id } = await matchedRequest(client, shop.engine.id);
  const { body } = await estimate(client, id, [plain.id], [lot.id]);
  expect(body.total.amount).toBe('0.00');
  const done = await free(client, id, body.hash);
  expect(done.status).toBe(200);
  const request = await client.call('GET /v1/tune-requests/:id', { params: { id } });
  expect(request.body).toMatchObject({ state: 'queued', money: 'paid' });
  const purchase = done.body.purchase.id;
  expect(await bookedFor(server, purchase, 'defer.work')).toBe(-60_000n);
  await client.call('POST /v1/tune-requests/:id/steps', { params: { id }, body: { event: 'cancel' } });
  await runRefund(purchase);
  await runRefund(purchase);
  expect(await creditsOf(client)).toMatchObject({ ecu: 1 });
  for (const kind of ['goodwill', 'defer.work'] as const) expect(await bookedFor(server, purchase, kind)).toBe(0n);
});

/** A request paid by a credit and a card, and the card payment's state. */
async function paidByBoth() {
  const { client, lot } = await customerWith(1);
  const { id } = await matchedRequest(client, shop.engine.id);
  const { body } = await estimate(client, id, [shop.tune.id], [lot.id]);
  const purchase = (await payRequest(client, id, body.hash)).body.purchase.id;
  const bank = async (status: 'open' | 'won' | 'lost') => {
    const payment = await paymentOfSubject(server.db, `purchase:${purchase}`);
    if (!payment) throw new Error('not paid by card');
    const dispute = { id: `dp_${purchase}`, intentId: null, amountMinor: payment.capturedMinor, status };
    await settleDispute(server.platform, payment, dispute);
  };
  const state = async () => (await client.call('GET /v1/tune-requests/:id', { params: { id } })).body.state;
  const cancel = () => client.call('POST /v1/tune-requests/:id/steps', { params: { id }, body: { event: 'cancel' } });
  return { client, id, purchase, bank, state, cancel };
}

test('a chargeback before work starts ends the request, returns its credits, and names the bank to the customer', async () => {
  const { client, id, purchase, bank, state } = await paidByBoth();
  await bank('open');
  expect(await state()).toBe('queued');
  for (const _ of [1, 2]) await bank('lost');
  expect([await state(), await creditsOf(client)]).toMatchObject(['refunded', { ecu: 1 }]);
  expect(await bookedFor(server, purchase, 'defer.work')).toBe(0n);
  expect(await mailsAbout(server, 'tune-request-ended', id)).toMatchObject([
    { text_body: expect.stringContaining('Your bank reversed the payment') },
  ]);
});

test('a cancelled request with a dispute is refunded once the dispute is won, and not when it is lost', async () => {
  const [won, lost] = [await paidByBoth(), await paidByBoth()];
  for (const { bank, cancel, purchase } of [won, lost]) {
    await cancel();
    await bank('open');
    await runRefund(purchase);
  }
  const later = await sql<{ starts: number }>`select count(*)::integer as starts from pgboss.job
    where name = ${refundCancelledJob.name} and start_after > now() + interval '23 hours'`.execute(server.db);
  expect(later.rows).toEqual([{ starts: 2 }]);
  await won.bank('won');
  await lost.bank('lost');
  for (const { purchase, client } of [won, lost]) {
    await runRefund(purchase);
    expect([await bookedFor(server, purchase, 'cash'), await creditsOf(client)]).toMatchObject([0n, { ecu: 1 }]);
  }
});

test('of two requests paid concurrently with the last credit one succeeds and the other reports it as used (C233)', async () => {
  const { client, lot } = await customerWith(1);
  const [a, b] = [await matchedRequest(client, shop.engine.id), await matchedRequest(client, shop.engine.id)];
  const hashes = [
    await estimate(client, a.id, [plain.id], [lot.id]),
    await estimate(client, b.id, [plain.id], [lot.id]),
  ];
  const answers = await Promise.all([a, b].map(({ id }, at) => free(client, id, hashes[at]?.body.hash ?? '')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const loser = answers[0]?.status === 409 ? a : b;
  expect(await apply(client, loser.id, [lot.id])).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const without = await apply(client, loser.id, []);
  expect(without.body.total.amount).toBe('600.00');
});

test('staff return credits with a reason, which ends the request; a card payment must be refunded first', async () => {
  const { client, lot } = await customerWith(2);
  const { id } = await matchedRequest(client, shop.engine.id);
  const { body } = await estimate(client, id, [plain.id], [lot.id]);
  const bought = await free(client, id, body.hash);
  const give = (purchase: number) =>
    shop.admin.call('POST /v1/admin/catalog-purchases/:id/return-credits', {
      params: { id: purchase },
      body: { reason: 'It was not what was meant' },
    });
  const given = await Promise.all(Array.from({ length: 6 }, () => give(bought.body.purchase.id)));
  expect(given.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  expect(given.find(({ status }) => status === 200)?.body).toMatchObject({ state: 'refunded' });
  expect((await give(bought.body.purchase.id)).status).toBe(409);
  expect(await creditsOf(client)).toMatchObject({ ecu: 2 });
  const mixed = await matchedRequest(client, shop.engine.id);
  const priced = await estimate(client, mixed.id, [shop.tune.id], [lot.id]);
  const paid = await payRequest(client, mixed.id, priced.body.hash);
  expect(await give(paid.body.purchase.id)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await give(2_000_000_000)).status).toBe(404);
});

test('a dealer pays with dealer credits, and a build sold as credits is not available for a request', async () => {
  const { member, dealer } = await accountDealer(server, { limitMinor: 1_000_000n });
  const lot = await grant(shop.admin, dealer.slug, 'ecu', 1);
  const { id } = await matchedRequest(member, shop.engine.id);
  const { body } = await estimate(member, id, [plain.id], [lot.id]);
  expect(body.total.amount).toBe('0.00');
  const later = await member.call('POST /v1/tune-requests/:id/pay-later', {
    params: { id },
    body: { estimate_hash: body.hash },
    idempotencyKey: randomUUID(),
  });
  expect(later).toMatchObject({ status: 200, body: { purchase: { state: 'linked', account: { amount: '0.00' } } } });
  expect(await creditsOf(member, dealer.id)).toMatchObject({ ecu: 0 });
  const build = await shop.make.tune({
    name: 'Full build',
    engines: [shop.engine.id],
    tools: [shop.tool.id],
    price: { base: 90_000 },
    splitCredits: { ecu: 2, tcu: 1, awd: 0 },
  });
  await cachesRefreshed(server);
  const other = await matchedRequest(member, shop.engine.id);
  const refused = await estimate(member, other.id, [build.id]);
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: { tune_ids: [expect.stringMatching(/sold to dealers as tune credits/)] } },
  });
});

test('one customer has tune requests, orders, credits and dealer memberships at the same time (S002)', async () => {
  const { client } = await customerWith(2);
  const dealer = await server.make.dealer();
  const membership = { dealer_id: dealer.id, user_id: client.userId ?? 0, kind: 'member' };
  await server.db.insertInto('dealer_members').values(membership).execute();
  const { sell } = await makeShop(server);
  const order = await placed(client, orderOf([{ slug: (await sell(1)).slug, quantity: 1 }]));
  expect((await pay(client, order.body)).status).toBe(200);
  const { id } = await matchedRequest(client, shop.engine.id);

  const requests = await client.call('GET /v1/tune-requests', { query: { mine: true } });
  expect(requests.body.data.map((one) => one.id)).toEqual([id]);
  expect((await client.call('GET /order')).body.data.map((one) => one.id)).toEqual([order.body.id]);
  expect(await creditsOf(client)).toMatchObject({ ecu: 2 });
  const members = await client.call('GET /users/:id/dealer-memberships', { params: { id: client.userId ?? 0 } });
  expect(JSON.stringify(members.body)).toContain(dealer.slug);
});

test('the same tunes for two cars are two purchases, also after a refused card for the first (C221)', async () => {
  const { client, lot } = await customerWith(1);
  const [one, two] = [await matchedRequest(client, shop.engine.id), await matchedRequest(client, shop.engine.id)];
  const refusedCard = { method: { token: 'test_card_expired' } };
  const first = await estimate(client, one.id, [shop.tune.id], [lot.id]);
  expect((await payRequest(client, one.id, first.body.hash, refusedCard)).status).toBe(402);
  // The credit is held for the first request; the second is refused instead of counting on it.
  expect(await estimate(client, two.id, [shop.tune.id], [lot.id])).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  });
  const second = await estimate(client, two.id, [shop.tune.id]);
  expect(second.body.hash).toBe(first.body.hash);
  expect((await payRequest(client, two.id, second.body.hash)).status).toBe(200);
  expect(
    (await payCard(client, second.body.hash, { again: true })).status,
    'nor does the catalogue take it for one',
  ).toBe(200);
  expect((await payRequest(client, one.id, first.body.hash)).status).toBe(200);
  expect(await creditsOf(client)).toMatchObject({ ecu: 0 });
});
