import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const gib = 1024 ** 3;

/**
 * In memory if there is room: creating a test database takes a tenth of the work there, because it is a thousand small
 * files.
 */
export const scratch: string = isUsable('/dev/shm') ? '/dev/shm' : '/tmp';

function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    const { bavail, bsize } = statfsSync(path);
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .findLast((line) => line.split(' ')[1] === path);
    // PostgreSQL's binaries may be copied there and executed.
    const isExecutable = mount !== undefined && !/\bnoexec\b/.test(mount.split(' ')[3] ?? '');
    return isExecutable && bavail * bsize > 3 * gib && freemem() > 5 * gib;
  } catch {
    return false;
  }
}
