import { randomUUID } from 'node:crypto';
import { roles } from '@tuneport/domain/identity/roles';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed } from '../../../testing/shop.ts';
import { maintainCredits } from '../../credits/expire-credits.ts';
import { postTransfer, setLimit, verifyLedger } from '../../ledger/index.ts';
import { paymentOfSubject, settleDispute } from '../../payments/index.ts';

let server: TestServer;
let author: Client;
let publisher: Client;
beforeAll(async () => {
  server = await testServer();
  author = await server.as({ role: roles.Admin });
  publisher = await server.as({ role: roles.Admin });
});
afterAll(() => server.close());

async function team() {
  const boss = await server.make.user({ role: 4 });
  const dealer = await server.make.dealer({ managers: [boss.id] });
  return { dealer, params: { id: dealer.id }, manager: await server.as(boss) };
}
/** A published deal for the dealer. */
async function offer(dealerId: number, input: object = {}) {
  const body = {
    dealer_id: dealerId,
    kind: 'credit_pack',
    title: 'Ten tunes',
    currency: 'CAD',
    price: '900',
    ecu_credits: 10,
    ...input,
  };
  const draft = (await author.call('POST /v1/admin/dealer-credit-deals', { body })).body;
  const published = await publisher.call('POST /v1/admin/dealer-credit-deals/:id/publish', {
    params: { id: draft.id },
    readAt: draft.updated_at,
  });
  expect(published.status).toBe(200);
  return { id: draft.id, uuid: draft.uuid };
}
const payDeal = (client: Client, id: number, uuid: string, body: object = { method: { token: 'test_ok' } }) =>
  client.call('POST /v1/dealers/:id/credit-deals/:uuid/payment', {
    params: { id, uuid },
    body,
    idempotencyKey: randomUUID(),
  });
const available = async (client: Client, id: number) => {
  const { body } = await client.call('GET /v1/dealers/:id/tune-credits', { params: { id } });
  return Object.fromEntries(body.kinds.map(({ kind, available }) => [kind, available]));
};
const balanceOf = async (client: Client, id: number) =>
  (await client.call('GET /v1/dealers/:id/balance', { params: { id } })).body[0];

describe('credit deal of a dealer', () => {
  test('is listed, opened by its secret link and paid once, which issues its lots (C175 C176 C177 S014)', async () => {
    const { dealer, params, manager } = await team();
    const { id: dealId, uuid } = await offer(dealer.id, { tcu_credits: 2 });
    expect((await manager.call('GET /v1/dealers/:id/credit-deals', { params })).body).toMatchObject([{ uuid }]);
    const other = await team();
    const foreign = { id: other.dealer.id, uuid };
    expect((await other.manager.call('GET /v1/dealers/:id/credit-deals/:uuid', { params: foreign })).status).toBe(404);
    expect((await payDeal(other.manager, other.dealer.id, uuid)).status).toBe(404);
    const replies = await Promise.all(Array.from({ length: 5 }, () => payDeal(manager, dealer.id, uuid)));
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(replies.every(({ status }) => [200, 402, 409].includes(status))).toBe(true);
    expect(await available(manager, dealer.id)).toMatchObject({ ecu: 10, tcu: 2, awd: 0 });
    const charged = await sql<{ minor: bigint }>`select coalesce(sum(e.amount_minor), 0)::bigint as minor
      from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_transfers t on t.id = e.transfer_id
      where a.kind = 'cash' and not e.pending and t.subject = ${`credit-deal:${dealId}`}`.execute(server.db);
    expect(charged.rows).toEqual([{ minor: 90_000n }]);
    expect((await payDeal(manager, dealer.id, uuid)).status).toBe(409);
    const { body } = await manager.call('GET /v1/dealers/:id/credit-deals/:uuid', { params: { ...params, uuid } });
    expect(body.state).toBe('fulfilled');
    expect((await verifyLedger(server.db)).problems).toEqual([]);
  });

  test('cannot be opened or paid after it was withdrawn, nor as a draft', async () => {
    const { dealer, params, manager } = await team();
    const { id, uuid } = await offer(dealer.id);
    await author.call('POST /v1/admin/dealer-credit-deals/:id/cancel', { params: { id }, body: { reason: 'Error' } });
    expect((await manager.call('GET /v1/dealers/:id/credit-deals/:uuid', { params: { ...params, uuid } })).status).toBe(
      404,
    );
    expect((await payDeal(manager, dealer.id, uuid)).status).toBe(404);
    const body = {
      dealer_id: dealer.id,
      kind: 'credit_pack' as const,
      title: 'Draft',
      currency: 'CAD' as const,
      price: '90',
      ecu_credits: 1,
    };
    const draft = (await author.call('POST /v1/admin/dealer-credit-deals', { body })).body;
    const unpublished = { ...params, uuid: draft.uuid };
    expect((await manager.call('GET /v1/dealers/:id/credit-deals/:uuid', { params: unpublished })).status).toBe(404);
    expect((await payDeal(manager, dealer.id, draft.uuid)).status).toBe(404);
    expect((await manager.call('GET /v1/dealers/:id/credit-deals', { params })).body).toEqual([]);
    expect(await available(manager, dealer.id)).toMatchObject({ ecu: 0 });
  });

  test('is paid on account only if it allows that, within the credit limit and with billing information', async () => {
    const { dealer, manager } = await team();
    const cardOnly = await offer(dealer.id);
    expect((await payDeal(manager, dealer.id, cardOnly.uuid, {})).status).toBe(409);
    const { uuid } = await offer(dealer.id, { pay_on_account: true });
    expect((await payDeal(manager, dealer.id, uuid, {})).body).toMatchObject({ code: 'dealer_missing_billing_info' });
    const address = {
      country_code: 'CA',
      full_name: 'X',
      line1: 'Y',
      line2: '',
      city: 'Z',
      state: 'ON',
      postal_code: 'P1B 1A1',
      email: '',
      phone: '',
    };
    await server.db
      .updateTable('dealers')
      .set({ legal_name: 'X', billing_email: 'x@example.test', billing_address: JSON.stringify(address) })
      .where('id', '=', dealer.id)
      .execute();
    expect((await payDeal(manager, dealer.id, uuid, {})).body).toMatchObject({ code: 'dealer_hit_credit_limit' });
    const account = { kind: 'ar', owner: `dealer:${dealer.id}`, unit: 'CAD' } as const;
    await setLimit(server.db, account, { maxMinor: 100_000n, at: new Date(), reason: 'Raised' });
    expect((await payDeal(manager, dealer.id, uuid, {})).body).toMatchObject({
      deal: { state: 'fulfilled' },
      payment: null,
    });
    expect(await balanceOf(manager, dealer.id)).toMatchObject({ owed: { amount: '900.00' } });
    expect(await available(manager, dealer.id)).toMatchObject({ ecu: 10 });
  });

  test('as a top-up adds its bonus to prepaid money', async () => {
    const { dealer, manager } = await team();
    const { uuid } = await offer(dealer.id, { kind: 'top_up', ecu_credits: 0, price: '500', bonus: '50' });
    expect((await payDeal(manager, dealer.id, uuid)).status).toBe(200);
    expect(await balanceOf(manager, dealer.id)).toMatchObject({ prepaid: { amount: '550.00' } });
  });
});

/** A paid deal and what the bank does to its payment. */
async function disputable(input: object = {}) {
  const { dealer, params, manager } = await team();
  const { id, uuid } = await offer(dealer.id, input);
  expect((await payDeal(manager, dealer.id, uuid)).status).toBe(200);
  const payment = await paymentOfSubject(server.db, `credit-deal:${id}`);
  if (!payment) throw new Error('not paid');
  const bank = (status: 'open' | 'won' | 'lost') =>
    settleDispute(server.platform, payment, {
      id: `dp_deal_${id}`,
      intentId: null,
      amountMinor: payment.capturedMinor,
      status,
    });
  const { email } = await server.make.user();
  const give = (amount: number) =>
    manager.call('POST /v1/dealers/:id/tune-credits', { params, body: { kind: 'ecu', amount, recipient: email } });
  const state = async () => (await author.call('GET /v1/admin/dealer-credit-deals/:id', { params: { id } })).body.state;
  return { dealer, manager, bank, give, state };
}

describe('credits of a deal whose payment is disputed', () => {
  test('cannot be spent while the dispute is open, and can again when it is won', async () => {
    const { dealer, manager, bank, give, state } = await disputable();
    await bank('open');
    expect([await state(), await available(manager, dealer.id)]).toMatchObject(['disputed', { ecu: 0 }]);
    expect((await give(1)).status).toBe(409);
    await maintainCredits(server.db, 'http://localhost', new Date());
    expect(await available(manager, dealer.id), 'stay frozen').toMatchObject({ ecu: 0 });
    await bank('won');
    expect([await state(), await available(manager, dealer.id)]).toMatchObject(['fulfilled', { ecu: 10 }]);
    expect((await give(1)).status).toBe(201);
  });

  test('are taken back when it is lost, and only what was used is owed', async () => {
    const { dealer, manager, bank, give, state } = await disputable({ ecu_credits: 0, tcu_credits: 10 });
    await bank('open');
    await bank('lost');
    await bank('lost');
    expect([await state(), await available(manager, dealer.id)]).toMatchObject(['refunded', { tcu: 0 }]);
    expect(await balanceOf(manager, dealer.id)).toMatchObject({ owed: { amount: '0.00' } });
    expect((await give(1)).status).toBe(409);

    // Four of them are in a code that can still be claimed; they stay sold.
    const some = await disputable();
    const body = { kind: 'ecu', amount: 4 };
    const made = await some.manager.call('POST /v1/dealers/:id/tune-credit-codes', {
      params: { id: some.dealer.id },
      body,
    });
    expect(made.status).toBe(201);
    await some.bank('open');
    await some.bank('lost');
    expect(await balanceOf(some.manager, some.dealer.id)).toMatchObject({ owed: { amount: '360.00' } });
    expect(await available(some.manager, some.dealer.id)).toMatchObject({ ecu: 0 });
  });
});

test('credit deal whose card payment the bank reversed is owed on the account as far as it was used', async () => {
  for (const input of [{ kind: 'top_up', ecu_credits: 0, bonus: '50' }]) {
    const { dealer, manager } = await team();
    const { id, uuid } = await offer(dealer.id, input);
    expect((await payDeal(manager, dealer.id, uuid)).status).toBe(200);
    const payment = await paymentOfSubject(server.db, `credit-deal:${id}`);
    if (!payment) throw new Error('not paid');
    const dispute = { id: `dp_deal_${id}`, intentId: null, amountMinor: payment.capturedMinor };
    await settleDispute(server.platform, payment, { ...dispute, status: 'open' });
    expect(await balanceOf(manager, dealer.id)).toMatchObject({ owed: { amount: '0.00' } });
    await settleDispute(server.platform, payment, { ...dispute, status: 'lost' });
    const { owed, open_items } = (await balanceOf(manager, dealer.id)) ?? {};
    // The bonus came with the payment.
    expect([owed?.amount, open_items?.map(({ open }) => open.amount)]).toEqual(['950.00', ['950.00']]);
  }
  expect((await verifyLedger(server.db)).problems).toEqual([]);
});

test('settlement whose payment the bank reversed gives no discount', async () => {
  const { dealer, manager } = await team();
  await postTransfer(server.db, {
    key: `test:${randomUUID()}`,
    kind: 'purchase.charged',
    subject: `purchase:${910_000 + dealer.id}`,
    at: new Date(),
    legs: [
      { account: { kind: 'ar', owner: `dealer:${dealer.id}`, unit: 'CAD' }, amountMinor: 100_000n },
      { account: { kind: 'rev', owner: 'house', unit: 'CAD' }, amountMinor: -100_000n },
    ],
    beyondLimits: true,
  });
  const { id, uuid } = await offer(dealer.id, { kind: 'settlement', ecu_credits: 0, price: '600', settles: '1000' });
  expect((await payDeal(manager, dealer.id, uuid)).status).toBe(200);
  expect(await balanceOf(manager, dealer.id)).toMatchObject({ owed: { amount: '0.00' } });
  const payment = await paymentOfSubject(server.db, `credit-deal:${id}`);
  if (!payment) throw new Error('not paid');
  const dispute = { id: `dp_deal_${id}`, intentId: null, amountMinor: payment.capturedMinor };
  await settleDispute(server.platform, payment, { ...dispute, status: 'lost' });
  expect(await balanceOf(manager, dealer.id)).toMatchObject({ owed: { amount: '1000.00' } });
});

describe('a credit deal on account', () => {
  const billing = JSON.stringify({
    country_code: 'CA',
    full_name: 'X',
    line1: 'Y',
    line2: '',
    city: 'Z',
    state: 'ON',
    postal_code: 'P1B 1A1',
    email: '',
    phone: '',
  });
  async function onAccount(limitMinor = 500_000n) {
    const made = await team();
    await server.db
      .updateTable('dealers')
      .set({ legal_name: 'X', billing_email: 'x@example.test', billing_address: billing })
      .where('id', '=', made.dealer.id)
      .execute();
    const account = { kind: 'ar', owner: `dealer:${made.dealer.id}`, unit: 'CAD' } as const;
    await setLimit(server.db, account, { maxMinor: limitMinor, at: new Date(), reason: 'Raised' });
    return made;
  }

  test('counts towards the spending limits of a member and of all members', async () => {
    const { dealer } = await onAccount();
    const person = await server.make.user({ role: 4 });
    await server.db
      .insertInto('dealer_members')
      .values({ dealer_id: dealer.id, user_id: person.id, kind: 'member', spend_limit_minor: 150_000n })
      .execute();
    const member = await server.as(person);
    const [first, second] = [
      await offer(dealer.id, { pay_on_account: true }),
      await offer(dealer.id, { pay_on_account: true }),
    ];
    expect((await payDeal(member, dealer.id, first.uuid, {})).status).toBe(200);
    const refused = await payDeal(member, dealer.id, second.uuid, {});
    expect([refused.status, refused.body]).toMatchObject([409, { message: expect.stringContaining('600.00') }]);
    expect(await available(member, dealer.id)).toMatchObject({ ecu: 10 });
    await server.db.updateTable('dealers').set({ spend_limit_minor: 100_000n }).where('id', '=', dealer.id).execute();
    await server.db
      .updateTable('dealer_members')
      .set({ spend_limit_minor: null })
      .where('user_id', '=', person.id)
      .execute();
    expect((await payDeal(member, dealer.id, second.uuid, {})).status).toBe(409);
  });

  test('is refunded off the account as far as its credits are unused, once', async () => {
    const { dealer, manager, params } = await onAccount();
    const { id, uuid } = await offer(dealer.id, { pay_on_account: true });
    expect((await payDeal(manager, dealer.id, uuid, {})).status).toBe(200);
    const { email } = await server.make.user();
    const body = { kind: 'ecu', amount: 3, recipient: email };
    expect((await manager.call('POST /v1/dealers/:id/tune-credits', { params, body })).status).toBe(201);
    const replies = await Promise.all([refundUnused(id), refundUnused(id), refundUnused(id)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await dealState(id)).toBe('part_refunded');
    expect(await balanceOf(manager, dealer.id)).toMatchObject({ owed: { amount: '270.00' } });
    expect(await available(manager, dealer.id)).toMatchObject({ ecu: 0 });
    expect((await refundUnused(id)).body).toMatchObject({ code: 'already_committed' });
    expect((await verifyLedger(server.db)).problems).toEqual([]);
  });
});

const refundUnused = (id: number, client: Client = author) =>
  client.call('POST /v1/admin/dealer-credit-deals/:id/refund', {
    params: { id },
    body: { reason: 'Not needed' },
    idempotencyKey: randomUUID(),
  });
const dealState = async (id: number) =>
  (await author.call('GET /v1/admin/dealer-credit-deals/:id', { params: { id } })).body.state;
const owedForCredits = async () => {
  const { rows } = await sql<{ kind: string; sum: bigint }>`
    select a.kind, sum(e.amount_minor)::bigint as sum from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where a.kind in ('defer.credits', 'goodwill', 'cash') and a.unit = 'CAD' and not e.pending group by 1`.execute(
    server.db,
  );
  return Object.fromEntries(rows.map(({ kind, sum }) => [kind, sum]));
};

test('credit deal paid by card is refunded to the card for the credits that are left', async () => {
  const { dealer, manager } = await team();
  const before = await owedForCredits();
  const { id, uuid } = await offer(dealer.id, { tcu_credits: 2 });
  expect((await refundUnused(id)).status, 'not paid yet').toBe(409);
  expect((await payDeal(manager, dealer.id, uuid)).status).toBe(200);
  expect((await refundUnused(id, manager)).status, 'not by the dealer').toBe(403);
  const refunded = await refundUnused(id);
  expect([refunded.status, refunded.body]).toMatchObject([200, { state: 'refunded', events: [] }]);
  expect(await available(manager, dealer.id)).toMatchObject({ ecu: 0, tcu: 0 });
  expect(await owedForCredits()).toEqual(before);
  const topUp = await offer(dealer.id, { kind: 'top_up', ecu_credits: 0, price: '500' });
  expect((await payDeal(manager, dealer.id, topUp.uuid)).status).toBe(200);
  expect((await refundUnused(topUp.id)).status).toBe(409);
  expect((await verifyLedger(server.db)).problems).toEqual([]);
});

describe('tune credits of a dealer', () => {
  const stocked = async () => {
    const made = await team();
    const { uuid } = await offer(made.dealer.id);
    await payDeal(made.manager, made.dealer.id, uuid);
    return made;
  };
  test('are given to a person once, and never more than there are (C181 C182)', async () => {
    const { dealer, params, manager } = await stocked();
    const recipient = await server.make.user();
    const { email } = recipient;
    const give = (amount: number) =>
      manager.call('POST /v1/dealers/:id/tune-credits', { params, body: { kind: 'ecu', amount, recipient: email } });
    expect((await give(4)).body).toEqual({ given: 'now', units: 4 });
    expect(await available(manager, dealer.id)).toMatchObject({ ecu: 6 });
    expect((await give(7)).body).toMatchObject({ code: 'dealer_hit_credit_limit' });
    const replies = await Promise.all([give(6), give(6)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
    const { owners } = (await (await server.as(recipient)).call('GET /tune-credits')).body;
    expect(owners.find(({ dealer: of }) => of === null)?.kinds).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'ecu', available: 10 })]),
    );
  });

  test('back codes, which hold them until claimed or withdrawn (C203 C204 C205)', async () => {
    const { dealer, params, manager } = await stocked();
    const made = await manager.call('POST /v1/dealers/:id/tune-credit-codes', {
      params,
      body: { kind: 'ecu', amount: 3 },
    });
    expect(made.status).toBe(201);
    expect(made.body.link).toContain(`/tcc/${made.body.code}`);
    expect(await available(manager, dealer.id)).toMatchObject({ ecu: 7 });
    const { body } = await manager.call('GET /v1/dealers/:id/tune-credit-codes', { params });
    expect(body.data).toMatchObject([{ id: made.body.id, state: 'open', units: 3 }]);
    expect(JSON.stringify(body)).not.toContain(made.body.code);
    const other = await team();
    const drop = (client: Client, id: number) =>
      client.call('DELETE /v1/dealers/:id/tune-credit-codes/:codeId', { params: { id, codeId: made.body.id } });
    expect((await drop(other.manager, other.dealer.id)).status).toBe(404);
    expect((await drop(manager, dealer.id)).status).toBe(204);
    expect(await available(manager, dealer.id)).toMatchObject({ ecu: 10 });
    const claimed = (
      await manager.call('POST /v1/dealers/:id/tune-credit-codes', { params, body: { kind: 'ecu', amount: 1 } })
    ).body;
    const customer = await server.as({});
    await customer.call('POST /tune-credit-codes/:code/claim', { params: { code: claimed.code } });
    const late = { id: dealer.id, codeId: claimed.id };
    expect((await manager.call('DELETE /v1/dealers/:id/tune-credit-codes/:codeId', { params: late })).status).toBe(409);
  });
});

test('orders, invoices and snapshots of a dealer belong to its members (C195 C196 C206 C207)', async () => {
  const shop = await makeShop(server);
  const { slug } = await shop.sell(20);
  const { dealer, params, manager } = await team();
  const order = (await placed(manager, orderOf([{ slug, quantity: 1 }]))).body;
  await pay(manager, order);
  await server.db
    .updateTable('orders')
    .set({ dealer_id: dealer.id, kind: 'FZPRO' })
    .where('id', '=', order.id)
    .execute();
  expect((await manager.call('GET /v1/dealers/:id/invoices', { params })).body.data).toMatchObject([{ id: order.id }]);
  const read = (client: Client, id: number) =>
    client.call('GET /v1/dealers/:id/invoices/:invoiceId', { params: { id, invoiceId: order.id } });
  expect((await read(manager, dealer.id)).body).toMatchObject({ order: { id: order.id } });
  const snapshot = await manager.call('GET /v1/dealers/:id/snapshot', { params, query: { order: order.id } });
  expect(snapshot.body).toMatchObject({ order: { total: order.total } });
  const tools = (await manager.call('GET /v1/dealers/:id/fz-orders', { params })).body;
  expect(tools.data).toMatchObject([{ id: order.id }]);
  const other = await team();
  expect((await read(other.manager, other.dealer.id)).status).toBe(404);
  expect((await other.manager.call('GET /v1/dealers/:id/fz-orders', { params: other.params })).body.total).toBe(0);
});
