import { roles } from '@tuneport/domain/identity/roles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: roles.Admin });
});
afterAll(() => server.close());

let serial = 0;
const newBrand = async (name = 'Example Brand') => {
  const reply = await admin.call('POST /v1/admin/tuner-brands', { body: { name, slug: `brand-${++serial}` } });
  expect(reply.status).toBe(201);
  return reply.body;
};
const newTuner = async (input: object = {}) => {
  const body = { name: 'Example Tuner', slug: `example-tuner-${++serial}`, ...input };
  const reply = await admin.call('POST /v1/admin/tuners', { body });
  expect(reply.status).toBe(201);
  return reply.body;
};
const errorsOf = (body: unknown) => Object.keys((body as { errors: object }).errors);

test('a tuner is created with brand and share, found by brand, and shown (C024 C025 C026)', async () => {
  const brand = await newBrand('Salt Flat Tunes');
  const tuner = await newTuner({ name: 'Mira Example', share_percent: '35.5', brand_ids: [brand.id] });
  expect(tuner).toMatchObject({
    share_percent: '35.50',
    brands: [{ id: brand.id, name: 'Salt Flat Tunes' }],
    members: [],
  });
  const list = await admin.call('GET /v1/admin/tuners', { query: { brand: brand.id } });
  expect(list.body.data).toMatchObject([{ id: tuner.id, members: 0 }]);
  expect((await admin.call('GET /v1/admin/tuners/:id', { params: { id: 9_999_999 } })).status).toBe(404);
});

test('a share above 100 percent, a taken name and a missing brand are refused at their fields (C026 C027)', async () => {
  const { slug, id, updated_at } = await newTuner();
  const refused = async (body: object) =>
    errorsOf((await admin.call('POST /v1/admin/tuners', { body: { name: 'X', slug: 'x-1', ...body } })).body);
  expect(await refused({ share_percent: '100.01' })).toEqual(['share_percent']);
  expect(await refused({ slug, brand_ids: [9_999_999] })).toEqual(['slug', 'brand_ids']);
  const changed = await admin.call('PATCH /v1/admin/tuners/:id', {
    params: { id },
    body: { share_percent: 40, state: 'suspended' },
    readAt: updated_at,
  });
  expect(changed.body).toMatchObject({ share_percent: '40.00', state: 'suspended', slug });
  const late = await admin.call('PATCH /v1/admin/tuners/:id', {
    params: { id },
    body: { name: 'Y' },
    readAt: updated_at,
  });
  expect(late.status).toBe(412);
});

test('users join a tuner once and leave it (C028 C029 S344)', async () => {
  const { id } = await newTuner();
  const { id: user_id } = await server.make.user();
  const add = () => admin.call('POST /v1/admin/tuners/:id/members', { params: { id }, body: { user_id } });
  expect((await add()).body).toMatchObject({ user_id });
  expect((await add()).status).toBe(422);
  const leave = () => admin.call('DELETE /v1/admin/tuners/:id/members/:userId', { params: { id, userId: user_id } });
  expect((await leave()).status).toBe(204);
  expect((await leave()).status).toBe(404);
});

test('members of a suspended tuner see its bank account and cannot change it', async () => {
  const { id, updated_at } = await newTuner();
  const member = await server.as({});
  await admin.call('POST /v1/admin/tuners/:id/members', { params: { id }, body: { user_id: member.userId ?? 0 } });
  const body = {
    holder: 'Example Tuner',
    account: 'de02 1203 0000 0000 2020 51',
    bic: 'BYLADEM1001',
    country_code: 'de',
  };
  const put = async () => (await member.call('PUT /tuners/:id/bank-account', { params: { id }, body })).status;
  const shown = async () => (await member.call('GET /tuners/:id/bank-account', { params: { id } })).body;
  expect([await put(), (await shown()).may_change]).toEqual([200, true]);
  await admin.call('PATCH /v1/admin/tuners/:id', { params: { id }, body: { state: 'suspended' }, readAt: updated_at });
  expect([await put(), await shown()]).toEqual([404, { account: expect.anything(), may_change: false }]);
});

test('a brand is created, found, shown and renamed (C030 C031 C032 C033 S143)', async () => {
  const brand = await newBrand('Quiet Exhaust');
  const list = await admin.call('GET /v1/admin/tuner-brands', { query: { search: 'quiet' } });
  expect(list.body.data.map(({ id }) => id)).toEqual([brand.id]);
  const renamed = await admin.call('PATCH /v1/admin/tuner-brands/:id', {
    params: { id: brand.id },
    body: { name: 'Loud Exhaust' },
    readAt: brand.updated_at,
  });
  expect(renamed.body.name).toBe('Loud Exhaust');
  const shown = await admin.call('GET /v1/admin/tuner-brands/:id', { params: { id: brand.id } });
  expect(shown.body).toMatchObject({ name: 'Loud Exhaust', members: [] });
  const twin = await admin.call('POST /v1/admin/tuner-brands', { body: { name: 'Twin', slug: brand.slug } });
  expect(errorsOf(twin.body)).toEqual(['slug']);
});

test('tuners join a brand once and leave it (C034 C035 S344)', async () => {
  const brand = await newBrand();
  const tuner = await newTuner();
  const params = { id: brand.id };
  const add = () => admin.call('POST /v1/admin/tuner-brands/:id/members', { params, body: { tuner_id: tuner.id } });
  expect((await add()).body).toMatchObject({ tuner_id: tuner.id, name: 'Example Tuner' });
  expect((await add()).status).toBe(422);
  const leave = () =>
    admin.call('DELETE /v1/admin/tuner-brands/:id/members/:memberId', { params: { ...params, memberId: tuner.id } });
  expect((await leave()).status).toBe(204);
  expect((await leave()).status).toBe(404);
});
