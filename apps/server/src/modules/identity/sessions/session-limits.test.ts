import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { hashPassword } from '../login/passwords.ts';
import { sessionsMax } from './sessions.ts';

let server: TestServer;
let email: string;
let userId: number;
const password = 'long-enough-secret';
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute();
  ({ id: userId, email } = await server.make.user());
  await server.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', userId)
    .execute();
});

const sessionCount = async () =>
  (await server.db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).length;
const isOpen = async (token: string | null) => (await server.clientWith(token).call('GET /user/me')).status === 200;

test('logging in again ends the previous session of the browser', async () => {
  const first = await server.as({ id: userId });
  const other = await server.as({ id: userId });
  expect((await first.call('POST /auth/login', { body: { email, password } })).status).toBe(200);
  expect([await isOpen(first.token), await isOpen(other.token), await sessionCount()]).toEqual([false, true, 2]);
});

test('a user has a limited number of sessions, and the least recently used one ends', async () => {
  const oldest = await server.as({ id: userId });
  await sql`update sessions set last_seen_at = now() - interval '1 hour' where user_id = ${userId}`.execute(server.db);
  for (let more = 1; more < sessionsMax; more += 1) await server.as({ id: userId });
  expect([await isOpen(oldest.token), await sessionCount()]).toEqual([true, sessionsMax]);
  await sql`update sessions set last_seen_at = now() - interval '1 hour' where id = (select min(id) from sessions where user_id = ${userId})`.execute(
    server.db,
  );
  await server.as({ id: userId });
  expect([await isOpen(oldest.token), await sessionCount()]).toEqual([false, sessionsMax]);
});

test.each([
  ['after 14 days without use', sql`last_seen_at = now() - interval '14 days 1 minute'`],
  ['30 days after it began', sql`expires_at = now() - interval '1 second'`],
])('a session ends %s', async (_when, change) => {
  const client = await server.as({ id: userId });
  const { rows } = await sql<{
    days: number;
  }>`select extract(day from expires_at - created_at)::int as days from sessions
    where user_id = ${userId}`.execute(server.db);
  expect(rows[0]?.days).toBe(30);
  await sql`update sessions set ${change} where user_id = ${userId}`.execute(server.db);
  expect(await isOpen(client.token)).toBe(false);
});

test('logging out ends the session and clears browser caches', async () => {
  const client = await server.as({ id: userId });
  const reply = await client.call('POST /auth/logout');
  expect(reply.headers['clear-site-data']).toBe('"cache"');
  expect(await isOpen(client.token)).toBe(false);
});
