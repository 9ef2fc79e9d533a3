import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { openSession } from '../../apps/server/src/modules/identity/index.ts';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import { factories } from '../../apps/server/src/testing/factories.ts';

/** A running product, in this process or another, and its database, used to open sessions and clear limits. */
export type Target = { readonly port: number; readonly origin: string; readonly db: Db };

export type BombRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string | undefined;
};
/** Status 0: no response. */
export type Answered = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

const agent = new Agent({ keepAlive: true, maxSockets: 24 });
const noAnswer: Answered = { status: 0, headers: {}, body: Buffer.alloc(0) };
const answerBytesMax = 4 * 1024 * 1024;

/** Sends a request over a real connection. Of an endless stream only the beginning is read. */
export function ask({ port, origin }: Target, { method, path, headers, body }: BombRequest): Promise<Answered> {
  return new Promise((done) => {
    // Set for every method: by default the client would send the body of a GET as the start of the next request.
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const input = { agent, host: '127.0.0.1', port, method, path, headers: { origin, ...length, ...headers } };
    const sent = request(input, (reply) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const end = () =>
        done({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) } as Answered);
      if (reply.headers['content-type']?.startsWith('text/event-stream')) {
        end();
        reply.destroy();
        return;
      }
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= answerBytesMax) chunks.push(chunk);
      });
      reply.on('end', end);
      reply.on('error', end);
    });
    sent.on('error', () => done(noAnswer));
    sent.setTimeout(30_000, () => sent.destroy(new Error('no answer')));
    sent.end(body);
  });
}

/** Closes the agent's connections, so that a server can stop. */
export const hangUp = (): void => agent.destroy();

export type Person = 'anonymous' | 'customer' | 'admin';

/** Request headers per kind of caller; an expired session or a banned user is replaced. */
export function callers({ db }: Target) {
  const cookies = new Map<Person, string>();
  const open = async (person: Person): Promise<string> => {
    const { id } = await factories(db).user({
      role: person === 'admin' ? 5 : 0,
      email: `${person}-${process.pid}-${performance.now()}@example.test`,
    });
    const session = { userId: id, method: 'password' as const, secondFactor: true, address: '127.0.0.1' };
    const token = await openSession(db, { ...session, userAgent: 'input' });
    return `__Host-tuneport=${token}; tuneport=${token}`;
  };
  return {
    async headersOf(person: Person, fresh = false): Promise<Record<string, string>> {
      if (person === 'anonymous') return {};
      const known = fresh ? undefined : cookies.get(person);
      const cookie = known ?? (await open(person));
      cookies.set(person, cookie);
      return { cookie };
    },
  };
}
