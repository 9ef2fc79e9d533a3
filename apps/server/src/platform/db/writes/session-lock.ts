import pg from 'pg';
import { type Connection, clientConfig } from '../connection/connection.ts';

/**
 * Runs `work` in one process at a time, without a time limit. Uses its own connection, which must not go through a
 * pooler.
 */
export async function withSessionLock<T>(direct: Connection | string, key: number, work: () => Promise<T>): Promise<T> {
  const timeouts = { connectMs: 5_000, statementMs: 0, lockMs: 0, idleInTransactionMs: 0 };
  const client = new pg.Client(clientConfig(direct, timeouts, 'tuneport lock'));
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [key]);
    return await work();
  } finally {
    // The lock ends with its session.
    await client.end().catch(() => {});
  }
}
