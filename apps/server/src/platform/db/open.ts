import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { type Connection, clientConfig, type Timeouts, usualTimeouts } from './connection.ts';
import type { DB } from './db.gen.ts';
import type { Db } from './db.ts';
import { valueTypes } from './value-types.ts';

export type OpenOptions = {
  max?: number;
  name?: string;
  timeouts?: Partial<Timeouts>;
  /** Told about broken idle connections; without a listener they would end the process. */
  onError?: (error: Error) => void;
};

export type OpenDb = { db: Db; pool: pg.Pool; close(): Promise<void> };

/** How many callers may wait for each connection before the next one is refused at once. */
const waitingPerConnection = 25;

export function openDb(target: Connection | string, options: OpenOptions = {}): OpenDb {
  const max = options.max ?? 10;
  const config = clientConfig(target, { ...usualTimeouts, ...options.timeouts }, options.name ?? 'tuneport');
  const pool = new pg.Pool({ ...config, max, idleTimeoutMillis: 30_000, types: valueTypes });
  const onError = options.onError ?? (() => {});
  pool.on('error', onError);
  // A client that breaks while it is lent out speaks for itself, not through the pool.
  pool.on('connect', (client) => client.on('error', () => {}));
  const bounded: PostgresPool = {
    connect: async () => {
      if (pool.waitingCount >= max * waitingPerConnection) throw new PoolFull('All database connections are busy.');
      return pool.connect();
    },
    end: () => pool.end(),
    options: pool.options,
  };
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: bounded, controlClient: pg.Client }) });
  let closed: Promise<void> | undefined;
  return {
    db,
    pool,
    close() {
      closed ??= pool.end();
      return closed;
    },
  };
}

export class PoolFull extends Error {
  override readonly name = 'PoolFull';
}
