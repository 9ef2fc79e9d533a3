import type { ClientConfig } from 'pg';
import { ConfigError } from '../../config-error.ts';
import { databaseTls } from './database-tls.ts';

/** How to reach a database: the supervisor's socket, or an address such as `postgres://user:secret@host/name`. */
export type Connection = { host: string; port?: number; user: string; database: string; password?: string };

export type Timeouts = {
  connectMs: number;
  /** Statement timeout of the server. */
  statementMs: number;
  lockMs: number;
  idleInTransactionMs: number;
};

export const usualTimeouts: Timeouts = {
  connectMs: 2_000,
  statementMs: 15_000,
  lockMs: 5_000,
  idleInTransactionMs: 20_000,
};

/**
 * Servers with LLVM, such as Debian's, compile every statement whose estimated cost is high, which takes seconds; no
 * statement here is repeated often enough within one execution to gain from it.
 */
export const noJit = '-c jit=off';

export function clientConfig(target: Connection | string, timeouts: Timeouts, name: string): ClientConfig {
  const { pooled, config } = parseTarget(target);
  const common = {
    application_name: name,
    connectionTimeoutMillis: timeouts.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A server that vanishes never responds: the client has its own, slightly longer timeout.
    query_timeout: timeouts.statementMs > 0 ? timeouts.statementMs + 2_000 : undefined,
  };
  // A pooler refuses these start-up parameters: pooled connections set them in each transaction (pooled.ts).
  const session = pooled
    ? {}
    : {
        statement_timeout: timeouts.statementMs,
        lock_timeout: timeouts.lockMs,
        idle_in_transaction_session_timeout: timeouts.idleInTransactionMs,
        options: noJit,
      };
  return { ...config, ...common, ...session };
}

function parseTarget(target: Connection | string): { pooled: boolean; config: ClientConfig } {
  if (typeof target !== 'string') return { pooled: false, config: target };
  const { start, path, query } = readUrl(target);
  const pooled = query.get(poolerMark) === 'true';
  query.delete(poolerMark);
  const ssl = databaseTls(query.get('host') ?? hostOf(start), query);
  return { pooled, config: { connectionString: join(start, path, query), ssl } };
}

/** In the URL, so that all its users know how to connect. */
const poolerMark = 'pgbouncer';

/** Whether the address points to a pooler that reassigns the connection after each transaction. */
export const isPooled = (target: Connection | string): boolean => parseTarget(target).pooled;

export type DatabaseAddress = {
  /** For requests; may be a pooler in transaction mode. */
  readonly connection: Connection | string;
  /** For what needs its own session: LISTEN, jobs, migrations, advisory locks. */
  readonly direct: Connection | string;
};

/** The addresses of DATABASE_URL, DATABASE_DIRECT_URL and DATABASE_CA. */
export function databaseAddress(url: string, directUrl: string | undefined, ca: string | undefined): DatabaseAddress {
  const withParameters = (name: string, text: string, added: Record<string, string>) => {
    const { start, path, query } = readUrl(text, name);
    for (const [key, value] of Object.entries(added)) query.set(key, value);
    const target = join(start, path, query);
    parseTarget(target);
    return target;
  };
  const tls: Record<string, string> = ca === undefined ? {} : { sslrootcert: ca };
  const pooler: Record<string, string> = directUrl === undefined ? {} : { [poolerMark]: 'true' };
  const connection = withParameters('DATABASE_URL', url, { ...tls, ...pooler });
  if (directUrl === undefined && isPooled(connection))
    throw new ConfigError('A pooler in DATABASE_URL needs DATABASE_DIRECT_URL, the address of the database itself.');
  const direct = directUrl === undefined ? connection : withParameters('DATABASE_DIRECT_URL', directUrl, tls);
  if (isPooled(direct))
    throw new ConfigError('DATABASE_DIRECT_URL must point to the database itself, not to a pooler.');
  return { connection, direct };
}

/**
 * Not parsed with `URL`: `postgres://user@/name?host=/run/postgresql`, without a host, is a common way to specify a
 * socket.
 */
function readUrl(text: string, name = 'DATABASE_URL'): { start: string; path: string; query: URLSearchParams } {
  const [, start, path = '', query = ''] = /^(postgres(?:ql)?:\/\/[^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/.exec(text) ?? [];
  if (start !== undefined && parses(start)) return { start, path, query: new URLSearchParams(query) };
  throw new ConfigError(
    `${name} must look like postgres://user:password@host:5432/database, with special characters in the password percent-encoded.`,
  );
}

/** An empty host is filled in, because `URL` rejects it. */
const parses = (start: string) => URL.canParse(/(@|\/\/)$/.test(start) ? `${start}localhost` : start);

function hostOf(start: string): string {
  const authority = start.slice(start.indexOf('//') + 2);
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  return decodeURIComponent(host) || (process.env.PGHOST ?? '');
}

const join = (start: string, path: string, query: URLSearchParams) =>
  `${start}${path}${query.size > 0 ? `?${query}` : ''}`;

/** The same server, another database. */
export function inDatabase(target: Connection | string, database: string): Connection | string {
  if (typeof target !== 'string') return { ...target, database };
  const { start, query } = readUrl(target);
  return join(start, `/${database}`, query);
}
