import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogFactories } from '../../testing/catalog.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { statementsOf } from '../../testing/statements.ts';
import { makeProduct } from '../../testing/store.ts';

let server: TestServer;
let ticketId = 0;
beforeAll(async () => {
  server = await testServer();
  const make = catalogFactories(server.db);
  const { engine } = await make.vehicle({ make: 'Volkswagen', model: 'Golf R', year: '2015' });
  await make.tune({ name: 'Stage 1 Kestrel', engines: [engine.id] });
  const admin = await server.as({ role: 3 });
  await makeProduct(admin, { slug: 'kestrel-cable', name: 'Kestrel cable' });
  await server.db.updateTable('users').set({ name: 'Kestrel Aylward' }).where('id', '=', admin.userId).execute();
  const opened = await server.anonymous.call('POST /tickets', {
    body: { title: 'Kestrel does not connect', description: 'It blinks.', customer_name: 'Ada Lane' },
  });
  ticketId = opened.body.id;
});
afterAll(() => server.close());

const find = async (user: Parameters<TestServer['as']>[0], q: string) =>
  (await (await server.as(user)).call('GET /v1/admin/search', { query: { q } })).body.data;
const kinds = async (user: Parameters<TestServer['as']>[0], q: string) =>
  new Set((await find(user, q)).map(({ kind }) => kind));

test('staff search finds every kind by a part of its text', async () => {
  expect(await kinds({ role: 3 }, 'kestrel')).toEqual(new Set(['user', 'product', 'tune', 'ticket']));
  expect(await kinds({ role: 3 }, 'VOLKSW')).toEqual(new Set(['engine']));
  expect((await find({ role: 3 }, 'stage 1 kes'))[0]).toMatchObject({ kind: 'tune', title: 'Stage 1 Kestrel' });
});

test('staff search finds deals, contacts, organizations and payout groups', async () => {
  const admin = await server.as({ role: 3 });
  await admin.call('POST /v1/admin/lead-engine/deals', {
    body: { title: 'Osprey dealership', organization: 'Osprey Garage', contact: 'Olive Osprey' },
  });
  expect(await kinds({ role: 3 }, 'osprey')).toEqual(new Set(['deal', 'contact', 'organization']));
  expect(await kinds({ flags: ['tcro'] }, 'osprey')).toEqual(new Set());
  const run = await server.db
    .insertInto('payout_runs')
    .values({
      request_key: 'osprey',
      currency: 'CAD',
      cut_off: new Date(),
      opened_at: new Date(),
      updated_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await find({ role: 3 }, `PR-${run.id}`))[0]).toMatchObject({
    kind: 'payout-group',
    title: `Payout group PR-${String(run.id).padStart(5, '0')}`,
  });
});

test('staff search finds people and companies by a phone number, however it is written', async () => {
  const admin = await server.as({ role: 3 });
  await server.db
    .insertInto('addresses')
    .values({
      user_id: Number(admin.userId),
      country_code: 'CA',
      full_name: 'K',
      line1: 'K',
      city: 'K',
      phone: '+1 (604) 555-0177',
    })
    .execute();
  await admin.call('POST /v1/admin/lead-engine/contacts', {
    body: { name: 'Phone Contact', phones: ['1 604 555 0177'] },
  });
  await admin.call('POST /v1/admin/lead-engine/organizations', {
    body: { name: 'Phone Organization', phone: '604-555-0177' },
  });
  for (const q of ['6045550177', '604 555-0177'])
    expect(await kinds({ role: 3 }, q), q).toEqual(new Set(['user', 'contact', 'organization']));
  expect(await kinds({ role: 3 }, '+1 604.555.0177')).toEqual(new Set(['user', 'contact']));
});

test('staff search finds a record by its number, with and without the prefix, and ranks it first', async () => {
  const padded = `T-${String(ticketId).padStart(5, '0')}`;
  for (const q of [padded, padded.toLowerCase(), `t${ticketId}`, `#${ticketId}`, String(ticketId)])
    expect((await find({ role: 3 }, q))[0], q).toMatchObject({ kind: 'ticket', id: ticketId });
  expect(await kinds({ role: 3 }, `TP-${ticketId}`)).toEqual(new Set());
});

test('staff search shows only the kinds the caller may open', async () => {
  expect(await kinds({ flags: ['tcro'] }, 'kestrel')).toEqual(new Set(['tune']));
  expect(await kinds({ flags: ['tm'] }, 'kestrel')).toEqual(new Set());
  const customer = await server.as({});
  expect((await customer.call('GET /v1/admin/search', { query: { q: 'kestrel' } })).status).toBe(403);
});

test('staff search treats wildcards as text and answers an empty query with nothing', async () => {
  for (const q of ['', '%', '_', '%%%', "'; drop table users; --", '\\'])
    expect(await find({ role: 3 }, q), q).toEqual([]);
});

test('staff search takes one statement, and its text conditions use the trigram indexes', async () => {
  const admin = await server.as({ role: 3 });
  const statements = await statementsOf(() => admin.call('GET /v1/admin/search', { query: { q: 'kestrel' } }));
  expect(statements.filter((text) => text.includes('union all'))).toHaveLength(1);
  await server.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const plan = async (text: string) =>
      JSON.stringify((await sql.raw(`explain (format json) ${text}`).execute(tx)).rows);
    expect(
      await plan(
        `select from orders r where (r.email || ' ' || coalesce(r.billing ->> 'full_name', '') || ' ' || r.tracking_number) ilike '%kes%'`,
      ),
    ).toContain('orders_search');
    expect(
      await plan(
        `select from tickets r where (r.title || ' ' || r.customer_name || ' ' || coalesce(r.email, '')) ilike '%kes%'`,
      ),
    ).toContain('tickets_search');
    expect(await plan(`select from catalog_purchases r where (r.email || ' ' || r.vehicle) ilike '%kes%'`)).toContain(
      'catalog_purchases_search',
    );
  });
});
