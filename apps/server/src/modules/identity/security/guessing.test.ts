import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { sealTotpSecret } from '../factors/totp/totp.ts';
import { hashPassword } from '../login/passwords.ts';
import { accountKey } from './guess-limits.ts';
import { recordFailedLogin } from './security-events.ts';

let server: TestServer;
let passwordHash: string;
const password = 'long-enough-secret';

beforeAll(async () => {
  server = await testServer({ TRUSTED_PROXIES: '127.0.0.1' });
  passwordHash = await hashPassword(password);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute();
  await server.db.deleteFrom('guess_limits').execute();
});

type Sent = { email: string; word?: string; code?: string; from?: string; cookie?: string };

async function logIn({ email, word = password, code, from = '198.51.100.1', cookie }: Sent) {
  const headers = { 'x-forwarded-for': from, ...(cookie && { cookie }) };
  const reply = await server.anonymous.call('POST /auth/login', { body: { email, password: word, code }, headers });
  const cookies = [reply.headers['set-cookie']].flat().map(String);
  return { ...reply, device: cookies.find((one) => one.startsWith('__Host-tuneport-device='))?.split(';')[0] ?? '' };
}

async function account() {
  const user = await server.make.user();
  await server.db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', user.id).execute();
  return user;
}

/** Simulates attempts from many addresses. */
async function guessedBefore(account: string, attempts: number, blockedS = 0, what = 'password') {
  const later = (seconds: number) => new Date(Date.now() + seconds * 1000);
  const row = { attempts, blocked_until: later(blockedS), expires_at: later(3600) };
  await server.db
    .insertInto('guess_limits')
    .values({ key: `${what} ${account}`, ...row })
    .onConflict((on) => on.column('key').doUpdateSet(row))
    .execute();
}

const wrongFrom = async (email: string, from: string) => (await logIn({ email, word: 'wrong-password', from })).status;

describe('password guessing', () => {
  test('is throttled per account across many IP addresses, for unknown accounts as well', async () => {
    const { id, email } = await account();
    const unknown = 'nobody-here@example.test';
    await guessedBefore(accountKey(id, email), 18);
    await guessedBefore(accountKey(undefined, unknown), 18);
    for (const target of [email, unknown]) {
      const statuses: number[] = [];
      for (let at = 0; at < 4; at += 1) statuses.push(await wrongFrom(target, `203.0.113.${at}`));
      expect(statuses).toEqual([422, 422, 429, 429]);
    }
  });

  test('is refused with a delay that doubles, even with the right password', async () => {
    const { email } = await account();
    const waits: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (let at = 0; at < (round === 0 ? 5 : 1); at += 1) await logIn({ email, word: 'wrong-password' });
      const refused = await logIn({ email });
      expect(refused.status).toBe(429);
      expect(refused.body).toMatchObject({ message: expect.stringContaining('passkey') });
      waits.push(Math.ceil(Number(refused.headers['retry-after']) / 30) * 30);
      await server.db
        .updateTable('guess_limits')
        .set({ blocked_until: new Date(0) })
        .execute();
    }
    expect(waits).toEqual([30, 60, 120]);
    await server.db.deleteFrom('rate_limits').execute();
    expect((await logIn({ email })).status).toBe(200);
  });

  test('counts the right password of an unconfirmed or banned account, so that registration reveals nothing', async () => {
    const [known, fresh, banned] = [(await account()).email, `fresh-${Date.now()}@example.test`, await account()];
    await server.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', banned.id).execute();
    for (const email of [known, fresh])
      await server.anonymous.call('POST /auth/register', {
        body: { name: 'Ada', email, password: 'chosen-by-a-stranger' },
      });
    const triesAt = async (email: string, word: string) => {
      await server.db.deleteFrom('rate_limits').execute();
      const statuses: number[] = [];
      for (let at = 0; at < 7; at += 1) statuses.push((await logIn({ email, word })).status);
      return statuses;
    };
    const expected = [422, 422, 422, 422, 422, 429, 429];
    expect(await triesAt(known, 'chosen-by-a-stranger')).toEqual(expected);
    expect(await triesAt(fresh, 'chosen-by-a-stranger')).toEqual(expected);
    expect(await triesAt(banned.email, password)).toEqual(expected);
  });

  test('gets no extra attempts from concurrent requests', async () => {
    const { email } = await account();
    const replies = await Promise.all(
      Array.from({ length: 9 }, () => logIn({ email, word: 'wrong-password', from: '198.51.100.7' })),
    );
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(4);
  });

  test('is not refused while attempts are left when an attempt waited for a later one', async () => {
    const key = 'password raced';
    await guessedBefore('raced', 1);
    const take = () => sql<{ wait: number }>`select take_guess(${key}, 5) as wait`.execute(server.db);
    let waiting: ReturnType<typeof take> | undefined;
    await server.db.transaction().execute(async (later) => {
      await sql`select 1 from guess_limits where key = ${key} for update`.execute(later);
      waiting = take();
      await expect
        .poll(async () => {
          const { rows } = await sql`
            select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%take_guess%'`.execute(
            server.db,
          );
          return rows.length;
        })
        .toBe(1);
      await sql`update guess_limits set blocked_until = clock_timestamp() where key = ${key}`.execute(later);
    });
    expect((await waiting)?.rows).toEqual([{ wait: 0 }]);
  });

  test('does not lock out the owner on a known device, whose attempts are limited too', async () => {
    const { id, email } = await account();
    const { device } = await logIn({ email });
    expect(device).not.toBe('');
    await guessedBefore(`user:${id}`, 20, 1800);
    expect((await logIn({ email, from: '203.0.113.99' })).status).toBe(429);
    expect((await logIn({ email, from: '203.0.113.99', cookie: device })).status).toBe(200);
    for (let at = 0; at < 5; at += 1)
      await logIn({ email, word: 'wrong-password', cookie: device, from: `192.0.2.${at}` });
    expect((await logIn({ email, cookie: device })).status).toBe(429);
  });

  test('gets no attempts from a device known to another account or a forged cookie', async () => {
    const [victim, attacker] = [await account(), await account()];
    const { device } = await logIn({ email: attacker.email });
    await guessedBefore(`user:${victim.id}`, 20, 1800);
    for (const cookie of [device, `${device}x`, '__Host-tuneport-device=AAAA', '__Host-tuneport-device='])
      expect((await logIn({ email: victim.email, from: '192.0.2.1', cookie })).status).toBe(429);
  });

  test('is not reset by a login of the owner', async () => {
    const { id, email } = await account();
    const { device } = await logIn({ email });
    await guessedBefore(`user:${id}`, 20, 1800);
    await logIn({ email, cookie: device });
    expect((await logIn({ email, word: 'wrong-password', from: '192.0.2.1' })).status).toBe(429);
  });

  test('is throttled for a logged-in user at every endpoint that asks for the password', async () => {
    const { id, email } = await account();
    const client = await server.as({ id });
    const statuses: number[] = [];
    await guessedBefore(`user:${id}`, 8, 0, 'password again');
    // An empty form does not count as an attempt.
    for (let at = 0; at < 3; at += 1)
      expect((await client.call('POST /auth/reauthenticate', { body: {} })).status).toBe(422);
    for (let at = 0; at < 4; at += 1) {
      const reply =
        at % 2 === 0
          ? await client.call('POST /auth/change-password', {
              body: { current_password: 'wrong-password', password: 'another long secret' },
            })
          : await client.call('POST /auth/reauthenticate', { body: { password: 'wrong-password' } });
      statuses.push(reply.status);
    }
    expect(statuses).toEqual([422, 422, 429, 429]);
    expect((await logIn({ email })).status).toBe(200);
  });
});

describe('code guessing', () => {
  async function withTotp() {
    const user = await account();
    const secret = new Secret({ size: 20 }).base32;
    const totp_secret = sealTotpSecret(server.platform.secrets, user.id, secret);
    await server.db
      .updateTable('users')
      .set({ totp_secret, totp_confirmed_at: new Date() })
      .where('id', '=', user.id)
      .execute();
    return { ...user, code: () => new TOTP({ secret: Secret.fromBase32(secret) }).generate() };
  }

  test('by an attacker with the password does not lock out the owner on a known device', async () => {
    const { id, email, code } = await withTotp();
    const { device } = await logIn({ email, code: code() });
    await server.db.updateTable('users').set({ totp_last_step: 0n }).where('email', '=', email).execute();
    await guessedBefore(`user:${id}`, 9, 0, 'code');
    const statuses: number[] = [];
    for (let at = 0; at < 3; at += 1)
      statuses.push((await logIn({ email, code: '000000', from: `203.0.113.${at}` })).status);
    expect(statuses).toEqual([422, 429, 429]);
    expect((await logIn({ email, code: code(), cookie: device })).status).toBe(200);
  });
});

describe('security events', () => {
  test('are written for logins and failed logins and shown to the owner only', async () => {
    const { id, email } = await account();
    await logIn({ email, word: 'wrong-password', from: '192.0.2.77' });
    await logIn({ email, from: '192.0.2.78' });
    const owner = await server.as({ id });
    const { body } = await owner.call('GET /auth/security-events');
    expect(body.map(({ act, by, address }) => [act, by, address])).toEqual([
      ['identity.log-in', 'you', '127.0.0.1'],
      ['identity.log-in', 'you', '192.0.2.78'],
      ['identity.fail-login', 'unknown', '192.0.2.77'],
    ]);
    const other = await server.as({});
    expect((await other.call('GET /auth/security-events')).body).toHaveLength(1);
    expect((await server.anonymous.call('GET /auth/security-events')).status).toBe(401);
  });

  test('are written for wrong passwords when a session reauthenticates', async () => {
    const { id } = await account();
    const owner = await server.as({ id });
    await owner.call('POST /auth/reauthenticate', { body: { password: 'wrong-password' } });
    await owner.call('POST /auth/change-password', {
      body: { current_password: 'wrong-password', password: 'another-long-secret-9' },
    });
    const { body } = await owner.call('GET /auth/security-events');
    expect(body.map(({ act, by }) => [act, by])).toEqual([
      ['identity.fail-reauthentication', 'you'],
      ['identity.fail-reauthentication', 'you'],
      ['identity.log-in', 'you'],
    ]);
  });

  test('do not show the location of staff who made a change', async () => {
    const user = await account();
    const admin = await server.as({ role: 5 });
    await admin.call('POST /v1/admin/users/:id/end-sessions', { params: { id: user.id } });
    const owner = await server.as({ id: user.id });
    expect((await owner.call('GET /auth/security-events')).body[1]).toMatchObject({
      act: 'identity.end-sessions',
      by: 'staff',
      address: null,
    });
  });

  test('are written for refused access, at most ten an hour per user', async () => {
    const { id } = await account();
    const client = await server.as({ id });
    for (let at = 0; at < 14; at += 1) await client.call('GET /v1/admin/users');
    const refused = async () =>
      (await server.db
        .selectFrom('audit_log')
        .select('detail')
        .where('subject', '=', `user:${id}`)
        .where('act', '=', 'identity.refuse-access')
        .execute()) as { detail: { call: string } }[];
    await expect.poll(async () => (await refused()).length).toBe(10);
    expect((await refused())[0]?.detail.call).toBe('GET /v1/admin/users');
  });

  test('are written for failed logins at most twenty times an hour per account', async () => {
    const { id, email } = await account();
    const failure = { userId: id, reason: 'password', address: '192.0.2.1', userAgent: 'test' } as const;
    for (let at = 0; at < 22; at += 1) await recordFailedLogin(server.db, failure);
    expect(await wrongFrom(email, '192.0.2.1')).toBe(422);
    const { failed } = await server.db
      .selectFrom('audit_log')
      .select((eb) => eb.fn.countAll<bigint>().as('failed'))
      .where('subject', '=', `user:${id}`)
      .where('act', '=', 'identity.fail-login')
      .executeTakeFirstOrThrow();
    expect(Number(failed)).toBe(20);
  });

  test('can be removed after half a year, other audit events never', async () => {
    const write = (act: string) =>
      server.db
        .insertInto('audit_log')
        .values({ act, subject: 'user:999999', at: new Date(Date.now() - 200 * 24 * 3_600_000) })
        .execute();
    const remove = (act: string) =>
      server.db.deleteFrom('audit_log').where('act', '=', act).where('subject', '=', 'user:999999').execute();
    await write('identity.fail-login');
    await write('identity.ban-user');
    await remove('identity.fail-login');
    await expect(remove('identity.ban-user')).rejects.toThrow(/never changed/);
  });
});
