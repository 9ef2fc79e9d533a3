import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Refusal } from '../../../platform/refusal.ts';

/** A response body, written once to a temporary file and compressed. */
export type AnswerFile = { readonly path: string; readonly sizeBytes: number };

/** Call `release` when the file has been sent. */
export type TakenFile = AnswerFile & { release(): void };

type AnswerFiles = {
  /** The file of this key. All callers who ask while it exists share one call of `write`. */
  take(key: string, write: () => Promise<AnswerFile>): Promise<TakenFile>;
  /** Throws while the files in use take twice the limit. A writer that waited checks this again. */
  requireRoom(): void;
  /** Size of all files that exist. */
  readonly bytes: number;
};

type Entry = {
  readonly key: string;
  readonly written: Promise<AnswerFile>;
  sizeBytes: number;
  users: number;
  expiry: NodeJS.Timeout | undefined;
};

/**
 * Keeps files for `idleMs` after their last use. The least recently used ones are removed earlier when the files exceed
 * `bytesMax`; files in use stay, and may at most double that.
 */
export function answerFiles({ bytesMax, idleMs }: { bytesMax: number; idleMs: number }): AnswerFiles {
  /** In the order of their last use. */
  const entries = new Map<string, Entry>();
  let bytes = 0;
  // Those of a killed process are removed by a job.
  const paths = new Set<string>();
  process.once('exit', () => {
    for (const path of paths) rmSync(path, { force: true });
  });

  function remove(entry: Entry): void {
    entries.delete(entry.key);
    clearTimeout(entry.expiry);
    bytes -= entry.sizeBytes;
    void entry.written.then(({ path }) => rm(path, { force: true }).then(() => paths.delete(path))).catch(() => {});
  }

  function removeOldest(): void {
    for (const entry of entries.values()) {
      if (bytes <= bytesMax) return;
      if (entry.users === 0) remove(entry);
    }
  }

  function requireRoom(): void {
    if (bytes >= 2 * bytesMax) throw new Refusal('unavailable', { retryAfterS: 10 });
  }

  function write(key: string, writeFile: () => Promise<AnswerFile>): Entry {
    requireRoom();
    const entry: Entry = { key, written: writeFile(), sizeBytes: 0, users: 0, expiry: undefined };
    entry.written.then(
      ({ path, sizeBytes }) => {
        paths.add(path);
        entry.sizeBytes = sizeBytes;
        bytes += sizeBytes;
        removeOldest();
      },
      () => remove(entry),
    );
    return entry;
  }

  function leave(entry: Entry): void {
    entry.users -= 1;
    if (entry.users > 0 || !entries.has(entry.key)) return;
    entry.expiry = setTimeout(() => remove(entry), idleMs).unref();
    removeOldest();
  }

  return {
    requireRoom,
    get bytes() {
      return bytes;
    },
    async take(key, writeFile) {
      const entry = entries.get(key) ?? write(key, writeFile);
      // The most recently used entry is the last one.
      entries.delete(key);
      entries.set(key, entry);
      clearTimeout(entry.expiry);
      entry.users += 1;
      let isReleased = false;
      const release = () => {
        if (!isReleased) leave(entry);
        isReleased = true;
      };
      try {
        return { ...(await entry.written), release };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}
