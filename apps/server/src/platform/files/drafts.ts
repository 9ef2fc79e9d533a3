import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { BytesMissing } from './bytes.ts';
import { spoolFilePath } from './form-folders.ts';
import type { ByteRange } from './store.ts';

export type DraftWriter = {
  write(chunks: readonly Uint8Array[]): Promise<void>;
  /** When this resolves, the written bytes survive this process and are readable by all others. */
  keep(): Promise<void>;
  close(): Promise<void>;
};

/** Parts of incomplete files, each under a random name. They are never visible as files. */
export type DraftStore = {
  /**
   * Whether a part can be continued after `keep`; if not, each kept part is complete and the next bytes start a new
   * one.
   */
  readonly grows: boolean;
  readonly keepEveryBytes: number;
  /** Rejects with BytesMissing when the part has fewer bytes than `atBytes`. */
  open(piece: string, atBytes: number): Promise<DraftWriter>;
  read(piece: string, range: ByteRange): Promise<Readable>;
  /** 0 if there is none. */
  sizeOf(piece: string): Promise<number>;
  remove(piece: string): Promise<void>;
  /**
   * Stores a part that is the whole file without copying it, if the store supports it. The part stays until `remove`,
   * so a caller whose transaction fails can retry. The caller has verified the hash; BytesMissing if the part is too
   * short.
   */
  readonly adopt?: (piece: string, sha256: Buffer, sizeBytes: number) => Promise<void>;
};

type Adopt = (path: string, sha256: Buffer, sizeBytes: number) => Promise<void>;

/** Drafts next to the files, on the same volume. */
export function folderDrafts(folder: string, adopt: Adopt, explain: (error: unknown) => unknown): DraftStore {
  const pathOf = (piece: string) => join(folder, `piece-${plainName(piece)}`);
  return {
    grows: true,
    keepEveryBytes: 16 * 1024 * 1024,
    async open(piece, atBytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const handle = await openAt(pathOf(piece), atBytes);
      let at = atBytes;
      return {
        async write(chunks) {
          try {
            at += await writeAll(handle, chunks, at);
          } catch (error) {
            throw explain(error);
          }
        },
        // Flushed in the background while the next bytes arrive, so that the finish has less to wait for.
        keep: async () => flushSoon(pathOf(piece)),
        close: () => handle.close(),
      };
    },
    read: async (piece, range) => createReadStream(pathOf(piece), range),
    sizeOf: async (piece) => (await stat(pathOf(piece)).catch(ignoreAbsent))?.size ?? 0,
    remove: (piece) => rm(pathOf(piece), { force: true }),
    adopt: (piece, sha256, sizeBytes) => adopt(pathOf(piece), sha256, sizeBytes),
  };
}

async function openAt(path: string, atBytes: number): Promise<FileHandle> {
  if (atBytes === 0) return open(path, 'w', 0o600);
  const handle = await open(path, 'r+', 0o600).catch(ignoreAbsent);
  if (handle && (await handle.stat()).size >= atBytes) return handle;
  await handle?.close();
  throw new BytesMissing('A part has fewer bytes than recorded.');
}

function ignoreAbsent(error: unknown): undefined {
  if ((error as { code?: unknown } | null)?.code !== 'ENOENT') throw error;
}

/** Limited: each flush occupies a file system thread. */
const flushesMax = 2;
const flushes: string[] = [];
let flushing = 0;

function flushSoon(path: string): void {
  if (flushes.includes(path)) return;
  flushes.push(path);
  if (flushing < flushesMax) void flushNext();
}

async function flushNext(): Promise<void> {
  const path = flushes.shift();
  if (path === undefined) return;
  flushing += 1;
  try {
    const handle = await open(path, 'r');
    try {
      await handle.datasync();
    } finally {
      await handle.close();
    }
  } catch {
    // The file is gone, or the finish will report the disk error.
  } finally {
    flushing -= 1;
    void flushNext();
  }
}

async function writeAll(handle: FileHandle, chunks: readonly Uint8Array[], at: number): Promise<number> {
  let rest = [...chunks];
  let written = 0;
  while (rest.length > 0) {
    const { bytesWritten } = await handle.writev(rest, at + written);
    written += bytesWritten;
    let skip = bytesWritten;
    while (rest.length > 0 && skip >= (rest[0] as Uint8Array).length) skip -= (rest.shift() as Uint8Array).length;
    if (skip > 0) rest = [(rest[0] as Uint8Array).subarray(skip), ...rest.slice(1)];
  }
  return written;
}

type ObjectStore = {
  put(name: string, path: string, sha256: Buffer, sizeBytes: number): Promise<void>;
  open(name: string, range: ByteRange): Promise<Readable>;
  sizeOf(name: string): Promise<number>;
  remove(name: string): Promise<void>;
};

/** Drafts in a store that only takes whole objects: each part is spooled locally and sent on `keep`. */
export function spooledDrafts(objects: ObjectStore): DraftStore {
  return {
    grows: false,
    keepEveryBytes: 8 * 1024 * 1024,
    async open(piece, atBytes) {
      if (atBytes !== 0) throw new Error('A part in this store cannot be continued.');
      const path = spoolFilePath();
      const handle = await open(path, 'wx', 0o600);
      const hash: Hash = createHash('sha256');
      let size = 0;
      return {
        async write(chunks) {
          for (const chunk of chunks) hash.update(chunk);
          size += await writeAll(handle, chunks, size);
        },
        keep: () => (size === 0 ? Promise.resolve() : objects.put(plainName(piece), path, hash.digest(), size)),
        async close() {
          await handle.close();
          await rm(path, { force: true });
        },
      };
    },
    read: (piece, range) => objects.open(plainName(piece), range),
    sizeOf: (piece) => objects.sizeOf(plainName(piece)),
    remove: (piece) => objects.remove(plainName(piece)),
  };
}

/** Names are generated by us; this only guarantees that none is used as a path. */
function plainName(piece: string): string {
  if (!/^[0-9a-f-]{36}$/.test(piece)) throw new Error('This is not a part name.');
  return piece;
}
