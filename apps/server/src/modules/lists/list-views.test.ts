import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
let other: Client;
let customer: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
  other = await server.as({ role: 3 });
  customer = await server.as({ role: 0 });
});
afterAll(() => server.close());

const list = '/admin/orders';
const save = (client: Client, name: string, more: object = {}) =>
  client.call('POST /v1/list-views', { body: { list, name, query: 'state=paid', ...more } });
const namesOf = async (client: Client, of = list) =>
  (await client.call('GET /v1/list-views', { query: { list: of } })).body.data.map(({ name }) => name);

test('a view is private until its owner shares it with staff', async () => {
  const { status, body } = await save(admin, 'To ship', { columns: { email: false } });
  expect([status, body]).toMatchObject([201, { mine: true, shared: false, columns: { email: false } }]);
  expect(await namesOf(admin)).toContain('To ship');
  expect(await namesOf(other)).not.toContain('To ship');
  await admin.call('PATCH /v1/list-views/:id', { params: { id: body.id }, body: { shared: true } });
  expect(await namesOf(other)).toContain('To ship');
  expect(await namesOf(customer)).not.toContain('To ship');
  expect(await namesOf(other, '/admin/users')).toEqual([]);
});

test('only its owner changes or deletes a view, also when it is shared', async () => {
  const { body } = await save(admin, 'Mine', { shared: true });
  const params = { id: body.id };
  const renamed = await other.call('PATCH /v1/list-views/:id', { params, body: { name: 'Taken over' } });
  expect(renamed.status).toBe(404);
  expect((await other.call('DELETE /v1/list-views/:id', { params })).status).toBe(404);
  expect((await admin.call('DELETE /v1/list-views/:id', { params })).status).toBe(204);
});

test('a customer keeps private views and cannot share one', async () => {
  expect((await save(customer, 'My sales')).status).toBe(201);
  const shared = await save(customer, 'For all', { shared: true });
  expect([shared.status, shared.body]).toMatchObject([422, { errors: { shared: ['Only staff can share views.'] } }]);
});

test('a name is used once per person and list, whatever its case', async () => {
  await save(admin, 'Twice');
  expect((await save(admin, 'TWICE')).body).toMatchObject({
    errors: { name: ['You have another view with this name.'] },
  });
  expect((await save(other, 'Twice')).status).toBe(201);
});

test('a list opens with one default view per person, and unsharing takes it from others', async () => {
  const first = (await save(admin, 'First', { shared: true })).body;
  const second = (await save(admin, 'Second')).body;
  const choose = (client: Client, view_id: number | null) =>
    client.call('PUT /v1/list-views/default', { body: { list, view_id } });
  const defaultOf = async (client: Client) =>
    (await client.call('GET /v1/list-views', { query: { list } })).body.data.find((view) => view.is_default)?.name;
  await choose(admin, first.id);
  await choose(admin, second.id);
  expect(await defaultOf(admin)).toBe('Second');
  expect((await choose(other, second.id)).status).toBe(404);
  await choose(other, first.id);
  expect(await defaultOf(other)).toBe('First');
  await admin.call('PATCH /v1/list-views/:id', { params: { id: first.id }, body: { shared: false } });
  expect(await defaultOf(other)).toBeUndefined();
  await choose(admin, null);
  expect(await defaultOf(admin)).toBeUndefined();
});

test('a person saves at most 50 views of a list', async () => {
  const person = await server.as({ role: 3 });
  for (let n = 1; n <= 50; n += 1) await save(person, `View ${n}`);
  const refused = await save(person, 'One more');
  expect([refused.status, refused.body]).toMatchObject([409, { message: expect.stringContaining('Delete one first') }]);
});

test('one person saves a limited number of views, however many lists they name', async () => {
  const collector = await server.as({ role: 0 });
  await sql`insert into list_views (owner_id, list, name, query, columns)
    select ${collector.userId}, '/x' || n, 'View', '', '{}' from generate_series(1, 499) n`.execute(server.db);
  const saved = await Promise.all([1, 2, 3].map((nth) => save(collector, 'View', { list: `/y${nth}` })));
  expect(saved.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});
