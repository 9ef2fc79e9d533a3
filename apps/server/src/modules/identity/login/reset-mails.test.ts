import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isWithinMailLimit } from '../../../platform/mail/mail-limit.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { issueMailToken } from './mail-links.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(() => server.db.deleteFrom('rate_limits').execute());

const resetsTo = async (to: string): Promise<number> =>
  (await server.db.selectFrom('mail_outbox').select('id').where('to_address', '=', to).execute()).length;
const forgot = (email: string) => server.anonymous.call('POST /auth/forgot-password', { body: { email } });

test('reset mails are sent even when other mails have used up the daily limit of an address', async () => {
  const { email } = await server.make.user();
  for (let nth = 0; nth < 25; nth += 1) await isWithinMailLimit(server.db, `kind-${nth % 5}`, email);
  expect(await isWithinMailLimit(server.db, 'another-kind', email)).toBe(false);
  await forgot(email);
  expect(await resetsTo(email)).toBe(1);
});

test('a new account gets its confirmation mail even when forms of strangers have used up the daily limit', async () => {
  const email = 'newcomer@example.test';
  for (let nth = 0; nth < 25; nth += 1) await isWithinMailLimit(server.db, `form-${nth % 5}`, email);
  const body = { name: 'Robin Newcomer', email, password: 'winter tyres in november' };
  expect((await server.anonymous.call('POST /auth/register', { body })).status).toBeLessThan(300);
  const mails = await server.db.selectFrom('mail_outbox').select('kind').where('to_address', '=', email).execute();
  expect(mails).toEqual([{ kind: 'confirm-email' }]);
});

test('reset mails are rate limited for anonymous requests, but never when the owner secures the account', async () => {
  const { id, email } = await server.make.user();
  for (let nth = 0; nth < 7; nth += 1) await forgot(email);
  expect(await resetsTo(email)).toBe(5);
  const token = await issueMailToken(server.db, 'secure-account', { id, email });
  expect((await server.anonymous.call('POST /auth/secure-account', { body: { token } })).status).toBe(204);
  expect(await resetsTo(email)).toBe(6);
});
