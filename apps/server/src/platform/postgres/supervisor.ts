import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresLog } from './log.ts';
import { tailLog } from './log-tail.ts';
import { asRunner, findHouse, findRuntime, type House, socketFolder } from './place.ts';
import { clusterProcesses, isAlive, readPostmaster, removeStaleLocks, signal } from './postmaster.ts';

export type SocketConnection = { host: string; port: number; user: string; database: string };

export type Postgres = {
  connection: SocketConnection;
  /** True when this process started the instance, false when it found it running. */
  readonly owner: boolean;
  /** Stops the instance when no other process uses it. */
  stop(): Promise<void>;
};

export type PostgresOptions = {
  dataDir: string;
  log: PostgresLog;
  /** Server settings over ours, for tests that give durability away for speed. */
  settings?: Record<string, string>;
  startTimeoutMs?: number;
};

const majorVersion = '18';
const appRole = 'tuneport';
const superRole = 'postgres';
const port = 5432;
/** Everybody who uses the instance holds this lock shared; who can take it alone is the last one. */
const usersLock = '7403961';

const ourSettings: Record<string, string> = {
  listen_addresses: '',
  port: String(port),
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  max_wal_size: '512MB',
  wal_compression: 'on',
  checkpoint_timeout: '10min',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'replica',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_min_duration_statement: '2s',
  log_checkpoints: 'off',
  log_statement: 'none',
  // Values can be secrets: they stay out of the log.
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  client_connection_check_interval: '10s',
  shared_preload_libraries: 'pg_stat_statements',
};

/**
 * One PostgreSQL per data folder, whoever starts it. PostgreSQL's own lock file decides who wins a race, so any
 * number of app processes may call this at once: one starts the instance, the others adopt it, and when it dies
 * whichever process is first brings it back.
 */
export async function startPostgres({
  dataDir,
  log,
  settings = {},
  startTimeoutMs = 120_000,
}: PostgresOptions): Promise<Postgres> {
  const house = findHouse(dataDir, log);
  const runtime = findRuntime(dataDir, house, log);
  const cluster = join(house.folder, 'data');
  const socketDir = socketFolder(house);
  const tail = tailLog(join(house.folder, 'postgres.log'), log);

  let child: ChildProcess | undefined;
  let keeper: pg.Client | undefined;
  let owner = false;
  let stopping = false;
  let bringingBack: Promise<void> | undefined;

  function launch(): void {
    const all = { ...ourSettings, ...settings, unix_socket_directories: socketDir };
    const args = ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    const out = openSync(join(house.folder, 'postgres.log'), 'a', 0o600);
    // Detached, so that Ctrl-C in a terminal reaches the app first and the app stops the database last.
    child = spawn(join(runtime, 'bin', 'postgres'), args, {
      ...asRunner(house.runner),
      detached: true,
      stdio: ['ignore', out, out],
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    });
    closeSync(out);
    child.once('error', (error) => log.error({ err: error }, 'PostgreSQL could not be started'));
    child.once('exit', () => {
      child = undefined;
    });
    child.unref();
  }

  /** Connects, or starts and connects, until it works or time is over. */
  async function ensure(timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    let launchedAt = 0;
    let refusals = 0;
    let told = performance.now();
    let problem = '';
    for (let attempt = 0; !stopping; attempt += 1) {
      try {
        keeper = await joinUsers();
        owner = child !== undefined;
        return;
      } catch (error) {
        problem = (error as Error).message;
      }
      if (performance.now() > deadline) {
        throw new Error(
          `PostgreSQL did not start in ${Math.round(timeoutMs / 1000)} s: ${problem}\n${tail.flush()}`.trim(),
        );
      }
      if (performance.now() - told > 5_000) {
        told = performance.now();
        log.info({ problem }, 'Waiting for PostgreSQL');
      }
      const running = readPostmaster(cluster);
      if (child || (running && isAlive(cluster, running))) {
        // Running without a socket (a cleaner of /tmp took it): nobody can reach it any more, so it makes room.
        if (!child && running?.status === 'ready' && !existsSync(join(socketDir, `.s.PGSQL.${port}`)) && attempt > 20) {
          log.warn({ pid: running.pid }, 'PostgreSQL runs but its socket is gone: stopping it to start it again');
          signal(running.pid, 'SIGINT');
          await gone(10_000);
        }
        await sleep(Math.min(20 + attempt * 10, 250));
        continue;
      }
      if (launchedAt > 0) {
        const said = tail.flush();
        if (!/shared memory|lock file/.test(said)) refusals += 1;
        if (refusals >= 4) throw new Error(`PostgreSQL does not start:\n${said}`.trim());
      }
      clearLeftovers(performance.now() - (launchedAt || performance.now()));
      if (launchedAt > 0) await sleep(Math.min(50 * 2 ** Math.min(attempt, 5), 1_000) * (0.5 + Math.random()));
      launchedAt ||= performance.now();
      launch();
      await sleep(30);
    }
    throw new Error('PostgreSQL is being stopped.');
  }

  /** After kill -9 of the postmaster its helpers end by themselves in a moment; the old shared memory is in use until then. */
  function clearLeftovers(waitedMs: number): void {
    if (removeStaleLocks(cluster, socketDir))
      log.warn({ cluster }, 'Removed the lock file of a PostgreSQL that is gone');
    const helpers = waitedMs > 3_000 ? clusterProcesses(cluster) : [];
    for (const pid of helpers) signal(pid, waitedMs > 8_000 ? 'SIGKILL' : 'SIGQUIT');
  }

  async function joinUsers(): Promise<pg.Client> {
    const client = new pg.Client({
      host: socketDir,
      port,
      user: superRole,
      database: 'postgres',
      connectionTimeoutMillis: 5_000,
      application_name: 'tuneport keeper',
      keepAlive: true,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(`select pg_advisory_lock_shared(${usersLock})`);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    client.once('end', () => {
      if (client === keeper && !stopping) bringBack();
    });
    return client;
  }

  function bringBack(): void {
    bringingBack ??= (async () => {
      for (let round = 0; !stopping; round += 1) {
        log.warn({ round }, 'The connection to PostgreSQL broke: looking after it');
        try {
          await ensure(60_000);
          log.info({ owner }, 'PostgreSQL is back');
          return;
        } catch (error) {
          if (stopping) return;
          log.error({ err: error }, 'PostgreSQL does not come back, trying again');
          await sleep(Math.min(1_000 * 2 ** round, 15_000));
        }
      }
    })().finally(() => {
      bringingBack = undefined;
    });
  }

  async function isLast(): Promise<boolean> {
    const deadline = performance.now() + 8_000;
    for (let first = true; first || performance.now() < deadline; first = false) {
      try {
        // Stopped in the middle of a revival there is no connection to ask over: a new one, as soon as it can be had.
        if (!first) keeper = await joinUsers();
        return keeper !== undefined && (await isLastUser(keeper));
      } catch {
        await keeper?.end().catch(() => {});
      }
      const running = readPostmaster(cluster);
      if (!child && !(running && isAlive(cluster, running))) return false;
      await sleep(50);
    }
    return false;
  }

  async function gone(withinMs: number): Promise<boolean> {
    const deadline = performance.now() + withinMs;
    while (performance.now() < deadline) {
      const running = readPostmaster(cluster);
      if (!running || !isAlive(cluster, running)) return true;
      await sleep(20);
    }
    return false;
  }

  try {
    if (!existsSync(join(cluster, 'PG_VERSION'))) createCluster(house, runtime, cluster, log);
    checkVersion(cluster);
    writeAccess(house, cluster);
    await ensure(startTimeoutMs);
    if (keeper) await createDatabase(keeper, socketDir);
  } catch (error) {
    stopping = true;
    tail.stop();
    throw error;
  }

  return {
    connection: { host: socketDir, port, user: appRole, database: appRole },
    get owner() {
      return owner;
    },
    async stop() {
      if (stopping) return;
      stopping = true;
      await bringingBack?.catch(() => {});
      try {
        if (await isLast()) {
          const running = readPostmaster(cluster);
          if (running && isAlive(cluster, running)) {
            signal(running.pid, 'SIGINT');
            if (!(await gone(10_000))) {
              log.warn(
                { pid: running.pid },
                'PostgreSQL is slow to stop: stopping it at once, it recovers at the next start',
              );
              signal(running.pid, 'SIGQUIT');
              await gone(5_000);
            }
          }
        }
      } finally {
        await keeper?.end().catch(() => {});
        tail.stop();
      }
    },
  };
}

async function isLastUser(keeper: pg.Client): Promise<boolean> {
  await keeper.query(`select pg_advisory_unlock_shared(${usersLock})`);
  const { rows } = await keeper.query<{ last: boolean }>(`select pg_try_advisory_lock(${usersLock}) as last`);
  return rows[0]?.last === true;
}

/** Made beside its final place and renamed, so a half-made cluster is never used and the slower of two makers gives way. */
function createCluster(house: House, runtime: string, cluster: string, log: PostgresLog): void {
  log.info({ cluster }, 'Creating the database');
  for (const name of readdirSync(house.folder)) {
    // Left by a process that was killed while it made one.
    const pid = /^data\.(\d+)\.new$/.exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      rmSync(join(house.folder, name), { recursive: true, force: true });
  }
  const draft = `${cluster}.${process.pid}.new`;
  rmSync(draft, { recursive: true, force: true });
  const made = spawnSync(
    join(runtime, 'bin', 'initdb'),
    // The built-in C.UTF-8 sorts and folds alike on every machine, whatever locales it has.
    [
      '-D',
      draft,
      '-U',
      superRole,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--auth=reject',
      '--no-instructions',
      '--data-checksums',
    ],
    { ...asRunner(house.runner), encoding: 'utf8', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } },
  );
  if (made.status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new Error(`The database could not be created in ${cluster}: ${made.error?.message ?? made.stderr.trim()}`);
  }
  try {
    renameSync(draft, cluster);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error;
  }
}

function checkVersion(cluster: string): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (found === majorVersion) return;
  throw new Error(
    `The database in ${cluster} was made by PostgreSQL ${found}; this release runs ${majorVersion}. Restore a backup into an empty DATA_DIR, or run it with DATABASE_URL.`,
  );
}

/**
 * Peer authentication: the kernel says who is at the other end of the socket, so there is no secret to keep or lose.
 * Only root and the user who runs the instance are let in, and only they can enter the socket's folder (0700).
 */
function writeAccess({ runner }: House, cluster: string): void {
  const put = (file: string, text: string) => {
    const path = join(cluster, file);
    if (readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
  };
  const people = [...new Set(['root', runner.name])];
  const roles = [appRole, superRole];
  put('pg_hba.conf', 'local all all peer map=tuneport\n');
  put('pg_ident.conf', people.flatMap((name) => roles.map((role) => `tuneport "${name}" ${role}\n`)).join(''));
}

/** The app is no superuser: a hole in a query must not reach the machine's files. */
async function createDatabase(keeper: pg.Client, socketDir: string): Promise<void> {
  const exists = async (what: string) => ((await keeper.query(what, [appRole])).rowCount ?? 0) > 0;
  if (await exists('select 1 from pg_database where datname = $1')) return;
  await keeper.query('select pg_advisory_lock(7403962)');
  try {
    if (!(await exists('select 1 from pg_roles where rolname = $1'))) {
      await keeper.query(`create role ${appRole} login createdb`);
    }
    if (!(await exists('select 1 from pg_database where datname = $1'))) {
      await keeper.query(`create database ${appRole} owner ${appRole}`);
    }
  } finally {
    await keeper.query('select pg_advisory_unlock(7403962)');
  }
  const client = new pg.Client({ host: socketDir, port, user: superRole, database: appRole });
  await client.connect();
  try {
    await client.query('create extension if not exists pg_stat_statements');
  } finally {
    await client.end();
  }
}
