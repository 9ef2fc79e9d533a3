import { roles } from '@tuneport/domain/identity/roles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';
import { balanceOf, postTransfer } from '../ledger/index.ts';
import { receivable } from './accounts.ts';
import { expireDeals } from './expire-deals.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: roles.Admin });
});
afterAll(() => server.close());

const address = {
  country_code: 'CA',
  full_name: 'North Bay Performance',
  line1: '12 Invented Road',
  city: 'North Bay',
  state: 'ON',
  postal_code: 'P1B 1A1',
};
let serial = 0;
async function newDealer(input: object = {}) {
  const body = { name: 'Example Garage', slug: `example-garage-${++serial}`, currency: 'CAD', ...input };
  const reply = await admin.call('POST /v1/admin/dealers', { body });
  expect(reply.status).toBe(201);
  return reply.body;
}
const read = async (id: number) => (await admin.call('GET /v1/admin/dealers/:id', { params: { id } })).body;
const change = (dealer: { id: number; updated_at: string }, body: object) =>
  admin.call('PATCH /v1/admin/dealers/:id', { params: { id: dealer.id }, body, readAt: dealer.updated_at });

describe('dealers', () => {
  test('a dealer is created with an account and a credit limit, and found by name (C018 C019 C020)', async () => {
    const dealer = await newDealer({ name: 'Longroad Motors', credit_limit: '2500.50' });
    expect(dealer).toMatchObject({
      name: 'Longroad Motors',
      state: 'active',
      credit_limit: { amount: '2500.50', currency: 'CAD' },
      owes: { amount: '0.00', currency: 'CAD' },
      billing_complete: false,
      members: [],
    });
    const { body } = await admin.call('GET /v1/admin/dealers', { query: { search: 'longroad' } });
    expect(body.data.map(({ id }) => id)).toEqual([dealer.id]);
    expect(body.data[0]?.credit_limit).toEqual({ amount: '2500.50', currency: 'CAD' });
    const limit = await balanceOf(server.db, receivable(dealer.id, 'CAD'));
    expect(limit.maxMinor).toBe(250_050n);
  });

  test('invalid fields are named, and nothing is created (C020)', async () => {
    const { slug } = await newDealer();
    const bad = { name: '', slug, credit_limit: '-1', billing_address: { ...address, state: 'XX', postal_code: '1' } };
    const { status, body } = await admin.call('POST /v1/admin/dealers', { body: { ...bad, name: 'Twin' } });
    expect(status).toBe(422);
    expect(Object.keys((body as unknown as { errors: object }).errors).sort()).toEqual([
      'billing_address.postal_code',
      'billing_address.state',
      'credit_limit',
      'slug',
    ]);
    const named = await admin.call('POST /v1/admin/dealers', { body: bad });
    expect(named.body).toMatchObject({ errors: { name: ['Name is required.'] } });
    expect((await admin.call('GET /v1/admin/dealers', { query: { search: 'Twin' } })).body.total).toBe(0);
  });

  test('billing information is complete with legal name, address and email (C021)', async () => {
    const dealer = await newDealer();
    const body = { legal_name: 'Example Garage Ltd.', billing_email: 'bills@example.test', billing_address: address };
    const changed = await change(dealer, body);
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ billing_complete: true, billing_address: { postal_code: 'P1B 1A1' } });
    expect((await change(dealer, { name: 'Late' })).status).toBe(412);
    expect((await read(dealer.id)).name).toBe('Example Garage');
  });

  test('a new credit limit needs a reason, which is stored in the ledger (C021)', async () => {
    const dealer = await newDealer({ credit_limit: '100' });
    const silent = await change(dealer, { credit_limit: '900' });
    expect(silent.status).toBe(422);
    expect(silent.body).toMatchObject({ errors: { reason: [expect.stringContaining('Enter a reason')] } });
    const reply = await change(dealer, { credit_limit: '900', reason: 'Pays on time for a year' });
    expect(reply.body.credit_limit.amount).toBe('900.00');
    const rows = await server.db
      .selectFrom('ledger_transfers')
      .select(['kind', 'reason'])
      .where('reason', '=', 'Pays on time for a year')
      .execute();
    expect(rows).toEqual([{ kind: 'account.limit', reason: 'Pays on time for a year' }]);
  });

  test('the currency of an account can change only while its balance is zero', async () => {
    const dealer = await newDealer({ credit_limit: '500' });
    const now = new Date();
    await postTransfer(server.db, {
      key: `test:${dealer.id}`,
      kind: 'test.sale',
      subject: `dealer:${dealer.id}`,
      at: now,
      legs: [
        { account: receivable(dealer.id, 'CAD'), amountMinor: 12_345n },
        { account: { kind: 'rev', owner: 'house', unit: 'CAD' }, amountMinor: -12_345n },
      ],
    });
    const refused = await change(dealer, { currency: 'USD' });
    expect(refused.body).toMatchObject({ errors: { currency: [expect.stringContaining('zero balance')] } });
    const now2 = await read(dealer.id);
    expect(now2.owes).toEqual({ amount: '123.45', currency: 'CAD' });
    expect(now2.balances).toContainEqual({ kind: 'ar', label: 'Owed to us', unit: 'CAD', amount: '123.45' });
  });
});

describe('members of a dealer', () => {
  test('joining a first dealer promotes a User to Dealer, leaving the last one demotes them (C022 C023 S344)', async () => {
    const dealer = await newDealer();
    const { id: user_id } = await server.make.user();
    const params = { id: dealer.id };
    const added = await admin.call('POST /v1/admin/dealers/:id/members', {
      params,
      body: { user_id, kind: 'manager' },
    });
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({ user_id, kind: 'manager' });
    const role = async () => (await admin.call('GET /v1/admin/users/:id', { params: { id: user_id } })).body.role;
    expect(await role()).toBe(roles.Dealer);
    const again = await admin.call('POST /v1/admin/dealers/:id/members', { params, body: { user_id } });
    expect(again.status).toBe(422);
    const removed = await admin.call('DELETE /v1/admin/dealers/:id/members/:userId', {
      params: { id: dealer.id, userId: user_id },
    });
    expect(removed.status).toBe(204);
    expect(await role()).toBe(roles.User);
  });

  test('existing sessions end when the role changes', async () => {
    const dealer = await newDealer();
    const client = await server.as({ role: roles.User });
    const { id: user_id } = (await client.call('GET /user/me')).body;
    await admin.call('POST /v1/admin/dealers/:id/members', { params: { id: dealer.id }, body: { user_id } });
    expect((await client.call('GET /user/me')).status).toBe(401);
  });

  test('two managers cannot remove each other concurrently while other members remain', async () => {
    const [a, b, c] = await Promise.all([server.make.user(), server.make.user(), server.make.user()]);
    const dealer = await server.make.dealer({ managers: [a.id, b.id], members: [c.id] });
    const remove = (userId: number) =>
      admin.call('DELETE /v1/admin/dealers/:id/members/:userId', { params: { id: dealer.id, userId } });
    const answers = await Promise.all([remove(a.id), remove(b.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await remove(9_999_999)).status).toBe(404);
  });
});

describe('credit deals', () => {
  const params = (deal: { id: number }) => ({ params: { id: deal.id } });
  type Draft = { readonly id: number; readonly updated_at: string };
  const publish = (by: Client, deal: Draft) =>
    by.call('POST /v1/admin/dealer-credit-deals/:id/publish', { ...params(deal), readAt: deal.updated_at });
  const cancel = (by: Client, deal: { id: number }, reason = 'Wrong price') =>
    by.call('POST /v1/admin/dealer-credit-deals/:id/cancel', { ...params(deal), body: { reason } });
  async function newDeal(input: object = {}, author = admin) {
    const dealer = await newDealer();
    const body = {
      dealer_id: dealer.id,
      kind: 'credit_pack',
      title: 'Ten credits',
      currency: 'CAD',
      price: '1500',
      universal_credits: 10,
      ...input,
    };
    return author.call('POST /v1/admin/dealer-credit-deals', { body });
  }

  test('a deal is drafted, changed, found and shown with its history (C051 C052 C053 C054 S351)', async () => {
    const { status, body: deal } = await newDeal();
    expect(status).toBe(201);
    expect(deal).toMatchObject({
      state: 'draft',
      price: { amount: '1500.00', currency: 'CAD' },
      universal_credits: 10,
    });
    expect(deal.events.sort()).toEqual(['cancel', 'publish', 'update']);
    const changed = await admin.call('PATCH /v1/admin/dealer-credit-deals/:id', {
      ...params(deal),
      body: { price: '1400', ecu_credits: 2 },
      readAt: deal.updated_at,
    });
    expect(changed.body).toMatchObject({ price: { amount: '1400.00' }, ecu_credits: 2, universal_credits: 10 });
    const list = await admin.call('GET /v1/admin/dealer-credit-deals', {
      query: { dealer: deal.dealer_id, state: 'draft' },
    });
    expect(list.body.data.map(({ id }) => id)).toEqual([deal.id]);
    const shown = await admin.call('GET /v1/admin/dealer-credit-deals/:id', params(deal));
    expect(shown.body.history.map(({ event }) => event)).toEqual(['create']);
  });

  test('a published deal cannot be edited and is withdrawn once (C055 C056)', async () => {
    const { body: deal } = await newDeal();
    const published = await publish(admin, deal);
    expect(published.body).toMatchObject({ state: 'published', events: ['cancel'] });
    const edit = await admin.call('PATCH /v1/admin/dealer-credit-deals/:id', {
      ...params(deal),
      body: { price: '1' },
      readAt: published.body.updated_at,
    });
    expect(edit.status).toBe(409);
    expect(edit.body).toMatchObject({ code: 'invalid_transition', allowed: ['cancel'] });
    expect((await publish(admin, deal)).status).toBe(409);
    expect((await cancel(admin, deal, ' ')).status).toBe(422);
    const cancelled = await cancel(admin, deal);
    expect(cancelled.body.state).toBe('cancelled');
    expect(cancelled.body.history.at(-1)).toMatchObject({ event: 'cancel', reason: 'Wrong price' });
    expect((await cancel(admin, deal)).status).toBe(409);
  });

  test('deals above the daily limit of one author are published by another person', async () => {
    const author = await server.as({ role: 3 });
    const other = await server.as({ role: 3 });
    const draft = async () => (await newDeal({ universal_credits: 25 }, author)).body;
    const deals = [await draft(), await draft(), await draft(), await draft(), await draft(), await draft()];
    const statuses = (await Promise.all(deals.map((deal) => publish(author, deal)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 403, 403]);
    const refused = deals.filter((_, at) => statuses[at] === 403);
    const reply = await publish(author, refused[0] as Draft);
    expect(reply.body).toMatchObject({ message: expect.stringContaining('daily limit') });
    expect((await publish(other, refused[0] as Draft)).status).toBe(200);
    const published = deals[statuses.indexOf(200)] as { id: number };
    expect((await cancel(author, published)).status).toBe(200);
    expect((await publish(author, refused[1] as Draft)).status).toBe(200);
  });

  test('a second person publishes only what they read, not what the author changed since', async () => {
    const [author, other] = [await server.as({ role: 3 }), await server.as({ role: 3 })];
    const { body: read } = await newDeal({}, author);
    const changed = await author.call('PATCH /v1/admin/dealer-credit-deals/:id', {
      ...params(read),
      body: { universal_credits: 9000 },
      readAt: read.updated_at,
    });
    expect(changed.status).toBe(200);
    const refused = await publish(other, read);
    expect(refused).toMatchObject({
      status: 412,
      body: { code: 'stale_record', current: { universal_credits: 9000 } },
    });
    expect((await other.call('POST /v1/admin/dealer-credit-deals/:id/publish', params(read))).status).toBe(428);
    expect((await publish(other, changed.body)).status).toBe(200);
  });

  test('an author publishes without saying when the deal was read (C055)', async () => {
    const author = await server.as({ role: 3 });
    const { body: deal } = await newDeal({}, author);
    expect((await author.call('POST /v1/admin/dealer-credit-deals/:id/publish', params(deal))).status).toBe(200);
  });

  test('a paid deal responds already_committed (C056)', async () => {
    const { body: deal } = await newDeal();
    await server.db.updateTable('dealer_credit_deals').set({ state: 'fulfilled' }).where('id', '=', deal.id).execute();
    const { status, body } = await cancel(admin, deal);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'already_committed' });
  });

  test('of concurrent publish and cancel one wins', async () => {
    const { body: deal } = await newDeal();
    const both = await Promise.all([cancel(admin, deal), publish(admin, deal)]);
    const { body } = await admin.call('GET /v1/admin/dealer-credit-deals/:id', params(deal));
    expect(body.state).toBe('cancelled');
    expect(both.filter(({ status }) => status === 200).length).toBe(body.history.length - 1);
  });

  test('amounts and credits are validated against the offer', async () => {
    const cases: [object, string][] = [
      [{ universal_credits: 0 }, 'universal_credits'],
      [{ price: '0' }, 'price'],
      [{ price: '1.005' }, 'price'],
      [{ kind: 'settlement', price: '100', settles: '50' }, 'settles'],
      [{ kind: 'top_up', price: '100', bonus: 'many' }, 'bonus'],
      [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
      [{ dealer_id: 9_999_999 }, 'dealer_id'],
    ];
    for (const [input, field] of cases) {
      const { status, body } = await newDeal(input);
      expect(status, field).toBe(422);
      expect(Object.keys((body as unknown as { errors: object }).errors)).toEqual([field]);
    }
  });

  test('a published deal expires after its last day, a draft does not', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const { body: draft } = await newDeal({ expires_at });
    const { body: open } = await newDeal({ expires_at });
    await publish(admin, open);
    expect(await expireDeals(server.db, new Date(Date.now() + 7_200_000))).toBe(1);
    const state = async (deal: { id: number }) =>
      (await admin.call('GET /v1/admin/dealer-credit-deals/:id', params(deal))).body.state;
    expect([await state(draft), await state(open)]).toEqual(['draft', 'expired']);
  });
});
