import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());

const correct = (id: number, body: object, client = admin, key: string = randomUUID()) =>
  client.call('POST /v1/admin/dealers/:id/entries', { params: { id }, body, idempotencyKey: key });
const cad = (amount: string, reason = 'Charged twice') => ({ amount, currency: 'CAD', reason });

test('correction changes what the dealer owes in both directions, with a reason, once per key (C211)', async () => {
  const { id } = await server.make.dealer();
  const key = randomUUID();
  const owes = await Promise.all([1, 2, 3].map(() => correct(id, cad('-80.00'), admin, key)));
  expect(owes.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect((await correct(id, cad('30.00'))).body).toMatchObject({
    amount: { amount: '30.00', currency: 'CAD' },
    owes: { amount: '50.00', currency: 'CAD' },
  });
  const dealer = await admin.call('GET /v1/admin/dealers/:id', { params: { id } });
  expect(dealer.body.owes).toEqual({ amount: '50.00', currency: 'CAD' });
});

test('correction needs a reason, an amount, the currency of the account and a known dealer', async () => {
  const { id } = await server.make.dealer();
  for (const [body, field] of [
    [cad('10', ''), 'reason'],
    [cad('0'), 'amount'],
    [cad('abc'), 'amount'],
    [cad('1.001'), 'amount'],
    [{ ...cad('10'), currency: 'USD' }, 'currency'],
  ] as const) {
    const { status, body: reply } = await correct(id, body);
    expect([status, Object.keys((reply as unknown as { errors?: object }).errors ?? {})]).toEqual([422, [field]]);
  }
  expect((await correct(999_999, cad('10'))).status).toBe(404);
});

test('large corrections, and many small ones, need a second person; members cannot correct their own dealer', async () => {
  const { id } = await server.make.dealer();
  const staff = await server.as({ flags: ['da'] });
  expect(await correct(id, cad('500'), staff)).toMatchObject({ status: 403, body: { code: 'approval_required' } });
  for (let at = 0; at < 5; at += 1) expect((await correct(id, cad('200'), staff)).status).toBe(201);
  expect((await correct(id, cad('200'), staff)).status).toBe(403);

  const body = { kind: 'correction', dealer: id, ...cad('500') };
  const asked = await staff.call('POST /v1/admin/approvals', { body, idempotencyKey: randomUUID() });
  expect(asked.status).toBe(201);
  const approve = (client: Client) =>
    client.call('POST /v1/admin/approvals/:id/approve', {
      params: { id: asked.body.id },
      body: {},
      idempotencyKey: randomUUID(),
    });
  expect((await approve(staff)).status).toBe(403);
  const replies = await Promise.all([approve(admin), approve(admin), approve(admin)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const dealer = await admin.call('GET /v1/admin/dealers/:id', { params: { id } });
  expect(dealer.body.owes).toEqual({ amount: '-1500.00', currency: 'CAD' });

  const own = await server.as({ flags: ['da'] });
  const mine = await server.make.dealer({ managers: [own.userId ?? 0] });
  expect((await correct(mine.id, cad('10'), own)).status).toBe(403);
});
