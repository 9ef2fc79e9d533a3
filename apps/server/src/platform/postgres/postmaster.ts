import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';

type Postmaster = { pid: number; socketDir: string; status: string };

/** The content of the lock file; undefined if there is none or it is incomplete. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 1) return undefined;
    return { pid, socketDir: lines[4] ?? '', status: (lines[7] ?? '').trim() };
  } catch {
    return undefined;
  }
}

/** PostgreSQL processes of this cluster: each has it as its working directory. */
export function clusterProcesses(cluster: string): number[] {
  const real = realpathSync(cluster);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksIn(pid, real));
}

function worksIn(pid: number, cluster: string): boolean {
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) !== cluster) return false;
    return readFileSync(`/proc/${pid}/stat`, 'utf8').includes('(postgres) ') && !isZombie(pid);
  } catch {
    return false;
  }
}

function isZombie(pid: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
}

/** A process id can be reused after a crash or a reboot; only a PostgreSQL process of this cluster counts. */
export const isAlive = (cluster: string, { pid }: Postmaster): boolean => worksIn(pid, realpathSync(cluster));

/**
 * PostgreSQL replaces the lock files of a dead process, unless another process now has its pid (common in a container,
 * where pids start again): then it assumes a running postmaster, and only we can tell.
 */
export function removeStaleLocks(cluster: string, socketDir: string): boolean {
  const locks = [join(cluster, 'postmaster.pid'), ...lockedSockets(socketDir)].filter(isHeldByStranger);
  if (locks.length === 0 || clusterProcesses(cluster).length > 0) return false;
  for (const lock of locks.filter(isHeldByStranger)) rmSync(lock, { force: true });
  return true;
}

const lockedSockets = (socketDir: string) =>
  readdirSync(socketDir)
    .filter((name) => name.endsWith('.lock'))
    .map((name) => join(socketDir, name));

function isHeldByStranger(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 0 && exists(pid);
  } catch {
    return false;
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
