import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates the folder and its parents; false if it exists. Node's recursive mkdir never returns on file systems such as
 * /proc.
 */
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
