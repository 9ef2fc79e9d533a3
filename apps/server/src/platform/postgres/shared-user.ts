import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresLog } from './log.ts';
import { readPostmaster } from './postmaster.ts';
import { amRoot, systemRunner, userCalled } from './runner.ts';
import { stopUnused } from './users.ts';

// Earlier versions, started by root, ran PostgreSQL as the user nobody, so all its other processes could change the
// cluster.

/** Excludes a data folder of the user nobody, whose application runs as nobody too. */
const isOwnedByNobody = (dataDir: string, folder: string): boolean =>
  statSync(dataDir).uid === 0 && statSync(folder).uid === userCalled('nobody')?.uid;

/** Gives the cluster of an earlier version to the system user. Safe to run concurrently. */
export async function leaveSharedUser(dataDir: string, log: PostgresLog): Promise<void> {
  const link = join(dataDir, 'postgres');
  if (!amRoot() || !existsSync(link)) return;
  const folder = realpathSync(link);
  const cluster = join(folder, 'data');
  if (!isOwnedByNobody(dataDir, folder)) return;
  const socketDir = existsSync(cluster) ? readPostmaster(cluster)?.socketDir : undefined;
  if (!(await stopUnused(cluster))) {
    log.warn({ cluster }, 'PostgreSQL still runs as nobody: restart all Tuneport processes that use this DATA_DIR');
    return;
  }
  // The short one in /tmp is created again.
  if (socketDir && /^\/tmp\/tuneport-[0-9a-f]{16}$/.test(socketDir))
    rmSync(socketDir, { recursive: true, force: true });
  const { name, uid, gid } = systemRunner();
  const content = readdirSync(folder).map((entry) => join(folder, entry));
  const changed = spawnSync('chown', ['-R', '-h', `${uid}:${gid}`, '--', ...content], { encoding: 'utf8' });
  if (content.length > 0 && changed.status !== 0)
    throw new Error(
      `The owner of ${folder} could not be changed to ${name}: ${(changed.error?.message ?? changed.stderr).trim()}`,
    );
  // Last: an interrupted transfer is repeated while `nobody` owns the folder.
  chownSync(folder, uid, gid);
  log.info({ cluster }, `PostgreSQL now runs as ${name}`);
}
