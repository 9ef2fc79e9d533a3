import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const subscribed = async (client: Client) => {
  const { status, body } = await client.call('POST /v1/admin/lead-engine/calendar-feed');
  expect(status).toBe(201);
  const { pathname } = new URL(body.url);
  return async () => (await server.anonymous.request('GET', pathname)).status;
};
const idOf = (client: Client) => client.userId ?? 0;

test('a calendar address needs a fresh login and shows the activities of its owner only', async () => {
  const client = await server.as({ role: 3 });
  const other = await server.as({ role: 3 });
  for (const [one, subject] of [
    [client, 'Call Ada'],
    [other, 'Call Bo'],
  ] as const)
    await one.call('POST /v1/admin/lead-engine/activities', {
      body: { type: 'call', subject, date: new Date().toISOString().slice(0, 10) },
    });
  const { body } = await client.call('POST /v1/admin/lead-engine/calendar-feed');
  const feed = await server.anonymous.request('GET', new URL(body.url).pathname);
  expect(String(feed.raw.body)).toContain('Call Ada');
  expect(String(feed.raw.body)).not.toContain('Call Bo');
  await server.ageLogins(idOf(client));
  expect((await client.call('POST /v1/admin/lead-engine/calendar-feed')).body).toMatchObject({
    code: 'fresh_login_required',
  });
});

test('times of a calendar are the times of the company', async () => {
  const client = await server.as({ role: 3 });
  const activity = { type: 'meeting' as const, subject: 'Visit', date: '2030-07-31', time: '15:30', endTime: '17:15' };
  expect((await client.call('POST /v1/admin/lead-engine/activities', { body: activity })).status).toBe(201);
  const { body } = await client.call('POST /v1/admin/lead-engine/calendar-feed');
  const feed = await server.anonymous.request('GET', new URL(body.url).pathname);
  expect(String(feed.raw.body)).toContain('DTSTART:20300731T223000Z\r\nDTEND:20300801T001500Z');
});

test('a calendar address ends with a new one, with the role, and when someone else may have had the account', async () => {
  const boss = await server.as({ role: 5 });
  const client = await server.as({ role: 3 });
  const first = await subscribed(client);
  const second = await subscribed(client);
  expect([await first(), await second()]).toEqual([404, 200]);
  await sql`update users set role = 0 where id = ${idOf(client)}`.execute(server.db);
  expect(await second()).toBe(404);
  await sql`update users set role = 3 where id = ${idOf(client)}`.execute(server.db);
  expect(await second()).toBe(200);
  await boss.call('POST /v1/admin/users/:id/end-sessions', { params: { id: idOf(client) } });
  expect(await second()).toBe(404);
});
