import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type TestServer, testOrigin, testServer } from '../../../../testing/server.ts';
import { Authenticator, type Bent } from '../../../../testing/servers/authenticator.ts';
import { hashPassword } from '../../login/passwords.ts';

const password = 'correct horse battery';
const loginCookie = '__Host-tuneport-passkey';

let server: TestServer;
let passwordHash: string;

beforeAll(async () => {
  server = await testServer();
  passwordHash = await hashPassword(password);
});
afterAll(() => server.close());

const newUser = async () => server.as(await server.make.user({ passwordHash }));

/** Rate limits are tested elsewhere; here many ceremonies come from one address. */
const resetRateLimits = () => server.db.deleteFrom('rate_limits').execute();

const register = async (client: Client, key: Authenticator, bent: Bent = {}) => {
  const { body } = await client.call('POST /auth/passkeys/options');
  return client.call('POST /auth/passkeys', { body: { name: 'Laptop', answer: key.create(body as never, bent) } });
};

/** A user with a passkey, and the session that continues after it was added. */
const withPasskey = async () => {
  await resetRateLimits();
  const before = await newUser();
  const key = new Authenticator(testOrigin);
  const added = await register(before, key);
  expect(added.status).toBe(201);
  return {
    key,
    userId: before.userId as number,
    id: added.body.id,
    before,
    client: server.clientWith(sessionIn(added), before.userId ?? 0),
  };
};

const cookieIn = (reply: { headers: Record<string, unknown> }, name: string): string | null => {
  const lines = [reply.headers['set-cookie'] ?? []].flat() as string[];
  const line = lines.find((text) => text.startsWith(`${name}=`));
  return line ? (line.slice(name.length + 1).split(';')[0] ?? null) : null;
};
const sessionIn = (reply: { headers: Record<string, unknown> }) => cookieIn(reply, '__Host-tuneport');

const start = async () => {
  await resetRateLimits();
  const reply = await server.anonymous.call('POST /auth/passkey-login/options');
  expect(reply.status).toBe(200);
  return { options: reply.body as { challenge: string; rpId?: string }, cookie: cookieIn(reply, loginCookie) ?? '' };
};
const finish = (cookie: string, answer: unknown) =>
  server.anonymous.call('POST /auth/passkey-login', {
    body: { answer },
    headers: { cookie: `${loginCookie}=${cookie}` },
  });

const logIn = async (key: Authenticator, bent: Bent = {}) => {
  const { options, cookie } = await start();
  return finish(cookie, key.get(options, bent));
};

const sessionsOf = async (userId: number) =>
  (await server.db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).length;

describe('a passkey', () => {
  test('opens a two-factor session with a new token', async () => {
    const { key, userId } = await withPasskey();
    const reply = await logIn(key);
    expect(reply.status).toBe(200);
    expect(reply.body.id).toBe(userId);
    const me = await server.clientWith(sessionIn(reply)).call('GET /user/me');
    expect(me.body.id).toBe(userId);
    const row = await server.db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('method', '=', 'passkey')
      .executeTakeFirstOrThrow();
    expect(row.second_factor).toBe(true);
  });

  test('uses discoverable credentials: the login options list no credential', async () => {
    await withPasskey();
    const { options } = await start();
    expect(options).not.toHaveProperty('allowCredentials.0');
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  });

  test('rotates the session token when added, and the old token is invalid', async () => {
    const { before, client } = await withPasskey();
    expect((await before.call('GET /user/me')).status).toBe(401);
    expect((await client.call('GET /user/me')).status).toBe(200);
  });

  test('is announced by mail and written to the audit log when added and removed', async () => {
    const { client, userId, id } = await withPasskey();
    await client.call('DELETE /auth/passkeys/:id', { params: { id } });
    const acts = await server.db
      .selectFrom('audit_log')
      .select('act')
      .where('actor_id', '=', userId)
      .where('act', '<>', 'identity.log-in')
      .orderBy('id')
      .execute();
    expect(acts.map(({ act }) => act)).toEqual(['identity.add-passkey', 'identity.remove-passkey']);
    const mails = await server.db
      .selectFrom('mail_outbox')
      .innerJoin('users', (join) => join.on(sql<boolean>`users.email::text = mail_outbox.to_address`))
      .select('mail_outbox.subject')
      .where('users.id', '=', userId)
      .orderBy('mail_outbox.id')
      .execute();
    expect(mails.map(({ subject }) => subject)).toEqual([
      'A passkey was added to your account',
      'A passkey was removed from your account',
    ]);
  });

  test('is removed only by its owner with a fresh login and cannot be used afterwards', async () => {
    const { client: stale, key, id, userId } = await withPasskey();
    await server.ageLogins(userId);
    const refused = await stale.call('DELETE /auth/passkeys/:id', { params: { id } });
    expect(refused).toMatchObject({ status: 403, body: { code: 'fresh_login_required' } });
    const client = server.clientWith(sessionIn(await logIn(key)), userId);
    expect((await logIn(key)).status).toBe(200);
    const right = await client.call('DELETE /auth/passkeys/:id', { params: { id } });
    expect(right.status).toBe(204);
    expect((await logIn(key)).status).toBe(422);
  });

  test('refreshes a login only for the requesting session and its own account', async () => {
    const { key, client, userId } = await withPasskey();
    const { client: other, key: otherKey } = await withPasskey();
    await server.ageLogins(userId);
    const prove = async (by: Authenticator, as = client) => {
      const { body } = await client.call('POST /auth/reauthenticate/passkey-options');
      return as.call('POST /auth/reauthenticate/passkey', { body: { answer: by.get(body as never) } });
    };
    expect((await prove(otherKey)).status).toBe(422);
    expect((await prove(key, other)).status).toBe(422);
    expect((await prove(key, await server.as({ id: userId }))).status).toBe(422);
    expect((await client.call('GET /auth/reauthentication')).body).toMatchObject({ fresh: false, passkey: true });
    const fresh = server.clientWith(sessionIn(await prove(key)));
    expect((await fresh.call('GET /auth/reauthentication')).body.fresh).toBe(true);
    expect((await client.call('GET /user/me')).status).toBe(401);
  });

  test('of another user responds 404', async () => {
    const { id } = await withPasskey();
    const stranger = await newUser();
    const reply = await stranger.call('DELETE /auth/passkeys/:id', { params: { id } });
    expect(reply.status).toBe(404);
    expect((await stranger.call('GET /auth/second-factors')).body.passkeys).toEqual([]);
  });

  test('of a banned user cannot log in', async () => {
    const { key, userId } = await withPasskey();
    await server.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', userId).execute();
    expect((await logIn(key)).status).toBe(422);
  });

  test('without a counter (synced) may stay at zero', async () => {
    const { key } = await withPasskey();
    expect((await logIn(key, { counter: 0 })).status).toBe(200);
    expect((await logIn(key, { counter: 0 })).status).toBe(200);
  });

  test('assertion used twice concurrently opens one session', async () => {
    const { key, userId } = await withPasskey();
    const { options, cookie } = await start();
    const answer = key.get(options);
    const before = await sessionsOf(userId);
    const replies = await Promise.all(Array.from({ length: 6 }, () => finish(cookie, answer)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await sessionsOf(userId)).toBe(before + 1);
  });
});

const bentLogins: readonly [string, Bent][] = [
  ['from another origin', { origin: 'https://evil.example' }],
  ['from another port of the same host', { origin: 'http://localhost:3001' }],
  ['from a subdomain', { origin: 'http://sub.localhost:3000' }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['with a challenge of its own making', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ['of the type of a registration', { type: 'webauthn.create' }],
  ['from inside a foreign page', { crossOrigin: true }],
  ['without a person present', { userPresent: false, userVerified: false }],
  ['without user verification', { userVerified: false }],
  ['with a flipped signature', { signature: 'flipped' }],
  ['signed by another key', { signature: 'foreign-key' }],
  ['signed over other data', { signature: 'other-data' }],
  ['that names another user', { userHandle: Buffer.from('user:1').toString('base64url') }],
  ['that names no user', { userHandle: null }],
  ['with an unknown credential', { credentialId: 'bm90LWEtY3JlZGVudGlhbA' }],
];

describe('a passkey login is refused', () => {
  test.each(bentLogins)('%s', async (_, bent) => {
    const { key, userId } = await withPasskey();
    const before = await sessionsOf(userId);
    const reply = await logIn(key, bent);
    expect(reply.status).toBe(422);
    expect(sessionIn(reply)).toBeNull();
    expect(await sessionsOf(userId)).toBe(before);
    expect((await logIn(key)).status).toBe(200);
  });

  test('and is recorded for the owner, or for an unknown user when the credential is unknown', async () => {
    const { key, userId } = await withPasskey();
    const failed = () =>
      server.db
        .selectFrom('audit_log')
        .select(['subject', 'address', 'detail'])
        .where('act', '=', 'identity.fail-login')
        .where('subject', 'in', [`user:${userId}`, 'user:unknown'])
        .orderBy('id')
        .execute();
    const before = (await failed()).length;
    await logIn(key, { signature: 'flipped' });
    await logIn(key, { credentialId: 'bm90LWEtY3JlZGVudGlhbA' });
    expect((await failed()).slice(before)).toEqual([
      { subject: `user:${userId}`, address: '127.0.0.1', detail: expect.objectContaining({ reason: 'passkey' }) },
      { subject: 'user:unknown', address: '127.0.0.1', detail: expect.objectContaining({ reason: 'passkey' }) },
    ]);
  });

  test('when the counter does not increase', async () => {
    const { key } = await withPasskey();
    expect((await logIn(key, { counter: 7 })).status).toBe(200);
    expect((await logIn(key, { counter: 7 })).status).toBe(422);
    expect((await logIn(key, { counter: 3 })).status).toBe(422);
    expect((await logIn(key, { counter: 0 })).status).toBe(422);
    expect((await logIn(key, { counter: 8 })).status).toBe(200);
  });

  test('with a used challenge, also after a failed attempt', async () => {
    const { key } = await withPasskey();
    const { options, cookie } = await start();
    expect((await finish(cookie, key.get(options))).status).toBe(200);
    expect((await finish(cookie, key.get(options))).status).toBe(422);
    const second = await start();
    expect((await finish(second.cookie, key.get(second.options, { signature: 'flipped' }))).status).toBe(422);
    expect((await finish(second.cookie, key.get(second.options))).status).toBe(422);
  });

  test('with a challenge older than five minutes', async () => {
    const { key } = await withPasskey();
    const { options, cookie } = await start();
    await server.db
      .updateTable('webauthn_challenges')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', cookie)
      .execute();
    expect((await finish(cookie, key.get(options))).status).toBe(422);
  });

  test('with the challenge of another browser, of no browser, or of a registration', async () => {
    const { key, client } = await withPasskey();
    const mine = await start();
    const other = await start();
    expect((await finish(other.cookie, key.get(mine.options))).status).toBe(422);
    expect((await finish('', key.get(mine.options))).status).toBe(422);
    expect((await finish("x' or '1'='1", key.get(mine.options))).status).toBe(422);
    const registration = await client.call('POST /auth/passkeys/options');
    const row = await server.db
      .selectFrom('webauthn_challenges')
      .select('id')
      .where('challenge', '=', registration.body.challenge)
      .executeTakeFirstOrThrow();
    expect((await finish(row.id, key.get({ challenge: registration.body.challenge, rpId: 'localhost' }))).status).toBe(
      422,
    );
  });

  test('when the response is malformed', async () => {
    await withPasskey();
    for (const answer of [
      {},
      { id: 'x', response: {} },
      { id: 'x', response: { clientDataJSON: 7 } },
      { id: '', response: { clientDataJSON: 'AAAA' } },
    ]) {
      const { cookie } = await start();
      expect((await finish(cookie, answer)).status).toBe(422);
    }
  });
});

const bentRegistrations: readonly [string, Bent][] = [
  ['from another origin', { origin: 'https://evil.example' }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['with another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ['of the type of a login', { type: 'webauthn.get' }],
  ['from inside a foreign page', { crossOrigin: true }],
  ['without user verification', { userVerified: false }],
  ['without a person present', { userPresent: false }],
];

describe('adding a passkey is refused', () => {
  test.each(bentRegistrations)('%s', async (_, bent) => {
    await resetRateLimits();
    const client = await newUser();
    const reply = await register(client, new Authenticator(testOrigin), bent);
    expect(reply.status).toBe(422);
    expect((await client.call('GET /auth/second-factors')).body.passkeys).toEqual([]);
  });

  test('with the challenge of another session, of the same user or of another', async () => {
    const user = await server.make.user({ passwordHash });
    const [first, second, stranger] = [await server.as(user), await server.as(user), await newUser()];
    const { body } = await first.call('POST /auth/passkeys/options');
    for (const client of [second, stranger]) {
      const answer = new Authenticator(testOrigin).create(body as never);
      expect((await client.call('POST /auth/passkeys', { body: { name: 'x', answer } })).status).toBe(422);
      await client.call('POST /auth/passkeys/options');
      expect((await client.call('POST /auth/passkeys', { body: { name: 'x', answer } })).status).toBe(422);
    }
  });

  test('with a used or expired challenge', async () => {
    const client = await newUser();
    const { body } = await client.call('POST /auth/passkeys/options');
    await server.db
      .updateTable('webauthn_challenges')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('challenge', '=', body.challenge)
      .execute();
    const late = new Authenticator(testOrigin).create(body as never);
    expect((await client.call('POST /auth/passkeys', { body: { name: 'x', answer: late } })).status).toBe(422);

    const again = await client.call('POST /auth/passkeys/options');
    const added = await client.call('POST /auth/passkeys', {
      body: { name: 'x', answer: new Authenticator(testOrigin).create(again.body as never) },
    });
    expect(added.status).toBe(201);
    const renewed = server.clientWith(sessionIn(added));
    const replay = new Authenticator(testOrigin).create(again.body as never);
    expect((await renewed.call('POST /auth/passkeys', { body: { name: 'x', answer: replay } })).status).toBe(422);
  });

  test('when the credential already belongs to an account', async () => {
    const { key, client } = await withPasskey();
    expect((await register(client, key)).status).toBe(422);
    expect((await register(await newUser(), key)).status).toBe(422);
  });
});
