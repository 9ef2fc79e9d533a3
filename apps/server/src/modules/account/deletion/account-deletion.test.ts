import { randomUUID } from 'node:crypto';
import { type Owner, partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unmask } from '../../../platform/mail/secrets.ts';
import { proveBooks, tuneShop } from '../../../testing/money/purchases.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed } from '../../../testing/shop.ts';
import { flashImage, form, matchedRequest, queuedRequest } from '../../../testing/tuning.ts';
import { postTransfer } from '../../ledger/index.ts';
import { deleteDueAccounts } from './delete-due.ts';

let server: TestServer;
let store: Awaited<ReturnType<typeof makeShop>>;
let slug: string;
beforeAll(async () => {
  server = await testServer();
  store = await makeShop(server);
  slug = (await store.sell(100)).slug;
});
afterAll(() => server?.close());

const idOf = (client: Client) => client.userId ?? 0;
const emailOf = async (client: Client) =>
  (await server.db.selectFrom('users').select('email').where('id', '=', idOf(client)).executeTakeFirstOrThrow()).email;
const ask = async (client: Client) => client.call('POST /user/deletion', { body: { email: await emailOf(client) } });
const deletionOf = async (client: Client) => (await client.call('GET /user/deletion')).body;
const rowOf = (id: number) => server.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** Runs the deletions as they are due after the grace period. */
const afterGrace = () => deleteDueAccounts(server.platform, new Date(Date.now() + 15 * dayMs));
const mailsTo = async (email: string) =>
  (await server.db.selectFrom('mail_outbox').selectAll().where('to_address', '=', email).orderBy('id').execute()).map(
    (row) => unmask(row as never) as { subject: string; text_body: string },
  );
const blocked = async (client: Client, kind: string, text: RegExp) => {
  expect((await deletionOf(client)).blockers.map((one) => one.kind)).toContain(kind);
  expect(await ask(client)).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: expect.stringMatching(text) },
  });
  expect((await deletionOf(client)).due_at).toBeNull();
};

describe('a deletion', () => {
  test('needs a fresh login and the typed address, ends other sessions, and is announced with its date', async () => {
    const client = await server.as({});
    const other = await server.as({ id: idOf(client) });
    const email = await emailOf(client);
    const wrong = await client.call('POST /user/deletion', { body: { email: 'someone@example.test' } });
    expect(wrong).toMatchObject({ status: 422, body: { errors: { email: [expect.any(String)] } } });
    const { status, body } = await client.call('POST /user/deletion', { body: { email: email.toUpperCase() } });
    expect(status).toBe(200);
    const days = (new Date(body.due_at ?? 0).getTime() - Date.now()) / dayMs;
    expect(Math.round(days)).toBe(14);
    expect((await other.call('GET /user/me')).status).toBe(401);
    expect((await client.call('GET /user/me')).body.deletion_due_at).toBe(body.due_at);
    const state = await client.call('GET /global/v1/ui-state');
    expect(new Date(state.body.user?.deletion_due_at ?? 0).toISOString()).toBe(body.due_at);
    expect(await mailsTo(email)).toMatchObject([{ subject: 'Your account will be deleted' }]);
    const admin = await server.as({ role: 3 });
    const record = await admin.call('GET /v1/admin/users/:id', { params: { id: idOf(client) } });
    expect(record.body).toMatchObject({ deletion_due_at: body.due_at, deleted: false });
    const stale = await server.as({});
    await server.ageLogins(idOf(stale));
    expect((await ask(stale)).body).toMatchObject({ code: 'fresh_login_required' });
  });

  test('is cancelled after a login and then does not happen', async () => {
    const client = await server.as({});
    await ask(client);
    const later = await server.as({ id: idOf(client) });
    expect((await later.call('DELETE /user/deletion')).body.due_at).toBeNull();
    expect((await later.call('DELETE /user/deletion')).status).toBe(200);
    await afterGrace();
    expect((await rowOf(idOf(client))).deleted_at).toBeNull();
    expect((await mailsTo(await emailOf(client))).map(({ subject }) => subject)).toEqual([
      'Your account will be deleted',
      'Your account will not be deleted',
    ]);
  });

  test('requested twice keeps its first date', async () => {
    const client = await server.as({});
    const first = (await ask(client)).body.due_at;
    expect((await ask(client)).body.due_at).toBe(first);
    expect(await mailsTo(await emailOf(client))).toHaveLength(1);
  });

  test('does not happen before its date', async () => {
    const client = await server.as({});
    await ask(client);
    await deleteDueAccounts(server.platform, new Date(Date.now() + 13 * dayMs));
    expect((await rowOf(idOf(client))).deleted_at).toBeNull();
  });
});

describe('a deletion is refused for', () => {
  test('staff', async () => {
    await blocked(await server.as({ role: 3 }), 'staff', /staff rights/);
    await blocked(await server.as({ flags: ['tex'] }), 'staff', /staff rights/);
  });

  test('the last manager of a dealer, but not for one of two', async () => {
    const client = await server.as({ role: 4 });
    const dealer = await server.make.dealer({ managers: [idOf(client)] });
    await blocked(client, 'dealer', new RegExp(dealer.name));
    const second = await server.make.user({ role: 4 });
    await server.db
      .insertInto('dealer_members')
      .values({ dealer_id: dealer.id, user_id: second.id, kind: 'manager' })
      .execute();
    expect((await ask(client)).status).toBe(200);
  });

  test('the last member of a tuner and of an affiliate', async () => {
    const client = await server.as({});
    await server.make.tuner({ members: [idOf(client)] });
    await server.make.affiliate({ members: [idOf(client)] });
    await blocked(client, 'tuner', /last member of the tuner/);
    await blocked(client, 'affiliate', /last member of the affiliate/);
  });

  test('an open balance', async () => {
    const client = await server.as({});
    const owner: Owner = `user:${idOf(client)}`;
    await postTransfer(server.db, {
      key: `test:${randomUUID()}`,
      kind: 'goodwill.granted',
      subject: 'ticket:1',
      at: new Date(),
      reason: 'Late parcel',
      legs: [
        { account: platformAccount('goodwill', 'CAD'), amountMinor: 2500n },
        { account: partyAccount('prepay', owner, 'CAD'), amountMinor: -2500n },
      ],
    });
    await blocked(client, 'balance', /25\.00\sCAD/);
  });

  test('an open order and a tune request in progress', async () => {
    const buyer = await server.as({});
    await pay(buyer, (await placed(buyer, orderOf([{ slug, quantity: 1 }]))).body);
    await blocked(buyer, 'orders', /1 order is still open/);
    const customer = await server.as({});
    await queuedRequest(customer, await tuneShop(server));
    await blocked(customer, 'requests', /1 tune request is in progress/);
  });

  test('an open application to become a partner', async () => {
    const client = await server.as({});
    const now = new Date();
    await server.db
      .insertInto('partner_applications')
      .values({
        kind: 'dealer',
        user_id: idOf(client),
        name: 'A shop',
        details: '{}',
        created_at: now,
        updated_at: now,
      })
      .execute();
    await blocked(client, 'applications', /Withdraw it first/);
  });
});

describe('a deleted account', () => {
  // Deletions that earlier tests requested.
  beforeAll(() => afterGrace());

  test('keeps the books and loses everything else, and a second run changes nothing', async () => {
    const client = await server.as({});
    const id = idOf(client);
    const email = await emailOf(client);
    const order = (await placed(client, orderOf([{ slug, quantity: 1 }]))).body;
    await pay(client, order);
    await server.db.updateTable('orders').set({ state: 'delivered' }).where('id', '=', order.id).execute();
    const shop = await tuneShop(server);
    const bytes = flashImage();
    const request = await matchedRequest(client, shop.engine.id, bytes);
    const rows = Array.from({ length: 200 }, (_, at) => `${at / 10},${2000 + at * 10},${at / 20}`);
    const log = form(
      {},
      { name: 'pull.csv', bytes: Buffer.from(['Time (sec),RPM (rpm),Boost (psi)', ...rows].join('\n')) },
    );
    await client.request('POST', '/api/graph', log);
    await client.call('POST /vehicles', { body: { vin: 'WVWZZZ1KZFW000001', nickname: 'Daily' } });
    await client.call('POST /addresses', {
      body: {
        country_code: 'CA',
        full_name: 'Ada Lane',
        line1: '12 Main Street',
        city: 'Vancouver',
        state: 'BC',
        postal_code: 'V5K 0A1',
      },
    });
    await client.call('PUT /user/mail-preferences', { body: { newsletter: true } });
    await client.call('POST /user/data-exports');
    // Records that others refer to: a card that paid, and an application with a history.
    const card = await server.db
      .insertInto('payment_methods')
      .values({
        owner: `user:${id}`,
        provider: 'test',
        provider_method_id: `pm-${id}`,
        brand: 'visa',
        last_four: '4242',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`update payment_attempts set stored_method_id = ${card.id}`.execute(server.db);
    const now = new Date();
    const application = await server.db
      .insertInto('partner_applications')
      .values({
        kind: 'affiliate',
        state: 'withdrawn',
        user_id: id,
        name: 'Ada Lane',
        details: JSON.stringify({ website: 'https://ada.example' }),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.db
      .insertInto('partner_application_events')
      .values({
        application_id: application.id,
        at: now,
        event: 'withdraw',
        from_state: 'submitted',
        to_state: 'withdrawn',
      })
      .execute();
    const ledger = () => sql`select count(*) from ledger_entries`.execute(server.db).then(({ rows: [one] }) => one);
    const before = await ledger();
    await ask(client);
    expect(await afterGrace()).toBe(1);

    const user = await rowOf(id);
    expect(user).toMatchObject({ name: 'Deleted user', password_hash: null, email_confirmed_at: null, role: 0 });
    expect(user.email).toMatch(/^deleted-\d+-[0-9a-f]{16}@deleted\.invalid$/);
    expect((await client.call('GET /user/me')).status).toBe(401);
    for (const table of ['sessions', 'addresses', 'garage_vehicles', 'uploads', 'data_exports'])
      expect((await sql`select from ${sql.table(table)} where user_id = ${id}`.execute(server.db)).rows, table).toEqual(
        [],
      );
    expect(await server.db.selectFrom('graphs').select('id').where('uploaded_by', '=', id).execute()).toEqual([]);
    expect(
      await server.db.selectFrom('tune_request_files').select('id').where('request_id', '=', request.id).execute(),
    ).toEqual([]);
    const subscribed = server.db.selectFrom('newsletter_subscribers').select('id').where('email', '=', email);
    expect(await subscribed.execute()).toEqual([]);
    expect((await mailsTo(email)).map(({ subject }) => subject)).toContain('Your account was deleted');

    const [method] = await server.db.selectFrom('payment_methods').selectAll().where('id', '=', card.id).execute();
    expect(method).toMatchObject({ last_four: '????', removed_at: expect.any(Date) });
    const [applied] = await server.db
      .selectFrom('partner_applications')
      .selectAll()
      .where('id', '=', application.id)
      .execute();
    expect(applied).toMatchObject({ name: 'Deleted user', details: {} });

    const kept = await server.db.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
    expect(kept).toMatchObject({ user_id: id, state: 'delivered', billing: { full_name: 'Ada Lane' } });
    expect(await ledger()).toEqual(before);
    await proveBooks(server);
    const invoice = await store.admin.call('GET /invoices/:id', { params: { id: order.id } });
    expect(invoice.body).toMatchObject({ order: { billing: { full_name: 'Ada Lane' } } });
    const record = await store.admin.call('GET /v1/admin/users/:id', { params: { id } });
    expect(record.body).toMatchObject({
      deleted: true,
      deleted_at: expect.any(String),
      can: { ban: false, grant: false },
    });

    const done = await rowOf(id);
    expect(await afterGrace()).toBe(0);
    expect(await rowOf(id)).toEqual(done);
  });

  test('leaves files that a dealer uses and records of the dealer', async () => {
    const client = await server.as({ role: 4 });
    const second = await server.make.user({ role: 4 });
    const dealer = await server.make.dealer({ managers: [second.id], members: [idOf(client)] });
    const shop = await tuneShop(server);
    const request = await matchedRequest(client, shop.engine.id);
    await server.db.updateTable('tune_requests').set({ dealer_id: dealer.id }).where('id', '=', request.id).execute();
    await ask(client);
    expect(await afterGrace()).toBe(1);
    const files = server.db.selectFrom('tune_request_files').select('id').where('request_id', '=', request.id);
    expect(await files.execute()).toHaveLength(1);
    const members = await server.db
      .selectFrom('dealer_members')
      .select('user_id')
      .where('dealer_id', '=', dealer.id)
      .execute();
    expect(members).toEqual([{ user_id: second.id }]);
  });

  test('gives its address free for a new account', async () => {
    const client = await server.as({});
    const email = await emailOf(client);
    await ask(client);
    await afterGrace();
    expect(await server.make.user({ email })).toMatchObject({ email });
  });

  test('gets no new session, order or car', async () => {
    const { id } = await server.make.user();
    await sql`update users set deleted_at = now() where id = ${id}`.execute(server.db);
    await expect(server.as({ id })).rejects.toThrow(`user ${id} is deleted`);
    const car = server.db.insertInto('garage_vehicles').values({ user_id: id, vin: 'WVWZZZ1KZFW000001', title: 'Car' });
    await expect(car.execute()).rejects.toThrow(`user ${id} is deleted`);
  });
});

describe('an order during the grace period', () => {
  test('stops the deletion, and the person is notified of the reason', async () => {
    const client = await server.as({});
    await ask(client);
    await pay(client, (await placed(client, orderOf([{ slug, quantity: 1 }]))).body);
    expect(await afterGrace()).toBe(0);
    expect(await rowOf(idOf(client))).toMatchObject({ deleted_at: null, deletion_due_at: null });
    const mails = await mailsTo(await emailOf(client));
    expect(mails.at(-1)).toMatchObject({
      subject: 'Your account could not be deleted',
      text_body: expect.stringContaining('1 order is still open'),
    });
  });

  test('and a deletion at the same moment: exactly one of them succeeds', async () => {
    for (let round = 0; round < 4; round += 1) {
      const client = await server.as({});
      await ask(client);
      const [order] = await Promise.all([placed(client, orderOf([{ slug, quantity: 1 }])), afterGrace()]);
      const { deleted_at } = await rowOf(idOf(client));
      const orders = await server.db.selectFrom('orders').select('id').where('user_id', '=', idOf(client)).execute();
      expect([orders.length, deleted_at !== null]).toEqual(order.status === 201 ? [1, false] : [0, true]);
      if (order.status !== 201) expect([401, 409]).toContain(order.status);
    }
  });
});

test('a deletion removes the person from the sales pipeline, and keeps the deals of their organization', async () => {
  const client = await server.as({});
  const email = await emailOf(client);
  const admin = await server.as({ role: 3 });
  const contactOf = async (body: object) =>
    (await admin.call('POST /v1/admin/lead-engine/contacts', { body: { name: 'Robin Ash', ...body } })).body;
  const contact = await contactOf({ emails: [email.toUpperCase()], phones: ['+1 555 0100'] });
  const other = await contactOf({ name: 'Kim Oak', emails: [`x${email}`] });
  const dealOf = async (body: object) =>
    (await admin.call('POST /v1/admin/lead-engine/deals', { body: { contact: contact.id, ...body } })).body;
  const own = await dealOf({ title: 'Robin Ash' });
  const shop = await dealOf({ title: 'Ash Motors', organization: 'Ash Motors' });
  await admin.call('POST /v1/admin/lead-engine/opportunities', {
    body: { title: 'Robin Ash', contact: contact.id, reason: 'Robin wrote' },
  });
  const replied = {
    deal_id: shop.id,
    contact_id: contact.id,
    from_address: email,
    verified: true,
    subject: 'Re',
    text: 'My text',
  };
  await server.db.insertInto('lead_mail_replies').values(replied).execute();
  expect((await ask(client)).status).toBe(200);
  await afterGrace();
  const read = async (id: number) =>
    (await admin.call('GET /v1/admin/lead-engine/contacts/:id', { params: { id } })).body;
  expect(await read(contact.id)).toMatchObject({
    name: 'Deleted contact',
    emails: [],
    phones: [],
    consent: 'withdrawn',
  });
  expect(await read(other.id)).toMatchObject({ name: 'Kim Oak', emails: [`x${email}`] });
  const titles = await server.db
    .selectFrom('lead_deals')
    .select('title')
    .where('id', 'in', [own.id, shop.id])
    .orderBy('id')
    .execute();
  expect(titles.map(({ title }) => title)).toEqual(['Deleted contact', 'Ash Motors']);
  const left = await sql<{ text: string }>`
    select jsonb_agg(to_jsonb(x))::text as text from (
      select title, reason from lead_opportunities where contact_id = ${contact.id}
      union all select from_address, text from lead_mail_replies where contact_id = ${contact.id}) x`.execute(
    server.db,
  );
  expect(left.rows[0]?.text).not.toMatch(/Robin|My text|@example/);
});
