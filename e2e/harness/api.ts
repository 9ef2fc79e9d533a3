import { demoEmail, demoPassword } from '../../apps/server/src/seeds/demo-accounts.ts';

export type Answer<T> = { status: number; body: T; headers: Headers };
type Sent = { body?: unknown; headers?: Record<string, string> };

/** An API client with its own cookie. Status 0 means no response. */
export type Caller = {
  readonly cookie: string;
  request<T = unknown>(method: string, path: string, sent?: Sent): Promise<Answer<T>>;
};

/** The origin may change from one process to another between two calls. */
export function caller(origin: () => string, cookie = ''): Caller {
  return {
    cookie,
    async request<T>(method: string, path: string, { body, headers = {} }: Sent = {}): Promise<Answer<T>> {
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      try {
        const reply = await fetch(origin() + path, {
          method,
          redirect: 'manual',
          headers: { origin: origin(), ...(cookie === '' ? {} : { cookie }), ...json, ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(60_000),
        });
        const text = await reply.text();
        const isJson = text !== '' && reply.headers.get('content-type')?.startsWith('application/json');
        return { status: reply.status, body: (isJson ? JSON.parse(text) : text) as T, headers: reply.headers };
      } catch {
        return { status: 0, body: undefined as T, headers: new Headers() };
      }
    },
  };
}

/** A demo account, logged in over the API. */
export async function loggedIn(origin: () => string, address: string): Promise<Caller> {
  const answer = await caller(origin).request('POST', '/api/auth/login', {
    body: { email: demoEmail(address), password: demoPassword },
  });
  if (answer.status !== 200)
    throw new Error(`${address} could not log in: ${answer.status} ${JSON.stringify(answer.body)}`);
  // Only the session cookie: the known-device cookie is not needed.
  const session = answer.headers.getSetCookie().find((line) => /^(?:__Host-)?tuneport=/.test(line)) ?? '';
  return caller(origin, session.split(';')[0]);
}
