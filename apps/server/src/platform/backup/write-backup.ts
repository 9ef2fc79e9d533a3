import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Connection, clientConfig } from '../db/connection/connection.ts';
import { migrationLock } from '../db/schema/migrate.ts';
import { BytesDiffer, BytesMissing, placeOf } from '../files/bytes.ts';
import { checked } from '../files/checked.ts';
import type { FileStore } from '../files/store.ts';
import { backupLock } from '../files/sweep.ts';
import {
  BackupError,
  backupFormat,
  incompleteName,
  isEmptyFolder,
  keyName,
  type Manifest,
  manifestName,
  manifestText,
  sumsName,
  syncFolder,
  verifyBackup,
} from './manifest.ts';
import { listSequences, listTables, quoted, restoreMarker, type Table } from './schema.ts';

type BackupSource = {
  readonly connection: Connection | string;
  readonly files: FileStore;
  readonly release: string;
  /** The current key first, then others that still decrypt. */
  readonly keyIds: readonly string[];
  /** The text of the key file, if the backup should include it. */
  readonly keyFile: string | undefined;
};

export const sessionSettings = `
  set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 3; set local bytea_output = 'hex'; set local client_encoding = 'UTF8'`;

/**
 * Rows and stored files are from one snapshot; requests continue. Everything is read back before the backup is
 * complete.
 */
export async function writeBackup(folder: string, source: BackupSource): Promise<Manifest> {
  const root = resolve(folder);
  if (!(await isEmptyFolder(root))) throw new BackupError(`${root} is not empty. Use a new folder for each backup.`);
  await mkdir(root, { recursive: true, mode: 0o700 });
  await chmod(root, 0o700);
  await writeFile(join(root, incompleteName), 'This backup is being written, or was interrupted.\n', {
    mode: 0o600,
    flush: true,
  });
  const sums = await openSums(join(root, sumsName));
  let content: Omit<Manifest, 'sums' | 'secret_key'>;
  try {
    content = await withSnapshot(source.connection, async (client) => {
      await expectInstallation(client);
      const tables = await listTables(client);
      const copied: Manifest['tables'] = [];
      await mkdir(join(root, 'database'), { mode: 0o700 });
      for (const table of tables) copied.push(await copyTable(client, root, table, sums));
      return {
        format: backupFormat,
        made_at: new Date().toISOString(),
        release: source.release,
        ...(await readVersions(client)),
        tables: copied,
        sequences: await listSequences(client),
        files: await copyFiles(client, root, source.files, sums),
      };
    });
    if (source.keyFile !== undefined) {
      await writeFile(join(root, keyName), source.keyFile, { mode: 0o600, flag: 'wx', flush: true });
      await sums.add(createHash('sha256').update(source.keyFile).digest('hex'), keyName);
    }
  } finally {
    await sums.close();
  }
  const manifest: Manifest = {
    ...content,
    secret_key: { ids: [...source.keyIds], included: source.keyFile !== undefined },
    sums: sums.result(),
  };
  const draft = join(root, `${manifestName}.draft`);
  await writeFile(draft, manifestText(manifest), { mode: 0o600, flag: 'wx', flush: true });
  await rename(draft, join(root, manifestName));
  await rm(join(root, incompleteName));
  await syncFolder(root);
  await verifyBackup(root).catch(async (error: unknown) => {
    await writeFile(join(root, incompleteName), 'This backup failed verification.', { mode: 0o600 });
    throw error;
  });
  return manifest;
}

/**
 * One read-only snapshot. A second connection takes two locks first: no migration runs and no stored file is removed
 * until the backup has copied everything.
 */
async function withSnapshot<T>(connection: Connection | string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const timeouts = { connectMs: 5_000, statementMs: 0, lockMs: 0, idleInTransactionMs: 0 };
  const clients = ['tuneport backup', 'tuneport backup lock'].map(
    (name) => new pg.Client(clientConfig(connection, timeouts, name)),
  ) as [pg.Client, pg.Client];
  for (const client of clients) client.on('error', () => {});
  const [reader, holder] = clients;
  try {
    await Promise.all(clients.map((client) => client.connect()));
    await holder.query('begin');
    await holder.query(
      `select pg_advisory_xact_lock_shared(${migrationLock}), pg_advisory_xact_lock_shared(${backupLock})`,
    );
    await reader.query('begin isolation level repeatable read read only');
    await reader.query(sessionSettings);
    const result = await work(reader);
    await holder.query('commit');
    await reader.query('commit');
    return result;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}

async function expectInstallation(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean; restoring: boolean }>(
    `select to_regclass('schema_migrations') is not null as there, to_regclass('${restoreMarker}') is not null as restoring`,
  );
  if (rows[0]?.restoring) throw new BackupError('A restore into this database did not finish. Run it again first.');
  if (!rows[0]?.there) throw new BackupError('The database is empty. There is nothing to back up.');
}

async function copyTable(
  client: pg.Client,
  root: string,
  { schema, name, columns }: Table,
  sums: Sums,
): Promise<Manifest['tables'][number]> {
  const file = `database/${encodeURIComponent(schema)}.${encodeURIComponent(name)}.copy.gz`;
  // A partitioned table is read by a query only.
  const rows = client.query(
    copyTo(`copy (select ${columns.map((c) => quoted(c)).join(', ')} from ${quoted(schema, name)}) to stdout`),
  );
  const seen = hashing();
  await pipeline(
    rows,
    createGzip({ level: 5 }),
    seen,
    createWriteStream(join(root, file), { mode: 0o600, flags: 'wx', flush: true }),
  );
  await sums.add(seen.sha256(), file);
  return { schema, name, columns, rows: rows.rowCount, file };
}

const rowsAtOnce = 500;
const lanes = 4;

async function copyFiles(client: pg.Client, root: string, store: FileStore, sums: Sums): Promise<Manifest['files']> {
  const result: Manifest['files'] = { count: 0, bytes: 0, missing: [], damaged: [] };
  await client.query(`declare backup_files no scroll cursor for
    select distinct on (sha256) sha256, size_bytes::text as size_bytes from stored_files order by sha256`);
  for (;;) {
    const { rows } = await client.query<{ sha256: Buffer; size_bytes: string }>(
      `fetch ${rowsAtOnce} from backup_files`,
    );
    const waiting = [...rows];
    const lane = async () => {
      for (let row = waiting.shift(); row; row = waiting.shift()) {
        const hex = row.sha256.toString('hex');
        try {
          await copyFile(store, row.sha256, Number(row.size_bytes), root);
          result.bytes += Number(row.size_bytes);
          result.count += 1;
          await sums.add(hex, `files/${placeOf(row.sha256)}`);
        } catch (error) {
          // One lost file must not prevent saving the others; the command exits with 1 and names it.
          if (error instanceof BytesMissing) result.missing.push(hex);
          else if (error instanceof BytesDiffer) result.damaged.push(hex);
          else throw error;
        }
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    if (rows.length < rowsAtOnce) return result;
  }
}

async function copyFile(store: FileStore, sha256: Buffer, sizeBytes: number, root: string): Promise<void> {
  const path = join(root, 'files', placeOf(sha256));
  const bytes = await store.open(sha256);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await pipeline(
      bytes,
      checked(sha256, sizeBytes),
      createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }),
    );
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function readVersions(client: pg.Client): Promise<Pick<Manifest, 'postgres' | 'migrations' | 'pg_boss_schema'>> {
  const { rows: server } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  );
  return {
    postgres: server[0]?.version ?? '',
    migrations,
    pg_boss_schema: await readJobSchema(client),
  };
}

/** The schema version of pg-boss; null before the first start. */
export async function readJobSchema(client: Pick<pg.Client, 'query'>): Promise<number | null> {
  const { rows: known } = await client.query<{ there: boolean }>(
    `select to_regclass('pgboss.version') is not null as there`,
  );
  if (!known[0]?.there) return null;
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version');
  return rows[0]?.version ?? null;
}

function hashing(): Transform & { sha256(): string } {
  const hash = createHash('sha256');
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return Object.assign(stream, { sha256: () => hash.digest('hex') });
}

type Sums = {
  add(sha256: string, path: string): Promise<void>;
  close(): Promise<void>;
  result(): Manifest['sums'];
};

async function openSums(path: string): Promise<Sums> {
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let lines = 0;
  let last = Promise.resolve();
  return {
    add(sha256, name) {
      const line = `${sha256}  ${name}\n`;
      // Writes are queued in call order, so that the file matches its hash.
      last = last.then(async () => {
        await file.write(line);
        hash.update(line);
        lines += 1;
      });
      return last;
    },
    async close() {
      await last;
      await file.sync();
      await file.close();
    },
    result: () => ({ sha256: hash.digest('hex'), lines }),
  };
}
