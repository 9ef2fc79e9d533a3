import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Connection, clientConfig, usualTimeouts } from '../../platform/db/connection/connection.ts';
import { freePort } from '../free-port.ts';

const program = '/usr/sbin/pgbouncer';
export const hasPgbouncer = existsSync(program);

export type Pgbouncer = {
  /** DATABASE_URL of a database through the pooler; DATABASE_DIRECT_URL is the database itself. */
  url(database: string): string;
  stop(): Promise<void>;
};

/** A pooler in transaction mode in front of that server, with few sessions, so that they are constantly reassigned. */
export async function startPgbouncer(server: Connection | string, sessions = 6): Promise<Pgbouncer> {
  const { host, port, user = '', password } = new pg.Client(clientConfig(server, usualTimeouts, 'pgbouncer'));
  const folder = mkdtempSync('/tmp/tuneport-pgbouncer-');
  // pgbouncer refuses root. The socket's owner may open it.
  const owner = host.startsWith('/') ? statSync(host) : { uid: 65_534, gid: 65_534 };
  const as = process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {};
  if (as.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const listenPort = await freePort();
  const log = join(folder, 'log');
  const login = typeof password === 'string' ? ` password=${password}` : '';
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: listenPort,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: sessions,
    max_client_conn: 1000,
    logfile: log,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, 'pgbouncer.ini');
  const databases = `* = host=${host} port=${port} user=${user}${login}`;
  writeFileSync(file, `[databases]\n${databases}\n[pgbouncer]\n${lines.join('\n')}\n`, { mode: 0o644 });
  const child = spawn(program, ['-q', file], { ...as, cwd: '/', stdio: 'ignore' });
  const url = (database: string) => `postgres://${user}@127.0.0.1:${listenPort}/${database}?pgbouncer=true`;
  const stop = async () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 100; tries += 1) {
    const client = new pg.Client(clientConfig(url('postgres'), usualTimeouts, 'test'));
    client.on('error', () => {});
    const ready = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (ready) return { url, stop };
    await sleep(50);
  }
  const output = existsSync(log) ? readFileSync(log, 'utf8') : '';
  await stop();
  throw new Error(`pgbouncer does not start: ${output}`);
}
