import type { Endpoint } from '@tuneport/contract/endpoint';
import { contract } from '@tuneport/contract/index';
import { type ApiScope, apiKeyRequestsPerMinute, apiScopeNames } from '@tuneport/domain/identity/api-scopes';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessionCookieName } from '../../../platform/http/cookies.ts';
import { unmask } from '../../../platform/mail/secrets.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { form } from '../../../testing/tuning.ts';
import { issueMailToken } from '../login/mail-links.ts';
import { hashPassword } from '../login/passwords.ts';
import { apiExamples } from './api-reference.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());
beforeEach(() => sql`truncate rate_limits`.execute(server.db));

const create = async (client: Client, scopes: readonly ApiScope[], more: object = {}) =>
  client.call('POST /user/api-keys', { body: { name: 'Sync', scopes, days: 30, ...more } });
/** Sends as a program: no cookie and no Origin, only the key. */
const program =
  (key: string) =>
  async (
    method: string,
    path: string,
    options: { body?: unknown; headers?: Record<string, string>; from?: string } = {},
  ) => {
    const raw = await server.app.inject({
      method: method as 'GET',
      url: `/api${path}`,
      headers: { authorization: `Bearer ${key}`, ...options.headers },
      ...(options.body === undefined ? {} : { payload: options.body as object }),
      ...(options.from === undefined ? {} : { remoteAddress: options.from }),
    });
    return {
      status: raw.statusCode,
      body: raw.body === '' ? null : (JSON.parse(raw.body) as never),
      headers: raw.headers,
    };
  };
async function keyOf(client: Client, scopes: readonly ApiScope[] = apiScopeNames) {
  const { status, body } = await create(client, scopes);
  expect(status).toBe(201);
  return { id: body.id, send: program(body.key) };
}
const eventsOf = async (client: Client) =>
  (await client.call('GET /auth/security-events')).body.map(({ act }) => act).filter((act) => act.includes('api-key'));

describe('an API key', () => {
  test('is shown once, stored as a hash, and announced by e-mail and in the security events', async () => {
    const client = await server.as({});
    const { status, body } = await create(client, ['profile.read']);
    expect([status, body.key]).toEqual([201, expect.stringMatching(/^tp_[\w-]{43}$/)]);
    expect(body.prefix).toBe(body.key.slice(0, 11));
    const [listed] = (await client.call('GET /user/api-keys')).body;
    expect(listed).toMatchObject({ id: body.id, state: 'active', last_used_at: null });
    expect(JSON.stringify(listed)).not.toContain(body.key);
    const stored = await sql<{ row: string }>`select k::text as row from api_keys k where id = ${body.id}`.execute(
      server.db,
    );
    expect(stored.rows[0]?.row).not.toContain(body.key.slice(11));
    const mail = await server.db.selectFrom('mail_outbox').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
    const { text_body } = unmask(mail as never) as { text_body: string };
    expect(text_body).toContain(body.prefix);
    expect(text_body).not.toContain(body.key);
    expect(await eventsOf(client)).toEqual(['identity.create-api-key']);
  });

  test('acts for its owner within its scopes, without cookie and Origin', async () => {
    const client = await server.as({});
    const { send } = await keyOf(client, ['profile.read', 'vehicles.write']);
    expect(await send('GET', '/user/me')).toMatchObject({ status: 200, body: { id: client.userId } });
    const made = await send('POST', '/vehicles', { body: { vin: 'WVWZZZ1KZFW000001' } });
    expect(made.status).toBe(201);
    expect((await client.call('GET /vehicles')).body).toHaveLength(1);
    expect(await send('GET', '/vehicles')).toMatchObject({
      status: 403,
      body: { message: 'This API key does not have the scope vehicles.read.' },
    });
  });

  test('is used instead of a cookie that comes with it', async () => {
    const [owner, other] = [await server.as({}), await server.as({})];
    const { send } = await keyOf(owner, ['profile.read']);
    const cookie = `${sessionCookieName(server.platform.config)}=${other.token}`;
    expect(await send('GET', '/user/me', { headers: { cookie } })).toMatchObject({ body: { id: owner.userId } });
    expect((await program('tp_wrong')('GET', '/user/me', { headers: { cookie } })).status).toBe(401);
  });

  test('needs a fresh login, a confirmed address, a scope and one of the terms, and there are ten at most', async () => {
    const client = await server.as({});
    expect((await create(client, [])).status).toBe(422);
    expect((await create(client, ['admin' as ApiScope])).status).toBe(422);
    expect((await create(client, ['profile.read'], { days: 10_000 })).status).toBe(422);
    const { id } = await server.make.user({ confirmed: false });
    expect((await create(await server.as({ id }), ['profile.read'])).body).toMatchObject({ code: 'email_unconfirmed' });
    for (let n = 0; n < 10; n += 1) expect((await create(client, ['profile.read'])).status).toBe(201);
    expect((await create(client, ['profile.read'])).status).toBe(409);
    await server.ageLogins(client.userId ?? 0);
    expect((await create(client, ['profile.read'])).body).toMatchObject({ code: 'fresh_login_required' });
  });

  test('shows its last use, and a use from another network is a security event', async () => {
    const client = await server.as({});
    const { send } = await keyOf(client, ['profile.read']);
    await send('GET', '/user/me', { from: '203.0.113.7' });
    await send('GET', '/user/me', { from: '203.0.113.7' });
    const [key] = (await client.call('GET /user/api-keys')).body;
    expect(key).toMatchObject({ last_used_from: '203.0.113.7', last_used_at: expect.any(String) });
    expect(await eventsOf(client)).toEqual(['identity.use-api-key', 'identity.create-api-key']);
    await send('GET', '/user/me', { from: '198.51.100.9' });
    expect(await eventsOf(client)).toHaveLength(3);
  });

  test('is limited to a number of requests a minute', async () => {
    const { send } = await keyOf(await server.as({}), ['profile.read']);
    const replies = await Promise.all(
      Array.from({ length: apiKeyRequestsPerMinute + 5 }, () => send('GET', '/user/me')),
    );
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('an API key cannot', () => {
  const closed = Object.entries(contract as Record<string, Endpoint>).filter(
    ([, endpoint]) =>
      endpoint.apiScope === undefined &&
      !endpoint.publicCache &&
      !endpoint.beacon &&
      !endpoint.signed &&
      !endpoint.oneClick,
  );

  test('make any call without a scope, whatever its owner may do', { timeout: 180_000 }, async () => {
    const { send } = await keyOf(await server.as({ role: 5 }));
    const faults: string[] = [];
    for (const [name] of closed) {
      await sql`truncate rate_limits`.execute(server.db);
      const [method = '', path = ''] = name.split(' ');
      const { status, body } = await send(
        method,
        path.replace(/:[a-zA-Z]+/g, '1'),
        method === 'GET' ? {} : { body: {} },
      );
      if (status !== 403) faults.push(`${name}: ${status} ${JSON.stringify(body)}`);
    }
    expect(faults).toEqual([]);
    expect(closed.length).toBeGreaterThan(300);
  });

  test('change how the account is protected or move money: no such call has a scope', () => {
    const open = Object.entries(contract as Record<string, Endpoint>).filter(([, one]) => one.apiScope !== undefined);
    for (const [name, endpoint] of open) {
      expect(name).not.toMatch(/ \/auth\/|\/admin\/|api-keys|data-exports|deletion/);
      expect([endpoint.freshLogin, endpoint.movesMoney], name).toEqual([undefined, undefined]);
    }
  });

  test('use the staff rights of its owner', async () => {
    const stranger = await server.as({});
    const car = (await stranger.call('POST /vehicles', { body: { vin: 'WVWZZZ1KZFW000001' } })).body;
    const ticket = await stranger.call('POST /tickets', {
      body: { title: 'Private', description: 'Private', customer_name: 'Robin' },
    });
    const admin = await server.as({ role: 5 });
    expect((await admin.call('GET /customer-tickets/:id', { params: { id: ticket.body.id } })).status).toBe(200);
    const { send } = await keyOf(admin);
    expect((await send('GET', `/customer-tickets/${ticket.body.id}`)).status).toBe(404);
    expect((await send('GET', `/vehicles/${car.id}`)).status).toBe(404);
    expect((await send('GET', '/user/me')).body).toMatchObject({ id: admin.userId });
  });

  test('be used for pages', async () => {
    const { send } = await keyOf(await server.as({}));
    expect((await send('POST', '/auth/logout', { body: {} })).status).toBe(403);
  });
});

describe('an API key ends with', () => {
  const alive = async (send: ReturnType<typeof program>) => (await send('GET', '/user/me')).status === 200;

  test('its revocation, by its owner only', async () => {
    const client = await server.as({});
    const { id, send } = await keyOf(client, ['profile.read']);
    const stranger = await server.as({});
    expect((await stranger.call('DELETE /user/api-keys/:id', { params: { id } })).status).toBe(404);
    expect(await alive(send)).toBe(true);
    expect((await client.call('DELETE /user/api-keys/:id', { params: { id } })).status).toBe(204);
    expect((await client.call('DELETE /user/api-keys/:id', { params: { id } })).status).toBe(204);
    expect(await alive(send)).toBe(false);
    expect((await client.call('GET /user/api-keys')).body).toMatchObject([{ state: 'revoked' }]);
  });

  test('its expiry', async () => {
    const client = await server.as({});
    const { id, send } = await keyOf(client, ['profile.read']);
    await sql`update api_keys set expires_at = now() where id = ${id}`.execute(server.db);
    expect(await alive(send)).toBe(false);
    expect((await client.call('GET /user/api-keys')).body).toMatchObject([{ state: 'expired' }]);
  });

  test('the ban of its owner, for good', async () => {
    const client = await server.as({});
    const { send } = await keyOf(client, ['profile.read']);
    const params = { id: client.userId ?? 0 };
    const boss = await server.as({ role: 5 });
    await boss.call('POST /v1/admin/users/:id/ban', { params, body: { reason: 'Fraud' } });
    expect(await alive(send)).toBe(false);
    await boss.call('POST /v1/admin/users/:id/unban', { params, body: { reason: 'Mistake' } });
    expect(await alive(send)).toBe(false);
  });

  test('the end of all sessions by staff', async () => {
    const client = await server.as({});
    const { send } = await keyOf(client, ['profile.read']);
    const boss = await server.as({ role: 5 });
    await boss.call('POST /v1/admin/users/:id/end-sessions', { params: { id: client.userId ?? 0 } });
    expect(await alive(send)).toBe(false);
  });

  test('the deletion of its owner', async () => {
    const client = await server.as({});
    const { send } = await keyOf(client, ['profile.read']);
    await sql`update users set deleted_at = now() where id = ${client.userId}`.execute(server.db);
    expect(await alive(send)).toBe(false);
  });

  test('the recovery of an account that someone else took over', async () => {
    const client = await server.as({});
    const id = client.userId ?? 0;
    const { send } = await keyOf(client, ['profile.read']);
    const { email } = await server.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const token = await issueMailToken(server.db, 'secure-account', { id, email });
    expect((await server.anonymous.call('POST /auth/secure-account', { body: { token } })).status).toBe(204);
    expect(await alive(send)).toBe(false);
  });

  test('the membership of its owner, for records of a dealer', async () => {
    const member = await server.as({ role: 4 });
    const dealer = await server.make.dealer({ members: [member.userId ?? 0] });
    const { send } = await keyOf(member, ['requests.read']);
    const path = `/v1/dealers/${dealer.slug}/tune-requests`;
    expect((await send('GET', path)).status).toBe(200);
    await server.db.deleteFrom('dealer_members').where('user_id', '=', member.userId).execute();
    expect((await send('GET', path)).status).toBe(403);
  });
});

test('a changed password keeps the keys, and the e-mail about it says so', async () => {
  const { id } = await server.make.user({ passwordHash: await hashPassword('an-old-and-long-secret') });
  const client = await server.as({ id });
  const { send } = await keyOf(client, ['profile.read']);
  const body = { current_password: 'an-old-and-long-secret', password: 'a-new-and-longer-secret' };
  expect((await client.call('POST /auth/change-password', { body })).status).toBe(204);
  expect((await send('GET', '/user/me')).status).toBe(200);
  const mail = await server.db.selectFrom('mail_outbox').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect((unmask(mail as never) as { text_body: string }).text_body).toContain('/profile/api-keys');
});

test('every example of the API reference is accepted by the server', async () => {
  const client = await server.as({ role: 4, flags: ['fzd'] });
  await server.make.dealer({ members: [client.userId ?? 0] });
  const tool = { slug: 'flashzilla-v3', name: 'FlashZilla V3', currency: 'CAD' };
  await server.db.insertInto('tools').values(tool).execute();
  const { send } = await keyOf(client);
  const reference = (await client.call('GET /user/api-reference')).body;
  const shown = reference.flatMap(({ calls }) => calls);
  expect(shown.length).toBeGreaterThan(20);
  const writes = shown.filter(({ method }) => method === 'POST' || method === 'PATCH');
  const names = writes.map(({ method, path }) => `${method} ${path.replace('/api', '')}`);
  expect(names.filter((name) => !apiExamples[name])).toEqual([]);
  for (const { method, path, example } of shown) {
    expect(example).toContain('Authorization: Bearer');
    const { json, form: fields } = apiExamples[`${method} ${path.replace('/api', '')}`] ?? {};
    const pairs = (fields ?? [])
      .filter((field) => !field.includes('@'))
      .map((field) => field.split('=') as [string, string]);
    const sent = fields
      ? form(Object.fromEntries(pairs), { name: 'read.bin', bytes: Buffer.alloc(64, 1) })
      : { body: json };
    const { status, body } = await send(method, path.replace('/api', '').replace(/:[a-zA-Z]+/g, '1'), sent as never);
    // There is no record 1 of this person, and 64 bytes are no tune.
    const code = (body as { code?: string } | null)?.code;
    expect([200, 201, 204, 404].includes(status) || code === 'not_a_tune', `${method} ${path}: ${status} ${code}`).toBe(
      true,
    );
  }
});
