import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'tuneport-upload-';
const spoolPrefix = 'tuneport-piece-';
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Temporary folder for the files of one form. */
export async function makeFormFolder(): Promise<string> {
  const folder = join(tmpdir(), `${prefix}${randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** Temporary file for a part before it is sent to an object store. */
export const spoolFilePath = (): string => join(tmpdir(), `${spoolPrefix}${randomUUID()}`);

/**
 * Removes form folders and spool files left by a dead process; a live one removes its own. Their age is measured by the
 * clock of the file system, because a process whose clock is ahead would remove uploads of the others.
 */
export async function clearFormFolders(olderThanMs: number): Promise<number> {
  const olderThan = (await fileSystemNow()) - olderThanMs;
  let cleared = 0;
  for (const name of await readdir(tmpdir())) {
    const kind = [prefix, spoolPrefix].find((start) => name.startsWith(start));
    if (!kind || !uuid.test(name.slice(kind.length))) continue;
    const path = join(tmpdir(), name);
    const found = await lstat(path).catch(() => undefined);
    const isOurs = kind === prefix ? found?.isDirectory() : found?.isFile();
    // The temporary folder is shared: files of another user's server are not ours.
    if (!found || !isOurs || found.uid !== process.getuid?.() || found.mtimeMs >= olderThan) continue;
    await rm(path, { recursive: true, force: true });
    cleared += 1;
  }
  return cleared;
}

async function fileSystemNow(): Promise<number> {
  const probe = await makeFormFolder();
  try {
    return (await lstat(probe)).mtimeMs;
  } finally {
    await rmdir(probe);
  }
}
