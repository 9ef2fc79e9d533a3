import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());

const make = async (body: object = {}) =>
  (await admin.call('POST /v1/admin/affiliates', { body: { name: 'Torque Talk', ...body } as never })).body;

test('an affiliate is created, found, changed and shown with members and balances', async () => {
  const made = await make({ share_percent: '7.5', currency: 'EUR' });
  expect(made).toMatchObject({
    name: 'Torque Talk',
    state: 'active',
    share_percent: '7.50',
    members: [],
    balances: [],
  });
  const found = (await admin.call('GET /v1/admin/affiliates', { query: { search: 'torque' } })).body;
  expect(found.data.map(({ id }) => id)).toContain(made.id);

  const user = await server.make.user();
  const params = { id: made.id };
  expect(
    (await admin.call('POST /v1/admin/affiliates/:id/members', { params, body: { user_id: user.id } })).status,
  ).toBe(201);
  const twice = await admin.call('POST /v1/admin/affiliates/:id/members', { params, body: { user_id: user.id } });
  expect(twice.body).toMatchObject({ code: 'invalid_fields' });

  const change = { body: { state: 'suspended' as const }, readAt: made.updated_at, params };
  const changed = (await admin.call('PATCH /v1/admin/affiliates/:id', change)).body;
  expect(changed).toMatchObject({ state: 'suspended', members: [{ user_id: user.id }] });
  const stale = await admin.call('PATCH /v1/admin/affiliates/:id', change);
  expect([stale.status, stale.body]).toMatchObject([412, { current: { state: 'suspended' } }]);

  const gone = { params: { id: made.id, userId: user.id } };
  expect((await admin.call('DELETE /v1/admin/affiliates/:id/members/:userId', gone)).status).toBe(204);
  expect((await admin.call('DELETE /v1/admin/affiliates/:id/members/:userId', gone)).status).toBe(404);
});

test('a share must be a percentage and its currency a known one', async () => {
  const refused = await admin.call('POST /v1/admin/affiliates', {
    body: { name: '', share_percent: '101', currency: 'XXX' as never },
  });
  expect(Object.keys((refused.body as unknown as { errors: object }).errors).sort()).toEqual([
    'currency',
    'name',
    'share_percent',
  ]);
});
