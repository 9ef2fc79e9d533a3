import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'tuneport-upload-';
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Where the files of one form lie while it arrives. */
export async function makeFormFolder(): Promise<string> {
  const folder = join(tmpdir(), `${prefix}${randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** Whoever receives a form takes its folder away; those of a process that died meanwhile are taken away here. */
export async function clearFormFolders(olderThan: Date): Promise<number> {
  let cleared = 0;
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix) || !uuid.test(name.slice(prefix.length))) continue;
    const folder = join(tmpdir(), name);
    const found = await lstat(folder).catch(() => undefined);
    // The folder is everybody's: what another user's server keeps there is theirs.
    if (!found?.isDirectory() || found.uid !== process.getuid?.() || found.mtime >= olderThan) continue;
    await rm(folder, { recursive: true, force: true });
    cleared += 1;
  }
  return cleared;
}
