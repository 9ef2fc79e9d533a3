import { randomUUID } from 'node:crypto';
import type { Owner } from '@tuneport/domain/ledger/ledger-accounts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cachesRefreshed, storeSetting } from '../../testing/catalog.ts';
import { creditsOf, grant, proveCredits } from '../../testing/money/credits.ts';
import {
  accountDealer,
  bookedFor,
  estimated,
  owes,
  payCard,
  payLater,
  proveBooks,
  tuneShop,
} from '../../testing/money/purchases.ts';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';
import { paymentOfSubject, settleDispute } from '../payments/index.ts';
import { deliverPurchase, expirePurchases, linkPurchase } from '../purchases/index.ts';
import { giveCredits, maintainCredits } from './index.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof tuneShop>>;
let tuner: Owner;
beforeAll(async () => {
  server = await testServer();
  shop = await tuneShop(server);
  tuner = `tuner:${shop.tuner.id}`;
});
afterAll(() => server.close());
afterEach(async () => {
  await proveCredits(server);
  await proveBooks(server);
});

let requests = 5000;
async function deliver(id: number, userId: number) {
  const now = new Date();
  await server.db.transaction().execute(async (tx) => {
    const viewer = { userId, dealerIds: [], staff: true };
    await linkPurchase(tx, { id, requestId: ++requests, viewer, actorId: userId, now });
    await deliverPurchase(tx, { id, actorId: null, now });
  });
}

async function customerWith(kind: string, units: number) {
  const { id, email } = await server.make.user();
  const client = await server.as({ id });
  const lot = await grant(shop.admin, email, kind, units);
  return { client, userId: id, email, lot };
}

const transactionOf = async (id: number) => {
  const { data } = (await shop.admin.call('GET /v1/admin/transactions', { query: { search: `TN-${id}` } })).body;
  return data.find((one) => one.purchase_id === id)?.id ?? 0;
};
const refundWhole = async (id: number) =>
  shop.admin.call('POST /v1/admin/transactions/:id/fully-refund', {
    params: { id: await transactionOf(id) },
    body: { reason: 'Wrong car' },
    idempotencyKey: randomUUID(),
  });
const quote = (client: Client, estimate_hash: string, credits: readonly number[]) =>
  client.call('POST /v1/catalog/quote', { body: { estimate_hash, country_code: 'CA', state: 'BC', credits } });

/** A build that dealers get as credits: 900.00 for two ECU and one TCU credit. */
async function build() {
  const tool = await shop.make.tool({ name: `Bench ${randomUUID()}`, fee: 0 });
  const tune = await shop.make.tune({
    name: 'Full build',
    engines: [shop.engine.id],
    tools: [tool.id],
    price: { base: 120_000, dealer: 90_000 },
    splitCredits: { ecu: 2, tcu: 1, awd: 0 },
  });
  await cachesRefreshed(server);
  return { engine: shop.engine.id, tunes: [tune.id] };
}

describe('credits pay for a purchase (S362)', () => {
  test('one tune each before tax, shown in the price; the rest is paid by card', async () => {
    const { client, lot, userId } = await customerWith('ecu', 2);
    const hash = await estimated(client, shop.selection);
    const quoted = await quote(client, hash, []);
    expect(quoted.body).toMatchObject({
      total: { amount: '577.50' },
      credit_choices: [{ id: lot.id, kind: 'ecu', left: 2, dealer: null }],
    });
    // The credit covers 500.00 for the tune; 50.00 for the tool and its tax remain.
    expect((await quote(client, hash, [lot.id])).body).toMatchObject({
      credit: { amount: '500.00' },
      paid_with: [{ label: 'Stage 1', credits: '1 ECU credit', amount: { amount: '500.00' } }],
      total: { amount: '52.50' },
    });
    const { body, status } = await payCard(client, hash, {
      credits: [lot.id],
      total: { amount: '52.50', currency: 'CAD' },
    });
    expect([status, body.purchase.state]).toEqual([200, 'waiting_file']);
    const { id } = body.purchase;
    expect(body.purchase).toMatchObject({ credit: { amount: '500.00' }, card: { amount: '52.50' } });
    expect(body.purchase.lines[0]?.derivation.at(-1)).toMatchObject({
      label: 'Paid with 1 ECU credit',
      after: { amount: '0.00' },
    });
    expect(await creditsOf(client)).toMatchObject({ ecu: 1 });
    // The credit was free, so the platform bears the cost of the work, and the tuner earns from it.
    expect(await bookedFor(server, id, 'goodwill')).toBe(50_000n);
    expect(await bookedFor(server, id, 'defer.work')).toBe(-55_000n);
    await deliver(id, userId);
    expect(await bookedFor(server, id, 'earn.hold', tuner)).toBe(-20_000n);
    expect(await bookedFor(server, id, 'rev')).toBe(-55_000n);
    // After a full refund the credit is back in its lot, and its postings are reversed.
    expect((await refundWhole(id)).status).toBe(200);
    for (const kind of ['goodwill', 'defer.work', 'rev', 'cost.comm', 'tax'] as const)
      expect(await bookedFor(server, id, kind)).toBe(0n);
    expect(await bookedFor(server, id, 'earn.hold', tuner)).toBe(0n);
    expect(await creditsOf(client)).toMatchObject({ ecu: 2 });
    const { owners } = (await client.call('GET /tune-credits')).body;
    expect(owners[0]?.lots).toMatchObject([{ id: lot.id, left: 2 }]);
    expect(owners[0]?.history.map(({ what, units }) => [what, units])).toEqual([
      ['return', 1],
      ['spend', -1],
      ['grant', 2],
    ]);
  });

  test('must be of the same kind or universal; other, used and foreign credits are refused', async () => {
    const { client, lot: wrong, email } = await customerWith('tcu', 1);
    const any = await grant(shop.admin, email, 'universal', 1);
    const hash = await estimated(client, shop.selection);
    expect((await quote(client, hash, [wrong.id])).body).toMatchObject({ errors: { credits: [expect.any(String)] } });
    expect((await quote(client, hash, [wrong.id, any.id])).body.paid_with).toMatchObject([
      { credits: '1 universal credit' },
    ]);
    const other = await server.as({});
    const theirs = await estimated(other, shop.selection);
    expect((await quote(other, theirs, [any.id])).status).toBe(422);
    await payCard(client, hash, { credits: [any.id] });
    const again = await payCard(client, hash, { credits: [any.id], again: true });
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('stay reserved for the next attempt after a refused card, and are released after the hour', async () => {
    const { client, lot } = await customerWith('ecu', 1);
    const hash = await estimated(client, shop.selection);
    const refused = await payCard(client, hash, { credits: [lot.id], method: { token: 'test_card_expired' } });
    expect(refused.status).toBe(402);
    expect(await creditsOf(client)).toMatchObject({ ecu: 0 });
    expect((await quote(client, hash, [lot.id])).body).toMatchObject({ total: { amount: '52.50' } });
    const paid = await payCard(client, hash, { credits: [lot.id] });
    expect(paid.status).toBe(200);
    await refundWhole(paid.body.purchase.id);
    const second = await payCard(client, hash, { credits: [lot.id], method: { token: 'test_card_expired' } });
    expect(second.status).toBe(402);
    await expirePurchases(server.db, new Date(Date.now() + 2 * 3_600_000));
    expect(await creditsOf(client)).toMatchObject({ ecu: 1 });
  });

  test('of two concurrent uses of the last dealer credit one succeeds and the other is refused', async () => {
    const { member, dealer } = await accountDealer(server, { limitMinor: 1_000_000n });
    const other = await server.as({ role: 4 });
    await server.db
      .insertInto('dealer_members')
      .values({ dealer_id: dealer.id, user_id: other.userId ?? 0, kind: 'member' })
      .execute();
    const lot = await grant(shop.admin, dealer.slug, 'ecu', 1);
    const hashes = await Promise.all([member, other].map((client) => estimated(client, shop.selection)));
    const answers = await Promise.all(
      [member, other].map((client, at) => payLater(client, hashes[at] ?? '', { credits: [lot.id] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await creditsOf(member, dealer.id)).toMatchObject({ ecu: 0 });
    // Only the part not paid by the credit is on the account: the tool fee and its tax.
    expect(await owes(server, dealer.id)).toEqual({ posted: 5_250n, held: 0n });
  });
});

async function soldByCard() {
  const { member, dealer } = await accountDealer(server, { limitMinor: 1_000_000n });
  const { body } = await payCard(member, await estimated(member, await build()));
  return { member, dealer, id: body.purchase.id, has: () => creditsOf(member, dealer.id) };
}
async function bank(id: number, status: 'open' | 'won' | 'lost', amountMinor?: bigint) {
  const payment = await paymentOfSubject(server.db, `purchase:${id}`);
  if (!payment) throw new Error('not paid by card');
  const dispute = { id: `dp_${id}`, intentId: null, amountMinor: amountMinor ?? payment.capturedMinor, status };
  await settleDispute(server.platform, payment, dispute);
}

describe('split credits', () => {
  test('replace the tune for a dealer, in the transfer of the sale', async () => {
    const { member, dealer } = await accountDealer(server, { limitMinor: 1_000_000n });
    const selection = await build();
    const hash = await estimated(member, selection);
    expect((await quote(member, hash, [])).body.gives).toEqual([
      { label: 'Full build', credits: ['2 ECU credits', '1 TCU credit'], text: expect.any(String) },
    ]);
    const { body } = await payLater(member, hash);
    const { id } = body.purchase;
    expect(body.purchase.state).toBe('delivered');
    expect(await creditsOf(member, dealer.id)).toMatchObject({ ecu: 2, tcu: 1, awd: 0 });
    expect(await bookedFor(server, id, 'defer.credits')).toBe(-90_000n);
    expect(await bookedFor(server, id, 'defer.work')).toBe(0n);
    const transfers = await server.db
      .selectFrom('ledger_transfers')
      .select('leg_count')
      .where('subject', '=', `purchase:${id}`)
      .execute();
    // Account, owed credits and tax, and two units on both sides.
    expect(transfers).toEqual([{ leg_count: 7 }]);
    // A customer buys the tune itself.
    const customer = await server.as({});
    const bought = await payCard(customer, await estimated(customer, selection));
    expect(bought.body.purchase.state).toBe('waiting_file');
  });

  test('pay for work at their purchase price and expire as breakage', async () => {
    const { member, dealer } = await accountDealer(server, { limitMinor: 1_000_000n });
    await payLater(member, await estimated(member, await build()));
    const { owners } = (await member.call('GET /tune-credits')).body;
    const lot = owners[1]?.lots.find(({ kind }) => kind === 'ecu');
    const { body } = await payLater(member, await estimated(member, shop.selection), { credits: [lot?.id] });
    const { id } = body.purchase;
    // A third of 900.00, and the tool fee.
    expect(await bookedFor(server, id, 'defer.credits')).toBe(30_000n);
    expect(await bookedFor(server, id, 'defer.work')).toBe(-35_000n);
    await deliver(id, member.userId ?? 0);
    expect(await bookedFor(server, id, 'earn.hold', tuner)).toBe(-12_000n);
    await maintainCredits(server.db, 'http://localhost:3000', new Date(Date.now() + 400 * 86_400_000));
    expect(await creditsOf(member, dealer.id)).toMatchObject({ ecu: 0, tcu: 0 });
  });

  test('in another currency are exchanged at the stored rate, and back at the same rate', async () => {
    const { member } = await accountDealer(server, { limitMinor: 1_000_000n });
    await payLater(member, await estimated(member, await build()));
    await storeSetting(server, 'currencies', ['CAD', 'USD']);
    await storeSetting(server, 'conversion_rates', {
      base: 'CAD',
      rates: [{ currency: 'USD', rate: '0.75', as_of: '2026-01-01' }],
    });
    await cachesRefreshed(server);
    const { owners } = (await member.call('GET /tune-credits')).body;
    const lot = owners[1]?.lots.find(({ kind }) => kind === 'ecu');
    const hash = await estimated(member, shop.selection, { currency: 'USD' });
    const paid = await payCard(member, hash, { credits: [lot?.id] });
    expect(paid.status).toBe(200);
    const { id } = paid.body.purchase;
    expect(paid.body.purchase.credit.currency).toBe('USD');
    await refundWhole(id);
    for (const kind of ['defer.credits', 'defer.work', 'fx', 'goodwill'] as const)
      expect(await bookedFor(server, id, kind)).toBe(0n);
  });

  test('a refund dry run names the account and the credits, and changes nothing', async () => {
    const { member, dealer } = await accountDealer(server, { limitMinor: 1_000_000n });
    const { body } = await payLater(member, await estimated(member, await build()));
    const params = { id: await transactionOf(body.purchase.id) };
    const inspect = (amount: string | null) =>
      shop.admin.call('POST /v1/admin/transactions/:id/inspect-refund', { params, body: { amount } });
    const before = await owes(server, dealer.id);
    for (const _ of [1, 2]) {
      const { body: plan } = await inspect(null);
      expect(plan).toMatchObject({
        amount: { amount: '945.00' },
        to: { label: 'Owed to us', owner: `dealer:${dealer.id}` },
        left: { amount: '0.00' },
      });
      expect(new Map(plan.postings.map(({ label, amount }) => [label, amount.amount]))).toEqual(
        new Map([
          ['Sold tune credits not yet used', '900.00'],
          ['Taxes collected', '45.00'],
        ]),
      );
      expect(plan.credits).toEqual(
        expect.arrayContaining([
          { owner: `dealer:${dealer.id}`, kind: 'ecu', units: -2 },
          { owner: `dealer:${dealer.id}`, kind: 'tcu', units: -1 },
        ]),
      );
    }
    // A partial refund leaves the credits with their owner and is booked as goodwill.
    expect((await inspect('94.50')).body).toMatchObject({ credits: [], left: { amount: '850.50' } });
    expect(await owes(server, dealer.id)).toEqual(before);
    expect(await creditsOf(member, dealer.id)).toMatchObject({ ecu: 2, tcu: 1 });
    expect((await refundWhole(body.purchase.id)).status).toBe(200);
  });

  test('a refund dry run shows the credits used beside a card that are returned', async () => {
    const { client, userId, lot } = await customerWith('ecu', 1);
    const hash = await estimated(client, shop.selection);
    const paid = await payCard(client, hash, { credits: [lot.id] });
    expect(paid.status).toBe(200);
    const params = { id: await transactionOf(paid.body.purchase.id) };
    const dry = await shop.admin.call('POST /v1/admin/transactions/:id/inspect-refund', { params, body: {} });
    expect(dry.body).toMatchObject({
      to: { label: 'Cash at the payment provider', owner: 'house' },
      credits: [{ owner: `user:${userId}`, kind: 'ecu', units: 1 }],
    });
    expect(await creditsOf(client)).toMatchObject({ ecu: 0 });
  });

  test('are taken back by a full refund and kept by a partial one', async () => {
    const { member, dealer } = await accountDealer(server, { limitMinor: 1_000_000n });
    const { body } = await payCard(member, await estimated(member, await build()));
    const { id } = body.purchase;
    const part = await shop.admin.call('POST /v1/admin/transactions/:id/partially-refund', {
      params: { id: await transactionOf(id) },
      body: { reason: 'Sorry', amount: '94.50' },
      idempotencyKey: randomUUID(),
    });
    expect(part.status).toBe(200);
    expect(await creditsOf(member, dealer.id)).toMatchObject({ ecu: 2, tcu: 1 });
    expect(await bookedFor(server, id, 'goodwill')).toBe(9_000n);
    expect((await refundWhole(id)).status).toBe(200);
    expect(await creditsOf(member, dealer.id)).toMatchObject({ ecu: 0, tcu: 0 });
    for (const kind of ['defer.credits', 'goodwill', 'tax', 'rev', 'cash'] as const)
      expect(await bookedFor(server, id, kind)).toBe(0n);
  });

  test('are frozen while their payment is disputed, and taken back when the dispute is lost', async () => {
    const { member, dealer, id, has } = await soldByCard();
    // One credit is used before, one is given away: that one is held where it is.
    const { owners } = (await member.call('GET /tune-credits')).body;
    const lot = owners[1]?.lots.find(({ kind }) => kind === 'ecu');
    await payLater(member, await estimated(member, shop.selection), { credits: [lot?.id] });
    const friend = await server.make.user();
    const gift = { dealerId: dealer.id, kind: 'ecu' as const, units: 1, recipient: friend.email, note: '' };
    const gift1 = { ...gift, actorId: member.userId ?? 0, now: new Date() };
    await server.db.transaction().execute((tx) => giveCredits(tx, 'http://localhost:3000', gift1));
    const friendHas = async () => creditsOf(await server.as({ id: friend.id }));
    expect([await has(), await friendHas()]).toMatchObject([{ ecu: 0, tcu: 1 }, { ecu: 1 }]);
    await bank(id, 'open');
    expect([await has(), await friendHas()]).toMatchObject([{ ecu: 0, tcu: 0 }, { ecu: 0 }]);
    await maintainCredits(server.db, 'http://localhost:3000', new Date());
    expect(await has()).toMatchObject({ tcu: 0 });
    for (const _ of [1, 2]) await bank(id, 'lost');
    expect([await has(), await friendHas()]).toMatchObject([{ ecu: 0, tcu: 0 }, { ecu: 0 }]);
    // 945.00 are lost; two of the three credits are no longer owed, nor the tax on them.
    expect(await bookedFor(server, id, 'goodwill')).toBe(94_500n - 60_000n - 3_000n);
    expect(await bookedFor(server, id, 'tax')).toBe(-1_500n);
  });

  test('are released when the dispute is won', async () => {
    const { id, has } = await soldByCard();
    await bank(id, 'open');
    expect(await has()).toMatchObject({ ecu: 0, tcu: 0 });
    await bank(id, 'won');
    expect(await has()).toMatchObject({ ecu: 2, tcu: 1 });
  });

  test('are taken back in proportion, rounded up, when the bank keeps a part', async () => {
    const { id, has } = await soldByCard();
    await bank(id, 'lost', 47_250n);
    expect(await has()).toMatchObject({ ecu: 1, tcu: 0 });
  });

  test('that were given away are not taken back beyond the part that the bank keeps', async () => {
    const { member, dealer, id, has } = await soldByCard();
    const friend = await server.make.user();
    const gift = { dealerId: dealer.id, kind: 'ecu' as const, units: 1, recipient: friend.email, note: '' };
    const given = { ...gift, actorId: member.userId ?? 0, now: new Date() };
    await server.db.transaction().execute((tx) => giveCredits(tx, 'http://localhost:3000', given));
    await bank(id, 'lost', 47_250n);
    expect(await has()).toMatchObject({ ecu: 0, tcu: 0 });
    expect(await creditsOf(await server.as({ id: friend.id }))).toMatchObject({ ecu: 1 });
  });

  test('that were used block a full refund, which reports it and moves nothing', async () => {
    const { member, dealer } = await accountDealer(server, { limitMinor: 1_000_000n });
    const { body } = await payLater(member, await estimated(member, await build()));
    const { owners } = (await member.call('GET /tune-credits')).body;
    const lot = owners[1]?.lots.find(({ kind }) => kind === 'ecu');
    await payLater(member, await estimated(member, shop.selection), { credits: [lot?.id] });
    const before = await owes(server, dealer.id);
    const params = { id: await transactionOf(body.purchase.id) };
    const dry = await shop.admin.call('POST /v1/admin/transactions/:id/inspect-refund', { params, body: {} });
    expect(dry.status).toBe(409);
    const refused = await refundWhole(body.purchase.id);
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringMatching(/1 of them is used/) } });
    expect(await owes(server, dealer.id)).toEqual(before);
    expect(await creditsOf(member, dealer.id)).toMatchObject({ ecu: 1, tcu: 1 });
  });
});
