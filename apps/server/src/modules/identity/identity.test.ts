import { userFlags } from '@tuneport/domain/identity/permissions';
import { decodeWhoami } from '@tuneport/domain/identity/whoami';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unmask } from '../../platform/mail/secrets.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { hashPassword } from './login/passwords.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(() => server.db.deleteFrom('rate_limits').execute());

const password = 'long-enough-secret';
const register = (email: string, more: Record<string, unknown> = {}) =>
  server.anonymous.call('POST /auth/register', { body: { name: 'Robin Test', email, password, ...more } });
const logIn = (email: string, word = password) =>
  server.anonymous.call('POST /auth/login', { body: { email, password: word } });
const cookieOf = (reply: { headers: Record<string, unknown> }) =>
  [reply.headers['set-cookie']].flat().map(String).join('; ');
const tokenOf = (reply: { headers: Record<string, unknown> }) =>
  /__Host-tuneport=([^;]+)/.exec(cookieOf(reply))?.[1] ?? null;
const lastMail = async (to: string, kind: string) =>
  unmask(
    await server.db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('to_address', '=', to)
      .where('kind', '=', kind)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  );
const tokenIn = (text: string) => /\/auth\/[a-z-]+\/([A-Za-z0-9_-]{20,})/.exec(text)?.[1] ?? '';

const confirm = async (email: string) => {
  const token = tokenIn((await lastMail(email, 'confirm-email')).text_body);
  expect((await server.anonymous.call('POST /auth/confirm-email', { body: { token } })).status).toBe(204);
};

describe('registration', () => {
  test('creates a user with role 0 and no flags, who can log in after confirming the address (C003 S170)', async () => {
    const reply = await register('new@example.test');
    expect([reply.status, reply.body]).toEqual([202, { email: 'new@example.test', has_mail_server: false }]);
    expect(tokenOf(reply)).toBeNull();
    expect((await logIn('new@example.test')).status).toBe(422);
    await confirm('new@example.test');
    const entered = await logIn('new@example.test');
    expect(entered.body).toMatchObject({ email: 'new@example.test', role: 0, f: [], email_confirmed: true });
    expect(decodeWhoami(String(entered.headers['x-whoami']))).toEqual({ id: entered.body.id, role: 0, f: [] });
    expect(cookieOf(entered)).toMatch(
      /__Host-tuneport=[A-Za-z0-9_-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax/,
    );
  });

  test('registration does not reveal whether an address has an account: same reply, different mail', async () => {
    const known = await server.make.user({ passwordHash: await hashPassword('quite-another-secret') });
    const pending = await server.make.user({ confirmed: false });
    const replies = [];
    for (const email of ['stranger@example.test', known.email, pending.email]) {
      const reply = await register(email);
      // Logging in with the password that was just registered reveals nothing either.
      const entered = await logIn(email);
      const { 'content-length': _, 'x-request-id': __, date: ___, ...headers } = reply.headers;
      replies.push(
        JSON.stringify([reply.status, reply.body, headers, entered.status, entered.body]).replaceAll(email, 'X'),
      );
    }
    expect(new Set(replies).size).toBe(1);
    expect((await lastMail('stranger@example.test', 'confirm-email')).subject).toBe('Confirm your e-mail address');
    for (const { email } of [known, pending])
      expect((await lastMail(email, 'account-exists')).text_body).toContain('/auth/forgot-password');
    expect((await logIn(known.email, 'quite-another-secret')).status).toBe(200);
  });

  test('mails triggered by anonymous users are limited per address, and the last link stays valid', async () => {
    const { email } = await server.make.user();
    for (let at = 0; at < 8; at += 1) {
      await server.db.deleteFrom('rate_limits').where('key', 'like', 'POST %').execute();
      await server.anonymous.call('POST /auth/forgot-password', { body: { email } });
    }
    const mails = await server.db.selectFrom('mail_outbox').select('id').where('to_address', '=', email).execute();
    expect(mails).toHaveLength(5);
    const token = tokenIn((await lastMail(email, 'reset-password')).text_body);
    const reset = await server.anonymous.call('POST /auth/reset-password', { body: { token, password } });
    expect(reset.status).toBe(204);
  });

  test('a name containing a link is refused, and mails before confirmation contain no name', async () => {
    for (const name of [
      'http://evil.example click here',
      'Win at www.evil.example',
      'evil.com/prize',
      'A\u202Emoc',
      'x'.repeat(81),
    ])
      expect((await register('named@example.test', { name })).status, name).toBe(422);
    await register('named@example.test', { name: "Robin O'Neil-Smith Jr." });
    const mail = await lastMail('named@example.test', 'confirm-email');
    expect(`${mail.subject} ${mail.text_body} ${mail.html_body}`).not.toContain('Robin');
  });

  test('an address is unique regardless of case, even under concurrent registrations (C003)', async () => {
    const replies = await Promise.all(
      ['twice@example.test', 'TWICE@example.test', 'Twice@Example.test'].map((email) => register(email)),
    );
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(
      await server.db.selectFrom('users').select('id').where('email', '=', 'twice@example.test').execute(),
    ).toHaveLength(1);
  });

  test('every invalid field is named with its message (S303)', async () => {
    const reply = await register('not-an-address', { name: ' ', password: 'short' });
    expect(reply.status).toBe(422);
    const body = reply.body as unknown as { errors: Record<string, string[]>; message: string };
    expect(Object.keys(body.errors).sort()).toEqual(['email', 'name', 'password']);
    expect(body.message.startsWith('Some fields were not correct:')).toBe(true);
  });

  test('a common password and one equal to the address are refused', async () => {
    expect((await register('weak@example.test', { password: 'password123' })).status).toBe(422);
    expect((await register('weak@example.test', { password: 'weak@example.test' })).status).toBe(422);
  });

  test('unknown fields have no effect: a visitor cannot register as SuperAdmin', async () => {
    const reply = await register('sly@example.test', {
      role: 5,
      f: ['tcrw'],
      flags: ['tcrw'],
      email_confirmed_at: '2020-01-01',
    });
    expect(reply.status).toBe(202);
    const made = await server.db
      .selectFrom('users')
      .select(['role', 'flags', 'email_confirmed_at'])
      .where('email', '=', 'sly@example.test')
      .executeTakeFirst();
    expect(made).toEqual({ role: 0, flags: [], email_confirmed_at: null });
  });

  test('the confirmation link works once and only for the address it was sent to', async () => {
    await register('confirm@example.test');
    const token = tokenIn((await lastMail('confirm@example.test', 'confirm-email')).text_body);
    expect((await server.anonymous.call('POST /auth/confirm-email', { body: { token } })).status).toBe(204);
    expect((await server.anonymous.call('POST /auth/confirm-email', { body: { token } })).status).toBe(422);
    const user = await server.db
      .selectFrom('users')
      .select('email_confirmed_at')
      .where('email', '=', 'confirm@example.test')
      .executeTakeFirstOrThrow();
    expect(user.email_confirmed_at).not.toBeNull();
  });
});

describe('logging in and out', () => {
  test('the right password opens a session; a wrong one responds 422 without a session (C002)', async () => {
    await register('login@example.test');
    await confirm('login@example.test');
    const good = await logIn('Login@Example.test ');
    expect(good.status).toBe(200);
    expect(tokenOf(good)).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const bad = await logIn('login@example.test', 'wrong-password');
    expect(bad.status).toBe(422);
    expect(tokenOf(bad)).toBeNull();
  });

  test('an unknown address, a wrong password and a banned account get the same response', async () => {
    const known = await server.make.user({ passwordHash: await hashPassword(password) });
    const banned = await server.make.user({ passwordHash: await hashPassword(password) });
    await server.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', banned.id).execute();
    const replies = [
      await logIn('nobody@example.test'),
      await logIn(known.email, 'wrong-password'),
      await logIn(banned.email),
    ];
    expect(replies.map(({ status }) => status)).toEqual([422, 422, 422]);
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test('ten logins a minute from one IP address reach the password check; other IP addresses are unaffected', async () => {
    await server.db.deleteFrom('rate_limits').execute();
    const { email } = await server.make.user({ passwordHash: await hashPassword(password) });
    const replies = await Promise.all(
      Array.from({ length: 25 }, (_, at) =>
        server.anonymous.call('POST /auth/login', {
          // A different account each time, because attempts at a single one are limited earlier.
          body: { email: at < 4 ? email : `somebody${at}@example.test`, password: 'wrong-password' },
          headers: { 'x-forwarded-for': '203.0.113.7' },
        }),
      ),
    );
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(10);
    const refused = replies.find(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    const elsewhere = await server.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '192.0.2.9',
      headers: { origin: 'http://localhost:3000' },
      payload: { email, password },
    });
    expect(elsewhere.statusCode).toBe(200);
  });

  test('logging out ends the session in the database and empties the whoami header (C006 S244)', async () => {
    const user = await server.as({});
    expect((await user.call('GET /user/me')).status).toBe(200);
    const out = await user.call('POST /auth/logout');
    expect(out.status).toBe(204);
    expect(out.headers['x-whoami']).toBe('');
    expect(cookieOf(out)).toMatch(/Max-Age=0/);
    expect((await user.call('GET /user/me')).status).toBe(401);
  });

  test('a logout takes effect on another process at its next request', async () => {
    const other = await server.another();
    const user = await server.as({});
    const there = other.clientWith(user.token);
    expect((await there.call('GET /user/me')).status).toBe(200);
    await user.call('POST /auth/logout');
    expect((await there.call('GET /user/me')).status).toBe(401);
  });

  test('user/me responds 401 to an anonymous visitor and returns the user to themselves (C007)', async () => {
    expect((await server.anonymous.call('GET /user/me')).status).toBe(401);
    const user = await server.as({ role: 0, flags: ['fzd'] });
    expect((await user.call('GET /user/me')).body).toMatchObject({
      id: user.userId,
      role: 0,
      f: ['fzd'],
      preferred_display_currency: null,
      language: null,
    });
  });

  test('auth/redirect returns an object with a url on this site (C001 S337)', async () => {
    const { status, body } = await server.anonymous.call('GET /auth/redirect', { query: { return: '/catalog' } });
    expect(status).toBe(200);
    expect(body.url).toMatch(/^\/auth\/login/);
  });

  test('the database stores only the hash of a session token', async () => {
    const user = await server.as({});
    const rows = await server.db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', user.userId ?? 0)
      .execute();
    expect(JSON.stringify(rows)).not.toContain(user.token);
    expect(rows[0]?.token_hash).toHaveLength(32);
  });
});

describe('a forgotten password', () => {
  test('the response is the same for a known and an unknown address, and only the known one gets a mail (C004)', async () => {
    const { email } = await server.make.user();
    const known = await server.anonymous.call('POST /auth/forgot-password', { body: { email } });
    const unknown = await server.anonymous.call('POST /auth/forgot-password', {
      body: { email: 'nobody@example.test' },
    });
    expect([known.status, unknown.status]).toEqual([204, 204]);
    expect((await lastMail(email, 'reset-password')).text_body).toContain('/auth/reset-password/');
    expect(
      await server.db.selectFrom('mail_outbox').select('id').where('to_address', '=', 'nobody@example.test').execute(),
    ).toEqual([]);
  });

  test('the link sets a new password once and ends every session, and older links are invalid (C005)', async () => {
    const { id, email } = await server.make.user();
    const session = await server.as({ id });
    await server.anonymous.call('POST /auth/forgot-password', { body: { email } });
    const first = tokenIn((await lastMail(email, 'reset-password')).text_body);
    await server.anonymous.call('POST /auth/forgot-password', { body: { email } });
    const second = tokenIn((await lastMail(email, 'reset-password')).text_body);
    const reset = (token: string) =>
      server.anonymous.call('POST /auth/reset-password', { body: { token, password: 'another-long-secret' } });
    expect((await reset(first)).status).toBe(422);
    const parallel = await Promise.all([reset(second), reset(second), reset(second)]);
    expect(parallel.map(({ status }) => status).sort()).toEqual([204, 422, 422]);
    expect((await session.call('GET /user/me')).status).toBe(401);
    expect((await logIn(email, 'another-long-secret')).status).toBe(200);
  });

  test('a link older than one hour is refused, and a confirmation link cannot set a password (C005)', async () => {
    const { email } = await server.make.user();
    await server.anonymous.call('POST /auth/forgot-password', { body: { email } });
    const token = tokenIn((await lastMail(email, 'reset-password')).text_body);
    await server.db
      .updateTable('mail_tokens')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute();
    expect((await server.anonymous.call('POST /auth/reset-password', { body: { token, password } })).status).toBe(422);
    await register('wrong-purpose@example.test');
    const confirm = tokenIn((await lastMail('wrong-purpose@example.test', 'confirm-email')).text_body);
    expect(
      (await server.anonymous.call('POST /auth/reset-password', { body: { token: confirm, password } })).status,
    ).toBe(422);
  });
});

describe('own sessions and password', () => {
  test('a user lists and ends their own sessions only', async () => {
    const { id } = await server.make.user();
    const here = await server.as({ id });
    const there = await server.as({ id });
    const stranger = await server.as({});
    const list = (await here.call('GET /auth/sessions')).body;
    expect(list).toHaveLength(2);
    expect(list.filter(({ current }) => current)).toHaveLength(1);
    const other = list.find(({ current }) => !current)?.id ?? 0;
    expect((await stranger.call('DELETE /auth/sessions/:id', { params: { id: other } })).status).toBe(404);
    expect((await here.call('DELETE /auth/sessions/:id', { params: { id: other } })).status).toBe(204);
    expect((await there.call('GET /user/me')).status).toBe(401);
    expect((await here.call('GET /user/me')).status).toBe(200);
  });

  test('changing the password requires the current one and ends the other sessions', async () => {
    const { id, email } = await server.make.user({ passwordHash: await hashPassword(password) });
    const here = await server.as({ id });
    const there = await server.as({ id });
    const wrong = await here.call('POST /auth/change-password', {
      body: { current_password: 'not-it-at-all', password: 'brand-new-secret' },
    });
    expect(wrong.status).toBe(422);
    expect(
      (
        await here.call('POST /auth/change-password', {
          body: { current_password: password, password: 'brand-new-secret' },
        })
      ).status,
    ).toBe(204);
    expect((await there.call('GET /user/me')).status).toBe(401);
    expect((await here.call('GET /user/me')).status).toBe(200);
    expect((await logIn(email, 'brand-new-secret')).status).toBe(200);
    expect((await lastMail(email, 'security-notice')).subject).toBe('Your password was changed');
  });

  test('a session expires after two idle weeks or thirty days', async () => {
    const idle = await server.as({});
    await server.db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(Date.now() - 15 * 86_400_000) })
      .where('user_id', '=', idle.userId ?? 0)
      .execute();
    expect((await idle.call('GET /user/me')).status).toBe(401);
  });
});

describe('a user record', () => {
  test('is visible to its owner and staff; others get 404 (C413)', async () => {
    const owner = await server.as({});
    const params = { id: owner.userId };
    expect((await owner.call('GET /users/:id', { params })).status).toBe(200);
    expect((await (await server.as({ role: 3 })).call('GET /users/:id', { params })).status).toBe(200);
    const foreign = await (await server.as({})).call('GET /users/:id', { params });
    const absent = await owner.call('GET /users/:id', { params: { id: 999_999 } });
    expect([foreign.status, absent.status]).toEqual([404, 404]);
    expect(foreign.body).toEqual(absent.body);
    expect((await (await server.as({ role: 4 })).call('GET /users/:id', { params })).status).toBe(404);
  });

  test('name and currency can be changed; role and flags in the body are ignored (C414)', async () => {
    const owner = await server.as({});
    const reply = await owner.call('PATCH /users/:id', {
      params: { id: owner.userId },
      body: { name: 'New Name', preferred_display_currency: 'EUR', role: 5, f: [...userFlags] },
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ name: 'New Name', preferred_display_currency: 'EUR', role: 0, f: [] });
    const stranger = await server.as({});
    expect(
      (await stranger.call('PATCH /users/:id', { params: { id: owner.userId }, body: { name: 'Mine' } })).status,
    ).toBe(404);
  });

  test('a new address needs a fresh login, waits for its confirmation, and the old one is notified (C414)', async () => {
    const { id, email } = await server.make.user({ passwordHash: await hashPassword(password) });
    const owner = await server.as({ id });
    const change = () => owner.call('PATCH /users/:id', { params: { id }, body: { email: 'moved@example.test' } });
    await server.ageLogins(id);
    expect(await change()).toMatchObject({ status: 403, body: { code: 'fresh_login_required' } });
    const renewed = await owner.call('POST /auth/reauthenticate', { body: { password } });
    const fresh = server.clientWith(tokenOf(renewed), id);
    const changed = await fresh.call('PATCH /users/:id', { params: { id }, body: { email: 'moved@example.test' } });
    expect(changed.body).toMatchObject({ email, email_confirmed: true, pending_email: 'moved@example.test' });
    expect((await lastMail(email, 'email-change-notice')).subject).toContain('e-mail address');
    expect((await lastMail('moved@example.test', 'change-email')).text_body).toContain('/auth/confirm-email/');
  });

  test('dealer memberships are listed for the user and for staff (C415)', async () => {
    const member = await server.as({ role: 4 });
    const dealer = await server.make.dealer({ managers: [member.userId ?? 0] });
    const params = { id: member.userId };
    expect((await member.call('GET /users/:id/dealer-memberships', { params })).body).toEqual([
      { dealer_id: dealer.id, slug: dealer.slug, name: dealer.name, kind: 'manager', state: 'active' },
    ]);
    expect((await (await server.as({})).call('GET /users/:id/dealer-memberships', { params })).status).toBe(404);
  });
});

describe('granting rights', () => {
  const record = async (id: number) =>
    (await (await server.as({ role: 5 })).call('GET /v1/admin/users/:id', { params: { id } })).body;

  test('a SuperAdmin grants role and any of the twelve flags; the audit log records it and old sessions end (C059 S171 S007)', async () => {
    const boss = await server.as({ role: 5 });
    const { id } = await server.make.user();
    const before = await server.as({ id });
    expect(userFlags).toHaveLength(12);
    const reply = await boss.call('PATCH /v1/admin/users/:id', {
      params: { id },
      body: { role: 3, f: [...userFlags] },
      readAt: (await record(id)).updated_at,
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ role: 3, f: [...userFlags].sort() });
    expect((await before.call('GET /user/me')).status).toBe(401);
    const acts = (await boss.call('GET /v1/admin/audit', { query: { act: 'identity.grant-rights' } })).body.data;
    expect(acts[0]).toMatchObject({
      actor_id: boss.userId,
      subject: `user:${id}`,
      detail: { before: { role: 0, f: [] }, after: { role: 3 } },
    });
  });

  test('an Admin reads users but cannot change rights (C059)', async () => {
    const admin = await server.as({ role: 3 });
    const { id } = await server.make.user();
    expect((await admin.call('GET /v1/admin/users')).status).toBe(200);
    expect(
      (
        await admin.call('PATCH /v1/admin/users/:id', {
          params: { id },
          body: { role: 5 },
          readAt: (await record(id)).updated_at,
        })
      ).status,
    ).toBe(403);
  });

  test('an unknown role and an unknown flag are refused', async () => {
    const boss = await server.as({ role: 5 });
    const { id } = await server.make.user();
    const readAt = (await record(id)).updated_at;
    expect((await boss.call('PATCH /v1/admin/users/:id', { params: { id }, body: { role: 2 }, readAt })).status).toBe(
      422,
    );
    expect(
      (await boss.call('PATCH /v1/admin/users/:id', { params: { id }, body: { f: ['root'] }, readAt })).status,
    ).toBe(422);
  });

  test('a stale save responds 412 with the current version; without the header it responds 428', async () => {
    const boss = await server.as({ role: 5 });
    const { id } = await server.make.user();
    const readAt = (await record(id)).updated_at;
    const first = await boss.call('PATCH /v1/admin/users/:id', { params: { id }, body: { f: ['da'] }, readAt });
    expect(first.status).toBe(200);
    const second = await boss.call('PATCH /v1/admin/users/:id', { params: { id }, body: { f: ['tm'] }, readAt });
    expect(second.status).toBe(412);
    expect(second.body).toMatchObject({ code: 'stale_record', current: { id, f: ['da'] } });
    expect((await boss.call('PATCH /v1/admin/users/:id', { params: { id }, body: { f: [] } })).status).toBe(428);
  });

  test('users cannot change their own rights or ban themselves', async () => {
    const boss = await server.as({ role: 5 });
    const id = boss.userId ?? 0;
    expect(
      (
        await boss.call('PATCH /v1/admin/users/:id', {
          params: { id },
          body: { role: 0 },
          readAt: (await record(id)).updated_at,
        })
      ).status,
    ).toBe(409);
    expect((await boss.call('POST /v1/admin/users/:id/ban', { params: { id }, body: { reason: 'test' } })).status).toBe(
      409,
    );
  });

  test('a ban takes effect immediately on every process and can be lifted', async () => {
    const boss = await server.as({ role: 5 });
    const { id, email } = await server.make.user({ passwordHash: await hashPassword(password) });
    const user = await server.as({ id });
    expect((await boss.call('POST /v1/admin/users/:id/ban', { params: { id }, body: {} })).status).toBe(422);
    expect(
      (await boss.call('POST /v1/admin/users/:id/ban', { params: { id }, body: { reason: 'stolen card' } })).body,
    ).toMatchObject({ banned: true });
    expect((await user.call('GET /user/me')).status).toBe(401);
    expect((await logIn(email)).status).toBe(422);
    await boss.call('POST /v1/admin/users/:id/unban', { params: { id }, body: { reason: 'a mistake' } });
    expect((await logIn(email)).status).toBe(200);
  });

  test('the record shows the ban reason and the actions available to the reader', async () => {
    const [boss, admin] = [await server.as({ role: 5 }), await server.as({ role: 3 })];
    const { id } = await server.make.user();
    await server.as({ id });
    const seenBy = async (client: typeof boss) =>
      (await client.call('GET /v1/admin/users/:id', { params: { id } })).body;
    expect(await seenBy(boss)).toMatchObject({
      ban_reason: null,
      can: { grant: true, ban: true, unban: false, remove_factors: false, end_sessions: true },
    });
    expect((await seenBy(admin)).can).toEqual({
      grant: false,
      ban: false,
      unban: false,
      remove_factors: false,
      end_sessions: true,
    });
    await boss.call('POST /v1/admin/users/:id/ban', { params: { id }, body: { reason: 'stolen card' } });
    expect(await seenBy(boss)).toMatchObject({
      ban_reason: 'stolen card',
      can: { grant: true, ban: false, unban: true, end_sessions: false },
    });
    expect((await seenBy(admin)).can).toEqual({
      grant: false,
      ban: false,
      unban: false,
      remove_factors: false,
      end_sessions: false,
    });
    const lifted = await boss.call('POST /v1/admin/users/:id/unban', { params: { id }, body: { reason: 'a mistake' } });
    expect(lifted.body).toMatchObject({ banned: false, ban_reason: null, can: { ban: true, unban: false } });
  });

  test('staff find users by part of a name; % and _ are literal (C057 S352)', async () => {
    const admin = await server.as({ role: 3 });
    const { id } = await server.make.user({ name: 'Percy 100%_done' });
    await server.make.user({ name: 'Percy 1000 done' });
    const find = async (name: string) =>
      (await admin.call('GET /v1/admin/users/search-usernames', { query: { name } })).body;
    expect(await find('100%_')).toEqual([{ id, name: 'Percy 100%_done' }]);
    expect(await find('zzz%')).toEqual([]);
    const byAddress = await admin.request('GET', '/api/v1/admin/users/search-usernames?name=percy%20100%25_');
    expect(byAddress.body).toEqual([{ id, name: 'Percy 100%_done' }]);
  });

  test('the user list has pages of 25, search, filters and sorting; a page beyond the end is empty (C058)', async () => {
    const admin = await server.as({ role: 3 });
    for (let n = 0; n < 30; n += 1)
      await server.make.user({ name: `Pager ${String(n).padStart(2, '0')}`, flags: ['sig'] });
    const list = async (query: object) => (await admin.call('GET /v1/admin/users', { query })).body;
    const first = await list({ search: 'pager', sort: 'name' });
    expect(first).toMatchObject({ page: 1, page_count: 2, total: 30 });
    expect(first.data).toHaveLength(25);
    expect(first.data[0]?.name).toBe('Pager 00');
    expect((await list({ search: 'pager', sort: '-name', page: 2 })).data).toHaveLength(5);
    expect((await list({ flag: 'sig', page: 9 })).data).toEqual([]);
    expect((await list({ role: 3 })).data.every(({ role }) => role === 3)).toBe(true);
  });

  test('the audit log cannot be changed or truncated with SQL access only', async () => {
    await expect(server.db.updateTable('audit_log').set({ act: 'nothing' }).execute()).rejects.toThrow(/never changed/);
    await expect(server.db.deleteFrom('audit_log').execute()).rejects.toThrow(/never changed/);
  });
});

describe('when a second factor is required for staff', () => {
  test('a session without one has no staff permissions, one with it does, and customers are unaffected', async () => {
    const boss = await server.as({ role: 5 }, { secondFactor: true });
    const { updated_at } = (await boss.call('GET /v1/admin/settings')).body;
    const demand = (value: string, readAt: string) =>
      boss.call('PATCH /v1/admin/settings', { body: { staff_second_factor: value }, readAt });
    const now = (await demand('required', updated_at)).body;
    try {
      const bare = await server.as({ role: 5 });
      // The setting reaches the cache of the process with a notification.
      await expect
        .poll(async () => {
          const { status, body } = await bare.call('GET /v1/admin/users');
          return [status, (body as unknown as { code: string }).code];
        })
        .toEqual([403, 'second_factor_missing']);
      expect((await (await server.as({ flags: ['fzd'] })).call('GET /user/me')).status).toBe(200);
      expect((await boss.call('GET /v1/admin/users')).status).toBe(200);
      expect((await (await server.as({})).call('GET /user/me')).status).toBe(200);
    } finally {
      expect((await demand('optional', now.updated_at)).status).toBe(200);
    }
  });
});
