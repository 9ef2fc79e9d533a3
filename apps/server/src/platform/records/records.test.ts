import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';

// The kit on a noun of its own: every noun that is defined with it behaves like this.

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());

let serial = 0;
const make = async (name = 'Kit Brand') =>
  (await admin.call('POST /v1/admin/tuner-brands', { body: { name, slug: `kit-brand-${++serial}` } })).body;
const historyOf = async (id: number) =>
  (await admin.call('GET /v1/admin/tuner-brands/:id/history', { params: { id } })).body;

test('history lists who changed which field, newest first', async () => {
  const { id, updated_at } = await make();
  const change = { params: { id }, body: { name: 'Renamed' }, readAt: updated_at };
  await admin.call('PATCH /v1/admin/tuner-brands/:id', change);
  const [update, create] = (await historyOf(id)).data;
  expect(update).toMatchObject({
    act: 'tuner-brands.update',
    changes: [{ field: 'name', before: 'Kit Brand', after: 'Renamed' }],
  });
  expect([create?.act, create?.by]).toEqual(['tuner-brands.create', update?.by]);
});

test('a save that changes nothing keeps the time of the record and writes no history', async () => {
  const { id, updated_at, name } = await make();
  const same = await admin.call('PATCH /v1/admin/tuner-brands/:id', {
    params: { id },
    body: { name },
    readAt: updated_at,
  });
  expect([same.body.updated_at, (await historyOf(id)).total]).toEqual([updated_at, 1]);
});

test('an update of an older version is rejected with the newer one', async () => {
  const { id, updated_at } = await make();
  const save = (name: string) =>
    admin.call('PATCH /v1/admin/tuner-brands/:id', { params: { id }, body: { name }, readAt: updated_at });
  expect((await save('First')).status).toBe(200);
  const late = await save('Second');
  expect([late.status, late.body]).toMatchObject([412, { current: { name: 'First' } }]);
});

test('a value that another record has is rejected at its field, also when both are saved at once', async () => {
  const body = { name: 'Twin', slug: 'twin-slug' };
  const replies = await Promise.all([1, 2, 3].map(() => admin.call('POST /v1/admin/tuner-brands', { body })));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  const refused = replies.find(({ status }) => status === 422);
  expect(refused?.body).toMatchObject({ errors: { slug: ['Another brand has this URL slug.'] } });
});

test('a record in use is not deleted; an unused one is, and its history stays', async () => {
  const { id } = await make();
  const { id: tuner_id } = await server.make.tuner();
  const params = { id };
  await admin.call('POST /v1/admin/tuner-brands/:id/members', { params, body: { tuner_id } });
  const refused = await admin.call('DELETE /v1/admin/tuner-brands/:id', { params });
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { message: '1 tuner still uses this. Move or delete it first.' },
  ]);
  const member = { params: { id, memberId: tuner_id } };
  await admin.call('DELETE /v1/admin/tuner-brands/:id/members/:memberId', member);
  expect((await admin.call('DELETE /v1/admin/tuner-brands/:id', { params })).status).toBe(204);
  expect((await admin.call('GET /v1/admin/tuner-brands/:id', { params })).status).toBe(404);
  expect((await historyOf(id)).data[0]?.act).toBe('tuner-brands.delete');
});

test('a list is sorted by its columns only, and a search takes % and _ as they are', async () => {
  await make('Sorted 100%');
  await make('Sorted abc');
  const names = async (query: object) =>
    (await admin.call('GET /v1/admin/tuner-brands', { query } as never)).body.data.map(({ name }) => name);
  expect(await names({ search: 'sorted', sort: '-name' })).toEqual(['Sorted abc', 'Sorted 100%']);
  expect(await names({ search: 'sorted', sort: 'constructor' })).toEqual(['Sorted 100%', 'Sorted abc']);
  expect(await names({ search: '0%' })).toEqual(['Sorted 100%']);
});
