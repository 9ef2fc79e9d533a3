import { randomUUID } from 'node:crypto';
import { partyAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeSetting } from '../../../testing/catalog.ts';
import { creditsOf } from '../../../testing/money/credits.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { balanceOf } from '../../ledger/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const idOf = (client: Client) => client.userId ?? 0;

async function ticketOf(customer: Client): Promise<number> {
  const opened = await customer.call('POST /tickets', {
    body: { title: 'No start', description: 'It does not start.', customer_name: 'Ada Lane' },
  });
  const id = opened.body.id;
  await server.db.updateTable('tickets').set({ state: 'open' }).where('id', '=', id).execute();
  return id;
}

const goodwill = (staff: Client, id: number, amount: string, key: string = randomUUID()) =>
  staff.call('POST /v1/admin/tickets/:id/goodwill', {
    params: { id },
    body: { amount, currency: 'CAD', reason: 'Sorry' },
    idempotencyKey: key,
  });

const balance = async (userId: number) =>
  -(await balanceOf(server.db, partyAccount('prepay', `user:${userId}`, 'CAD'))).postedMinor;

const credits = (staff: Client, recipient: string, units: number) =>
  staff.call('POST /v1/admin/tune-credits', { body: { recipient, kind: 'ecu', units, reason: 'Sorry' } });

async function person() {
  const { id, email } = await server.make.user();
  return { id, email, client: await server.as({ id }) };
}

describe('limit settings', () => {
  const read = async (client: Client) => (await client.call('GET /v1/admin/settings')).body;
  const names = {
    refund_limit: '999999',
    goodwill_alone_limit: '999999',
    goodwill_daily_limit: '999999',
    credits_alone_limit: '999',
    credits_daily_limit: '999',
    staff_second_factor: 'required',
    recaptcha_site_key: '6LcAAAAAAAAAAAAAAAAAAAAAAAAA',
    conversion_rates: { base: 'CAD', rates: [{ currency: 'USD', rate: '999999', as_of: '2026-11-01' }] },
  };
  test.each(Object.entries(names))('%s cannot be changed by an Admin', async (name, value) => {
    const admin = await server.as({ role: 3 });
    const before = await read(admin);
    const body = { [name]: value, company_phone: '1' };
    const saved = await admin.call('PATCH /v1/admin/settings', { body, readAt: before.updated_at });
    expect(saved.status).toBe(403);
    expect((await read(admin)).values).toEqual(before.values);
    const locked = before.groups.flatMap(({ settings }) => settings).filter(({ superadmin }) => superadmin);
    expect(locked.map((setting) => setting.name)).toContain(name);
  });

  test('are changed by a SuperAdmin, and an Admin may send them unchanged', async () => {
    const boss = await server.as({ role: 5 });
    const admin = await server.as({ role: 3 });
    const before = await read(boss);
    const body = { refund_limit: '5000' };
    const saved = await boss.call('PATCH /v1/admin/settings', { body, readAt: before.updated_at });
    expect(saved.body.values.refund_limit).toBe('5000');
    const same = await admin.call('PATCH /v1/admin/settings', {
      body: { refund_limit: '5000', company_phone: '2' },
      readAt: saved.body.updated_at,
    });
    expect(same.status).toBe(200);
  });
});

describe('goodwill', () => {
  test('cannot be granted to oneself or a colleague of the same company, not even by a SuperAdmin', async () => {
    for (const role of [3, 5] as const) {
      const staff = await server.as({ role });
      const colleague = await server.as({});
      await server.make.dealer({ members: [idOf(staff), idOf(colleague)] });
      for (const to of [staff, colleague]) {
        const id = await ticketOf(to);
        expect((await goodwill(staff, id, '1')).status).toBe(403);
        const body = { kind: 'goodwill', ticket: id, amount: '900', currency: 'CAD', reason: 'Sorry' };
        expect((await staff.call('POST /v1/admin/approvals', { body })).status, 'a request').toBe(403);
        expect(await balance(idOf(to))).toBe(0n);
      }
    }
  });

  test('is limited per person and day, however it is split', async () => {
    await storeSetting(server, 'goodwill_daily_limit', '300');
    const [admin, other, customer] = [await server.as({ role: 3 }), await server.as({ role: 3 }), await server.as({})];
    const ids = [await ticketOf(customer), await ticketOf(customer)] as const;
    const tries = await Promise.all(
      Array.from({ length: 6 }, (_, at) => goodwill(admin, ids[at % 2] ?? ids[0], '100')),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 200, 200, 403, 403, 403]);
    expect(tries.find(({ status }) => status === 403)?.body).toMatchObject({ code: 'approval_required' });
    expect(await balance(idOf(customer))).toBe(30_000n);
    expect((await goodwill(other, ids[0], '100')).status, 'a colleague has a daily limit of their own').toBe(200);
    await storeSetting(server, 'goodwill_daily_limit', '1000');
  });

  test('counts towards the daily limit whatever Idempotency-Key is sent', async () => {
    await storeSetting(server, 'goodwill_daily_limit', '200');
    const [admin, customer] = [await server.as({ role: 3 }), await server.as({})];
    const ticket = await ticketOf(customer);
    const keys = ['approval:1', 'goodwill:approval:1', `ticket:${ticket}:goodwill:approval:1`, 'user:1:approval:%'];
    const statuses: number[] = [];
    for (const key of keys) statuses.push((await goodwill(admin, ticket, '100', key)).status);
    expect(statuses).toEqual([200, 200, 403, 403]);
    expect(await balance(idOf(customer))).toBe(20_000n);
    await storeSetting(server, 'goodwill_daily_limit', '1000');
  });

  test('above the limit needs approval by a second person other than the requester', async () => {
    const [admin, second, customer] = [await server.as({ role: 5 }), await server.as({ role: 3 }), await server.as({})];
    const ticket = await ticketOf(customer);
    expect((await goodwill(admin, ticket, '200.01')).body).toMatchObject({ code: 'approval_required' });
    const reply = await admin.call('POST /v1/admin/approvals', {
      body: { kind: 'goodwill', ticket, amount: '500', currency: 'CAD', reason: 'Engine damage' },
    });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ state: 'pending', may_decide: false });
    const params = { id: reply.body.id };
    expect((await admin.call('POST /v1/admin/approvals/:id/approve', { params, body: {} })).status).toBe(403);
    expect((await customer.call('POST /v1/admin/approvals/:id/approve', { params, body: {} })).status).toBe(403);
    const flagged = await server.as({ flags: ['da'] });
    expect((await flagged.call('GET /v1/admin/approvals/:id', { params })).status, 'another right').toBe(404);
    expect((await flagged.call('POST /v1/admin/approvals/:id/approve', { params, body: {} })).status).toBe(403);
    expect(await balance(idOf(customer))).toBe(0n);
    const listed = (await second.call('GET /v1/admin/approvals', { query: { state: 'pending' } })).body.data;
    expect(listed.find(({ id }) => id === params.id)).toMatchObject({ may_decide: true });
    const done = await second.call('POST /v1/admin/approvals/:id/approve', { params, body: { note: 'Seen' } });
    expect(done.body).toMatchObject({ state: 'approved', may_decide: false });
    expect(await balance(idOf(customer))).toBe(50_000n);
    expect((await second.call('POST /v1/admin/approvals/:id/approve', { params, body: {} })).status).toBe(409);
    expect((await second.call('POST /v1/admin/approvals/:id/reject', { params, body: { note: 'No' } })).status).toBe(
      409,
    );
    const acts = await server.db
      .selectFrom('audit_log')
      .select(['act', 'actor_id'])
      .where('subject', '=', `approval:${params.id}`)
      .orderBy('id')
      .execute();
    expect(acts).toEqual([
      { act: 'approvals.request', actor_id: idOf(admin) },
      { act: 'approvals.approve', actor_id: idOf(second) },
    ]);
  });

  test('is granted once when two people approve concurrently', async () => {
    const [admin, customer] = [await server.as({ role: 3 }), await server.as({})];
    const ticket = await ticketOf(customer);
    const body = { kind: 'goodwill', ticket, amount: '400', currency: 'CAD', reason: 'Sorry' };
    const { id } = (await admin.call('POST /v1/admin/approvals', { body })).body;
    const seconds = await Promise.all([1, 2, 3, 4].map(() => server.as({ role: 3 })));
    const tries = await Promise.all(
      seconds.map((second, at) =>
        at === 3
          ? second.call('POST /v1/admin/approvals/:id/reject', { params: { id }, body: { note: 'No' } })
          : second.call('POST /v1/admin/approvals/:id/approve', { params: { id }, body: {} }),
      ),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const approved = (await admin.call('GET /v1/admin/approvals/:id', { params: { id } })).body.state === 'approved';
    expect(await balance(idOf(customer))).toBe(approved ? 40_000n : 0n);
  });

  test('is not granted when rejected, or when the approver would benefit', async () => {
    const [admin, customer] = [await server.as({ role: 3 }), await server.as({})];
    const ticket = await ticketOf(customer);
    const body = { kind: 'goodwill', ticket, amount: '400', currency: 'CAD', reason: 'Sorry' };
    const { id } = (await admin.call('POST /v1/admin/approvals', { body })).body;
    const friend = await server.as({ role: 3 });
    await server.make.tuner({ members: [idOf(friend), idOf(customer)] });
    expect((await friend.call('POST /v1/admin/approvals/:id/approve', { params: { id }, body: {} })).status).toBe(403);
    const second = await server.as({ role: 3 });
    const rejected = await second.call('POST /v1/admin/approvals/:id/reject', { params: { id }, body: { note: 'No' } });
    expect(rejected.body).toMatchObject({ state: 'rejected', decision_note: 'No' });
    expect(await balance(idOf(customer))).toBe(0n);
  });
});

describe('tune credits', () => {
  test('cannot be granted to oneself, a colleague or an own company in any state', async () => {
    const me = await server.make.user({ flags: ['da'] });
    const staff = await server.as({ id: me.id });
    const colleague = await person();
    const dealer = await server.make.dealer({ members: [me.id, colleague.id] });
    await server.db.updateTable('dealers').set({ state: 'suspended' }).where('id', '=', dealer.id).execute();
    for (const recipient of [me.email, colleague.email, dealer.slug])
      expect((await credits(staff, recipient, 1)).status, recipient).toBe(403);
    const code = { kind: 'ecu', units: 1, recipient: colleague.email };
    expect((await staff.call('POST /v1/admin/tune-credit-codes', { body: code })).status).toBe(403);
  });

  test('behind a code cannot be claimed by the person who created it or a colleague', async () => {
    const staff = await server.as({ flags: ['da'] });
    const [colleague, customer] = [await person(), await person()];
    await server.make.affiliate({ members: [idOf(staff), colleague.id] });
    const make = async () =>
      (await staff.call('POST /v1/admin/tune-credit-codes', { body: { kind: 'ecu', units: 1 } })).body.code;
    const claim = (client: Client, code: string) =>
      client.call('POST /tune-credit-codes/:code/claim', { params: { code } });
    const code = await make();
    expect((await claim(staff, code)).status).toBe(403);
    expect((await claim(colleague.client, code)).status).toBe(403);
    expect((await claim(customer.client, code)).status).toBe(200);
    // Addressed before they became colleagues: the pending code is not claimed.
    const late = await person();
    await server.db.updateTable('users').set({ email_confirmed_at: new Date() }).where('id', '=', late.id).execute();
    const body = { kind: 'ecu', units: 1, recipient: late.email };
    expect((await staff.call('POST /v1/admin/tune-credit-codes', { body })).status).toBe(201);
    await server.make.dealer({ members: [idOf(staff), late.id] });
    await late.client.call('POST /tune-credit-codes/autoclaim');
    expect((await creditsOf(late.client)).ecu).toBe(0);
  });

  test('are limited per grant and per day, grants and codes together', async () => {
    await storeSetting(server, 'credits_daily_limit', '30');
    const staff = await server.as({ flags: ['da'] });
    const customer = await person();
    expect((await credits(staff, customer.email, 26)).body).toMatchObject({ code: 'approval_required' });
    expect((await credits(staff, customer.email, 20)).status).toBe(201);
    const code = { kind: 'ecu', units: 8 };
    expect((await staff.call('POST /v1/admin/tune-credit-codes', { body: code })).status).toBe(201);
    expect((await staff.call('POST /v1/admin/tune-credit-codes', { body: code })).status).toBe(403);
    expect((await credits(staff, customer.email, 3)).status).toBe(403);
    expect((await credits(staff, customer.email, 2)).status).toBe(201);
    const request = {
      kind: 'credits',
      recipient: customer.email,
      credit_kind: 'ecu',
      units: 60,
      reason: 'A lost batch',
    };
    const { body } = await staff.call('POST /v1/admin/approvals', { body: request });
    expect(body).toMatchObject({ state: 'pending', kind: 'credits' });
    const second = await server.as({ flags: ['da'] });
    const params = { id: body.id };
    expect((await second.call('POST /v1/admin/approvals/:id/approve', { params, body: {} })).status).toBe(200);
    expect((await creditsOf(customer.client)).ecu).toBe(82);
    expect(
      (await credits(second, customer.email, 20)).status,
      'an approval does not count towards the daily limit',
    ).toBe(201);
    await storeSetting(server, 'credits_daily_limit', '100');
  });
});

describe('an approval', () => {
  const requested = async (staff: Client, recipient: string) => {
    const body = { kind: 'credits', recipient, credit_kind: 'ecu', units: 60, reason: 'A lost batch' };
    const reply = await staff.call('POST /v1/admin/approvals', { body });
    expect(reply.status).toBe(201);
    return { params: { id: reply.body.id }, body: {} };
  };

  test('grants nothing to a company that the requester has joined since', async () => {
    const [staff, second] = [await server.as({ flags: ['da'] }), await server.as({ flags: ['da'] })];
    const dealer = await server.make.dealer();
    const approval = await requested(staff, dealer.slug);
    await server.db
      .insertInto('dealer_members')
      .values({ dealer_id: dealer.id, user_id: idOf(staff), kind: 'member' })
      .execute();
    expect((await second.call('POST /v1/admin/approvals/:id/approve', approval)).status).toBe(403);
    const customer = await server.as({});
    const admins = [await server.as({ role: 3 }), await server.as({ role: 3 })] as const;
    const body = {
      kind: 'goodwill',
      ticket: await ticketOf(customer),
      amount: '400',
      currency: 'CAD',
      reason: 'Sorry',
    };
    const { id } = (await admins[0].call('POST /v1/admin/approvals', { body })).body;
    await server.make.tuner({ members: [idOf(admins[0]), idOf(customer)] });
    const tried = await admins[1].call('POST /v1/admin/approvals/:id/approve', { params: { id }, body: {} });
    expect(tried.status).toBe(403);
    expect(await balance(idOf(customer))).toBe(0n);
  });

  test('grants nothing to another account that now has the address', async () => {
    const [staff, second] = [await server.as({ flags: ['da'] }), await server.as({ flags: ['da'] })];
    const customer = await person();
    const approval = await requested(staff, customer.email);
    const rename = (id: number, email: string) =>
      server.db.updateTable('users').set({ email }).where('id', '=', id).execute();
    await rename(customer.id, `moved-${customer.id}@example.test`);
    await rename(idOf(staff), customer.email);
    expect((await second.call('POST /v1/admin/approvals/:id/approve', approval)).status).toBe(409);
    expect((await creditsOf(staff)).ecu).toBe(0);
  });
});

describe('records of an own company', () => {
  test('cannot be decided by its members: credit deals, limits, shares and codes', async () => {
    const staff = await server.as({ role: 3 });
    const dealer = await server.make.dealer({ managers: [idOf(staff)] });
    const tuner = await server.make.tuner({ members: [idOf(staff)] });
    const affiliate = await server.make.affiliate({ members: [idOf(staff)] });
    const readAt = new Date(Date.now() + 5000).toUTCString();
    const patch = (of: 'dealers' | 'tuners' | 'affiliates', id: number, body: object) =>
      staff.call(`PATCH /v1/admin/${of}/:id`, { params: { id }, body, readAt });
    const limit = { credit_limit: '5000', reason: 'Growth' };
    expect((await patch('dealers', dealer.id, limit)).status).toBe(403);
    expect((await patch('dealers', dealer.id, { state: 'suspended' })).status).toBe(403);
    expect((await patch('dealers', dealer.id, { name: 'Renamed' })).status, 'a name').toBe(200);
    expect((await patch('tuners', tuner.id, { share_percent: '99' })).status).toBe(403);
    expect((await patch('affiliates', affiliate.id, { share_percent: '99' })).status).toBe(403);
    const deal = {
      dealer_id: dealer.id,
      kind: 'credit_pack',
      title: 'Pack',
      currency: 'CAD',
      price: '1',
      ecu_credits: 99,
    };
    expect((await staff.call('POST /v1/admin/dealer-credit-deals', { body: deal })).status).toBe(403);
    const code = {
      code: 'OWN-FIRM',
      name: 'Own',
      type: 'tunes',
      amount: '5',
      amountType: 'percent',
      affiliate_id: affiliate.id,
    };
    expect((await staff.call('POST /v1/admin/discount-codes', { body: code })).status).toBe(403);
  });

  test('cannot be reached by adding oneself as a member', async () => {
    const staff = await server.as({ role: 3 });
    const [dealer, tuner, affiliate] = [
      await server.make.dealer(),
      await server.make.tuner(),
      await server.make.affiliate(),
    ];
    const user_id = staff.userId;
    const reply = [
      await staff.call('POST /v1/admin/dealers/:id/members', {
        params: { id: dealer.id },
        body: { user_id, kind: 'manager' },
      }),
      await staff.call('POST /v1/admin/tuners/:id/members', { params: { id: tuner.id }, body: { user_id } }),
      await staff.call('POST /v1/admin/affiliates/:id/members', { params: { id: affiliate.id }, body: { user_id } }),
    ];
    expect(reply.map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});
