import type { Readable } from 'node:stream';
import type { Config } from '../config.ts';
import type { DraftStore } from './drafts.ts';
import { folderStore } from './folder.ts';
import { s3Store } from './s3.ts';

/** First and last byte, inclusive. */
export type ByteRange = { readonly start: number; readonly end: number };

export type StoredBytes = { readonly sha256: Buffer; readonly sizeBytes: number; readonly changedAt: Date };

/** Stores bytes under their hash. Name, owner and access are in `stored_files`. */
export type FileStore = {
  /**
   * From a path or a stream. When this resolves, the bytes are complete, verified and durable; until then nothing is
   * visible.
   */
  put(source: string | Readable, sha256: Buffer, sizeBytes: number): Promise<void>;
  /** Rejects with BytesMissing before the first byte, so that the response can still be an error. */
  open(sha256: Buffer, range?: ByteRange): Promise<Readable>;
  stat(sha256: Buffer): Promise<StoredBytes | undefined>;
  has(sha256: Buffer): Promise<boolean>;
  /** Idempotent. */
  remove(sha256: Buffer): Promise<void>;
  list(): AsyncIterable<StoredBytes>;
  /** Removes leftovers of interrupted writes from before `olderThan`. */
  clearLeftovers(olderThan: Date): Promise<number>;
  /** Bytes that arrive in parts and have no hash yet. */
  readonly drafts: DraftStore;
};

export const openFileStore = (storage: Config['storage']): FileStore =>
  storage.kind === 'folder' ? folderStore(storage.folder) : s3Store(storage);
