import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { hashPassword } from '../modules/identity/index.ts';
import { type Manifest, manifestText, verifyBackup } from '../platform/backup/manifest.ts';
import { restoreBackup } from '../platform/backup/restore-backup.ts';
import { readConfig } from '../platform/config.ts';
import { clientConfig, inDatabase, usualTimeouts } from '../platform/db/connection/connection.ts';
import { openDb } from '../platform/db/connection/open.ts';
import type { Db } from '../platform/db/db.ts';
import { migrate, readMigrations } from '../platform/db/schema/migrate.ts';
import { storeFile } from '../platform/files/keep-file.ts';
import { openFileStore } from '../platform/files/store.ts';
import { sweepFiles } from '../platform/files/sweep.ts';
import { jobTablesVersion } from '../platform/jobs/jobs.ts';
import { makeLog } from '../platform/log.ts';
import { checkSecretKey } from '../secret-key-check.ts';
import { makeServer } from '../server.ts';
import { asUrl, onServer } from '../testing/database.ts';
import { violations, violationsAtRest } from '../testing/invariants.ts';
import { runCli, startCli } from '../testing/processes/run-cli.ts';
import { scratch } from '../testing/scratch.ts';
import { type TestServer, testOrigin, testServer } from '../testing/server.ts';
import { makeShop, orderOf, pay, placed } from '../testing/shop.ts';

const timeout = 240_000;
const password = 'a long and strange password';
let source: TestServer;
let shop: Awaited<ReturnType<typeof makeShop>>;
let product: { slug: string };
let env: Record<string, string>;
let root: string;
const databases: string[] = [];

beforeAll(async () => {
  root = mkdtempSync(join(scratch, 'tuneport-backup-'));
  source = await testServer();
  env = { DATABASE_URL: source.database.url, DATA_DIR: source.platform.config.dataDir };
  shop = await makeShop(source);
  product = await shop.sell(1_000);
  await source.make.user({ email: 'ann@example.test', passwordHash: await hashPassword(password) });
  for (const bytes of [Buffer.alloc(0), randomBytes(3), randomBytes(300_000)]) await addFile(bytes);
  await sql`insert into audit_log (act, subject, address, detail)
    values ('test.odd', ${'tab\t, line\n, back\\slash, \\N, snowman ☃'}, '', '{"a": "\\u2028"}')`.execute(source.db);
}, timeout);
afterEach(async () => {
  await onServer(inject('database').server, async (client) => {
    for (const name of databases.splice(0)) await client.query(`drop database if exists ${name} with (force)`);
  });
});
afterAll(async () => {
  await source.close();
  rmSync(root, { recursive: true, force: true });
});

async function addFile(bytes: Buffer): Promise<Buffer> {
  const path = join(root, `upload-${randomBytes(4).toString('hex')}`);
  writeFileSync(path, bytes);
  const sha256 = createHash('sha256').update(bytes).digest();
  const file = { field: 'file', path, sha256, sizeBytes: bytes.length, name: 'a.bin', mediaType: 'text/plain' };
  await source.db
    .transaction()
    .execute((tx) => storeFile(tx, source.platform.files, file as never, { belongsTo: 'ticket:1', uploadedBy: null }));
  return sha256;
}

async function buy(server: TestServer) {
  const order = await placed(server.anonymous, orderOf([{ slug: product.slug, quantity: 1 }]));
  expect(order.status).toBe(201);
  expect((await pay(server.anonymous, order.body as never)).status).toBe(200);
}

/** An empty installation. */
async function emptyInstallation(): Promise<Record<string, string>> {
  const { server } = inject('database');
  const name = `tuneport_restore_${randomBytes(5).toString('hex')}`;
  databases.push(name);
  await onServer(server, (client) => client.query(`create database ${name} template template0`));
  return { DATABASE_URL: asUrl(inDatabase(server, name)), DATA_DIR: mkdtempSync(join(root, 'data-')) };
}

async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = openDb(url, { max: 2, name: 'probe' });
  try {
    return await work(db);
  } finally {
    await close();
  }
}

/** All rows, sequences, constraints and triggers. */
async function contentOf(url: string) {
  const client = new pg.Client(clientConfig(url, usualTimeouts, 'test'));
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`);
    const content: Record<string, unknown> = {};
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as hash from ${name} t`,
      );
      content[name] = rows[0];
    }
    const { rows: sequences } = await client.query(
      'select schemaname, sequencename, last_value::text from pg_sequences order by 1, 2',
    );
    const { rows: guards } = await client.query(`
      select conrelid::regclass::text as on, conname as name, convalidated::text as state from pg_constraint
      union all select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal
      union all select c.oid::regclass::text, a.privilege_type, a.grantee::regrole::text
      from pg_class c, aclexplode(c.relacl) a where c.relnamespace::regnamespace::text in ('public', 'pgboss', 'test_provider')
      order by 1, 2, 3`);
    return { content, sequences, guards };
  } finally {
    await client.end();
  }
}

async function backUp(name: string, ...flags: string[]) {
  const folder = join(root, name);
  const run = await runCli(['backup', folder, ...flags], env);
  return { folder, run };
}

test('a backup taken during purchases restores to a consistent installation', { timeout }, async () => {
  await buy(source);
  let stop = false;
  const buying = (async () => {
    for (; !stop; ) await Promise.all([buy(source), addFile(randomBytes(2_000))]);
  })();
  const { folder, run } = await backUp('busy');
  stop = true;
  await buying;
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: expect.stringContaining('secret key') });

  const target = await emptyInstallation();
  cpSync(join(env.DATA_DIR as string, 'secret.key'), join(target.DATA_DIR as string, 'secret.key'));
  const restored = await runCli(['restore', folder], target);
  expect({ code: restored.code, stderr: restored.stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(restored.stdout)).toMatchObject({ ledger: { ok: true, problem_count: 0 } });
  const files = openFileStore(readConfig(target).storage);
  await withDb(target.DATABASE_URL as string, async (db) => {
    expect(await violations(db)).toEqual([]);
    const rows = await db.selectFrom('stored_files').select('sha256').execute();
    expect(rows.length).toBeGreaterThanOrEqual(3);
    for (const { sha256 } of rows) expect(await files.has(sha256)).toBe(true);
  });
});

test('a restored installation equals its source and works', { timeout }, async () => {
  const before = await contentOf(source.database.url);
  const { folder, run } = await backUp('quiet', '--include-secret-key');
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
  for (const path of readdirSync(folder, { recursive: true, withFileTypes: true }))
    expect(statSync(join(path.parentPath, path.name)).mode & 0o077).toBe(0);
  expect((await runCli(['verify-backup', folder], {})).code).toBe(0);

  const target = await emptyInstallation();
  const restored = await runCli(['restore', folder], target);
  expect({ code: restored.code, stderr: restored.stderr }).toEqual({ code: 0, stderr: '' });
  expect(await contentOf(target.DATABASE_URL as string)).toEqual(before);
  const key = (dataDir: string | undefined) => readFileSync(join(dataDir ?? '', 'secret.key'), 'utf8');
  expect(key(target.DATA_DIR)).toBe(key(env.DATA_DIR));

  const again = await runCli(['restore', folder], target);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('not empty') });
  const replaced = await runCli(['restore', folder, '--overwrite'], target);
  expect({ code: replaced.code, stderr: replaced.stderr }).toEqual({ code: 0, stderr: '' });
  expect(await contentOf(target.DATABASE_URL as string)).toEqual(before);

  const config = readConfig({ ...target, PUBLIC_ORIGIN: testOrigin, JOBS: 'off' });
  const connection = target.DATABASE_URL as string;
  const server = await makeServer({ config, log: makeLog('silent'), connection, pages: false });
  try {
    const busy = await runCli(['restore', folder, '--overwrite'], target);
    expect(busy).toMatchObject({ code: 1, stderr: expect.stringContaining('Stop every process') });
    const call = (url: string, payload: object, headers: Record<string, string> = {}) =>
      server.app.inject({ method: 'POST', url, payload, headers: { origin: testOrigin, ...headers } });
    const login = await call('/api/auth/login', { email: 'ann@example.test', password });
    expect(login.statusCode).toBe(200);
    const order = await call('/api/order', orderOf([{ slug: product.slug, quantity: 1 }]), {
      'idempotency-key': 'after-the-restore',
    });
    expect(order.statusCode).toBe(201);
    const { id, token } = order.json();
    const paid = await call(
      `/api/order/${id}/payment`,
      { token, method: { token: 'test_ok' } },
      { 'idempotency-key': 'after-the-restore-paid' },
    );
    expect(paid.statusCode).toBe(200);
    await withDb(connection, async (db) => {
      expect(await violationsAtRest(db, server.platform.payments as never)).toEqual([]);
    });
  } finally {
    await server.stop();
  }
});

test('a damaged or incomplete backup is refused', { timeout }, async () => {
  const whole = join(root, 'quiet');
  const manifest = await verifyBackup(whole);
  const stored = `files/${readdirSync(join(whole, 'files'))[0]}`;
  const aFile = readdirSync(join(whole, stored), { recursive: true, withFileTypes: true }).find((e) => e.isFile());
  const aPath = join(aFile?.parentPath ?? '', aFile?.name ?? '').slice(whole.length + 1);
  const rows = 'database/public.users.copy.gz';
  const damage: Record<string, (folder: string) => void> = {
    'a flipped bit in the rows': (folder) => flipBit(join(folder, rows)),
    'a flipped bit in a file': (folder) => writeFileSync(join(folder, aPath), 'something else'),
    'a flipped bit in the manifest': (folder) => flipBit(join(folder, 'manifest.json')),
    'a flipped bit in the sums': (folder) => flipBit(join(folder, 'SHA256SUMS')),
    'missing rows': (folder) => rmSync(join(folder, rows)),
    'a missing file': (folder) => rmSync(join(folder, aPath)),
    'a missing manifest': (folder) => rmSync(join(folder, 'manifest.json')),
    'an interruption': (folder) => writeFileSync(join(folder, 'INCOMPLETE'), ''),
    'cut rows': (folder) => writeFileSync(join(folder, rows), readFileSync(join(folder, rows)).subarray(0, -9)),
    'a missing line': (folder) => {
      const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').split('\n').slice(1).join('\n');
      writeFileSync(join(folder, 'SHA256SUMS'), sums);
      const sha256 = createHash('sha256').update(sums).digest('hex');
      writeFileSync(join(folder, 'manifest.json'), manifestText({ ...manifest, sums: { ...manifest.sums, sha256 } }));
    },
  };
  for (const [name, damageFolder] of Object.entries(damage)) {
    const folder = join(root, 'damaged');
    rmSync(folder, { recursive: true, force: true });
    cpSync(whole, folder, { recursive: true });
    damageFolder(folder);
    await expect(verifyBackup(folder), name).rejects.toThrow(/damaged|missing|interrupted/);
  }
  const target = await emptyInstallation();
  const refused = await runCli(['restore', join(root, 'damaged')], target);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect((await contentOf(target.DATABASE_URL as string)).content).toEqual({});
  expect(existsSync(join(target.DATA_DIR as string, 'files'))).toBe(false);
  await expect(verifyBackup(join(root, 'nowhere'))).rejects.toThrow('no complete backup');
});

test('a backup of another release is refused', { timeout }, async () => {
  const whole = join(root, 'quiet');
  const manifest = await verifyBackup(whole);
  const changed = async (changes: Partial<Manifest>) => {
    const folder = mkdtempSync(join(root, 'changed-'));
    cpSync(whole, folder, { recursive: true });
    writeFileSync(join(folder, 'manifest.json'), manifestText({ ...manifest, ...changes }));
    const { DATABASE_URL: connection = '', ...rest } = await emptyInstallation();
    const files = openFileStore(readConfig(rest).storage);
    const check = () => {};
    const makeJobTables = async () => {};
    const target = { connection, files, overwrite: false, jobSchema: jobTablesVersion(), makeJobTables, check };
    return restoreBackup(folder, target);
  };
  const newer = { name: '9998-from-the-future.sql', checksum: 'ab'.repeat(32) };
  await expect(changed({ migrations: [...manifest.migrations, newer] })).rejects.toThrow('or a newer one');
  await expect(changed({ pg_boss_schema: 1 })).rejects.toThrow('job tables');
});

test('a backup of an older schema is migrated during restore', { timeout }, async () => {
  const [older, newer] = [await emptyInstallation(), await emptyInstallation()];
  await migrate(older.DATABASE_URL as string, { migrations: readMigrations().slice(0, -5), functions: [] });
  const folder = join(root, 'older');
  const run = await runCli(['backup', folder, '--include-secret-key'], older);
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(run.stdout).migration).toBe(readMigrations().at(-6)?.name);
  const restored = await runCli(['restore', folder], newer);
  expect({ code: restored.code, stderr: restored.stderr }).toEqual({ code: 0, stderr: '' });
  expect(await migrate(newer.DATABASE_URL as string)).toEqual([]);
});

test('a restore without the right secret key is refused with instructions', { timeout }, async () => {
  const folder = join(root, 'busy');
  const target = await emptyInstallation();
  const without = await runCli(['restore', folder], target);
  expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining('has no key yet') });
  const wrong = await runCli(['restore', folder], { ...target, SECRET_KEY: 'x'.repeat(32) });
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('--without-secret-key') });
  const forced = await runCli(['restore', folder, '--without-secret-key'], target);
  expect({ code: forced.code, stderr: forced.stderr }).toEqual({ code: 0, stderr: '' });
  await checkSecretKey(target.DATABASE_URL as string, readConfig(target));
});

test('a backup with a secret key other than the sealing key is refused (the manifest would name a wrong key)', {
  timeout,
}, async () => {
  await checkSecretKey(source.database.url, source.platform.config);
  const wrong = await runCli(['backup', join(root, 'wrong-key')], { ...env, SECRET_KEY: 'w'.repeat(32) });
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('SECRET_KEY') });
  expect(existsSync(join(root, 'wrong-key'))).toBe(false);
});

test('an interrupted backup is never marked complete', { timeout }, async () => {
  const folder = join(root, 'killed');
  const { child, ended } = startCli(['backup', folder], env);
  while (!existsSync(join(folder, 'database'))) await sleep(5);
  child.kill('SIGKILL');
  await ended;
  await expect(verifyBackup(folder)).rejects.toThrow('interrupted');
  const again = await runCli(['backup', folder], env);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('not empty') });
});

test('an interrupted restore blocks startup and can be run again', { timeout }, async () => {
  const target = await emptyInstallation();
  const url = target.DATABASE_URL as string;
  const { child, ended } = startCli(['restore', join(root, 'quiet')], target);
  const marked = () =>
    withDb(url, async (db) => {
      const { rows } = await sql<{ there: boolean }>`
        select to_regclass('restore_in_progress') is not null and to_regclass('users') is not null as there`.execute(
        db,
      );
      return rows[0]?.there ?? false;
    });
  while (child.exitCode === null && !(await marked())) await sleep(20);
  expect(child.kill('SIGKILL')).toBe(true);
  await ended;
  await expect(migrate(url)).rejects.toThrow('Run the restore again');
  const again = await runCli(['restore', join(root, 'quiet')], target);
  expect({ code: again.code, stderr: again.stderr }).toEqual({ code: 0, stderr: '' });
  expect(await migrate(url)).toEqual([]);
});

test('a backup reports missing stored files and includes the others', { timeout }, async () => {
  const lost = await addFile(Buffer.from('lost'));
  const damaged = await addFile(Buffer.from('damaged'));
  await source.platform.files.remove(lost);
  const hex = damaged.toString('hex');
  const path = join(env.DATA_DIR as string, 'files', hex.slice(0, 2), hex.slice(2, 4), hex);
  writeFileSync(path, 'dAmaged');
  const { folder, run } = await backUp('with losses');
  expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('lost or damaged 2 files') });
  expect((await verifyBackup(folder)).files).toMatchObject({ missing: [lost.toString('hex')], damaged: [hex] });
});

test('stored files are not swept while a backup needs them', { timeout }, async () => {
  const later = new Date(Date.now() + 48 * 3_600_000);
  const sha256 = await addFile(Buffer.from('to be swept'));
  await sql`delete from stored_files where sha256 = ${sha256}`.execute(source.db);
  await source.db.transaction().execute(async (backup) => {
    await sql`select pg_advisory_xact_lock_shared(7403965)`.execute(backup);
    await sweepFiles(source.db, source.platform.files, makeLog('silent'), later);
    expect(await source.platform.files.has(sha256)).toBe(true);
  });
  await sweepFiles(source.db, source.platform.files, makeLog('silent'), later);
  expect(await source.platform.files.has(sha256)).toBe(false);
});

function flipBit(path: string) {
  const bytes = readFileSync(path);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}
