import { createHash } from 'node:crypto';
import { copyFile, link, mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

const unfinished = '.part-';
const keepMs = 30 * 24 * 3600 * 1000;

/** The folder of an asset by its name; undefined if no build has it. */
type FolderOf = (name: string) => Promise<string | undefined>;

/**
 * A tab opened before a deploy still requests assets of an older build, and during a deploy pages of the processes that
 * were restarted first request those of a newer one: each build has a folder in `keepIn`, which is removed a month after
 * its last start.
 */
export async function assetFolders(assets: string, keepIn: string | undefined, nowMs: number): Promise<FolderOf> {
  const names = await readdir(assets);
  const folders = new Map(names.map((name) => [name, assets] as const));
  if (!keepIn) return async (name) => folders.get(name);
  await keepBuild(assets, names, keepIn, nowMs);
  await removeOld(keepIn, nowMs);
  const read = new Set<string>();
  const readNewBuilds = async () => {
    // Earlier releases kept assets directly in this folder.
    for (const folder of [...(await buildsIn(keepIn)), keepIn]) {
      if (read.has(folder)) continue;
      read.add(folder);
      // Another process may have removed it just now.
      for (const file of await readdir(folder, { withFileTypes: true }).catch(() => []))
        if (file.isFile() && !folders.has(file.name)) folders.set(file.name, folder);
    }
  };
  await readNewBuilds();
  const readAgain = throttled(readNewBuilds, readAgainMs);
  return async (name) => {
    if (!folders.has(name)) await readAgain();
    return folders.get(name);
  };
}

/** Anyone may ask for names that do not exist: new builds are looked for at most this often. */
const readAgainMs = 1_000;

function throttled(work: () => Promise<void>, everyMs: number): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let startedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - startedAt >= everyMs) {
      startedAt = now;
      last = work().catch(() => {});
    }
    return last;
  };
}

/** The names contain hashes of the contents, so they identify a build. */
const buildOf = (names: readonly string[]): string =>
  createHash('sha256')
    .update([...names].sort().join('\n'))
    .digest('hex')
    .slice(0, 16);

async function keepBuild(assets: string, names: readonly string[], keepIn: string, nowMs: number): Promise<void> {
  const kept = join(keepIn, buildOf(names));
  const now = new Date(nowMs);
  if (await touched(kept, now)) return;
  // Complete before it has its name: another process may start at the same time, and this one may be killed.
  await mkdir(keepIn, { recursive: true });
  const copy = await mkdtemp(`${kept}${unfinished}`);
  for (const name of names) await linkOrCopy(join(assets, name), join(copy, name));
  try {
    await rename(copy, kept);
  } catch {
    await rm(copy, { recursive: true, force: true });
  }
  await touched(kept, now);
}

const touched = (folder: string, now: Date): Promise<boolean> =>
  utimes(folder, now, now).then(
    () => true,
    () => false,
  );

/** A link needs no space; other file systems need a copy. */
const linkOrCopy = (from: string, to: string): Promise<void> => link(from, to).catch(() => copyFile(from, to));

async function removeOld(keepIn: string, nowMs: number): Promise<void> {
  for (const name of await readdir(keepIn)) {
    const path = join(keepIn, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < nowMs - keepMs) await rm(path, { recursive: true, force: true });
  }
}

const buildsIn = async (keepIn: string): Promise<string[]> =>
  (await readdir(keepIn, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && !entry.name.includes(unfinished))
    .map(({ name }) => join(keepIn, name));
