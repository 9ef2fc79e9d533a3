import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../testing/server.ts';
import { makeShop, orderOf, pay, placed } from '../../testing/shop.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

test('ledger check is stored with its result and the person who ran it', async () => {
  const { admin, sell } = await makeShop(server);
  const { slug } = await sell(3);
  const order = (await placed(server.anonymous, orderOf([{ slug, quantity: 1 }]))).body;
  expect((await pay(server.anonymous, order)).status).toBe(200);
  expect((await admin.call('GET /v1/admin/ledger/chain')).body.check).toBeNull();
  const check = await admin.call('POST /v1/admin/ledger/check');
  expect([check.status, check.body]).toMatchObject([200, { ok: true, problem_count: 0, problems: [] }]);
  expect(check.body.transfers).toBeGreaterThan(0);
  const { body } = await admin.call('GET /v1/admin/ledger/chain');
  expect(body.check).toEqual(check.body);
  expect(body.check?.by).toMatch(/^Test User/);
  expect((await (await server.as({})).call('POST /v1/admin/ledger/check')).status).toBe(403);
});

test('ledger accounts are listed and found by the name of their owner', async () => {
  const admin = await server.as({ role: 3 });
  const { id, name } = await server.make.dealer({ name: 'Harbour Tuning' });
  await server.db
    .insertInto('ledger_accounts')
    .values({ kind: 'ar', owner: `dealer:${id}`, unit: 'CAD', party: true })
    .execute();
  const { data } = (await admin.call('GET /v1/admin/ledger/accounts', { query: { search: 'harbour' } })).body;
  expect(data.map(({ owner, owner_name }) => [owner, owner_name])).toEqual([[`dealer:${id}`, name]]);
  const account = await admin.call('GET /v1/admin/ledger/accounts/:id', { params: { id: data[0]?.id ?? 0 } });
  expect(account.body.account.owner_name).toBe('Harbour Tuning');
});
