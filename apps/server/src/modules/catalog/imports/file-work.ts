import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../../../platform/db/db.ts';
import type { FileStore } from '../../../platform/files/store.ts';

// Shared code of all jobs that process an uploaded table.

/** Provides a stored file as a local path while the work runs. */
export async function withFile<T>(store: FileStore, sha256: Buffer, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tuneport-table-'));
  try {
    const path = join(folder, 'table');
    await pipeline(await store.open(sha256), createWriteStream(path, { mode: 0o600 }));
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reports the progress of a transaction outside of it, with at most one write at a time. */
export function progressReporter(signal: AbortSignal, write: (done: number) => Promise<unknown>) {
  let writing: Promise<unknown> | null = null;
  return {
    at(done: number) {
      signal.throwIfAborted();
      writing ??= write(done).finally(() => {
        writing = null;
      });
    },
    settled: async () => {
      await writing;
    },
  };
}

class TakeBack extends Error {}

type Transact = (db: Db, act: (tx: Db) => Promise<void>) => Promise<void>;
const once: Transact = (db, act) => db.transaction().execute(act);

/** Runs the work and rolls it back unless it returns true. */
export async function storedOnlyIf(db: Db, work: (tx: Db) => Promise<boolean>, transact = once): Promise<void> {
  try {
    await transact(db, async (tx) => {
      if (!(await work(tx))) throw new TakeBack();
    });
  } catch (error) {
    if (!(error instanceof TakeBack)) throw error;
  }
}
