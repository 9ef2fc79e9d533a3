import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  appRole,
  type ClusterAccess,
  checkVersion,
  createCluster,
  hasAccess,
  prepareRoles,
  writeAccess,
} from './cluster.ts';
import type { PostgresLog } from './log.ts';
import { tailLog } from './log-tail.ts';
import { findPrograms, locateCluster, socketFolder } from './place.ts';
import { clusterProcesses, isAlive, readPostmaster, removeStaleLocks, signal } from './postmaster.ts';
import { asRunner } from './runner.ts';
import { leaveSharedUser } from './shared-user.ts';
import { hasStopped, isLastUser, port, stopUnused, usersLock } from './users.ts';

type SocketConnection = { host: string; port: number; user: string; database: string };

export type Postgres = {
  connection: SocketConnection;
  /** True if this process started the instance, false if it was already running. */
  readonly owner: boolean;
  /** Stops the instance unless another process uses it. */
  stop(): Promise<void>;
};

type PostgresOptions = {
  dataDir: string;
  log: PostgresLog;
  /** Binaries of an installed PostgreSQL instead of the embedded ones. */
  pgBin?: string | undefined;
  access?: ClusterAccess;
  /** Overrides of server settings, for tests that trade durability for speed. */
  settings?: Record<string, string>;
  startTimeoutMs?: number;
};

const serverSettings: Record<string, string> = {
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
  // Values can be secrets: they are not logged.
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  // Details of a constraint violation contain the whole row. The app's log has the redacted rest.
  log_error_verbosity: 'terse',
  client_connection_check_interval: '10s',
  shared_preload_libraries: 'pg_stat_statements',
};

/**
 * One PostgreSQL per data folder. PostgreSQL's own lock file decides races, so any number of app processes may call
 * this concurrently: one starts the instance, the others adopt it, and when it dies the first one to notice restarts
 * it.
 */
export async function startPostgres({
  dataDir,
  log,
  pgBin,
  access = 'app',
  settings = {},
  startTimeoutMs = 120_000,
}: PostgresOptions): Promise<Postgres> {
  await leaveSharedUser(dataDir, log);
  const location = locateCluster(dataDir, log);
  const programs = findPrograms(dataDir, location, pgBin, log);
  const cluster = join(location.folder, 'data');
  const socketDir = socketFolder(location);
  const tail = tailLog(join(location.folder, 'postgres.log'), log);

  let child: ChildProcess | undefined;
  let lockClient: pg.Client | undefined;
  let owner = false;
  let stopping = false;
  let recovering: Promise<void> | undefined;

  function launch(): void {
    const all = { ...serverSettings, ...settings, unix_socket_directories: socketDir };
    const args = ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    const out = openSync(join(location.folder, 'postgres.log'), 'a', 0o600);
    // Detached, so that Ctrl-C in a terminal reaches the app first and the app stops the database last.
    child = spawn(join(programs.bin, 'postgres'), args, {
      ...asRunner(location.runner),
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

  /** Connects, or starts and connects, until it succeeds or times out. */
  async function ensure(timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    let launchedAt = 0;
    let refusals = 0;
    let loggedAt = performance.now();
    let problem = '';
    for (let attempt = 0; !stopping; attempt += 1) {
      try {
        lockClient = await joinUsers();
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
      if (performance.now() - loggedAt > 5_000) {
        loggedAt = performance.now();
        log.info({ problem }, 'Waiting for PostgreSQL');
      }
      const running = readPostmaster(cluster);
      if (child || (running && isAlive(cluster, running))) {
        // Running without a socket (removed by a /tmp cleaner): unreachable, so it is restarted.
        if (!child && running?.status === 'ready' && !existsSync(join(socketDir, `.s.PGSQL.${port}`)) && attempt > 20) {
          log.warn({ pid: running.pid }, 'PostgreSQL is running but its socket is missing: restarting it');
          signal(running.pid, 'SIGINT');
          await hasStopped(cluster, 10_000);
        }
        await sleep(Math.min(20 + attempt * 10, 250));
        continue;
      }
      if (launchedAt > 0) {
        const output = tail.flush();
        if (!/shared memory|lock file/.test(output)) refusals += 1;
        if (refusals >= 4) throw new Error(`PostgreSQL could not start:\n${output}`.trim());
      }
      clearLeftovers(performance.now() - (launchedAt || performance.now()));
      if (launchedAt > 0) await sleep(Math.min(50 * 2 ** Math.min(attempt, 5), 1_000) * (0.5 + Math.random()));
      launchedAt ||= performance.now();
      launch();
      await sleep(30);
    }
    throw new Error('PostgreSQL is being stopped.');
  }

  /**
   * After kill -9 of the postmaster its child processes exit within moments; the old shared memory is in use until
   * then.
   */
  function clearLeftovers(waitedMs: number): void {
    if (removeStaleLocks(cluster, socketDir)) log.warn({ cluster }, 'Removed a stale PostgreSQL lock file');
    const leftovers = waitedMs > 3_000 ? clusterProcesses(cluster) : [];
    for (const pid of leftovers) signal(pid, waitedMs > 8_000 ? 'SIGKILL' : 'SIGQUIT');
  }

  async function joinUsers(): Promise<pg.Client> {
    const client = new pg.Client({
      host: socketDir,
      port,
      user: appRole,
      // Advisory locks are per database: all must use the same.
      database: 'postgres',
      connectionTimeoutMillis: 5_000,
      application_name: 'tuneport instance lock',
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
      if (client === lockClient && !stopping) recover();
    });
    return client;
  }

  function recover(): void {
    recovering ??= (async () => {
      for (let round = 0; !stopping; round += 1) {
        log.warn({ round }, 'The connection to PostgreSQL was lost: checking it');
        try {
          await ensure(60_000);
          log.info({ owner }, 'PostgreSQL is available again');
          return;
        } catch (error) {
          if (stopping) return;
          log.error({ err: error }, 'PostgreSQL is still unavailable, retrying');
          await sleep(Math.min(1_000 * 2 ** round, 15_000));
        }
      }
    })().finally(() => {
      recovering = undefined;
    });
  }

  async function isLast(): Promise<boolean> {
    const deadline = performance.now() + 8_000;
    for (let first = true; first || performance.now() < deadline; first = false) {
      try {
        // If stopped during a restart there is no connection yet: open a new one as soon as possible.
        if (!first) lockClient = await joinUsers();
        return lockClient !== undefined && (await isLastUser(lockClient));
      } catch {
        await lockClient?.end().catch(() => {});
      }
      const running = readPostmaster(cluster);
      if (!child && !(running && isAlive(cluster, running))) return false;
      await sleep(50);
    }
    return false;
  }

  /** Applies this version's roles and access rules to a cluster of an earlier one. */
  async function updateAccess(): Promise<void> {
    for (let attempt = 0; !hasAccess(location, cluster, access); attempt += 1) {
      if (!(await stopUnused(cluster))) {
        // Roles are updated at the next start; superusers are rejected from now on.
        writeAccess(location, cluster, access, { rolesPrepared: false });
        const running = readPostmaster(cluster);
        if (running) signal(running.pid, 'SIGHUP');
        return;
      }
      try {
        removeStaleLocks(cluster, socketDir);
        prepareRoles(location, programs, cluster, access);
        writeAccess(location, cluster, access);
      } catch (error) {
        // Another process of ours is doing the same.
        if (attempt >= 20) throw error;
        await sleep(200);
      }
    }
  }

  try {
    if (!existsSync(join(cluster, 'PG_VERSION'))) createCluster(location, programs, cluster, access, log);
    checkVersion(cluster, programs);
    if (!hasAccess(location, cluster, access)) await updateAccess();
    await ensure(startTimeoutMs);
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
      await recovering?.catch(() => {});
      try {
        if (await isLast()) {
          const running = readPostmaster(cluster);
          if (running && isAlive(cluster, running)) {
            signal(running.pid, 'SIGINT');
            if (!(await hasStopped(cluster, 10_000))) {
              log.warn(
                { pid: running.pid },
                'PostgreSQL is slow to stop: stopping it immediately, it recovers at the next start',
              );
              signal(running.pid, 'SIGQUIT');
              await hasStopped(cluster, 5_000);
            }
          }
        }
      } finally {
        await lockClient?.end().catch(() => {});
        tail.stop();
      }
    },
  };
}
