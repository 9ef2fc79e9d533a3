import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Connection, clientConfig } from '../connection/connection.ts';
import { lockKeys } from '../writes/advisory-locks.ts';
import { applyFunctions, pendingFunctions, readFunctions, type SqlFunction } from './functions.ts';

const migrationsFolder = fileURLToPath(new URL('../../../../migrations', import.meta.url));

export type Migration = { name: string; sql: string; checksum: string };

/** A backup holds it shared: the schema is frozen meanwhile. */
export const migrationLock = lockKeys.migrations;

/** The ordered migrations: NNNN-name.sql, unique numbers. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const numbers = new Set<string>();
  return names.map((name) => {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
    if (!number) throw new Error(`The migration ${name} must be named like 0001-what-it-does.sql.`);
    if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}: each needs its own.`);
    numbers.add(number);
    const sql = readFileSync(join(folder, name), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') };
  });
}

/** Everything that defines the schema: the migrations in order, then the current functions. */
export type Schema = { migrations: Migration[]; functions: SqlFunction[] };

export const readSchema = (): Schema => ({ migrations: readMigrations(), functions: readFunctions() });

/**
 * Applies missing migrations, each in its own transaction, then all changed functions, and returns the names of the
 * migrations. The lock is transaction-scoped, so any number of processes may migrate concurrently, even through a
 * pooler.
 */
export async function migrate(
  target: Connection | string,
  { migrations, functions }: Schema = readSchema(),
  { restoring = false }: { restoring?: boolean } = {},
): Promise<string[]> {
  const client = new pg.Client(
    clientConfig(target, { connectMs: 5_000, statementMs: 0, lockMs: 0, idleInTransactionMs: 0 }, 'tuneport migrate'),
  );
  client.on('error', () => {});
  await client.connect();
  try {
    const applied: string[] = [];
    if (await isUpToDate(client, { migrations, functions }, restoring)) return applied;
    await inTransaction(client, () =>
      client.query(`create table if not exists schema_migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`),
    );
    for (const migration of migrations) {
      if (await inTransaction(client, () => apply(client, migration, migrations))) applied.push(migration.name);
    }
    await inTransaction(client, async () => {
      if (!(await isOfNewerRelease(client, migrations)))
        await applyFunctions(client, await pendingFunctions(client, functions));
    });
    return applied;
  } finally {
    await client.end();
  }
}

/** While two releases run side by side, the older one must not overwrite newer functions when it restarts. */
async function isOfNewerRelease(client: pg.Client, migrations: readonly Migration[]): Promise<boolean> {
  const known = new Set(migrations.map(({ name }) => name));
  return [...(await appliedChecksums(client)).keys()].some((name) => !known.has(name));
}

async function hasPendingMigrations(client: pg.Client, migrations: readonly Migration[]): Promise<boolean> {
  const known = await appliedChecksums(client);
  checkHistory(known, migrations);
  return migrations.some(({ name }) => !known.has(name));
}

async function isUpToDate(client: pg.Client, { migrations, functions }: Schema, restoring: boolean): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean; restoring: boolean }>(
    `select to_regclass('schema_migrations') is not null as there, to_regclass('restore_in_progress') is not null as restoring`,
  );
  if (rows[0]?.restoring && !restoring)
    throw new Error('A restore into this database is running or was interrupted. Run the restore again.');
  if (rows[0]?.there !== true || (await hasPendingMigrations(client, migrations))) return false;
  return (await isOfNewerRelease(client, migrations)) || (await pendingFunctions(client, functions)).length === 0;
}

async function apply(client: pg.Client, migration: Migration, all: Migration[]): Promise<boolean> {
  const known = await appliedChecksums(client);
  checkHistory(known, all);
  if (known.has(migration.name)) return false;
  const later = [...known.keys()].filter((name) => name > migration.name);
  if (later.length > 0) {
    throw new Error(`${migration.name} comes before ${later[0]}, which is already applied. Give it a later number.`);
  }
  try {
    await client.query(migration.sql);
  } catch (error) {
    const { message, position } = error as pg.DatabaseError;
    const line = position ? ` (line ${migration.sql.slice(0, Number(position)).split('\n').length})` : '';
    throw new Error(`Migration ${migration.name} failed${line}: ${message}. It was rolled back.`, { cause: error });
  }
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
    migration.name,
    migration.checksum,
  ]);
  return true;
}

async function appliedChecksums(client: Pick<pg.Client, 'query'>): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

function checkHistory(known: Map<string, string>, migrations: readonly Migration[]): void {
  for (const { name, checksum } of migrations) {
    const was = known.get(name);
    if (was === undefined || was === checksum) continue;
    throw new Error(
      `Migration ${name} was changed after it was applied. Restore the file and add a new migration instead.`,
    );
  }
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await client.query(`select pg_advisory_xact_lock(${migrationLock})`);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
