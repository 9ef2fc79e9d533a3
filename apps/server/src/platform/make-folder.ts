import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes the folder and its parents; false when it is there. Node's own way never ends where the system makes no folders, as in /proc. */
export function makeFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && existsSync(`${folder}/.`)) return false;
    if (code !== 'ENOENT' || existsSync(dirname(folder))) throw error;
  }
  makeFolder(dirname(folder));
  return makeFolder(folder);
}
