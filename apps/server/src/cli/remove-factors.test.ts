import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../testing/server.ts';
import { removeFactorsOf } from './remove-factors.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

test('remove-factors removes all factors and sessions of an account and writes an audit event', async () => {
  const user = await server.make.user({ role: 3 });
  const client = await server.as(user);
  await server.db
    .insertInto('passkeys')
    .values({ user_id: user.id, credential_id: `lost-${user.id}`, public_key: Buffer.from('key'), name: 'Lost' })
    .execute();
  const run = (email: string) => server.db.transaction().execute((tx) => removeFactorsOf(tx, email));
  expect(await run(user.email)).toEqual({ id: user.id, removed: { passkeys: 1, totp: false, oidc: false }, ended: 1 });
  expect((await client.call('GET /user/me')).status).toBe(401);
  const written = await server.db
    .selectFrom('audit_log')
    .select('act')
    .where('subject', '=', `user:${user.id}`)
    .where('act', '=', 'identity.remove-factors')
    .execute();
  expect(written).toHaveLength(1);
  await expect(run('nobody@example.test')).rejects.toThrow('No account uses');
});
