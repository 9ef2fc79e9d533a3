import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { replyingVersion } from './replying.ts';

let server: TestServer;
let first: Client;
let second: Client;
let customer: Client;
beforeAll(async () => {
  server = await testServer();
  [first, second, customer] = [await server.as({ role: 3 }), await server.as({ role: 3 }), await server.as({})];
});
afterAll(() => server?.close());

async function ticket(): Promise<number> {
  const body = { title: 'No start', description: 'It stopped at 40 %.', customer_name: 'Robin Rider' };
  return (await customer.call('POST /tickets', { body })).body.id;
}
const reply = (who: Client, id: number, seen?: number, as: 'ask' | 'tell' | 'note' = 'tell') =>
  who.call('POST /v1/admin/tickets/:id/reply', { params: { id }, body: { text: 'Try again.', as, seen } });
const replying = (who: Client, id: number) => who.call('GET /v1/admin/tickets/:id/replying', { params: { id } });
const sign = (who: Client, id: number) => who.call('PUT /v1/admin/tickets/:id/replying', { params: { id } });

test('staff who write a reply are shown to each other until they send it or stop', async () => {
  const id = await ticket();
  const before = await replyingVersion(server.db, id, new Date());
  expect((await sign(first, id)).status).toBe(204);
  expect((await replying(second, id)).body.people.map((person) => person.id)).toEqual([first.userId]);
  expect((await replying(first, id)).body.people).toEqual([]);
  expect(await replyingVersion(server.db, id, new Date())).not.toBe(before);
  await sql`update ticket_replying set at = now() - interval '21 seconds'`.execute(server.db);
  expect((await replying(second, id)).body.people).toEqual([]);
  expect(await replyingVersion(server.db, id, new Date())).toBe(before);
  await sign(first, id);
  expect((await reply(first, id)).status).toBe(201);
  expect((await replying(second, id)).body.people).toEqual([]);
});

test('who is replying is hidden from customers, and an unknown ticket is 404', async () => {
  const id = await ticket();
  expect([(await sign(customer, id)).status, (await replying(customer, id)).status]).toEqual([403, 403]);
  expect([(await sign(first, 999_999)).status, (await replying(first, 999_999)).status]).toEqual([404, 404]);
});

test('a reply is refused with the newer one when someone else replied since the page was read', async () => {
  const id = await ticket();
  const sent = (await reply(first, id, 0)).body;
  const refused = await reply(second, id, 0);
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'conflict', current: { id: sent.id, text: 'Try again.', author: sent.author } },
  });
  expect((await reply(second, id, 0, 'note')).status).toBe(201);
  expect((await reply(first, id, 0)).status).toBe(201);
  expect((await reply(second, id, sent.id)).status).toBe(409);
  const { last_message } = (await replying(second, id)).body;
  expect((await reply(second, id, last_message)).status).toBe(201);
  // A client that does not compare is not refused.
  expect((await reply(first, id)).status).toBe(201);
});

test('a reply of the customer counts, too', async () => {
  const id = await ticket();
  await customer.call('POST /customer-tickets/:id/replies', { params: { id }, body: { text: 'It works now.' } });
  expect(await reply(first, id, 0)).toMatchObject({ status: 409, body: { current: { text: 'It works now.' } } });
});

test('of two replies at the same time one is sent', async () => {
  const id = await ticket();
  const replies = await Promise.all([reply(first, id, 0), reply(second, id, 0)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
});
