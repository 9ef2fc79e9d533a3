import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertOrder } from '../../../testing/orders.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { findOpportunities } from './find-opportunities.ts';
import { remindOwners } from './remind.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());

const plan = async (body: object) =>
  (await admin.call('POST /v1/admin/lead-engine/activities', { body: { type: 'call', subject: 'Call', ...body } }))
    .body;
const mails = () => server.db.selectFrom('mail_outbox').select(['to_address', 'subject']).execute();

test('owners are reminded once, in one mail, of what is due and of nothing else', async () => {
  // 9:00 in Vancouver, where the company is.
  const now = new Date('2030-05-04T16:00:00Z');
  await plan({ subject: 'Now in UTC', date: '2030-05-04', time: '16:00' });
  await plan({ subject: 'Due soon', date: '2030-05-04', time: '09:45' });
  await plan({ subject: 'Due today', date: '2030-05-04' });
  await plan({ subject: 'Later', date: '2030-05-04', time: '15:00' });
  const done = await plan({ subject: 'Done', date: '2030-05-04' });
  await admin.call('PATCH /v1/admin/lead-engine/activities/:id', { params: { id: done.id }, body: { done: true } });
  const counts = await Promise.all(
    [1, 2].map(() => server.db.transaction().execute((db) => remindOwners(db, now, 'https://example.test'))),
  );
  expect(counts.sort()).toEqual([0, 2]);
  expect((await mails()).map(({ subject }) => subject)).toEqual(['2 activities are due']);
  expect((await admin.call('GET /user/notifications')).body.data).toMatchObject([
    { title: '2 activities are due', path: '/admin/lead-engine/activities?done=false', read_at: null },
  ]);
});

test('activities that nobody is reminded of do not hold up the others', async () => {
  const now = new Date('2031-05-04T16:00:00Z');
  const left = await server.make.user({ role: 0 });
  const overdue = (owner_id: number | null) => ({
    type: 'call',
    subject: 'Without owner',
    date: '2031-05-01',
    owner_id,
  });
  const values = Array.from({ length: 500 }, (_, at) => overdue(at % 2 ? null : left.id));
  await server.db.insertInto('lead_activities').values(values).execute();
  await plan({ subject: 'With owner', date: '2031-05-04' });
  await server.db.transaction().execute((db) => remindOwners(db, now, 'https://example.test'));
  const reminded = server.db.selectFrom('lead_activities').select('reminded_at').where('subject', '=', 'With owner');
  expect(await reminded.execute()).toEqual([{ reminded_at: now }]);
});

test('demand for an engine is an opportunity once a month, however often it is looked for', async () => {
  const make = (await admin.call('POST /v1/admin/ecu/makes', { body: { name: 'Example Make' } })).body;
  const body = { make_id: make.id, name: '2.0 Diesel', slug: 'two-diesel' };
  const engine = (await admin.call('POST /v1/admin/ecu/engines', { body })).body;
  const ask = (count: number) =>
    server.db
      .insertInto('catalog_subscriptions')
      .values(
        Array.from({ length: count }, () => ({
          email: `${randomUUID()}@example.test`,
          engine_id: engine.id,
          region: 1,
          token_sha256: randomBytes(32),
        })),
      )
      .execute();
  await ask(4);
  expect(await findOpportunities(server.db)).toBe(0);
  await ask(1);
  const counts = await Promise.all([1, 2].map(() => findOpportunities(server.db)));
  expect(counts.sort()).toEqual([0, 1]);
  const query = { source: 'demand' };
  const { data } = (await admin.call('GET /v1/admin/lead-engine/opportunities', { query })).body;
  await sql`update lead_causes set cause = ${`demand:${engine.id}:2020-01`}`.execute(server.db);
  expect(await findOpportunities(server.db), 'the same people in another month').toBe(0);
  await sql`update lead_causes set found_at = found_at - interval '31 days'`.execute(server.db);
  expect(await findOpportunities(server.db)).toBe(1);
  expect(data).toMatchObject([
    {
      title: 'Demand: Example Make 2.0 Diesel',
      reason: '5 people asked to be notified about tunes for Example Make 2.0 Diesel in the last 30 days.',
    },
  ]);
});

test('a dealer without a purchase for 90 days is one opportunity for each last purchase', async () => {
  const manager = await server.make.user({ email: 'mo@dormant.test' });
  const [dormant, active] = [await server.make.dealer({ managers: [manager.id] }), await server.make.dealer()];
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const buy = (dealer_id: number, paid_at: Date) => insertOrder(server, { user_id: manager.id, dealer_id, paid_at });
  await buy(dormant.id, daysAgo(200));
  await buy(dormant.id, daysAgo(100));
  await buy(active.id, daysAgo(200));
  await buy(active.id, daysAgo(80));
  expect([await findOpportunities(server.db), await findOpportunities(server.db)]).toEqual([1, 0]);
  expect(await opportunities('dormant_dealer')).toMatchObject([
    {
      title: expect.stringMatching(/^Dormant: /),
      reason: expect.stringMatching(/^No purchase since .*, after 2 purchases\.$/),
      contact: { name: manager.name },
    },
  ]);
  await buy(dormant.id, daysAgo(95));
  expect(await findOpportunities(server.db), 'dormant again after another purchase').toBe(1);
});

test('more applications than one search reads are all found, each once', async () => {
  await findOpportunities(server.db);
  await sql`with u as (insert into users (name, email)
      select 'Applicant ' || n, 'applicant' || n || '@apply.test' from generate_series(1, 501) n returning id, name)
    insert into partner_applications (kind, user_id, name, state, details, created_at, updated_at)
    select 'dealer', id, name, 'submitted', '{}', now(), now() from u`.execute(server.db);
  expect(await findOpportunities(server.db)).toBe(500);
  expect(await findOpportunities(server.db)).toBe(1);
  expect(await findOpportunities(server.db)).toBe(0);
});

test('a calendar address shows the activities of its owner until it is renewed, ended or the owner loses the role', async () => {
  const owner = await server.as({ role: 3 });
  await owner.call('POST /v1/admin/lead-engine/activities', {
    body: { type: 'meeting', subject: 'Visit', date: '2040-01-02', time: '10:00' },
  });
  await owner.call('POST /v1/admin/lead-engine/activities', {
    body: { type: 'call', subject: 'Call the garage', date: '2040-01-03' },
  });
  const renew = async () => new URL((await owner.call('POST /v1/admin/lead-engine/calendar-feed')).body.url).pathname;
  const get = async (path: string) => (await server.anonymous.request('GET', path)).raw;
  const first = await renew();
  const feed = await get(first);
  expect(feed.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(feed.body).toContain('SUMMARY:Meeting: Visit');
  expect(feed.body, 'the type is not repeated').toContain('SUMMARY:Call the garage');
  const second = await renew();
  expect([(await get(first)).statusCode, (await get(second)).statusCode]).toEqual([404, 200]);
  await server.db
    .updateTable('users')
    .set({ role: 0 })
    .where('id', '=', owner.userId ?? 0)
    .execute();
  expect((await get(second)).statusCode).toBe(404);
  await server.db
    .updateTable('users')
    .set({ role: 3 })
    .where('id', '=', owner.userId ?? 0)
    .execute();
  await owner.call('DELETE /v1/admin/lead-engine/calendar-feed');
  expect((await get(second)).statusCode).toBe(404);
});

const opportunities = async (source: string) =>
  (await admin.call('GET /v1/admin/lead-engine/opportunities', { query: { source } })).body.data;
const age = (minutes: number) =>
  server.db
    .updateTable('tickets')
    .set({ created_at: new Date(Date.now() - minutes * 60_000) })
    .execute();

test('a message of the contact form is one opportunity per person and month, unless it is spam or from a customer', async () => {
  const write = async (email: string, message: string) => {
    await server.anonymous.call('POST /contact-us', { body: { name: 'Jo Fair', email, message } });
    return server.db.selectFrom('tickets').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  };
  await write('Jo@fair.test', 'We run three workshops and look for a tool.');
  await write('jo@fair.test', 'Once more.');
  const spam = await write('spam@fair.test', 'Buy followers.');
  await server.db.updateTable('tickets').set({ state: 'spam' }).where('id', '=', spam.id).execute();
  const body = { title: 'Contact form: fake', description: 'x', customer_name: 'Eve', email: 'eve@fair.test' };
  await server.anonymous.call('POST /tickets', { body });
  expect(await findOpportunities(server.db), 'too new').toBe(0);
  await age(90);
  const counts = await Promise.all([1, 2, 3].map(() => findOpportunities(server.db)));
  expect(counts.sort()).toEqual([0, 0, 1]);
  const [made, ...more] = await opportunities('contact_form');
  expect(more).toEqual([]);
  expect(made).toMatchObject({
    title: 'Contact form: Jo Fair',
    reason: 'Jo Fair wrote through the contact form: "We run three workshops and look for a tool."',
    contact: { name: 'Jo Fair' },
  });
  await admin.call('DELETE /v1/admin/lead-engine/opportunities/:id', { params: { id: made?.id ?? 0 } });
  expect(await findOpportunities(server.db), 'a deleted one is not found again').toBe(0);
  expect(await opportunities('contact_form')).toEqual([]);
});

test('an account that prices tunes on several days without buying is one opportunity', async () => {
  const price = async (userId: number | null, daysAgo: number, count: number) => {
    for (let at = 0; at < count; at += 1)
      await server.db
        .insertInto('catalog_estimates')
        .values({
          hash: randomUUID(),
          region: 1,
          currency: 'USD',
          total_minor: 90_000n,
          user_id: userId,
          selection: '{}',
          derivation: '{}',
          created_at: new Date(Date.now() - daysAgo * 86_400_000),
          expires_at: new Date(Date.now() + 86_400_000),
        })
        .execute();
  };
  const interested = await server.make.user();
  const oneDay = await server.make.user();
  await price(interested.id, 1, 3);
  await price(oneDay.id, 1, 6);
  await price(admin.userId, 1, 3);
  await price(admin.userId, 3, 3);
  await price(null, 1, 9);
  expect(await findOpportunities(server.db)).toBe(0);
  await price(interested.id, 3, 1);
  expect([await findOpportunities(server.db), await findOpportunities(server.db)]).toEqual([1, 0]);
  expect(await opportunities('visits')).toMatchObject([
    { reason: 'Priced 4 selections on 2 days within 14 days without buying.', contact: { name: interested.name } },
  ]);
});
