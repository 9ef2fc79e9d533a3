import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import { cachesRefreshed } from '../../../testing/catalog.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { hashPassword } from '../login/passwords.ts';

let server: TestServer;
const password = 'long-enough-secret';
beforeAll(async () => {
  server = await testServer();
  // As on a new installation, where no settings are saved.
  await server.db.deleteFrom('settings').execute();
  await bumpArea(server.db, 'settings');
  await cachesRefreshed(server);
});
afterAll(() => server.close());

test('new site grants staff permissions only to sessions with a second factor', async () => {
  const bare = await server.as({ role: 3 });
  expect((await bare.call('GET /v1/admin/users')).body).toMatchObject({ code: 'second_factor_missing' });
  expect((await bare.call('GET /user/me')).status).toBe(200);
  expect((await bare.call('GET /global/v1/ui-state')).body).toMatchObject({ second_factor_missing: true });
  const proved = await server.as({ role: 3 }, { secondFactor: true });
  expect((await proved.call('GET /v1/admin/users')).status).toBe(200);
  for (const client of [proved, await server.as({}), server.anonymous])
    expect((await client.call('GET /global/v1/ui-state')).body).toMatchObject({ second_factor_missing: false });
});

test('first SuperAdmin logs in with the password, adds an authenticator app and gets the role immediately', async () => {
  const { email } = await server.make.user({ role: 5, passwordHash: await hashPassword(password) });
  const reply = await server.anonymous.call('POST /auth/login', { body: { email, password } });
  const tokenOf = ({ headers }: { headers: Record<string, unknown> }) =>
    /__Host-tuneport=([^;]+)/.exec([headers['set-cookie']].flat().join(';'))?.[1] ?? null;
  const client = server.clientWith(tokenOf(reply));
  expect((await client.call('GET /v1/admin/users')).status).toBe(403);
  const { secret } = (await client.call('POST /auth/totp/setup', { body: { password } })).body;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const confirmed = await client.call('POST /auth/totp/confirm', { body: { code } });
  expect(confirmed.status).toBe(200);
  const strengthened = server.clientWith(tokenOf(confirmed));
  expect((await strengthened.call('GET /v1/admin/users')).status).toBe(200);
});

test('staff with a passkey cannot add or remove a factor with the password alone', async () => {
  const user = await server.make.user({ role: 3, passwordHash: await hashPassword(password) });
  const { id: key } = await server.db
    .insertInto('passkeys')
    .values({ user_id: user.id, credential_id: `own-${user.id}`, public_key: Buffer.from('key'), name: 'Own' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const bare = await server.as(user);
  for (const [call, sent] of [
    ['POST /auth/passkeys/options', {}],
    ['POST /auth/totp/setup', {}],
    ['DELETE /auth/passkeys/:id', { params: { id: key } }],
  ] as const)
    expect((await bare.call(call, sent)).body, call).toMatchObject({ code: 'fresh_login_required' });
  expect((await bare.call('GET /auth/reauthentication')).body).toMatchObject({ fresh: false, password: false });
  const proved = await server.as(user, { secondFactor: true });
  expect((await proved.call('POST /auth/totp/setup')).status).toBe(200);
  await server.db.deleteFrom('passkeys').where('user_id', '=', user.id).execute();
  expect((await bare.call('POST /auth/totp/setup')).status, 'the first factor').toBe(200);
});

test('second factor of staff can be made optional by a SuperAdmin, not by an Admin', async () => {
  const admin = await server.as({ role: 3 }, { secondFactor: true });
  const { updated_at: readAt } = (await admin.call('GET /v1/admin/settings')).body;
  const body = { staff_second_factor: 'optional' };
  expect((await admin.call('PATCH /v1/admin/settings', { body, readAt })).status).toBe(403);
  const superAdmin = await server.as({ role: 5 }, { secondFactor: true });
  expect((await superAdmin.call('PATCH /v1/admin/settings', { body, readAt })).status).toBe(200);
});
