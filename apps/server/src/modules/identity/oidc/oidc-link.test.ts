import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Client, type TestServer, testOrigin, testServer } from '../../../testing/server.ts';
import { type OidcIssuer, startOidcIssuer } from '../../../testing/servers/oidc-issuer.ts';
import { hashPassword } from '../login/passwords.ts';

// Provider visits of a logged-in user: linking the account and re-authenticating.

const password = 'long-enough-secret';
let provider: OidcIssuer;
let server: TestServer;

beforeAll(async () => {
  provider = await startOidcIssuer(`${testOrigin}/api/auth/oidc/callback`);
  server = await testServer({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_NAME: 'Company login',
  });
});
afterAll(async () => {
  await server.close();
  await provider.stop();
});
beforeEach(() => server.db.deleteFrom('rate_limits').execute());

let serial = 0;
const person = (input: object = {}) => {
  serial += 1;
  return { sub: `link-${serial}`, email: `link-${serial}@example.test`, email_verified: true, ...input };
};
const cookieIn = (reply: { headers: Record<string, unknown> }, name: string): string =>
  ([reply.headers['set-cookie'] ?? []].flat() as string[])
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .split(';')[0] ?? '';

const userWithPassword = async () => server.make.user({ passwordHash: await hashPassword(password) });

/** Visits the provider for a session and returns in the browser of `as`. */
const visit = async (
  key: 'POST /auth/oidc/link' | 'POST /auth/oidc/reauthenticate',
  client: Client,
  { as = client, to = (url: string) => url }: { as?: Client; to?: (url: string) => string } = {},
) => {
  const reply = await client.call(key);
  expect(reply.status).toBe(200);
  const callback = await provider.visit(to(reply.body.url));
  const cookies = [`__Host-tuneport-oidc=${cookieIn(reply, '__Host-tuneport-oidc')}`];
  if (as.token) cookies.push(`__Host-tuneport=${as.token}`);
  const back = await server.anonymous.request('GET', `${callback.pathname}${callback.search}`, {
    headers: { cookie: cookies.join('; ') },
  });
  return { location: String(back.headers.location), session: cookieIn(back, '__Host-tuneport') };
};

const logInAtProvider = async () => {
  const reply = await server.anonymous.call('GET /auth/redirect');
  const callback = await provider.visit(reply.body.url);
  const back = await server.anonymous.request('GET', `${callback.pathname}${callback.search}`, {
    headers: { cookie: `__Host-tuneport-oidc=${cookieIn(reply, '__Host-tuneport-oidc')}` },
  });
  return { location: String(back.headers.location), session: cookieIn(back, '__Host-tuneport') };
};
const linkOf = (id: number) =>
  server.db.selectFrom('users').select('oidc_subject').where('id', '=', id).executeTakeFirstOrThrow();

describe('linking an account to the provider', () => {
  test('allows login with the provider from then on and notifies the owner', async () => {
    const user = await userWithPassword();
    provider.person = person();
    expect((await visit('POST /auth/oidc/link', await server.as(user))).location).toBe('/profile/security');
    const { session } = await logInAtProvider();
    const client = server.clientWith(session);
    expect((await client.call('GET /user/me')).body.id).toBe(user.id);
    expect((await client.call('GET /auth/second-factors')).body.provider).toBe(true);
    const mails = await server.db
      .selectFrom('mail_outbox')
      .select('subject')
      .where('to_address', '=', user.email)
      .execute();
    expect(mails).toEqual([{ subject: 'Single sign-on was connected to your account' }]);
    const acts = await server.db
      .selectFrom('audit_log')
      .select('act')
      .where('actor_id', '=', user.id)
      .where('act', '<>', 'identity.log-in')
      .execute();
    expect(acts).toEqual([{ act: 'identity.link-oidc' }]);
  });

  test('is refused without a fresh login or a confirmed address', async () => {
    const user = await userWithPassword();
    const client = await server.as(user);
    await server.ageLogins(user.id);
    expect(await client.call('POST /auth/oidc/link')).toMatchObject({
      status: 403,
      body: { code: 'fresh_login_required' },
    });
    const unconfirmed = await server.as(await server.make.user({ confirmed: false }));
    expect(await unconfirmed.call('POST /auth/oidc/link')).toMatchObject({
      status: 403,
      body: { code: 'email_unconfirmed' },
    });
  });

  test('is refused in the browser of another session, and for a provider identity linked to another account', async () => {
    const [user, other] = [await userWithPassword(), await userWithPassword()];
    provider.person = person();
    const client = await server.as(user);
    for (const as of [server.anonymous, await server.as(other), await server.as(user)])
      expect((await visit('POST /auth/oidc/link', client, { as })).location).toBe('/auth/error?reason=expired');
    expect(await linkOf(user.id)).toEqual({ oidc_subject: null });
    await visit('POST /auth/oidc/link', client);
    const taken = await visit('POST /auth/oidc/link', await server.as(other));
    expect(taken.location).toBe('/auth/error?reason=linked_elsewhere');
    expect(await linkOf(other.id)).toEqual({ oidc_subject: null });
  });

  test('can be undone with a fresh login, but not when it is the only login method', async () => {
    const user = await userWithPassword();
    const client = await server.as(user);
    provider.person = person();
    await visit('POST /auth/oidc/link', client);
    expect((await client.call('DELETE /auth/oidc/link')).status).toBe(204);
    expect(await linkOf(user.id)).toEqual({ oidc_subject: null });
    expect((await client.call('DELETE /auth/oidc/link')).status).toBe(404);
    provider.person = person();
    const only = server.clientWith((await logInAtProvider()).session);
    expect((await only.call('DELETE /auth/oidc/link')).status).toBe(409);
  });
});

describe('a fresh login at the provider', () => {
  const newcomer = async () => {
    const user = person();
    provider.person = user;
    const { session } = await logInAtProvider();
    const { id } = (await server.clientWith(session).call('GET /user/me')).body;
    await server.ageLogins(id);
    return { who: user, id, client: server.clientWith(session, id) };
  };

  test('allows an account without a password to add a factor', async () => {
    const { client } = await newcomer();
    expect((await client.call('GET /auth/reauthentication')).body).toEqual({
      fresh: false,
      password: false,
      code: false,
      passkey: false,
      provider: 'Company login',
    });
    expect((await client.call('POST /auth/passkeys/options')).status).toBe(403);
    const { location, session } = await visit('POST /auth/oidc/reauthenticate', client);
    expect(location).toBe('/auth/reauthenticated');
    expect((await client.call('GET /user/me')).status).toBe(401);
    expect((await server.clientWith(session).call('POST /auth/passkeys/options')).status).toBe(200);
  });

  test('allows an account without a password to set its first one', async () => {
    const { client, who: user } = await newcomer();
    const body = { password: 'brand-new-secret' };
    expect((await client.call('POST /auth/change-password', { body })).status).toBe(403);
    const { session } = await visit('POST /auth/oidc/reauthenticate', client);
    expect((await server.clientWith(session).call('POST /auth/change-password', { body })).status).toBe(204);
    const again = await server.anonymous.call('POST /auth/login', { body: { email: user.email, ...body } });
    expect(again.status).toBe(200);
  });

  test('is refused for another identity, and when the provider does not confirm that it asked for credentials', async () => {
    const { client, who: user } = await newcomer();
    provider.person = person();
    expect((await visit('POST /auth/oidc/reauthenticate', client)).location).toBe('/auth/error?reason=other_account');
    provider.person = user;
    const unasked = (url: string) => {
      const bent = new URL(url);
      for (const name of ['max_age', 'prompt']) bent.searchParams.delete(name);
      return bent.href;
    };
    const bent = await visit('POST /auth/oidc/reauthenticate', client, { to: unasked });
    expect(bent.location).toBe('/auth/error?reason=refused');
    expect((await client.call('GET /auth/reauthentication')).body.fresh).toBe(false);
  });

  test('is not sufficient for an account with an authenticator app', async () => {
    const { client, id } = await newcomer();
    await server.db.updateTable('users').set({ totp_confirmed_at: new Date() }).where('id', '=', id).execute();
    // Not even for a session that entered a code some time ago.
    for (const second_factor of [false, true]) {
      await server.db.updateTable('sessions').set({ second_factor }).where('user_id', '=', id).execute();
      const { location } = await visit('POST /auth/oidc/reauthenticate', client);
      expect(location).toBe('/auth/error?reason=refused');
      expect((await client.call('GET /auth/reauthentication')).body).toMatchObject({ fresh: false, provider: null });
      expect((await client.call('POST /auth/totp/remove')).status).toBe(403);
    }
    expect((await server.clientWith((await logInAtProvider()).session).call('POST /auth/totp/remove')).status).toBe(
      403,
    );
  });
});
