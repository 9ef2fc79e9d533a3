import { afterAll, beforeAll, expect, test } from 'vitest';
import { unmask } from '../../../platform/mail/secrets.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';

let server: TestServer;
let boss: Client;
beforeAll(async () => {
  server = await testServer();
  boss = await server.as({ role: 5 });
});
afterAll(() => server.close());

const remove = (who: Client, id: number, body: unknown = { reason: 'Showed a passport in a video call' }) =>
  who.call('POST /v1/admin/users/:id/remove-factors', { params: { id }, body });
const addPasskey = (id: number) =>
  server.db
    .insertInto('passkeys')
    .values({ user_id: id, credential_id: `lost-${id}`, public_key: Buffer.from('key'), name: 'http://evil.example' })
    .execute();
const passkeysOf = async (id: number) =>
  (await server.db.selectFrom('passkeys').select('id').where('user_id', '=', id).execute()).length;
const recordOf = async (id: number) => (await boss.call('GET /v1/admin/users/:id', { params: { id } })).body;

test('removing the factors of a user ends their sessions, is audited and informs the owner', async () => {
  const { id, email } = await server.make.user();
  const user = await server.as({ id });
  await addPasskey(id);
  expect(await recordOf(id)).toMatchObject({ second_factor: true, can: { remove_factors: true } });
  const { status, body } = await remove(boss, id);
  expect(status).toBe(200);
  expect(body).toMatchObject({ second_factor: false, sessions: 0, can: { remove_factors: false } });
  expect(await passkeysOf(id)).toBe(0);
  expect((await user.call('GET /user/me')).status).toBe(401);
  const act = await server.db
    .selectFrom('audit_log')
    .select(['actor_id', 'detail'])
    .where('subject', '=', `user:${id}`)
    .where('act', '=', 'identity.remove-factors')
    .executeTakeFirstOrThrow();
  expect(act).toMatchObject({
    actor_id: boss.userId,
    detail: { reason: 'Showed a passport in a video call', removed: ['a passkey'], ended: 1 },
  });
  const mails = await server.db.selectFrom('mail_outbox').selectAll().where('to_address', '=', email).execute();
  expect(mails).toHaveLength(1);
  const mail = unmask(mails[0] as never) as { subject: string; text_body: string };
  expect(mail.subject).toBe('Our support team removed the second factor of your account');
  // Names that a user typed, and what staff wrote about them, are not mailed.
  expect(mail.text_body).not.toMatch(/evil|passport/);
  expect((await remove(boss, id)).status).toBe(409);
});

test('factors are not removed from oneself, without a reason, without a fresh login or by an Admin', async () => {
  const { id } = await server.make.user();
  await addPasskey(id);
  const self = await server.as({ role: 5 }, { secondFactor: true });
  const own = self.userId ?? 0;
  await addPasskey(own);
  expect((await remove(self, own)).status).toBe(409);
  expect((await self.call('GET /v1/admin/users/:id', { params: { id: own } })).body.can.remove_factors).toBe(false);
  expect((await remove(boss, id, { reason: ' ' })).status).toBe(422);
  expect((await remove(boss, 999_999)).status).toBe(404);
  const admin = await server.as({ role: 3 });
  expect((await remove(admin, id)).status).toBe(403);
  expect((await admin.call('GET /v1/admin/users/:id', { params: { id } })).body.can.remove_factors).toBe(false);
  const stale = await server.as({ role: 5 });
  await server.ageLogins(stale.userId ?? 0);
  expect((await remove(stale, id)).body).toMatchObject({ code: 'fresh_login_required' });
  expect([await passkeysOf(id), await passkeysOf(own)]).toEqual([1, 1]);
});
