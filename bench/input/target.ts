import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { openSession } from '../../apps/server/src/modules/identity/index.ts';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import { factories } from '../../apps/server/src/testing/factories.ts';

/** A product that listens, in this process or another, and its database: sessions are opened and limits cleared there. */
export type Target = { readonly port: number; readonly origin: string; readonly db: Db };

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string | undefined;
};
/** Status 0: there was no answer. */
export type Answered = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

const agent = new Agent({ keepAlive: true, maxSockets: 24 });
const noAnswer: Answered = { status: 0, headers: {}, body: Buffer.alloc(0) };
const answerBytesMax = 1024 * 1024;

/** Asks over a real connection. Of a stream without an end only the beginning is awaited. */
export function ask({ port, origin }: Target, { method, path, headers, body }: Asked): Promise<Answered> {
  return new Promise((done) => {
    // Said for every method: of itself the client would send the body of a GET as the beginning of the next request.
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

/** Lets a connection pool of the agent go, so that a server may close. */
export const hangUp = (): void => agent.destroy();

export type Person = 'anonymous' | 'customer' | 'admin';

/** A header for each kind of caller; a session that has ended, or a user who was banned on the way, is replaced. */
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
