import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Connection, clientConfig, inDatabase } from '../platform/db/connection/connection.ts';
import { openDb } from '../platform/db/connection/open.ts';
import type { Db } from '../platform/db/db.ts';

declare module 'vitest' {
  interface ProvidedContext {
    database: {
      server: Connection | string;
      template: string;
      /** The name of the template with job tables, created by the first test server. */
      started: string;
      /** Where the demo data set of this run is, created by the first test that needs it. */
      demo: {
        template: string;
        dataDir: string;
        /** A data folder with an embedded database. */
        folder: string;
      };
    };
    /** With TEST_PGBOUNCER=on: the address of a pooler, without a database name. */
    pooler: string | null;
  }
}

export type TestDatabase = {
  db: Db;
  /** For code that opens its own connections: a server, a listener, another process. */
  connection: Connection | string;
  /** The same as a DATABASE_URL. */
  url: string;
  close(): Promise<void>;
};

/** Copying files takes half the work of writing every page to the WAL. */
const asFiles = 'strategy file_copy';

/** A fresh copy of the migrated, empty database, or of another one; make one per test file and close it in afterAll. */
export async function testDatabase(options: { max?: number; template?: string } = {}): Promise<TestDatabase> {
  const { server, template: empty } = inject('database');
  const template = options.template ?? empty;
  const name = `tuneport_test_${process.pid}_${randomBytes(5).toString('hex')}`;
  await onServer(server, (client) => client.query(`create database ${name} template ${template} ${asFiles}`));
  const connection = inDatabase(server, name);
  const { db, close } = openDb(connection, { max: options.max ?? 5, name: 'tuneport test' });
  return {
    db,
    connection,
    url: asUrl(connection),
    async close() {
      await close();
      await onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Arbitrary: one process builds a template, others wait for it. */
const templateLock = 4_702_119;

/** Creates a template once for all files of a run: a copy of the empty template, completed by `fill`. */
export async function ensureTemplate(
  name: string,
  fill: (connection: Connection | string) => Promise<void>,
): Promise<void> {
  const { server, template: empty } = inject('database');
  await onServer(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const made = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (made.rowCount) return;
    // Under another name until it is complete.
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft} template ${empty} ${asFiles}`);
    await fill(inDatabase(server, draft));
    await client.query(`alter database ${draft} rename to ${name}`);
  });
}

export async function onServer<T>(server: Connection | string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const config = clientConfig(
    server,
    // One file waits here while another builds a template, which may take minutes on a busy machine.
    { connectMs: 120_000, statementMs: 0, lockMs: 0, idleInTransactionMs: 0 },
    'tuneport test',
  );
  const client = new pg.Client(config);
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function asUrl(connection: Connection | string): string {
  if (typeof connection === 'string') return connection;
  const { host, port = 5432, user, database } = connection;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}
