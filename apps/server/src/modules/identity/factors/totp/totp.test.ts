import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSecretBox } from '../../../../platform/secrets/secret-box.ts';
import { type TestServer, testServer } from '../../../../testing/server.ts';
import { hashPassword } from '../../login/passwords.ts';

const password = 'correct horse battery';

let server: TestServer;
let passwordHash: string;

beforeAll(async () => {
  server = await testServer();
  passwordHash = await hashPassword(password);
});
afterAll(() => server.close());

const resetRateLimits = async () => {
  await server.db.deleteFrom('rate_limits').execute();
  await server.db.deleteFrom('guess_limits').execute();
};
const sessionIn = (reply: { headers: Record<string, unknown> }) =>
  ([reply.headers['set-cookie'] ?? []].flat() as string[])
    .find((line) => line.startsWith('__Host-tuneport='))
    ?.slice('__Host-tuneport='.length)
    .split(';')[0] ?? null;

const codeOf = (secret: string, stepsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });

const newUser = async () => {
  const user = await server.make.user({ passwordHash });
  return { user, client: await server.as(user) };
};

/** Steps end on the half minute; a test that starts just before that waits for the next. */
const earlyInStep = async () => {
  const leftMs = 30_000 - (Date.now() % 30_000);
  if (leftMs < 3_000) await new Promise((resolve) => setTimeout(resolve, leftMs));
};

const withTotp = async () => {
  await resetRateLimits();
  await earlyInStep();
  const { user, client } = await newUser();
  const { secret } = (await client.call('POST /auth/totp/setup')).body;
  // Confirmed with the code of the previous step, so that the test can use the current one.
  const confirmed = await client.call('POST /auth/totp/confirm', { body: { code: codeOf(secret, -1) } });
  expect(confirmed.status).toBe(200);
  const renewed = server.clientWith(sessionIn(confirmed), user.id);
  return { user, secret, codes: confirmed.body.recovery_codes, before: client, client: renewed };
};

const logIn = (email: string, code?: string) =>
  server.anonymous.call('POST /auth/login', { body: { email, password, ...(code === undefined ? {} : { code }) } });

describe('an authenticator app', () => {
  test('is active only after one of its codes was entered', async () => {
    const { user, client } = await newUser();
    const { body } = await client.call('POST /auth/totp/setup');
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/Tuneport:/);
    expect((await logIn(user.email)).status).toBe(200);
    expect((await client.call('POST /auth/totp/confirm', { body: { code: '000000' } })).status).toBe(422);
    expect((await client.call('GET /auth/second-factors')).body).toMatchObject({ totp: false, recovery_codes_left: 0 });
  });

  test('is required at login after the password', async () => {
    const { user, secret } = await withTotp();
    const challenged = await logIn(user.email);
    expect(challenged).toMatchObject({ status: 401, body: { code: 'second_factor_required' } });
    expect(sessionIn(challenged)).toBeNull();
    expect((await logIn(user.email, codeOf(secret))).status).toBe(200);
  });

  test('codes work once, also under concurrent requests', async () => {
    const { user, secret } = await withTotp();
    const code = codeOf(secret);
    const replies = await Promise.all(Array.from({ length: 8 }, () => logIn(user.email, code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    await resetRateLimits();
    expect((await logIn(user.email, code)).status).toBe(422);
  });

  test('accepts one step of clock drift, not two, and no earlier step', async () => {
    const { user, secret } = await withTotp();
    expect((await logIn(user.email, codeOf(secret, 3))).status).toBe(422);
    expect((await logIn(user.email, codeOf(secret, -3))).status).toBe(422);
    expect((await logIn(user.email, codeOf(secret, 1))).status).toBe(200);
    expect((await logIn(user.email, codeOf(secret, 0))).status).toBe(422);
  });

  test('cannot be brute-forced from many IP addresses: ten attempts per account, then a growing delay', async () => {
    const { user } = await withTotp();
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1) {
      await server.db.deleteFrom('rate_limits').where('key', 'like', 'POST /auth/login%').execute();
      await server.db.deleteFrom('guess_limits').where('key', 'like', '%address:%').execute();
      statuses.push((await logIn(user.email, '123456')).status);
    }
    expect(statuses.filter((status) => status === 422)).toHaveLength(10);
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });

  test('is set up only with a fresh login and does not replace an existing one', async () => {
    const { client } = await newUser();
    await server.ageLogins(client.userId ?? 0);
    const refused = await client.call('POST /auth/totp/setup');
    expect(refused).toMatchObject({ status: 403, body: { code: 'fresh_login_required' } });
    const { client: owner, secret, user } = await withTotp();
    expect((await owner.call('POST /auth/totp/setup')).status).toBe(409);
    expect((await logIn(user.email, codeOf(secret))).status).toBe(200);
  });

  test('rotates the session token and marks the session, and the old token is invalid', async () => {
    const { before, client, user } = await withTotp();
    expect((await before.call('GET /user/me')).status).toBe(401);
    expect((await client.call('GET /user/me')).status).toBe(200);
    const row = await server.db
      .selectFrom('sessions')
      .select('second_factor')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(row.second_factor).toBe(true);
  });

  test('is removed only with both password and code', async () => {
    const { client: stale, secret, codes, user } = await withTotp();
    await server.ageLogins(user.id);
    expect((await stale.call('POST /auth/totp/remove')).status).toBe(403);
    const prove = (body: object) => stale.call('POST /auth/reauthenticate', { body });
    expect((await prove({ password })).status).toBe(422);
    expect((await prove({ code: codeOf(secret) })).status).toBe(422);
    expect((await prove({ password, code: '000000' })).status).toBe(422);
    expect((await prove({ password: 'something else', code: codeOf(secret) })).status).toBe(422);
    expect((await stale.call('POST /auth/totp/remove')).status).toBe(403);
    const client = server.clientWith(sessionIn(await prove({ password, code: codes[0] })), user.id);
    expect((await stale.call('GET /user/me')).status).toBe(401);
    expect((await client.call('POST /auth/totp/remove')).status).toBe(204);
    expect((await client.call('GET /auth/second-factors')).body).toMatchObject({ totp: false, recovery_codes_left: 0 });
    expect((await logIn(user.email)).status).toBe(200);
    expect((await client.call('POST /auth/totp/remove')).status).toBe(404);
    const acts = await server.db
      .selectFrom('audit_log')
      .select('act')
      .where('actor_id', '=', user.id)
      .where('act', '<>', 'identity.log-in')
      .orderBy('id')
      .execute();
    // A form without the password does not count as an attempt.
    const failed = Array.from({ length: 2 }, () => 'identity.fail-reauthentication');
    expect(acts.map(({ act }) => act)).toEqual(['identity.add-totp', ...failed, 'identity.remove-totp']);
  });

  test('secret cannot be read from a database copy', async () => {
    const { secret, user } = await withTotp();
    const row = await server.db
      .selectFrom('users')
      .select('totp_secret')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    const stored = row.totp_secret as Buffer;
    expect(stored.includes(Buffer.from(secret))).toBe(false);
    expect(stored.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false);
  });

  test('secret is bound to its account: the sealed secret of one user does not open for another', async () => {
    const { user, secret } = await withTotp();
    const { user: victim } = await withTotp();
    const row = await server.db
      .selectFrom('users')
      .select('totp_secret')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    await server.db.updateTable('users').set(row).where('id', '=', victim.id).execute();
    expect((await logIn(victim.email, codeOf(secret))).status).toBe(422);
  });
});

describe('recovery codes', () => {
  test('are ten of 120 bits, stored as hashes, shown once', async () => {
    const { codes, user } = await withTotp();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
    const rows = await server.db
      .selectFrom('recovery_codes')
      .select('code_hash')
      .where('user_id', '=', user.id)
      .execute();
    expect(rows.every(({ code_hash }) => code_hash.length === 32)).toBe(true);
  });

  test('work once each, with or without dashes and in any case', async () => {
    const { codes, user } = await withTotp();
    const [first = '', second = ''] = codes;
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => logIn(user.email, first.toLowerCase().replaceAll('-', ''))),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    await resetRateLimits();
    expect((await logIn(user.email, first)).status).toBe(422);
    expect((await logIn(user.email, ` ${second} `)).status).toBe(200);
  });

  test('of one account do not work for another', async () => {
    const { codes } = await withTotp();
    const other = await withTotp();
    expect((await logIn(other.user.email, codes[0])).status).toBe(422);
  });

  test('can be regenerated, which invalidates the old ones', async () => {
    const { codes, client, user } = await withTotp();
    const reply = await client.call('POST /auth/totp/recovery-codes');
    expect(reply.status).toBe(200);
    expect((await logIn(user.email, codes[0])).status).toBe(422);
    expect((await logIn(user.email, reply.body.recovery_codes[0])).status).toBe(200);
    expect((await client.call('GET /auth/second-factors')).body.recovery_codes_left).toBe(9);
  });
});

describe('the secret box', () => {
  test('opens only values sealed with this key for this purpose', () => {
    const box = makeSecretBox('a key of at least thirty-two characters');
    const sealed = box.seal('totp:1', 'secret');
    expect(box.open('totp:1', sealed)).toBe('secret');
    expect(box.open('totp:2', sealed)).toBeNull();
    expect(makeSecretBox('another key of thirty-two characters!').open('totp:1', sealed)).toBeNull();
    expect(box.seal('totp:1', 'secret').equals(sealed)).toBe(false);
    for (let i = 0; i < sealed.length; i += 1) {
      const bent = Buffer.from(sealed);
      bent[i] = (bent[i] ?? 0) ^ 1;
      expect(box.open('totp:1', bent)).toBeNull();
    }
    for (const short of [Buffer.alloc(0), sealed.subarray(0, 20)]) expect(box.open('totp:1', short)).toBeNull();
  });
});
