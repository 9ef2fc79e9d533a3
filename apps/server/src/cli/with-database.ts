import { readConfig } from '../platform/config.ts';
import type { Connection } from '../platform/db/connection/connection.ts';
import type { PostgresLog } from '../platform/postgres/log.ts';
import { startPostgres } from '../platform/postgres/supervisor.ts';
import { checkedDatabase } from '../preflight.ts';

/**
 * The database of this installation: the one at DATABASE_URL, or the embedded one, which is started temporarily unless
 * it is already running.
 */
export async function withDatabase<T>(work: (connection: Connection | string) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const { dataDir, pgBin } = config;
  const external = await checkedDatabase(config);
  if (external) return work(external.direct);
  const postgres = await startPostgres({ dataDir, pgBin, log: toStderr });
  try {
    return await work(postgres.connection);
  } finally {
    await postgres.stop();
  }
}

const print = (_fields: object, message: string) => process.stderr.write(`${message}\n`);
export const toStderr: PostgresLog = { debug: () => {}, info: print, warn: print, error: print };
