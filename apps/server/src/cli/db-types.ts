import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Connection } from '../platform/db/connection/connection.ts';
import { clientConfig, usualTimeouts } from '../platform/db/connection/connection.ts';
import { generateTypes } from '../platform/db/schema/generate-types.ts';
import { migrate } from '../platform/db/schema/migrate.ts';
import { startPostgres } from '../platform/postgres/supervisor.ts';
import type { Command } from './command.ts';
import { toStderr } from './with-database.ts';

const file = fileURLToPath(new URL('../platform/db/db.gen.ts', import.meta.url));

/** Always generated from a fresh database, so that the types match the migrations exactly. */
export const dbTypesCommand: Command = {
  summary: 'write db.gen.ts from the migrations',
  usage: '[--check]',
  async run(args) {
    const made = await withFreshDatabase(typesOf);
    const same = read(file) === made;
    if (args.includes('--check')) {
      if (!same) throw new Error('db.gen.ts does not fit the migrations. Run: npm run cli db-types');
    } else if (!same) writeFileSync(file, made);
    return { file, changed: !same };
  },
};

async function typesOf(connection: Connection): Promise<string> {
  await migrate(connection);
  const client = new pg.Client(clientConfig(connection, usualTimeouts, 'tuneport db-types'));
  await client.connect();
  try {
    return await generateTypes(client);
  } finally {
    await client.end();
  }
}

async function withFreshDatabase<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync('/tmp/tuneport-types-');
  chmodSync(dataDir, 0o711);
  try {
    const postgres = await startPostgres({ dataDir, log: { ...toStderr, info: () => {} }, settings: { fsync: 'off' } });
    try {
      return await work(postgres.connection);
    } finally {
      await postgres.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
