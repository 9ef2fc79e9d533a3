import type { ClientConfig } from 'pg';

/** How to reach a database: the supervisor's socket, or an address such as `postgres://user:secret@host/name`. */
export type Connection = { host: string; port?: number; user: string; database: string; password?: string };

export type Timeouts = {
  connectMs: number;
  /** The server gives up on a statement. */
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

export function clientConfig(target: Connection | string, timeouts: Timeouts, name: string): ClientConfig {
  const { pooled, config } = parseTarget(target);
  const common = {
    application_name: name,
    connectionTimeoutMillis: timeouts.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A server that is gone without a word never answers: the client has its own clock, a little behind the server's.
    query_timeout: timeouts.statementMs > 0 ? timeouts.statementMs + 2_000 : undefined,
  };
  // pgbouncer refuses these start-up parameters unless told to ignore them: `?pgbouncer=true` leaves them to the role's own settings.
  const session = pooled
    ? {}
    : {
        statement_timeout: timeouts.statementMs,
        lock_timeout: timeouts.lockMs,
        idle_in_transaction_session_timeout: timeouts.idleInTransactionMs,
      };
  return { ...config, ...common, ...session };
}

function parseTarget(target: Connection | string): { pooled: boolean; config: ClientConfig } {
  if (typeof target !== 'string') return { pooled: false, config: target };
  const { start, path, query } = readUrl(target);
  const pooled = query.get('pgbouncer') === 'true';
  query.delete('pgbouncer');
  return { pooled, config: { connectionString: join(start, path, query) } };
}

/** Not read as a web address: `postgres://user@/name?host=/run/postgresql`, without a host, is a usual way to name a socket. */
function readUrl(text: string): { start: string; path: string; query: URLSearchParams } {
  const [, start, path = '', query = ''] = /^(postgres(?:ql)?:\/\/[^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/.exec(text) ?? [];
  if (start !== undefined) return { start, path, query: new URLSearchParams(query) };
  throw new Error('DATABASE_URL must look like postgres://user:password@host:5432/database.');
}

const join = (start: string, path: string, query: URLSearchParams) =>
  `${start}${path}${query.size > 0 ? `?${query}` : ''}`;

/** The same place, another database on it. */
export function inDatabase(target: Connection | string, database: string): Connection | string {
  if (typeof target !== 'string') return { ...target, database };
  const { start, query } = readUrl(target);
  return join(start, `/${database}`, query);
}
