import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../modules/identity/index.ts';
import { type TestServer, testOrigin, testServer } from '../testing/server.ts';
import { makeSuperadmin } from './make-superadmin.ts';

let server: TestServer;
let passwordHash: string;
const known = 'a-password-the-stranger-chose';
beforeAll(async () => {
  server = await testServer();
  passwordHash = await hashPassword(known);
});
afterAll(() => server.close());

const run = (email: string, confirmAddress: boolean) =>
  server.db.transaction().execute((tx) => makeSuperadmin(tx, testOrigin, email, { confirmAddress }));
const logIn = (email: string, password: string) =>
  server.anonymous.call('POST /auth/login', { body: { email, password } });
const unconfirmed = async () => {
  const user = await server.make.user({ passwordHash });
  await sql`update users set email_confirmed_at = null, first_confirmed_at = null where id = ${user.id}`.execute(
    server.db,
  );
  return user;
};

test('make-superadmin refuses an unconfirmed address and explains --confirm-address', async () => {
  const { email } = await unconfirmed();
  await expect(run(email, false)).rejects.toThrow(/not confirmed.*--confirm-address.*removes the password/);
});

test('make-superadmin --confirm-address discards existing credentials and prints a reset link', async () => {
  const { id, email } = await unconfirmed();
  const passkey = { user_id: id, credential_id: `early-${id}`, public_key: Buffer.from('key'), name: 'Early' };
  await server.db.insertInto('passkeys').values(passkey).execute();
  const done = await run(email, true);
  expect(done).toMatchObject({ role: 5, reset_link: expect.stringContaining(`${testOrigin}/auth/reset-password/`) });
  expect((await logIn(email, known)).status).toBe(422);
  expect(await server.db.selectFrom('passkeys').select('id').where('user_id', '=', id).execute()).toEqual([]);
  const token = (done as { reset_link: string }).reset_link.split('/').at(-1) ?? '';
  const password = 'chosen-by-the-operator-7';
  const reset = () => server.anonymous.call('POST /auth/reset-password', { body: { token, password } });
  expect((await reset()).status).toBe(204);
  expect((await reset()).status).toBe(422);
  expect((await logIn(email, password)).body).toMatchObject({ id, role: 5 });
});

test('make-superadmin keeps the password of a confirmed account', async () => {
  const { email } = await server.make.user({ passwordHash });
  expect(await run(email, true)).not.toHaveProperty('reset_link');
  expect((await logIn(email, known)).status).toBe(200);
});
