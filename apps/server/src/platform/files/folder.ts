import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, opendir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '../refusal.ts';
import { BytesMissing, hashOfPlace, placeOf } from './bytes.ts';
import { checked, readableOf } from './checked.ts';
import { folderDrafts } from './drafts.ts';
import type { FileStore, StoredBytes } from './store.ts';

/** Files are written here before they get their name; on the same volume, so that the rename is atomic. */
const incoming = 'incoming';

export function folderStore(root: string): FileStore {
  const pathOf = (sha256: Buffer) => join(root, placeOf(sha256));

  async function statOf(sha256: Buffer): Promise<StoredBytes | undefined> {
    const found = await stat(pathOf(sha256)).catch(ignoreAbsent);
    return found?.isFile() ? { sha256, sizeBytes: found.size, changedAt: found.mtime } : undefined;
  }

  async function put(source: string | Readable, sha256: Buffer, sizeBytes: number): Promise<void> {
    const place = pathOf(sha256);
    if ((await statOf(sha256))?.sizeBytes === sizeBytes) {
      if (typeof source !== 'string') source.destroy();
      // Touched, so that a running sweep sees it in use again.
      await utimes(place, new Date(), new Date());
      return;
    }
    const draft = join(root, incoming, randomUUID());
    try {
      await mkdir(dirname(draft), { recursive: true, mode: 0o700 });
      await pipeline(
        readableOf(source),
        checked(sha256, sizeBytes),
        createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }),
      );
      await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      await rename(draft, place);
      await syncFolders(root, dirname(place));
    } catch (error) {
      await rm(draft, { force: true });
      throw orNoRoom(error);
    }
  }

  /**
   * Stores a complete draft with the same durability as a put, without copying: a hard link, so the draft stays
   * readable.
   */
  async function adopt(draft: string, sha256: Buffer, sizeBytes: number): Promise<void> {
    const place = pathOf(sha256);
    if ((await statOf(sha256))?.sizeBytes === sizeBytes) return utimes(place, new Date(), new Date());
    const handle = await open(draft, 'r+').catch(ignoreAbsent);
    if (!handle) throw new BytesMissing('A draft is missing.');
    try {
      const { size } = await handle.stat();
      if (size < sizeBytes) throw new BytesMissing('A draft has fewer bytes than recorded.');
      if (size > sizeBytes) await handle.truncate(sizeBytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const linked = join(root, incoming, randomUUID());
    try {
      await link(draft, linked);
    } catch (error) {
      if (!cannotLink(error)) throw orNoRoom(error);
      return put(draft, sha256, sizeBytes);
    }
    try {
      await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      await rename(linked, place);
      await syncFolders(root, dirname(place));
    } finally {
      // A rename between two links to the same file does nothing and leaves both.
      await rm(linked, { force: true });
    }
  }

  return {
    put,
    drafts: folderDrafts(join(root, incoming), adopt, orNoRoom),
    stat: statOf,
    has: async (sha256) => (await statOf(sha256)) !== undefined,
    async open(sha256, range) {
      let file: FileHandle;
      try {
        file = await open(pathOf(sha256), 'r');
      } catch (error) {
        if (isAbsent(error)) throw new BytesMissing(`There are no bytes for ${sha256.toString('hex')}.`);
        throw error;
      }
      return file.createReadStream(range ?? {});
    },
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    async *list() {
      for (const first of await folders(root)) {
        for (const second of await folders(join(root, first))) {
          for await (const entry of await opendir(join(root, first, second))) {
            const sha256 = hashOfPlace(`${first}/${second}/${entry.name}`);
            const found = sha256 && (await statOf(sha256));
            if (found) yield found;
          }
        }
      }
    },
    async clearLeftovers(olderThan) {
      let cleared = 0;
      for (const name of (await readdir(join(root, incoming)).catch(ignoreAbsent)) ?? []) {
        const path = join(root, incoming, name);
        const found = await stat(path).catch(ignoreAbsent);
        if (!found || found.mtime >= olderThan) continue;
        await rm(path, { force: true });
        cleared += 1;
      }
      return cleared;
    },
  };
}

async function folders(path: string): Promise<string[]> {
  const names = (await readdir(path).catch(ignoreAbsent)) ?? [];
  return names.filter((name) => /^[0-9a-f]{2}$/.test(name)).sort();
}

/** A new name is durable only when its folder is flushed, and so on up to the root. */
async function syncFolders(root: string, folder: string): Promise<void> {
  for (let path = folder; ; path = dirname(path)) {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (path === root || path === dirname(path)) return;
  }
}

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;
const isAbsent = (error: unknown) => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
/** File systems without hard links, and files with too many links. */
const cannotLink = (error: unknown) =>
  ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'].includes(String(codeOf(error)));
const isDiskFull = (error: unknown) => codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT';

function ignoreAbsent(error: unknown): undefined {
  if (!isAbsent(error)) throw error;
}

const orNoRoom = (error: unknown): unknown => (isDiskFull(error) ? noRoom(error) : error);

const noRoom = (cause: unknown) =>
  new Refusal(
    'unavailable',
    {
      message: 'There is no space for this file right now. Nothing was saved. Try again later.',
      retryAfterS: 60,
    },
    { cause },
  );
