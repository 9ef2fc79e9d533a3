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
  const common = {
    application_name: name,
    connectionTimeoutMillis: timeouts.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A server that is gone without a word never answers: the client has its own clock, a little behind the server's.
    query_timeout: timeouts.statementMs > 0 ? timeouts.statementMs + 2_000 : undefined,
  };
  const session = {
    statement_timeout: timeouts.statementMs,
    lock_timeout: timeouts.lockMs,
    idle_in_transaction_session_timeout: timeouts.idleInTransactionMs,
  };
  if (typeof target !== 'string') return { ...target, ...common, ...session };
  const url = readUrl(target);
  // pgbouncer refuses these start-up parameters unless told to ignore them: `?pgbouncer=true` leaves them to the role's own settings.
  const pooled = url.searchParams.get('pgbouncer') === 'true';
  url.searchParams.delete('pgbouncer');
  return { connectionString: url.href, ...common, ...(pooled ? {} : session) };
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'postgres:' || url?.protocol === 'postgresql:') return url;
  throw new Error('DATABASE_URL must look like postgres://user:password@host:5432/database.');
}

/** The same place, another database on it. */
export function inDatabase<T extends Connection | string>(target: T, database: string): T;
export function inDatabase(target: Connection | string, database: string): Connection | string {
  if (typeof target !== 'string') return { ...target, database };
  const url = readUrl(target);
  url.pathname = `/${database}`;
  return url.href;
}
