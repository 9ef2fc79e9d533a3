import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, readPostmaster } from '../../apps/server/src/platform/postgres/postmaster.ts';

export type DataFolder = {
  path: string;
  cluster: string;
  /** The process id of the database; 0 when it is not running. */
  postmaster(): number;
  /** kill -9; returns the former process id. */
  killDatabase(): number;
  remove(): void;
};

/** A data folder for its own database, removed afterwards in any case. Measurements need it on a disk. */
export function dataFolder(place = '/tmp'): DataFolder {
  const path = mkdtempSync(join(place, 'tuneport-crash-'));
  // When run as root, the database runs as another user, who needs access.
  chmodSync(path, 0o711);
  const cluster = join(path, 'postgres/data');
  return {
    path,
    cluster,
    postmaster: () => readPostmaster(cluster)?.pid ?? 0,
    killDatabase() {
      const running = readPostmaster(cluster);
      if (!running || !isAlive(cluster, running)) throw new Error(`No database runs in ${cluster}.`);
      process.kill(running.pid, 'SIGKILL');
      return running.pid;
    },
    remove() {
      const left = readPostmaster(cluster);
      if (left && isAlive(cluster, left)) process.kill(left.pid, 'SIGKILL');
      rmSync(path, { recursive: true, force: true });
    },
  };
}

export const embedded = (dataDir: string): Record<string, string> => ({
  DATA_DIR: dataDir,
  JOBS: 'off',
  DEMO: 'small',
});
