import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';

let server: TestServer;
let customer: Client;
let stranger: Client;
beforeAll(async () => {
  server = await testServer();
  customer = await server.as({});
  stranger = await server.as({});
});
afterAll(() => server?.close());

const home = {
  country_code: 'ca',
  full_name: 'Ada Lane',
  line1: '12 Main Street',
  city: 'Vancouver',
  state: 'british columbia',
  postal_code: 'v5k 0a1',
  email: 'ada@example.test',
};
const created = async (more: object = {}) =>
  (await customer.call('POST /addresses', { body: { ...home, ...more } })).body;
const freeze = (id: number) =>
  server.db.updateTable('addresses').set({ readonly: true }).where('id', '=', id).execute();

test('an address is created, normalized for its country, and listed for its owner only (C405 C406)', async () => {
  const reply = await customer.call('POST /addresses', { body: home });
  expect(reply.status).toBe(201);
  expect(reply.body).toMatchObject({
    country_code: 'CA',
    state: 'BC',
    postal_code: 'V5K 0A1',
    line2: '',
    readonly: false,
  });
  expect((await customer.call('GET /addresses')).body.map(({ id }) => id)).toContain(reply.body.id);
  expect((await stranger.call('GET /addresses')).body).toEqual([]);
});

test('address has eleven fields, three with different names than in forms (S119 S120 S121 S122 S123)', async () => {
  const made = await created({ line2: 'Unit 2', phone: '+1 604 555 0100' });
  expect(made).toMatchObject({
    id: expect.any(Number),
    country_code: 'CA',
    full_name: 'Ada Lane',
    line1: '12 Main Street',
    line2: 'Unit 2',
    city: 'Vancouver',
    state: 'BC',
    postal_code: 'V5K 0A1',
    email: 'ada@example.test',
    phone: '+1 604 555 0100',
    readonly: false,
  });
});

describe('saving an address', () => {
  test('with a positive id updates that address, with any other id creates one (C406)', async () => {
    const { id } = await created();
    const changed = await customer.call('POST /addresses', { body: { ...home, id, city: 'Burnaby' } });
    expect(changed.body).toMatchObject({ id, city: 'Burnaby' });
    for (const other of [0, -3, null]) expect((await created({ id: other })).id).toBeGreaterThan(id);
  });
  test('updates the sent fields and keeps the rest (C407)', async () => {
    const { id } = await created();
    const reply = await customer.call('PATCH /addresses/:id', { params: { id }, body: { phone: '+1 604 555 0100' } });
    expect(reply.body).toMatchObject({ id, phone: '+1 604 555 0100', line1: home.line1, state: 'BC' });
  });
  test('reports all invalid fields at once and changes nothing', async () => {
    const { id } = await created();
    const reply = await customer.call('PATCH /addresses/:id', {
      params: { id },
      body: { country_code: 'US', postal_code: 'V5K 0A1', full_name: '' },
    });
    expect(reply.status).toBe(422);
    const again = await customer.call('PATCH /addresses/:id', {
      params: { id },
      body: { country_code: 'US', postal_code: 'V5K 0A1' },
    });
    expect(again.body).toMatchObject({
      errors: { state: ['BC is not in United States.'], postal_code: ['Enter a postal code such as 90210.'] },
    });
    const mine = (await customer.call('GET /addresses')).body.find((one) => one.id === id);
    expect(mine).toMatchObject({ country_code: 'CA', postal_code: 'V5K 0A1' });
  });
  test('ignores readonly and owner from the client', async () => {
    const { id, readonly } = await created({ readonly: true, user_id: stranger.userId });
    expect(readonly).toBe(false);
    expect((await customer.call('GET /addresses')).body.some((one) => one.id === id)).toBe(true);
  });
});

test('a read-only address is listed and cannot be changed or deleted (S124 C407 C408)', async () => {
  const { id } = await created();
  await freeze(id);
  const tries = [
    await customer.call('PATCH /addresses/:id', { params: { id }, body: { city: 'Elsewhere' } }),
    await customer.call('POST /addresses', { body: { ...home, id } }),
    await customer.call('DELETE /addresses/:id', { params: { id } }),
  ];
  expect(tries.map(({ status }) => status)).toEqual([403, 403, 403]);
  const mine = (await customer.call('GET /addresses')).body.find((one) => one.id === id);
  expect(mine).toMatchObject({ readonly: true, city: 'Vancouver' });
});

test('an address is deleted, and one of another user responds 404 (C408)', async () => {
  const { id } = await created();
  const foreign = [
    await stranger.call('PATCH /addresses/:id', { params: { id }, body: { city: 'Mine' } }),
    await stranger.call('POST /addresses', { body: { ...home, id } }),
    await stranger.call('DELETE /addresses/:id', { params: { id } }),
  ];
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await customer.call('DELETE /addresses/:id', { params: { id } })).status).toBe(204);
  expect((await customer.call('DELETE /addresses/:id', { params: { id } })).status).toBe(404);
});

test('the default address is the first one until another is chosen, which may be read-only', async () => {
  const otherUser = await server.as({});
  const make = async () => (await otherUser.call('POST /addresses', { body: home })).body;
  const [first, second] = [await make(), await make()];
  expect([first.is_default, second.is_default]).toEqual([true, false]);
  await freeze(second.id);
  const choose = (id: number) => otherUser.call('POST /addresses/:id/default', { params: { id } });
  expect((await choose(second.id)).body).toMatchObject({ id: second.id, is_default: true });
  const list = (await otherUser.call('GET /addresses')).body;
  expect(list.map(({ id, is_default }) => [id, is_default])).toEqual([
    [second.id, true],
    [first.id, false],
  ]);
  expect((await (await server.as({})).call('POST /addresses/:id/default', { params: { id: first.id } })).status).toBe(
    404,
  );
});
