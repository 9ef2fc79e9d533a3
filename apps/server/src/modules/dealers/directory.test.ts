import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isWithinMailLimit } from '../../platform/mail/mail-limit.ts';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';
import { flashImage, form, sendTune } from '../../testing/tuning.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const address = (city: string, state: string, postal_code: string) => ({
  country_code: 'CA',
  full_name: 'Example Garage',
  line1: '12 Invented Road',
  city,
  state,
  postal_code,
});
/** A dealer that its manager lists in the directory. */
async function listed(city: string, state: string, postal: string, more: object = {}) {
  const boss = await server.make.user({ role: 4 });
  const dealer = await server.make.dealer({ managers: [boss.id] });
  const manager = await server.as(boss);
  const params = { id: dealer.id };
  const { updated_at: readAt } = (await manager.call('GET /v1/dealers/:id/settings', { params })).body;
  const body = { listed: true, directory_address: address(city, state, postal), ...more };
  expect((await manager.call('PATCH /v1/dealers/:id/settings', { params, body, readAt })).status).toBe(200);
  return { dealer, manager, params };
}
const find = async (query: object = {}) => (await server.anonymous.call('GET /v1/dealers', { query })).body;

test('the directory lists active dealers that asked for it, nearest first, by filters (C153 S113 S335)', async () => {
  const toronto = await listed('Toronto', 'ON', 'M5V 2T6');
  const vancouver = await listed('Vancouver', 'BC', 'V5K 0A1');
  await server.make.dealer();
  const near = await find({ near: 'Vancouver', country: 'CA' });
  expect(near.data.map(({ id }) => id)).toEqual([vancouver.dealer.id, toronto.dealer.id]);
  expect(near.data[0]?.distance_km).toBeLessThan(60);
  expect(near.near?.label).toContain('Vancouver');
  expect((await find()).data.map(({ distance_km }) => distance_km)).toEqual([null, null]);
  const [specialization] = (await server.anonymous.call('GET /dealer-specializations')).body;
  const ids = [specialization?.id ?? 0];
  await toronto.manager.call('PUT /v1/dealers/:id/dealer-specializations', { params: toronto.params, body: { ids } });
  const filtered = await find({ specialization: ids[0] });
  expect(filtered.data.map(({ id }) => id)).toEqual([toronto.dealer.id]);
  expect(filtered.filters.specializations.map(({ id }) => id)).toEqual(ids);
  const reply = await server.anonymous.call('GET /v1/dealers', {});
  expect(reply.headers['x-whoami']).toBeUndefined();
  expect(JSON.stringify(reply.body)).not.toMatch(/billing|credit|@/);
});

test('the directory shows one dealer by its slug and all matching ones as points of the map', async () => {
  const halifax = await listed('Halifax', 'NS', 'B3J 1S9', { about: 'By the harbour.' });
  const hidden = await server.make.dealer();
  const read = (slug: string) => server.anonymous.call('GET /v1/dealer-entries/:slug', { params: { slug } });
  expect((await read(halifax.dealer.slug)).body).toMatchObject({ about: 'By the harbour.', brand: null });
  expect((await read(hidden.slug)).status).toBe(404);
  const { places } = await find({ search: 'Halifax' });
  expect(places).toMatchObject([{ count: 1, label: halifax.dealer.name, slug: halifax.dealer.slug }]);
  const twin = await listed('Halifax', 'NS', 'B3J 1S9');
  await expect
    .poll(async () => (await find({ search: 'Halifax' })).places)
    .toMatchObject([{ count: 2, label: 'Halifax', slug: null }]);
  await server.db.updateTable('dealers').set({ state: 'suspended' }).where('id', '=', twin.dealer.id).execute();
  expect((await read(twin.dealer.slug)).status).toBe(404);
});

test('a message from the directory is mailed without links to a listed dealer only, and limited (C190)', async () => {
  const { dealer } = await listed('Toronto', 'ON', 'M5V 2T6');
  await server.db
    .updateTable('dealers')
    .set({ billing_email: `shop-${dealer.id}@example.test` })
    .where('id', '=', dealer.id)
    .execute();
  const write = (id: number, from = '10.0.0.1', more: object = {}) =>
    server.anonymous.call('POST /v1/dealers/:id/contact', {
      params: { id },
      body: { name: 'Robin', email: 'robin@example.test', message: 'See https://evil.example/x please', ...more },
      from,
    });
  expect((await write(dealer.id)).status).toBe(204);
  const row = await server.db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('to_address', '=', `shop-${dealer.id}@example.test`)
    .executeTakeFirstOrThrow();
  expect(row.text_body).not.toContain('evil.example');
  expect((await write((await server.make.dealer()).id, '10.0.0.2')).status).toBe(404);
  expect((await write(dealer.id, '10.0.0.3', { message: '' })).status).toBe(422);
  const noCallLimit = () => sql`delete from rate_limits where key like 'POST %'`.execute(server.db);
  const statuses = [];
  for (let nth = 0; nth < 6; nth += 1) {
    await noCallLimit();
    statuses.push((await write(dealer.id, '10.0.0.4')).status);
  }
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
  expect((await write(dealer.id, '10.0.0.5')).status, 'from another network').toBe(204);
  const ofCustomer = [];
  for (let nth = 0; nth < 6; nth += 1) ofCustomer.push((await write(dealer.id, `2001:db8:5:${nth}::1`)).status);
  expect(ofCustomer).toEqual([204, 204, 204, 204, 204, 429]);
  const many = [];
  for (let at = 0; at < 40; at += 1) many.push((await write(dealer.id, `10.1.0.${at}`)).status);
  expect(many).toContain(429);
});

test('a dealer stays reachable when other forms have used up the mails to their address (C190)', async () => {
  const { dealer } = await listed('Toronto', 'ON', 'M5V 2T6');
  const billing_email = `busy-${dealer.id}@example.test`;
  await server.db.updateTable('dealers').set({ billing_email }).where('id', '=', dealer.id).execute();
  for (let nth = 0; nth < 25; nth += 1) await isWithinMailLimit(server.db, `form-${nth % 5}`, billing_email);
  const body = { name: 'Robin', email: 'robin@example.test', message: 'Do you have time on Friday?' };
  const sent = await server.anonymous.call('POST /v1/dealers/:id/contact', { params: { id: dealer.id }, body });
  expect(sent.status).toBe(204);
});

test('figures of all dealers are for staff (C202)', async () => {
  const { manager } = await listed('Toronto', 'ON', 'M5V 2T6');
  expect((await manager.call('GET /dealer-stats')).status).toBe(403);
  const staff: Client = await server.as({ role: 3 });
  const { status, body } = await staff.call('GET /dealer-stats', { query: { from: '2025-01-01', to: '2025-12-31' } });
  expect(status).toBe(200);
  expect(body.data[0]).toMatchObject({ purchases: 0, sold: { amount: '0.00' } });
});

test('tickets, requests and logs of a dealer are listed for its members (C178 C179 C180 C183 S358)', async () => {
  const { dealer, manager, params } = await listed('Toronto', 'ON', 'M5V 2T6');
  const body = { title: 'Late parcel', description: 'Where is it?', customer_name: 'Robin' };
  const opened = await manager.call('POST /v1/dealers/:id/tickets', { params, body });
  expect(opened.status).toBe(201);
  const tickets = (await manager.call('GET /v1/dealers/:id/tickets', { params })).body;
  expect(tickets.data).toMatchObject([{ id: opened.body.id, title: 'Late parcel' }]);
  const rows = 'Time (sec),RPM (rpm)\n0.00,800\n0.05,900\n0.10,1000\n0.15,1100\n0.20,1200\n';
  const log = form({}, { name: 'pull.csv', bytes: Buffer.from(rows) });
  const graph = await manager.request('POST', '/api/graph', log);
  expect(graph.status, JSON.stringify(graph.body)).toBe(201);
  const sent = await sendTune(
    manager,
    { name: 'read.bin', bytes: flashImage(16_384) },
    { dealer_id: String(dealer.id) },
  );
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  const [logs, requests] = await Promise.all([
    manager.call('GET /v1/dealers/:id/logs', { params }),
    manager.call('GET /v1/dealers/:id/tune-requests', { params }),
  ]);
  expect(logs.body).toMatchObject({ total: 1, data: [{ id: (graph.body as { id: string }).id, name: 'pull.csv' }] });
  expect(requests.body).toMatchObject({ total: 1, data: [{ id: sent.body.id }] });
  const stranger = await listed('Toronto', 'ON', 'M5V 2T6');
  for (const part of ['tickets', 'tune-requests', 'logs'])
    expect((await stranger.manager.request('GET', `/api/v1/dealers/${dealer.id}/${part}`)).status, part).toBe(404);
});
