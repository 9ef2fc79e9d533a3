import { randomUUID } from 'node:crypto';
import { partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { passTime } from '../../testing/money/payments.ts';
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
import { balanceOf, postTransfer } from '../ledger/index.ts';
import { points, sweepPayments } from '../payments/index.ts';
import { expirePurchases } from './end-purchase.ts';

// A dealer pays 400.00 for the tune, 50.00 for installing it and 5 % tax: 472.50.
const price = 47_250n;

let server: TestServer;
let shop: Awaited<ReturnType<typeof tuneShop>>;
beforeAll(async () => {
  server = await testServer();
  shop = await tuneShop(server);
});
afterEach(() => {
  delete points.reach;
});
afterAll(() => server.close());

const dealerWith = async (limitMinor: bigint, more: { billing?: boolean } = {}) => {
  const { member, dealer } = await accountDealer(server, { limitMinor, ...more });
  return { member, dealer, hash: await estimated(member, shop.selection) };
};
const card = (amount: string, token = 'test_ok') => ({ card: { amount, currency: 'CAD', method: { token } } });
const purchasesOf = async (client: Client) => (await client.call('GET /catalog-purchases')).body.data;

describe('a dealer buys on account (C256 S013 S364)', () => {
  test('and the amount is on the account as undelivered work', async () => {
    const { member, dealer, hash } = await dealerWith(100_000n);
    const { status, body } = await payLater(member, hash, { dealer: dealer.slug });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      payment: null,
      purchase: {
        state: 'waiting_file',
        total: { amount: '472.50', currency: 'CAD' },
        account: { amount: '472.50' },
        card: { amount: '0.00' },
        dealer: { id: dealer.id },
        billing: { full_name: 'North Bay Performance Ltd.', email: 'bills@northbay.test' },
      },
    });
    expect(await owes(server, dealer.id)).toEqual({ posted: price, held: 0n });
    expect(await bookedFor(server, body.purchase.id, 'defer.work')).toBe(-45_000n);
    expect(await bookedFor(server, body.purchase.id, 'tax')).toBe(-2_250n);
    expect(await bookedFor(server, body.purchase.id, 'cash')).toBe(0n);
  });

  test('and a refund lowers what is open of that purchase, not of the oldest', async () => {
    const { member, dealer, hash } = await dealerWith(500_000n);
    const [first, second, third] = [
      (await payLater(member, hash)).body.purchase,
      (await payLater(member, hash, { again: true })).body.purchase,
      (await payLater(member, hash, { again: true })).body.purchase,
    ];
    const transactionOf = async ({ number }: { number: string }) => ({
      id: (await shop.admin.call('GET /v1/admin/transactions', { query: { search: number } })).body.data[0]?.id ?? 0,
    });
    const refunded = await shop.admin.call('POST /v1/admin/transactions/:id/fully-refund', {
      params: await transactionOf(third),
      body: { reason: 'Not needed' },
    });
    expect(refunded.status).toBe(200);
    const part = await shop.admin.call('POST /v1/admin/transactions/:id/partially-refund', {
      params: await transactionOf(second),
      body: { reason: 'Late', amount: '72.50' },
    });
    expect(part.status).toBe(200);
    const { body } = await member.call('GET /v1/dealers/:id/balance', { params: { id: dealer.id } });
    expect(body[0]).toMatchObject({
      owed: { amount: '872.50' },
      open_items: [
        { subject: `purchase:${first.id}`, open: { amount: '472.50' } },
        { subject: `purchase:${second.id}`, open: { amount: '400.00' } },
      ],
    });
  });

  test('which its members see, others do not, and only members can use', async () => {
    const { member, dealer, hash } = await dealerWith(100_000n);
    const { purchase } = (await payLater(member, hash)).body;
    const colleague = await server.as({ role: 4 });
    await server.db
      .insertInto('dealer_members')
      .values({ dealer_id: dealer.id, user_id: colleague.userId ?? 0, kind: 'member' })
      .execute();
    const read = async (client: Client) =>
      (await client.call('GET /catalog-purchases/:id', { params: { id: purchase.id } })).status;
    const stranger = await dealerWith(100_000n);
    expect([await read(colleague), await read(stranger.member)]).toEqual([200, 404]);
    expect((await payLater(stranger.member, stranger.hash, { dealer: dealer.slug })).body).toMatchObject({
      errors: { dealer: ['You are not a member of this dealer.'] },
    });
    const customer = await server.as({});
    expect((await payLater(customer, await estimated(customer, shop.selection))).status).toBe(403);
  });

  test('and is refused above the credit limit with the remaining credit, without booking (S383 S388)', async () => {
    const { member, dealer, hash } = await dealerWith(30_000n);
    const { status, body } = await payLater(member, hash);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'dealer_hit_credit_limit',
      message: 'This purchase exceeds a credit limit. Please confirm the current account balance.',
      current: { left: { amount: '300.00', currency: 'CAD' }, card: { amount: '172.50', currency: 'CAD' } },
    });
    expect(await owes(server, dealer.id)).toEqual({ posted: 0n, held: 0n });
    expect(await purchasesOf(member)).toEqual([]);
  });

  test('and is refused without billing information (S387 S392)', async () => {
    const { member, hash } = await dealerWith(100_000n, { billing: false });
    const { status, body } = await payLater(member, hash);
    expect([status, body]).toMatchObject([
      409,
      {
        code: 'dealer_missing_billing_info',
        message: 'Billing information must be setup on this dealer account before proceeding.',
      },
    ]);
  });

  test('and is refused in another currency or on a suspended account', async () => {
    const { member, dealer } = await dealerWith(100_000n);
    await server.db.updateTable('dealers').set({ currency: 'USD' }).where('id', '=', dealer.id).execute();
    const hash = await estimated(member, shop.selection);
    expect((await payLater(member, hash)).body).toMatchObject({
      errors: { currency: [expect.stringContaining('USD')] },
    });
    await server.db
      .updateTable('dealers')
      .set({ currency: 'CAD', state: 'suspended' })
      .where('id', '=', dealer.id)
      .execute();
    expect((await payLater(member, hash)).body).toMatchObject({ code: 'forbidden' });
  });

  test('and the quote shows the remaining credit and any obstacles', async () => {
    const { member, dealer, hash } = await dealerWith(60_000n);
    const quote = await member.call('POST /v1/catalog/quote', { body: { estimate_hash: hash, dealer: dealer.slug } });
    expect(quote.body).toMatchObject({
      total: { amount: '472.50' },
      account: { dealer: { slug: dealer.slug }, left: { amount: '600.00' }, barred: null },
      bought: null,
    });
    const { purchase } = (await payLater(member, hash)).body;
    const after = await member.call('POST /v1/catalog/quote', { body: { estimate_hash: hash, dealer: dealer.slug } });
    expect(after.body).toMatchObject({
      account: { left: { amount: '127.50' } },
      bought: { purchase_id: purchase.id },
    });
  });
});

test('eight concurrent clients at the limit make exactly as many purchases as it allows (C256 S388)', async () => {
  const { member, dealer, hash } = await dealerWith(3n * price + 100n);
  const replies = await Promise.all(Array.from({ length: 8 }, () => payLater(member, hash, { again: true })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409, 409, 409]);
  expect(await owes(server, dealer.id)).toEqual({ posted: 3n * price, held: 0n });
  expect(await purchasesOf(member)).toHaveLength(3);
});

describe('split tender: the account pays the remaining credit, a card the excess (C256)', () => {
  test('charges both card and account or neither', async () => {
    const { member, dealer, hash } = await dealerWith(30_000n);
    const { status, body } = await payLater(member, hash, card('172.50'));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      payment: { state: 'captured', amount: '172.50' },
      purchase: { state: 'waiting_file', card: { amount: '172.50' }, account: { amount: '300.00' } },
    });
    expect(await owes(server, dealer.id)).toEqual({ posted: 30_000n, held: 0n });
    expect(await bookedFor(server, body.purchase.id, 'cash')).toBe(17_250n);
    expect(await bookedFor(server, body.purchase.id, 'defer.work')).toBe(-45_000n);
    expect(await bookedFor(server, body.purchase.id, 'tax')).toBe(-2_250n);
    const params = { id: body.purchase.id };
    expect((await member.call('GET /catalog-purchases/:id/invoice', { params })).body.payment).toMatchObject({
      parts: [
        { means: 'account', amount: { amount: '300.00' } },
        { means: 'card', amount: { amount: '172.50' } },
      ],
      due: null,
    });
  });

  test('each refund of a part is mailed as one, the last refund as that of the purchase', async () => {
    const { member, hash } = await dealerWith(30_000n);
    const { id } = (await payLater(member, hash, card('172.50'))).body.purchase;
    const refund = async (subject: string, amount?: string) => {
      const payment = await server.db
        .selectFrom('payments')
        .select('id')
        .where('subject', '=', subject)
        .executeTakeFirstOrThrow();
      const call = amount === undefined ? 'fully-refund' : 'partially-refund';
      const { status } = await shop.admin.call(`POST /v1/admin/transactions/:id/${call}`, {
        params: { id: payment.id },
        body: { reason: 'Wrong car', ...(amount === undefined ? {} : { amount }) } as never,
        idempotencyKey: randomUUID(),
      });
      expect(status).toBe(200);
    };
    await refund(`purchase:${id}`, '50.00');
    await refund(`purchase:${id}`);
    await refund(`purchase-account:${id}`, '300.00');
    const number = `(TN-${String(id).padStart(6, '0')})`;
    const mails = await server.db
      .selectFrom('mail_outbox')
      .select('subject')
      .where('kind', '=', 'purchase-refunded')
      .where('subject', 'like', `%${number}`)
      .orderBy('id')
      .execute();
    const part = `We refunded part of your purchase ${number}`;
    expect(mails.map(({ subject }) => subject)).toEqual([part, part, `We refunded your purchase ${number}`]);
  });

  test('charges nothing when the card is refused; the account is held until the next card or the end of the hour', async () => {
    const { member, dealer, hash } = await dealerWith(30_000n);
    expect((await payLater(member, hash, card('172.50', 'test_card_expired'))).status).toBe(402);
    expect(await owes(server, dealer.id)).toEqual({ posted: 0n, held: 30_000n });
    // A retry with another card reuses the hold instead of adding a second one.
    expect((await payLater(member, hash, card('172.50'))).status).toBe(200);
    expect(await owes(server, dealer.id)).toEqual({ posted: 30_000n, held: 0n });
    const late = await dealerWith(30_000n);
    await payLater(late.member, late.hash, card('172.50', 'test_card_expired'));
    await expirePurchases(server.db, new Date(Date.now() + 2 * 3_600_000));
    expect(await owes(server, late.dealer.id)).toEqual({ posted: 0n, held: 0n });
  });

  test('releases the account hold when everything is paid by card instead', async () => {
    const { member, dealer, hash } = await dealerWith(30_000n);
    await payLater(member, hash, card('172.50', 'test_card_expired'));
    expect((await payCard(member, hash)).status).toBe(200);
    expect(await owes(server, dealer.id)).toEqual({ posted: 0n, held: 0n });
  });

  test('keeps the account part within the limit and the card part within the price', async () => {
    const { member, hash } = await dealerWith(30_000n);
    expect((await payLater(member, hash, card('100.00'))).body).toMatchObject({
      code: 'dealer_hit_credit_limit',
      current: { left: { amount: '300.00' }, card: { amount: '172.50' } },
    });
    for (const amount of ['0.00', '472.50', '-5', 'all'])
      expect((await payLater(member, hash, card(amount))).body).toMatchObject({
        errors: { 'card.amount': expect.any(Array) },
      });
  });

  test.each(['prepared', 'asked', 'settling', 'settled'] as const)(
    'a crash at "%s" is recovered by the sweeper: one charge and one purchase, or neither',
    async (point) => {
      const { member, dealer, hash } = await dealerWith(30_000n);
      let dead = false;
      points.reach = (reached) => {
        if (reached !== point || dead) return;
        dead = true;
        throw new Error('the process died');
      };
      expect((await payLater(member, hash, card('172.50'))).status).toBe(500);
      delete points.reach;
      await passTime(server.db);
      await sweepPayments(server.platform);
      const bought = await purchasesOf(member);
      if (bought.length === 0) {
        // The provider never received it; the buyer tries again.
        expect(await owes(server, dealer.id)).toEqual({ posted: 0n, held: 30_000n });
        expect((await payLater(member, hash, card('172.50'))).status).toBe(200);
      }
      expect(await purchasesOf(member)).toMatchObject([{ state: 'waiting_file' }]);
      expect(await owes(server, dealer.id)).toEqual({ posted: 30_000n, held: 0n });
    },
  );

  test('a charge that arrives after the purchase expired is refunded, and the account hold is released', async () => {
    const { member, dealer, hash } = await dealerWith(30_000n);
    points.reach = (reached) => {
      if (reached === 'asked') throw new Error('the process died');
    };
    await payLater(member, hash, card('172.50'));
    delete points.reach;
    await expirePurchases(server.db, new Date(Date.now() + 2 * 3_600_000));
    await passTime(server.db);
    await sweepPayments(server.platform);
    await passTime(server.db);
    await sweepPayments(server.platform);
    expect(await purchasesOf(member)).toEqual([]);
    expect(await owes(server, dealer.id)).toEqual({ posted: 0n, held: 0n });
  });
});

test('the ledger is consistent and matches the provider', () => proveBooks(server));

describe('prepaid balance', () => {
  async function prepaidBuyer(minor: bigint) {
    const client = await server.as({});
    const own = partyAccount('prepay', `user:${client.userId ?? 0}`, 'CAD');
    await postTransfer(server.db, {
      key: `test:${randomUUID()}`,
      kind: 'goodwill.granted',
      subject: 'ticket:1',
      at: new Date(),
      legs: [
        { account: platformAccount('goodwill', 'CAD'), amountMinor: minor },
        { account: own, amountMinor: -minor },
      ],
    });
    return { client, has: async () => -(await balanceOf(server.db, own)).postedMinor };
  }
  const prepaid = (amount: string) => ({ prepaid: { amount, currency: 'CAD' } });
  const refund = async (id: number, amount: string) => {
    const { data } = (await shop.admin.call('GET /v1/admin/transactions', { query: { search: `TN-${id}` } })).body;
    return shop.admin.call('POST /v1/admin/transactions/:id/fully-refund', {
      params: { id: data.find((one) => one.amount.amount === amount)?.id ?? 0 },
      body: { reason: 'Wrong car' },
      idempotencyKey: randomUUID(),
    });
  };
  test('pays a whole purchase, and a refund goes back to it', async () => {
    const { client, has } = await prepaidBuyer(60_000n);
    const hash = await estimated(client, shop.selection);
    const { status, body } = await payCard(client, hash, { ...prepaid('577.50'), method: undefined });
    expect([status, body]).toMatchObject([200, { payment: null, purchase: { state: 'waiting_file' } }]);
    expect(await has()).toBe(2_250n);
    expect((await refund(body.purchase.id, '577.50')).status).toBe(200);
    expect(await has()).toBe(60_000n);
  });
  test('pays a part beside a card, up to its amount', async () => {
    const { client, has } = await prepaidBuyer(10_000n);
    const hash = await estimated(client, shop.selection);
    expect((await payCard(client, hash, prepaid('100.01'))).body).toMatchObject({ code: 'conflict' });
    expect((await payCard(client, hash, prepaid('9999.00'))).status).toBe(422);
    const { body } = await payCard(client, hash, prepaid('100.00'));
    expect(body).toMatchObject({ payment: { amount: '477.50' }, purchase: { state: 'waiting_file' } });
    expect(await has()).toBe(0n);
    await refund(body.purchase.id, '100.00');
    expect(await has()).toBe(10_000n);
  });
  test('of a dealer member is separate from the account and prepaid balance of the dealer', async () => {
    const { member, dealer } = await accountDealer(server, { limitMinor: 1_000_000n });
    for (const owner of [`user:${member.userId ?? 0}`, `dealer:${dealer.id}`] as const)
      await postTransfer(server.db, {
        key: `test:${randomUUID()}`,
        kind: 'goodwill.granted',
        subject: 'ticket:1',
        at: new Date(),
        legs: [
          { account: platformAccount('goodwill', 'CAD'), amountMinor: 100_000n },
          { account: partyAccount('prepay', owner, 'CAD'), amountMinor: -100_000n },
        ],
      });
    const colleague = await server.as({ role: 4 });
    const membership = { dealer_id: dealer.id, user_id: colleague.userId ?? 0, kind: 'member' };
    await server.db.insertInto('dealer_members').values(membership).execute();
    const buy = async (client: Client, more: object) => {
      const hash = await estimated(client, shop.selection, { dealer: dealer.slug });
      const paid = await payCard(client, hash, { ...more, method: undefined });
      expect(paid.status, JSON.stringify(paid.body)).toBe(200);
      return paid.body.purchase;
    };
    const { name } = await server.db
      .selectFrom('dealers')
      .select('name')
      .where('id', '=', dealer.id)
      .executeTakeFirstOrThrow();
    const total = (await payLater(colleague, await estimated(colleague, shop.selection))).body.purchase;
    expect(total.balance).toEqual({ source: 'account', dealer: name });
    const { amount } = total.total;
    expect((await buy(member, prepaid(amount))).balance).toEqual({ source: 'prepaid', dealer: null });
    const ofDealer = { prepaid: { amount, currency: 'CAD', dealer: dealer.slug } };
    expect((await buy(colleague, ofDealer)).balance).toEqual({ source: 'prepaid', dealer: name });
    const hash = await estimated(member, shop.selection);
    const foreign = await accountDealer(server, { limitMinor: 0n });
    const theirs = { prepaid: { amount: '1.00', currency: 'CAD', dealer: foreign.dealer.slug } };
    expect((await payCard(member, hash, theirs)).status).toBe(422);
  });
});
