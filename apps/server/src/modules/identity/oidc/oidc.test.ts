import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../../platform/config.ts';
import { type TestServer, testOrigin, testServer } from '../../../testing/server.ts';
import { type OidcIssuer, startOidcIssuer, startSilentServer } from '../../../testing/servers/oidc-issuer.ts';
import { grantedMs } from '../../../testing/waiting/granted-time.ts';
import { type OidcMemory, openOidcMemory, sealOidcMemory } from './oidc-memory.ts';

const cookieName = '__Host-tuneport-oidc';

let provider: OidcIssuer;
let server: TestServer;

const settings = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: provider.clientId,
  OIDC_CLIENT_SECRET: provider.clientSecret,
  OIDC_NAME: 'Company login',
});

beforeAll(async () => {
  provider = await startOidcIssuer(`${testOrigin}/api/auth/oidc/callback`);
  server = await testServer(settings(provider.issuer));
});
afterAll(async () => {
  await server.close();
  await provider.stop();
});
beforeEach(() => server.db.deleteFrom('rate_limits').execute());

const cookieIn = (reply: { headers: Record<string, unknown> }, name: string): string | null => {
  const line = ([reply.headers['set-cookie'] ?? []].flat() as string[]).find((text) => text.startsWith(`${name}=`));
  return line ? (line.slice(name.length + 1).split(';')[0] ?? null) : null;
};

const start = async (query: Record<string, string> = {}) => {
  const reply = await server.anonymous.call('GET /auth/redirect', { query });
  expect(reply.status).toBe(200);
  return { url: reply.body.url, cookie: cookieIn(reply, cookieName) ?? '', reply };
};

const comeBack = async (callback: URL, cookie: string | null) => {
  const reply = await server.anonymous.request('GET', `${callback.pathname}${callback.search}`, {
    headers: cookie === null ? {} : { cookie: `${cookieName}=${cookie}` },
  });
  return {
    status: reply.status,
    location: String(reply.headers.location ?? ''),
    session: cookieIn(reply, '__Host-tuneport'),
    reply,
  };
};

const logIn = async (query: Record<string, string> = {}) => {
  const { url, cookie } = await start(query);
  return comeBack(await provider.visit(url), cookie);
};

const me = async (session: string | null) => (await server.clientWith(session).call('GET /user/me')).body;

let serial = 0;
const person = (input: object = {}) => {
  serial += 1;
  return {
    sub: `person-${serial}`,
    email: `person-${serial}@example.test`,
    email_verified: true,
    name: `Person ${serial}`,
    ...input,
  };
};

describe('single sign-on', () => {
  test('redirects the browser with PKCE, state and nonce, without writing a row (S337)', async () => {
    const { url, cookie, reply } = await start();
    const { searchParams, origin } = new URL(url);
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({ response_type: 'code', code_challenge_method: 'S256' });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)?.length).toBeGreaterThan(40);
    expect(cookie).not.toContain(searchParams.get('state'));
    expect(String(reply.headers['set-cookie'])).toMatch(/HttpOnly; Secure; SameSite=Lax/);
  });

  test('is listed among the login methods', async () => {
    const { body } = await server.anonymous.call('GET /auth/methods');
    expect(body).toEqual({
      password: true,
      passkey: true,
      oidc: { name: 'Company login', url: '/api/auth/oidc/start' },
      has_mail_server: false,
    });
  });

  test('can be started by a plain link', async () => {
    provider.person = person();
    const reply = await server.anonymous.request('GET', '/api/auth/oidc/start');
    expect(reply.status).toBe(303);
    const back = await comeBack(await provider.visit(String(reply.headers.location)), cookieIn(reply, cookieName));
    expect(back.location).toBe('/auth/success');
    expect(back.session).not.toBeNull();
  });

  test('creates an account at the first login and finds it again by subject, also with a new address', async () => {
    const person1 = person();
    provider.person = person1;
    const first = await logIn();
    expect(first).toMatchObject({ status: 303, location: '/auth/success' });
    const user = await me(first.session);
    expect(user).toMatchObject({ email: person1.email, name: person1.name, role: 0, f: [], email_confirmed: true });
    provider.person = { ...person1, email: 'moved@example.test' };
    expect((await me((await logIn()).session)).id).toBe(user.id);
    const sessions = await server.db
      .selectFrom('sessions')
      .select(['method', 'second_factor'])
      .where('user_id', '=', user.id)
      .execute();
    expect(sessions).toEqual([
      { method: 'oidc', second_factor: false },
      { method: 'oidc', second_factor: false },
    ]);
  });

  test('never opens an existing account by its address, even if both sides confirmed it', async () => {
    for (const confirmed of [true, false]) {
      const local = await server.make.user({ confirmed });
      provider.person = person({ email: local.email.toUpperCase() });
      expect(await logIn()).toMatchObject({ location: '/auth/error?reason=email_in_use', session: null });
      for (const email_verified of [false, undefined]) {
        provider.person = person({ email: local.email, email_verified });
        expect(await logIn()).toMatchObject({ location: '/auth/error?reason=unverified', session: null });
      }
    }
  });

  test('does not open the account of another provider identity with the same address', async () => {
    const person1 = person();
    provider.person = person1;
    await logIn();
    provider.person = person({ email: person1.email });
    expect(await logIn()).toMatchObject({ location: '/auth/error?reason=email_in_use', session: null });
  });

  test('creates no account without a verified address', async () => {
    provider.person = person({ email_verified: false });
    expect(await logIn()).toMatchObject({ location: '/auth/error?reason=unverified', session: null });
    provider.person = person({ email: undefined });
    expect(await logIn()).toMatchObject({ location: '/auth/error?reason=no_email', session: null });
    provider.person = person({ email: 'not an address' });
    expect(await logIn()).toMatchObject({ location: '/auth/error?reason=no_email', session: null });
  });

  test('refuses banned users', async () => {
    const person1 = person();
    provider.person = person1;
    const { id } = await me((await logIn()).session);
    await server.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', id).execute();
    expect(await logIn()).toMatchObject({ location: '/auth/error?reason=banned', session: null });
  });

  test('reports a cancelled login', async () => {
    provider.person = null;
    expect(await logIn()).toMatchObject({ location: '/auth/error?reason=denied', session: null });
  });

  test.each([
    ['/admin/users?page=2', '/admin/users?page=2'],
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/%2f%2fevil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/auth/login', '/'],
  ])('returns from %s to %s, never to another site', async (input, place) => {
    provider.person = person();
    const back = await logIn({ return: input });
    expect(back.location).toBe(`/auth/success?return=${encodeURIComponent(place)}`);
  });
});

describe('a callback is refused', () => {
  const refused = (back: { location: string; session: string | null }) => {
    expect(back.session).toBeNull();
    expect(back.location).toMatch(/^\/auth\/error\?reason=(expired|refused)$/);
  };

  test('with a different, empty or missing state', async () => {
    provider.person = person();
    const { url, cookie } = await start();
    const callback = await provider.visit(url);
    for (const state of ['somebody-elses-state', '']) {
      const bent = new URL(callback);
      bent.searchParams.set('state', state);
      refused(await comeBack(bent, cookie));
    }
    const none = new URL(callback);
    none.searchParams.delete('state');
    refused(await comeBack(none, cookie));
  });

  test('with a different nonce in the token', async () => {
    provider.person = person();
    const { url, cookie } = await start();
    const bent = new URL(url);
    bent.searchParams.set('nonce', 'a-nonce-we-did-not-ask-for');
    refused(await comeBack(await provider.visit(bent.href), cookie));
  });

  test('when it is replayed', async () => {
    provider.person = person();
    const { url, cookie } = await start();
    const callback = await provider.visit(url);
    const first = await comeBack(callback, cookie);
    expect(first.location).toBe('/auth/success');
    expect(cookieIn(first.reply, cookieName)).toBe('');
    refused(await comeBack(callback, cookie));
    refused(await comeBack(callback, null));
  });

  test('with the code of another login, because PKCE binds it to the initiating browser', async () => {
    provider.person = person();
    const attacker = await start();
    const stolen = await provider.visit(attacker.url);
    const victim = await start();
    refused(await comeBack(stolen, victim.cookie));
    stolen.searchParams.set('state', new URL(victim.url).searchParams.get('state') ?? '');
    refused(await comeBack(stolen, victim.cookie));
  });

  test('with an invented code or another issuer', async () => {
    provider.person = person();
    const { url, cookie } = await start();
    const callback = await provider.visit(url);
    const issuer = new URL(callback);
    issuer.searchParams.set('iss', 'https://evil.example');
    refused(await comeBack(issuer, cookie));
    const code = new URL(callback);
    code.searchParams.set('code', 'made-up');
    refused(await comeBack(code, cookie));
  });

  test('without the cookie, with a forged cookie, or after ten minutes', async () => {
    provider.person = person();
    const { url, cookie } = await start();
    const callback = await provider.visit(url);
    refused(await comeBack(callback, null));
    refused(await comeBack(callback, `${cookie.slice(0, -2)}AA`));
    refused(await comeBack(callback, Buffer.from('{"state":"x"}').toString('base64url')));
    const memory = openOidcMemory(server.platform.secrets, cookie, new Date()) as OidcMemory;
    refused(
      await comeBack(callback, sealOidcMemory(server.platform.secrets, { ...memory, expiresAtMs: Date.now() - 1 })),
    );
    expect((await comeBack(callback, sealOidcMemory(server.platform.secrets, memory))).location).toBe('/auth/success');
  });
});

describe('an unavailable provider', () => {
  test('gives a clear error, and login works again after it recovers', async () => {
    const short = await startOidcIssuer(`${testOrigin}/api/auth/oidc/callback`);
    const other = await testServer(settings(short.issuer));
    short.person = person();
    await short.stop();
    const redirected = await other.anonymous.call('GET /auth/redirect');
    expect(redirected).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    const linked = await other.anonymous.request('GET', '/api/auth/oidc/start');
    expect(linked.headers.location).toBe('/auth/error?reason=provider_unavailable');
    expect((await other.anonymous.call('GET /auth/methods')).body.password).toBe(true);
    const back = await startOidcIssuer(`${testOrigin}/api/auth/oidc/callback`, Number(new URL(short.issuer).port));
    expect((await other.anonymous.call('GET /auth/redirect')).status).toBe(200);
    await back.stop();
    await other.close();
  });

  test('between start and callback is distinguished from a refusal', async () => {
    const short = await startOidcIssuer(`${testOrigin}/api/auth/oidc/callback`);
    const other = await testServer(settings(short.issuer));
    short.person = person();
    const redirected = await other.anonymous.call('GET /auth/redirect');
    const callback = await short.visit(redirected.body.url);
    await short.stop();
    const back = await other.anonymous.request('GET', `${callback.pathname}${callback.search}`, {
      headers: { cookie: `${cookieName}=${cookieIn(redirected, cookieName)}` },
    });
    expect(back.headers.location).toBe('/auth/error?reason=provider_unavailable');
    await other.close();
  });

  test('that does not respond times out after five seconds', async () => {
    const silent = await startSilentServer();
    const other = await testServer(settings(silent.url));
    const began = grantedMs();
    expect((await other.anonymous.call('GET /auth/redirect')).status).toBe(503);
    expect(grantedMs() - began).toBeLessThan(12_000);
    silent.stop();
    await other.close();
  });
});

test('without a provider the login is the local login page (S337)', async () => {
  const plain = await testServer();
  expect((await plain.anonymous.call('GET /auth/redirect')).body).toEqual({ url: '/auth/login' });
  const remembered = await plain.anonymous.call('GET /auth/redirect', { query: { return: '/profile?tab=1' } });
  expect(remembered.body).toEqual({ url: '/auth/login?return=%2Fprofile%3Ftab%3D1' });
  expect((await plain.anonymous.call('GET /auth/methods')).body).toMatchObject({ oidc: null, has_mail_server: false });
  expect((await plain.anonymous.request('GET', '/api/auth/oidc/callback?code=x&state=y')).status).toBe(404);
  expect((await plain.anonymous.request('GET', '/api/auth/oidc/start')).status).toBe(404);
  await plain.close();
});

test('a provider without TLS is allowed on localhost only', () => {
  const client = { OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
  expect(() => readConfig({ ...client, OIDC_ISSUER: 'http://login.example' })).toThrow(ConfigError);
  expect(readConfig({ ...client, OIDC_ISSUER: 'http://127.0.0.1:4000' }).oidc?.issuer).toBe('http://127.0.0.1:4000');
  expect(readConfig({ ...client, OIDC_ISSUER: 'https://login.example' }).oidc?.issuer).toBe('https://login.example');
});
