import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallInput, CallKey, CallReply } from '@tuneport/contract/index';
import type { Role, UserFlag } from '@tuneport/domain/identity/permissions';
import type { LightMyRequestResponse } from 'fastify';
import { inject } from 'vitest';
import { productJobs } from '../areas.ts';
import { openSession } from '../modules/identity/index.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { inDatabase } from '../platform/db/connection/connection.ts';
import { sessionCookieName } from '../platform/http/cookies.ts';
import { startJobs } from '../platform/jobs/jobs.ts';
import { makeLog } from '../platform/log.ts';
import { makeServer, type Server } from '../server.ts';
import { ensureTemplate, type TestDatabase, testDatabase } from './database.ts';
import { type Factories, factories } from './factories.ts';
import { scratch } from './scratch.ts';

export const testOrigin = 'http://localhost:3000';

export type Reply<T> = {
  status: number;
  body: T;
  headers: LightMyRequestResponse['headers'];
  raw: LightMyRequestResponse;
};

/** An API client. Errors are returned, not thrown: tests check the status. */
export type Client = {
  readonly userId: number | null;
  readonly token: string | null;
  call<K extends CallKey>(key: K, input?: LooseInput<K>): Promise<Reply<CallReply<K>>>;
  request(
    method: string,
    url: string,
    options?: { body?: unknown; headers?: Record<string, string>; from?: string | undefined },
  ): Promise<Reply<never>>;
};

/** Tests also send input the types forbid. */
type LooseInput<K extends CallKey> = { [P in keyof CallInput<K>]?: unknown } & {
  headers?: Record<string, string>;
  readAt?: string;
  idempotencyKey?: string;
  /** The network address of the caller; defaults to 127.0.0.1. */
  from?: string;
};

export type TestServer = Server & {
  readonly db: TestDatabase['db'];
  readonly database: TestDatabase;
  readonly make: Factories;
  readonly anonymous: Client;
  /** A client with an open session, for a new user with these facts or for an existing one. */
  as(
    user: { id: number } | { role?: Role; flags?: readonly UserFlag[] },
    session?: { secondFactor?: boolean },
  ): Promise<Client>;
  clientWith(token: string | null, userId?: number): Client;
  /** Makes the logins of a user too old to count as fresh. */
  ageLogins(userId: number): Promise<void>;
  /** A second process on the same database, with some settings changed. */
  another(changed?: Partial<Config>): Promise<Server & { clientWith(token: string | null): Client }>;
  close(): Promise<void>;
};

/**
 * The whole product on its own database, called without a socket. Its database connection may differ from the test's.
 */
export async function testServer(
  env: Record<string, string> = {},
  connect: (to: TestDatabase['connection']) => Promise<TestDatabase['connection']> = throughPooler,
): Promise<TestServer> {
  const database = await testDatabase({ template: await startedTemplate() });
  const dataDir = await mkdtemp(join(scratch, 'tuneport-server-'));
  const lines: string[] = [];
  const config = readConfig({
    DATA_DIR: dataDir,
    PUBLIC_ORIGIN: testOrigin,
    JOBS: 'off',
    LOG_LEVEL: 'warn',
    DATABASE_POOL: '6',
    ...env,
  });
  const log = makeLog(config.logLevel, {
    write: (line) => void (process.env.TEST_LOG ? process.stderr.write(line) : lines.push(line)),
  });
  const { connection: direct } = database;
  // Tests run in parallel: connecting may take longer than the production timeout.
  const parts = { config, log, connection: await connect(direct), direct, pages: false, connectMs: 15_000 };
  await staffWithOneFactor(database.db);
  const server = await makeServer(parts);
  const others: Server[] = [];
  const make = factories(database.db);
  const clientWith = (token: string | null, userId: number | null = null) => clientOf(server, token, userId);

  return {
    ...server,
    db: database.db,
    database,
    make,
    clientWith,
    anonymous: clientWith(null),
    async as(user, session = {}) {
      const id = 'id' in user ? user.id : (await make.user(user)).id;
      const token = await openSession(database.db, {
        userId: id,
        method: 'password',
        secondFactor: session.secondFactor ?? false,
        address: '127.0.0.1',
        userAgent: 'test',
      });
      return clientWith(token, id);
    },
    async ageLogins(userId) {
      const authenticated_at = new Date(Date.now() - 11 * 60_000);
      await database.db.updateTable('sessions').set({ authenticated_at }).where('user_id', '=', userId).execute();
    },
    async another(changed = {}) {
      const other = await makeServer({ ...parts, config: { ...config, ...changed } });
      others.push(other);
      return { ...other, clientWith: (token) => clientOf(other, token, null) };
    },
    async close() {
      await Promise.all([server.stop(), ...others.map((other) => other.stop())]);
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The database after a first start of the product: creating the job tables again takes longer than most tests. */
let started: Promise<string> | undefined;
function startedTemplate(): Promise<string> {
  started ??= (async () => {
    const { started: name } = inject('database');
    await ensureTemplate(name, async (connection) => {
      const log = makeLog('silent');
      await (await startJobs({ connection, log, jobs: productJobs, schedules: [], working: false })).stop();
    });
    return name;
  })();
  return started;
}

/** Staff log in without a second factor, except in tests about it. The settings count as never saved. */
const staffWithOneFactor = (db: TestDatabase['db']) =>
  db
    .insertInto('settings')
    .values({ name: 'staff_second_factor', value: JSON.stringify('optional'), updated_at: new Date('2000-01-01') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** With TEST_PGBOUNCER=on the server's requests go through a pooler. */
async function throughPooler(to: TestDatabase['connection']): Promise<TestDatabase['connection']> {
  const pooler = inject('pooler');
  const name = typeof to === 'string' ? new URL(to).pathname.slice(1) : to.database;
  return pooler === null ? to : inDatabase(pooler, name);
}

/** The response headers of a stream, which has no end to wait for. */
async function beginningOf(server: Server, url: string, cookie: { cookie?: string }): Promise<Reply<never>> {
  const headers = { origin: testOrigin, ...cookie };
  const raw = await server.app.inject({ method: 'GET', url, headers, payloadAsStream: true });
  const isStream = raw.headers['content-type']?.toString().startsWith('text/event-stream');
  const json = isStream ? null : await new Response(Readable.toWeb(raw.stream()) as ReadableStream).json();
  raw.stream().destroy();
  return { status: raw.statusCode, body: json as never, headers: raw.headers, raw };
}

const patienceMs = 60_000;

/**
 * The same client, but retrying "try again" responses: for more clients than a busy machine or a small pooler can
 * serve. Uses a key, because a response can be lost after the work was done.
 */
export const patient = (client: Client): Client =>
  callingBy(
    async (method, url, options = {}) => {
      const until = performance.now() + patienceMs;
      const key: Record<string, string> = method === 'GET' ? {} : { 'idempotency-key': randomUUID() };
      const sent = { ...options, headers: { ...key, ...options.headers } };
      for (;;) {
        const reply = await client.request(method, url, sent);
        if (reply.status !== 503 || performance.now() > until) return reply;
        await sleep(100 + 400 * Math.random());
      }
    },
    client.token,
    client.userId,
  );

function clientOf(server: Server, token: string | null, userId: number | null): Client {
  const cookie = token === null ? {} : { cookie: `${sessionCookieName(server.platform.config)}=${token}` };
  const request: Client['request'] = async (method, url, options = {}) => {
    if (url.endsWith('/live')) return beginningOf(server, url, cookie);
    const raw = await server.app.inject({
      method: method as 'GET',
      url,
      headers: { origin: testOrigin, ...cookie, ...options.headers },
      ...(options.from === undefined ? {} : { remoteAddress: options.from }),
      ...(options.body === undefined ? {} : { payload: options.body as object }),
    });
    const json =
      raw.body !== '' &&
      raw.headers['content-encoding'] === undefined &&
      raw.headers['content-type']?.toString().startsWith('application/json');
    return { status: raw.statusCode, body: (json ? raw.json() : raw.body) as never, headers: raw.headers, raw };
  };
  return callingBy(request, token, userId);
}

/** A client that sends its requests through this function. */
export function callingBy(request: Client['request'], token: string | null, userId: number | null): Client {
  return {
    userId,
    token,
    request,
    async call(key, input) {
      const callInput = (input ?? {}) as {
        params?: Record<string, unknown>;
        query?: Record<string, unknown>;
        body?: unknown;
        headers?: Record<string, string>;
        readAt?: string;
        idempotencyKey?: string;
        from?: string;
      };
      const [method, path] = key.split(' ') as [string, string];
      const url = path.replace(/:([a-zA-Z]+)/g, (_, name: string) =>
        encodeURIComponent(String(callInput.params?.[name] ?? '')),
      );
      const query = new URLSearchParams(
        Object.entries(callInput.query ?? {}).map(([name, value]) => [name, String(value)] as [string, string]),
      );
      const reply = await request(method, `/api${url}${query.size > 0 ? `?${query}` : ''}`, {
        body: callInput.body,
        from: callInput.from,
        headers: {
          ...(callInput.idempotencyKey ? { 'idempotency-key': callInput.idempotencyKey } : {}),
          ...(callInput.readAt ? { 'if-unmodified-since': new Date(callInput.readAt).toUTCString() } : {}),
          ...callInput.headers,
        },
      });
      return reply as never;
    },
  };
}
