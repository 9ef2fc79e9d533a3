import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { appRole } from './cluster.ts';
import { isAlive, readPostmaster, signal } from './postmaster.ts';

export const port = 5432;
/** Every process that uses the server holds this lock shared; a process that can take it exclusively is the last one. */
export const usersLock = '7403961';

export async function isLastUser(lockClient: pg.Client): Promise<boolean> {
  await lockClient.query(`select pg_advisory_unlock_shared(${usersLock})`);
  const { rows } = await lockClient.query<{ last: boolean }>(`select pg_try_advisory_lock(${usersLock}) as last`);
  return rows[0]?.last === true;
}

/** Stops a server that outlived its application, so that its cluster can be changed; false while another process uses it. */
export async function stopUnused(cluster: string): Promise<boolean> {
  const running = existsSync(cluster) ? readPostmaster(cluster) : undefined;
  if (!running || !isAlive(cluster, running)) return true;
  const client = new pg.Client({ host: running.socketDir, port, user: appRole, database: 'postgres' });
  client.on('error', () => {});
  try {
    await client.connect();
    if (!(await isLastUser(client))) return false;
    signal(running.pid, 'SIGINT');
    return await hasStopped(cluster, 10_000);
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

export async function hasStopped(cluster: string, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    const running = readPostmaster(cluster);
    if (!running || !isAlive(cluster, running)) return true;
    await sleep(20);
  }
  return false;
}
