import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { scratch } from '../../testing/scratch.ts';
import { eventually } from '../../testing/waiting/eventually.ts';
import { openDb } from '../db/connection/open.ts';
import type { PostgresLog } from './log.ts';
import { isAlive, readPostmaster } from './postmaster.ts';
import { type Postgres, startPostgres } from './supervisor.ts';

const holder = fileURLToPath(new URL('../../testing/servers/hold-postgres.ts', import.meta.url));
const root = process.getuid?.() === 0;
const silent: PostgresLog = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
/** Real clusters are slow on a busy machine. */
const patient = { timeout: 180_000 };
const atEnd: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of atEnd.splice(0).reverse()) await clean();
});

/** Creating a cluster takes most of a test's time, so all tests not about it start from a copy. */
let seed = '';
beforeAll(async () => {
  seed = emptyFolder([]);
  await (await startPostgres({ dataDir: seed, log: silent })).stop();
});
afterAll(() => rmSync(seed, { recursive: true, force: true }));

function folder(): string {
  const made = emptyFolder();
  spawnSync('cp', ['-a', join(seed, 'postgres'), made]);
  return made;
}

function emptyFolder(cleanups = atEnd): string {
  const made = mkdtempSync(join(scratch, 'tuneport-supervisor-'));
  chmodSync(made, 0o711);
  cleanups.push(() => {
    const left = readPostmaster(cluster(made));
    if (left && isAlive(cluster(made), left)) process.kill(left.pid, 'SIGKILL');
    rmSync(made, { recursive: true, force: true });
  });
  return made;
}

const cluster = (dataDir: string) => join(dataDir, 'postgres/data');
const postmasterPid = (dataDir: string) => readPostmaster(cluster(dataDir))?.pid ?? 0;

/** A killed process loses nothing already in the page cache; only a power cut requires fsync, which is slow. */
const hasty = { fsync: 'off' };

async function start(
  dataDir: string,
  { log = silent, settings = hasty as Record<string, string> } = {},
): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir, log, settings, startTimeoutMs: 20_000 });
  atEnd.push(() => postgres.stop());
  return postgres;
}

/** Another app process on the same folder. */
async function hold(
  dataDir: string,
  as?: { uid: number; gid: number },
): Promise<{ child: ChildProcess; owner: boolean }> {
  const child = spawn(process.execPath, [holder, dataDir, JSON.stringify(hasty)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...as,
    cwd: '/',
  });
  atEnd.push(() => child.kill('SIGKILL'));
  let output = '';
  child.stderr.on('data', (text: Buffer) => {
    output += text.toString();
  });
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(`The process ended: ${output}`)));
  failed.catch(() => {});
  const [line] = (await Promise.race([once(child.stdout, 'data'), failed])) as [Buffer];
  return { child, owner: (JSON.parse(line.toString()) as { owner: boolean }).owner };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const gone = once(child, 'exit') as Promise<[number | null]>;
  child.kill(signal);
  return (await gone)[0];
}

test('the instance listens on a socket only, is durable, and does not connect as a superuser', patient, async () => {
  const { connection, owner } = await start(folder(), { settings: {} });
  expect(owner).toBe(true);
  const { db, close } = openDb(connection, { max: 1 });
  const { rows } = await sql<Record<string, string>>`
    select current_setting('listen_addresses') as tcp, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('is_superuser') as superuser, current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone`.execute(
    db,
  );
  expect(rows[0]).toEqual({ tcp: '', fsync: 'on', commit: 'on', superuser: 'off', encoding: 'UTF8', zone: 'UTC' });
  await close();
});

test('the instance stops with its last process and restarts on the same data', patient, async () => {
  const dataDir = folder();
  const first = await start(dataDir);
  const { db, close } = openDb(first.connection, { max: 1 });
  await sql`create table kept (id integer)`.execute(db);
  await close();
  const other = await hold(dataDir);
  expect(other.owner).toBe(false);
  await first.stop();
  expect(postmasterPid(dataDir)).toBeGreaterThan(0);
  expect(await end(other.child, 'SIGTERM')).toBe(0);
  expect(existsSync(join(cluster(dataDir), 'postmaster.pid'))).toBe(false);

  const again = await start(dataDir);
  const second = openDb(again.connection, { max: 1 });
  expect((await sql`select count(*) from kept`.execute(second.db)).rows).toEqual([{ count: 0n }]);
  await second.close();
});

test('of several processes started at once on an empty folder, exactly one starts the instance', patient, async () => {
  const dataDir = emptyFolder();
  const halfMade = join(dataDir, 'postgres/data.4194304.new');
  mkdirSync(halfMade, { recursive: true });
  const all = await Promise.all([hold(dataDir), hold(dataDir), hold(dataDir)]);
  expect(all.filter(({ owner }) => owner)).toHaveLength(1);
  for (const { child } of all) expect(await end(child, 'SIGTERM')).toBe(0);
  expect(existsSync(halfMade)).toBe(false);
  expect(existsSync(join(cluster(dataDir), 'postmaster.pid'))).toBe(false);
});

test('the instance of a killed process is taken over by the next one', patient, async () => {
  const dataDir = folder();
  const { child } = await hold(dataDir);
  const pid = postmasterPid(dataDir);
  await end(child, 'SIGKILL');
  const next = await start(dataDir);
  expect(next.owner).toBe(false);
  expect(postmasterPid(dataDir)).toBe(pid);
});

test(
  'when the process that started the instance and the instance itself are killed, another process revives it',
  patient,
  async () => {
    const dataDir = folder();
    const { child } = await hold(dataDir);
    const heir = await start(dataDir);
    const pid = postmasterPid(dataDir);
    await end(child, 'SIGKILL');
    process.kill(pid, 'SIGKILL');
    const { db, close } = openDb(heir.connection, { max: 1 });
    await eventually(() => sql`select 1`.execute(db));
    await eventually(async () => expect(heir.owner).toBe(true));
    expect(postmasterPid(dataDir)).not.toBe(pid);
    await close();
  },
);

test('the instance recovers from ten kills during writes without losing acknowledged data', {
  timeout: 180_000,
}, async () => {
  const dataDir = folder();
  const { connection } = await start(dataDir, { settings: {} });
  const { db, close } = openDb(connection, { max: 4 });
  atEnd.push(close);
  await sql`create table deeds (writer integer, number integer, primary key (writer, number))`.execute(db);
  const acknowledged: [number, number][] = [];
  let writing = true;
  const writers = [1, 2, 3, 4].map(async (writer) => {
    for (let number = 1; writing; number += 1) {
      try {
        await sql`insert into deeds values (${writer}, ${number})`.execute(db);
        acknowledged.push([writer, number]);
      } catch {
        await sleep(20);
      }
    }
  });
  for (let round = 0; round < 10; round += 1) {
    const killed = postmasterPid(dataDir);
    process.kill(killed, 'SIGKILL');
    // Its backends outlive it for a moment and may still acknowledge writes.
    await eventually(async () => expect([killed, 0]).not.toContain(postmasterPid(dataDir)));
    const before = acknowledged.length;
    await eventually(async () => {
      if (acknowledged.length < before + 20) throw new Error('not writing again');
    });
  }
  writing = false;
  await Promise.all(writers);
  const { rows } = await sql<{ writer: number; number: number }>`select writer, number from deeds`.execute(db);
  const written = new Set(rows.map(({ writer, number }) => `${writer}.${number}`));
  expect(acknowledged.filter(([writer, number]) => !written.has(`${writer}.${number}`))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(200);
});

test('stale lock files whose pid belongs to another process do not prevent startup', patient, async () => {
  const dataDir = folder();
  const first = await start(dataDir);
  const lines = readFileSync(join(cluster(dataDir), 'postmaster.pid'), 'utf8').split('\n');
  await first.stop();
  const stranger = spawn('/bin/sleep', ['60'], { stdio: 'ignore', ...(root ? { uid: 65534, gid: 65534 } : {}) });
  atEnd.push(() => stranger.kill());
  const left = [String(stranger.pid), ...lines.slice(1)].join('\n');
  writeFileSync(join(cluster(dataDir), 'postmaster.pid'), left);
  writeFileSync(join(first.connection.host, '.s.PGSQL.5432.lock'), left);
  const again = await start(dataDir);
  expect(again.owner).toBe(true);
  expect(postmasterPid(dataDir)).not.toBe(stranger.pid);
});

test('a data path too long for a socket gets a short socket path', patient, async () => {
  const dataDir = join(emptyFolder(), 'a-deep-folder-with-a-name-of-some-length/'.repeat(3));
  const { connection } = await start(dataDir);
  atEnd.push(() => rmSync(connection.host, { recursive: true, force: true }));
  expect(connection.host).toMatch(/^\/tmp\/tuneport-[0-9a-f]{16}$/);
});

test('stopping during a revival leaves nothing running', patient, async () => {
  const dataDir = folder();
  const postgres = await start(dataDir);
  process.kill(postmasterPid(dataDir), 'SIGKILL');
  await sleep(120);
  await postgres.stop();
  await eventually(async () => {
    const left = readPostmaster(cluster(dataDir));
    expect(left !== undefined && isAlive(cluster(dataDir), left)).toBe(false);
  }, 3_000);
});

test('the error of a failed start includes the PostgreSQL output', patient, async () => {
  const dataDir = folder();
  const failing = startPostgres({ dataDir, log: silent, settings: { shared_buffers: 'plenty' } });
  await expect(failing).rejects.toThrow(/invalid value for parameter "shared_buffers"/);
});

test('data of another major version is reported and not touched', patient, async () => {
  const dataDir = folder();
  await (await start(dataDir)).stop();
  writeFileSync(join(cluster(dataDir), 'PG_VERSION'), '17\n');
  await expect(startPostgres({ dataDir, log: silent })).rejects.toThrow(/created by PostgreSQL 17/);
});

test.runIf(root)(
  'root runs the instance as another user, and in another folder when that user cannot access the first',
  patient,
  async () => {
    const closed = emptyFolder();
    chmodSync(closed, 0o700);
    const dataDir = join(closed, 'data');
    const output: string[] = [];
    const { connection, stop } = await start(dataDir, {
      log: { ...silent, info: (_fields, message) => output.push(message) },
    });
    const dataFolder = join(connection.host, '..');
    atEnd.push(() => rmSync(dataFolder, { recursive: true, force: true }));
    expect(dataFolder.startsWith(closed)).toBe(false);
    expect(output.join('\n')).toContain(dataFolder);
    const postmaster = readPostmaster(join(dataFolder, 'data'));
    expect(readFileSync(`/proc/${postmaster?.pid}/status`, 'utf8')).not.toMatch(/^Uid:\s+0/m);
    await stop();
    const again = await start(dataDir);
    expect(again.connection.host).toBe(connection.host);
  },
);

test.runIf(root)('an ordinary user and root share one instance in the folder of that user', patient, async () => {
  const base = emptyFolder();
  const dataDir = join(base, 'data');
  mkdirSync(dataDir);
  for (const path of [base, dataDir]) {
    chmodSync(path, 0o755);
    chownSync(path, 65534, 65534);
  }
  const { child, owner } = await hold(dataDir, { uid: 65534, gid: 65534 });
  expect(owner).toBe(true);
  const asRoot = await start(dataDir);
  expect(asRoot.owner).toBe(false);
  process.kill(postmasterPid(dataDir), 'SIGKILL');
  const { db, close } = openDb(asRoot.connection, { max: 1 });
  await eventually(() => sql`select 1`.execute(db));
  await close();
  expect(await end(child, 'SIGTERM')).toBe(0);
});
