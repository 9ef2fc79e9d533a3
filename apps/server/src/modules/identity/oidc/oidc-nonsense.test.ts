import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../../testing/server.ts';

// A provider whose signatures are right and whose answers are not.

type Answers = { claims?: object; discovery?: object; userInfo?: { status: number; body: string } };

const cookieName = '__Host-tuneport-oidc';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
let provider: Server;
let issuer: string;
let server: TestServer;
let answers: Answers = {};
let nonce = '';

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function idToken(): string {
  const at = Math.floor(Date.now() / 1000);
  const known = { email: 'person@nonsense.test', email_verified: true, name: 'A Person' };
  const claims = { iss: issuer, aud: 'client', sub: 'person', iat: at, exp: at + 60, nonce, ...known };
  const signed = `${encoded({ alg: 'RS256', kid: 'test' })}.${encoded({ ...claims, ...answers.claims })}`;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

const pages: Readonly<Record<string, () => { status?: number; body: string }>> = {
  '/.well-known/openid-configuration': () => ({
    body: JSON.stringify({
      issuer,
      authorization_endpoint: `${issuer}/log-in`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      ...answers.discovery,
    }),
  }),
  '/keys': () => ({
    body: JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' }] }),
  }),
  '/token': () => ({
    body: JSON.stringify({ access_token: 'x', token_type: 'Bearer', id_token: idToken() }),
  }),
  '/userinfo': () => answers.userInfo ?? { body: '{}' },
};

beforeAll(async () => {
  provider = createServer((request, response) => {
    const { status = 200, body } = pages[(request.url ?? '').split('?')[0] ?? '']?.() ?? { status: 404, body: '' };
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  server = await testServer({
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'client',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_NAME: 'Company login',
  });
});
afterAll(async () => {
  await server.close();
  provider.closeAllConnections();
  provider.close();
});
beforeEach(() => server.db.deleteFrom('rate_limits').execute());

const cookieIn = (headers: Record<string, unknown>, name: string) =>
  ([headers['set-cookie'] ?? []].flat() as string[])
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .split(';')[0];

/** Where the browser ends after a login with these answers, and whether it has a session. */
async function logIn(given: Answers) {
  answers = given;
  const start = await server.anonymous.request('GET', '/api/auth/oidc/start');
  const { searchParams } = new URL(String(start.headers.location), issuer);
  nonce = searchParams.get('nonce') ?? '';
  const cookie = cookieIn(start.headers, cookieName);
  const back = await server.anonymous.request(
    'GET',
    `/api/auth/oidc/callback?code=x&state=${searchParams.get('state')}`,
    { headers: { cookie: `${cookieName}=${cookie}` } },
  );
  return [back.status, back.headers.location, (cookieIn(back.headers, '__Host-tuneport') ?? '') !== ''];
}

describe('single sign-on', () => {
  test('is refused for a subject that cannot be stored or compared', async () => {
    for (const sub of ['', 'a\0b', 'x\ud800', 'x\ud801', 'é', 'x'.repeat(256), 'x'.repeat(20_000)])
      expect(await logIn({ claims: { sub, email: 'subject@nonsense.test' } }), sub.slice(0, 9)).toEqual([
        303,
        '/auth/error?reason=refused',
        false,
      ]);
    const users = await server.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'subject@nonsense.test')
      .execute();
    expect(users).toEqual([]);
  });

  test('gives a new account no name that the form would refuse', async () => {
    for (const [nth, local] of ['www.evil.com', 'x'.repeat(100)].entries())
      expect(
        await logIn({ claims: { sub: `named-${nth}`, email: `${local}@nonsense.test`, name: 'http://evil.test' } }),
      ).toEqual([303, '/auth/success', true]);
    const names = await server.db.selectFrom('users').select('name').where('oidc_subject', 'like', 'named-%').execute();
    expect(names).toEqual([{ name: 'New customer' }, { name: 'New customer' }]);
  });

  test('says that the provider is away when its userinfo fails', async () => {
    expect(await logIn({ claims: { sub: 'away', email: null }, userInfo: { status: 503, body: 'busy' } })).toEqual([
      303,
      '/auth/error?reason=provider_unavailable',
      false,
    ]);
  });

  test('starts at no provider that has no web page to log in', async () => {
    for (const page of [undefined, 'javascript:alert(1)', 'no address']) {
      answers = { discovery: { authorization_endpoint: page } };
      const { oidc } = server.platform.config;
      if (!oidc) throw new Error('there is no provider');
      const other = await server.another({ oidc: { ...oidc } });
      const reply = await other.clientWith(null).request('GET', '/api/auth/oidc/start');
      expect([reply.status, reply.headers.location]).toEqual([303, '/auth/error?reason=provider_unavailable']);
    }
  });
});
