import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onServer, type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { inDatabase } from '../connection/connection.ts';
import type { Db } from '../db.ts';
import { type Migration, migrate, readMigrations, type Schema } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const file = (name: string, text: string): Migration => ({
  name,
  sql: text,
  checksum: createHash('sha256').update(text).digest('hex'),
});

/** The migrations of the repository, followed by these. */
const withMore = (...more: Migration[]): Schema => ({ migrations: [...readMigrations(), ...more], functions: [] });
const names = async (db: Db) =>
  (await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)).rows.map(
    ({ name }) => name,
  );

test('a migrated database has no pending migration', async () => {
  expect(await migrate(database.connection)).toEqual([]);
  expect(await names(database.db)).toEqual(readMigrations().map(({ name }) => name));
});

test('concurrent migrations apply each file once', async () => {
  const more = [
    file('9001-slow.sql', 'create table slow (id integer); select pg_sleep(0.2);'),
    file('9002-next.sql', 'create table next (id integer)'),
  ];
  const runs = await Promise.all(Array.from({ length: 4 }, () => migrate(database.connection, withMore(...more))));
  expect(runs.flat().sort()).toEqual(['9001-slow.sql', '9002-next.sql']);
});

test('a failing file is rolled back, keeps earlier files, and reports where it failed', async () => {
  const good = file('9003-good.sql', 'create table good (id integer)');
  const bad = file('9004-bad.sql', 'create table half (id integer);\ncreate table wrong (id nonsense);');
  const run = migrate(database.connection, withMore(good, bad));
  await expect(run).rejects.toThrow(/9004-bad\.sql failed \(line 2\): type "nonsense" does not exist/);
  expect(await names(database.db)).toContain('9003-good.sql');
  const { rows } = await sql<{ half: string | null }>`select to_regclass('half') as half`.execute(database.db);
  expect(rows[0]?.half).toBeNull();
  const repaired = file('9004-bad.sql', 'create table half (id integer)');
  expect(await migrate(database.connection, withMore(good, repaired))).toEqual(['9004-bad.sql']);
});

test('an applied file that was changed is refused by name before anything runs', async () => {
  const changed = readMigrations().map((migration, index) =>
    index === 0 ? { ...migration, checksum: 'another' } : migration,
  );
  const run = migrate(database.connection, {
    migrations: [...changed, file('9900-new.sql', 'create table never (id integer)')],
    functions: [],
  });
  await expect(run).rejects.toThrow(/0001-.*\.sql was changed after it was applied/);
  expect(await names(database.db)).not.toContain('9900-new.sql');
});

test('a file numbered before an applied one is refused', async () => {
  const run = migrate(database.connection, {
    migrations: [file('0000-late.sql', 'select 1'), ...readMigrations()],
    functions: [],
  });
  await expect(run).rejects.toThrow(/0000-late\.sql comes before/);
});

test('an empty database gets all tables', async () => {
  const { connection } = database;
  const name = `tuneport_test_${process.pid}_empty`;
  await onServer(connection, (client) => client.query(`create database ${name} template template0`));
  try {
    expect(await migrate(inDatabase(connection, name))).toEqual(readMigrations().map((migration) => migration.name));
  } finally {
    await onServer(connection, (client) => client.query(`drop database ${name} with (force)`));
  }
});

test('file names are a number and words, and numbers are unique', () => {
  const folder = mkdtempSync('/tmp/tuneport-migrations-');
  writeFileSync(join(folder, '0001-one.sql'), '');
  writeFileSync(join(folder, '0001-other.sql'), '');
  expect(() => readMigrations(folder)).toThrow(/number 0001/);
  writeFileSync(join(folder, '0000_wrong.sql'), '');
  expect(() => readMigrations(folder)).toThrow(/0000_wrong\.sql must be named/);
  rmSync(folder, { recursive: true });
});
