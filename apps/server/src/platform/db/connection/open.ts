import type { Duplex } from 'node:stream';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { lowerPriority } from '../../lower-priority.ts';
import type { DB } from '../db.gen.ts';
import type { Db } from '../db.ts';
import { keepPlans } from '../prepared.ts';
import { valueTypes } from '../value-types.ts';
import { type Connection, clientConfig, isPooled, noJit, type Timeouts, usualTimeouts } from './connection.ts';
import { DatabaseUnresponsive, type DbHealth, type DbHealthEvents, watchDbHealth } from './db-health.ts';
import { limitTransactions } from './pooled.ts';

type OpenOptions = {
  max?: number;
  name?: string;
  timeouts?: Partial<Timeouts>;
  /** Called for broken idle connections; without a listener they would end the process. */
  onError?: (error: Error) => void;
  /** Reduces the priority of the database's processes for these connections, if it runs on this machine. */
  lowPriority?: boolean;
  /** Commits do not wait for the disk: a crash of the database may lose the last ones. For work that is repeated then. */
  asyncCommit?: boolean;
  /** With it, waiting callers are rejected within two seconds of a silence; otherwise after their timeouts. */
  dbHealth?: DbHealthEvents;
  /** Another pool of the same database, whose health watch also covers this one. */
  watchedBy?: OpenDb;
};

export type OpenDb = { db: Db; pool: pg.Pool; watch: Watch; close(): Promise<void> };

/** The sockets to close when the database becomes unresponsive. */
type Watch = { readonly sockets: Set<Duplex>; readonly dbHealth: DbHealth | undefined };

/** How many callers may wait per connection before further ones are rejected immediately. */
const waitingPerConnection = 25;

export function openDb(target: Connection | string, options: OpenOptions = {}): OpenDb {
  const max = options.max ?? 10;
  const timeouts = { ...usualTimeouts, ...options.timeouts };
  const config = clientConfig(target, timeouts, options.name ?? 'tuneport');
  const pooled = isPooled(target);
  const isLowered = options.lowPriority === true && typeof target !== 'string';
  const session = [
    // The helper processes of a parallel query would have the usual priority.
    ...(isLowered ? ['max_parallel_workers_per_gather=0'] : []),
    ...(options.asyncCommit && !pooled ? ['synchronous_commit=off'] : []),
  ];
  const pool = new pg.Pool({
    ...config,
    ...(session.length > 0 && { options: [noJit, ...session.map((one) => `-c ${one}`)].join(' ') }),
    max,
    idleTimeoutMillis: 30_000,
    types: valueTypes,
  });
  const onError = options.onError ?? (() => {});
  // A silence is reported once, not once per connection.
  pool.on('error', (error) => error instanceof DatabaseUnresponsive || onError(error));
  const sockets = options.watchedBy?.watch.sockets ?? new Set<Duplex>();
  pool.on('connect', (client) => {
    // A client that fails while checked out rejects its own query.
    client.on('error', () => {});
    // A named statement would stay in a session that the pooler assigns to another client next.
    if (pooled) limitTransactions(client, timeouts);
    else keepPlans(client);
    if (isLowered) void lowerBackendPriority(client);
    const socket = (client as unknown as pg.Client).connection.stream;
    socket.on('data', () => dbHealth?.receivedData()).once('close', () => sockets.delete(socket));
    sockets.add(socket);
  });
  const ownHealth =
    options.dbHealth &&
    watchDbHealth(target, {
      ...options.dbHealth,
      onUnresponsive() {
        for (const socket of sockets) socket.destroy(new DatabaseUnresponsive());
        options.dbHealth?.onUnresponsive();
      },
    });
  const dbHealth = options.watchedBy?.watch.dbHealth ?? ownHealth;
  const borrow = async () => {
    if (pool.waitingCount >= max * waitingPerConnection) throw new PoolFull('All database connections are busy.');
    return dbHealth
      ? dbHealth.whileResponsive(
          () => pool.connect(),
          (client) => client.release(),
        )
      : pool.connect();
  };
  const bounded: PostgresPool = { connect: borrow, end: () => pool.end(), options: pool.options };
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: bounded, controlClient: pg.Client }) });
  let closed: Promise<void> | undefined;
  return {
    db,
    pool,
    watch: { sockets, dbHealth },
    close() {
      ownHealth?.stop();
      closed ??= pool.end();
      return closed;
    },
  };
}

/** Gets a tenth of the processor time of others when there is not enough for all. */
const lowPriority = 10;

async function lowerBackendPriority(client: pg.PoolClient): Promise<void> {
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    lowerPriority(rows[0]?.pid, lowPriority);
  } catch {}
}

export class PoolFull extends Error {
  override readonly name = 'PoolFull';
}
