import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import Provider from 'oidc-provider';

// A certified OpenID Connect provider on this machine, and a browser that logs in to it.

export type Person = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  amr?: string[];
};

export type OidcIssuer = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who logs in next; null cancels at the provider's page. */
  person: Person | null;
  /** Follows the provider's pages from its login URL to the redirect back. */
  visit(authorizeUrl: string): Promise<URL>;
  stop(): Promise<void>;
};

const clientId = 'tuneport-test';
const clientSecret = 'a secret of the test client, long enough';
const ports = { first: 3200, last: 3219 };

export async function startOidcIssuer(redirectUri: string, port?: number): Promise<OidcIssuer> {
  const people = new Map<string, Person>();
  const server = createServer();
  const issuer = `http://127.0.0.1:${await listen(server, port)}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [
      { client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri], response_types: ['code'] },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' }] },
    cookies: { keys: ['test'] },
    ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], amr: null },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => people.get(id) ?? { sub: id } }),
    loadExistingGrant: async (context: { oidc: { session: { accountId: string } } }) => {
      const grant = new provider.Grant({ clientId, accountId: context.oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  const running: OidcIssuer = {
    issuer,
    clientId,
    clientSecret,
    person: null,
    visit: (url) => follow(url, new Map(), redirectUri),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    const { person } = running;
    if (person) people.set(person.sub, person);
    const result = person
      ? { login: { accountId: person.sub, ...(person.amr ? { amr: person.amr } : {}) } }
      : { error: 'access_denied', error_description: 'cancelled' };
    provider
      .interactionFinished(request, response, result, { mergeWithLastSubmission: false })
      .catch((error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      });
  });
  return running;
}

async function follow(url: string, jar: Map<string, string>, redirectUri: string): Promise<URL> {
  let next = new URL(url);
  for (let hop = 0; hop < 10; hop += 1) {
    if (next.href.startsWith(redirectUri)) return next;
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const line of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      jar.set(name, value);
    }
    const location = reply.headers.get('location');
    if (!location) throw new Error(`the provider answered ${reply.status}: ${await reply.text()}`);
    next = new URL(location, next);
  }
  throw new Error('the provider sends the browser around in a circle');
}

async function listen(server: Server, wanted?: number): Promise<number> {
  for (let port = wanted ?? ports.first; port <= (wanted ?? ports.last); port += 1) {
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    server.removeAllListeners('error');
    if (free) return port;
  }
  throw new Error('no free port for the test provider');
}

/** Accepts connections and never responds. */
export async function startSilentServer(): Promise<{ url: string; stop(): void }> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  const port = await listen(server as unknown as Server);
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
