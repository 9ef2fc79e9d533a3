import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Connection, clientConfig } from '../db/connection/connection.ts';
import { type Migration, migrate, readMigrations } from '../db/schema/migrate.ts';
import { hashOfPlace } from '../files/bytes.ts';
import type { FileStore } from '../files/store.ts';
import { BackupError, type Manifest, readSums, verifyBackup } from './manifest.ts';
import { dropEverything, listGuards, listSequences, listTables, quoted, restoreMarker } from './schema.ts';
import { readJobSchema, sessionSettings } from './write-backup.ts';

type RestoreTarget = {
  readonly connection: Connection | string;
  readonly files: FileStore;
  /** Replaces the contents of the database. */
  readonly overwrite: boolean;
  /** The job tables' version in this release, and how to create them. */
  readonly jobSchema: number;
  readonly makeJobTables: () => Promise<void>;
  /** Called after the backup was verified and before anything is changed; throws to refuse. */
  readonly check: (manifest: Manifest) => void;
};

/**
 * Nothing is changed until every byte of the backup is verified. All rows are restored in one transaction; until it
 * commits, a marker in the database prevents any process from starting, and the command can be repeated.
 */
export async function restoreBackup(folder: string, target: RestoreTarget): Promise<Manifest> {
  const manifest = await verifyBackup(folder);
  const migrations = migrationsOf(manifest);
  if (manifest.pg_boss_schema !== null && manifest.pg_boss_schema !== target.jobSchema)
    throw new BackupError(
      `This backup was made by release ${manifest.release}, which has a different version of the job tables. Restore it with that release, then upgrade.`,
    );
  target.check(manifest);

  const timeouts = { connectMs: 5_000, statementMs: 0, lockMs: 0, idleInTransactionMs: 0 };
  const client = new pg.Client(clientConfig(target.connection, timeouts, 'tuneport restore'));
  client.on('error', () => {});
  await client.connect();
  try {
    await takeOver(client, manifest, target.overwrite);
    await migrate(target.connection, { migrations, functions: [] }, { restoring: true });
    if (manifest.pg_boss_schema !== null) await target.makeJobTables();
    await restoreFiles(folder, target.files);
    await client.query('begin');
    await client.query(sessionSettings);
    await loadRows(client, folder, manifest);
    await client.query(`drop table ${restoreMarker}`);
    await client.query('commit');
    await client.query(`analyze ${namesOf(manifest)}`);
  } finally {
    await client.end().catch(() => {});
  }
  await migrate(target.connection);
  return manifest;
}

/** The schema is built as of the backup; later migrations are applied to the restored rows. */
function migrationsOf({ migrations, release }: Manifest): Migration[] {
  const known = readMigrations();
  const level = known.slice(0, migrations.length);
  const fits = migrations.every(({ name, checksum }, i) => level[i]?.name === name && level[i]?.checksum === checksum);
  if (!fits)
    throw new BackupError(`This backup was made by release ${release}. Restore it with that release or a newer one.`);
  return level;
}

async function takeOver(client: pg.Client, manifest: Manifest, overwrite: boolean): Promise<void> {
  const { rows: others } = await client.query<{ names: string[] | null }>(`
    select array_agg(distinct application_name) as names from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'tuneport%'`);
  if (others[0]?.names)
    throw new BackupError(`Stop every process of the site first. Still connected: ${others[0].names.join(', ')}.`);
  await client.query('begin');
  const { rows: marker } = await client.query<{ there: boolean }>(
    `select to_regclass('${restoreMarker}') is not null as there`,
  );
  const tables = await listTables(client);
  if (tables.length > 0 && !overwrite && !marker[0]?.there)
    throw new BackupError('The database is not empty. To replace everything in it, run this again with --overwrite.');
  await client.query(`create table if not exists ${restoreMarker} (began_at timestamptz not null default now())`);
  await dropEverything(client, [...new Set(manifest.tables.map(({ schema }) => schema))]);
  await client.query('commit');
}

async function restoreFiles(folder: string, store: FileStore): Promise<void> {
  for await (const { path } of readSums(folder)) {
    const sha256 = path.startsWith('files/') ? hashOfPlace(path.slice('files/'.length)) : undefined;
    if (!sha256) continue;
    const source = join(folder, path);
    await store.put(source, sha256, (await stat(source)).size);
  }
}

async function loadRows(client: pg.Client, folder: string, manifest: Manifest): Promise<void> {
  await expectTables(client, manifest);
  const { suspend, resume } = await listGuards(client);
  for (const statement of suspend) await client.query(statement);
  await client.query(`truncate ${namesOf(manifest)}`);
  for (const { schema, name, columns, rows, file } of manifest.tables) {
    const into = client.query(
      copyFrom(`copy ${quoted(schema, name)} (${columns.map((column) => quoted(column)).join(', ')}) from stdin`),
    );
    await pipeline(createReadStream(join(folder, file)), createGunzip(), into);
    if (into.rowCount !== rows)
      throw new BackupError(`${schema}.${name} has ${into.rowCount} rows in the backup; it should have ${rows}.`);
  }
  for (const { schema, name, last_value, is_called } of manifest.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quoted(schema, name), last_value, is_called]);
  // Adding a foreign key checks every row.
  for (const statement of resume) await client.query(statement);
}

const namesOf = ({ tables }: Manifest) => tables.map(({ schema, name }) => quoted(schema, name)).join(', ');

/** The tables of the backup and of the schema must match. */
async function expectTables(client: pg.Client, manifest: Manifest): Promise<void> {
  const nameOf = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`;
  const here = new Map((await listTables(client)).map((table) => [nameOf(table), table.columns]));
  const there = new Map(manifest.tables.map((table) => [nameOf(table), table.columns]));
  const wrong = [...new Set([...here.keys(), ...there.keys()])].filter((name) => {
    const columns = there.get(name);
    return columns?.toSorted().join() !== here.get(name)?.toSorted().join();
  });
  const sequences = new Set((await listSequences(client)).map(nameOf));
  wrong.push(...manifest.sequences.map(nameOf).filter((name) => !sequences.has(name)));
  const jobSchema = await readJobSchema(client);
  if (jobSchema !== manifest.pg_boss_schema) wrong.push(`pgboss (version ${jobSchema})`);
  if (wrong.length > 0)
    throw new BackupError(
      `The schema of the backup does not match the schema of this release. Different: ${wrong.join(', ')}.`,
    );
}
