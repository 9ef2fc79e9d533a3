import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { ReceivedFile } from '../http/context.ts';
import type { FileStore } from './store.ts';

export type StoredFile = {
  id: string;
  sha256: Buffer;
  size_bytes: bigint;
  name: string;
  media_type: string;
  belongs_to: string | null;
  uploaded_by: number | null;
  created_at: Date;
};

type Owner = {
  /** The record whose access check covers this file: `ticket:17`. A file without one is swept after a day. */
  readonly belongsTo: string | null;
  readonly uploadedBy: number | null;
};

/**
 * Stores an upload and its row. The bytes are in place before the row commits, so no row points at an incomplete file;
 * the lock prevents a sweep from removing the same bytes in between. Files that may take long to store are `put` before
 * the transaction.
 */
export async function storeFile(tx: Db, store: FileStore, file: ReceivedFile, owner: Owner): Promise<StoredFile> {
  if (!tx.isTransaction) throw new Error('keepFile needs the transaction in which the file gets its owner.');
  await sql`select pg_advisory_xact_lock_shared(${fileLock(file.sha256)})`.execute(tx);
  await store.put(file.path, file.sha256, file.sizeBytes);
  return tx
    .insertInto('stored_files')
    .values({
      sha256: file.sha256,
      size_bytes: BigInt(file.sizeBytes),
      name: file.name,
      media_type: file.mediaType,
      belongs_to: owner.belongsTo,
      uploaded_by: owner.uploadedBy,
    })
    .returning(['id', 'sha256', 'size_bytes', 'name', 'media_type', 'belongs_to', 'uploaded_by', 'created_at'])
    .executeTakeFirstOrThrow();
}

/** One lock per hash; a collision only makes two hashes wait for each other. */
export const fileLock = (sha256: Buffer): bigint => sha256.readBigInt64BE(0);
