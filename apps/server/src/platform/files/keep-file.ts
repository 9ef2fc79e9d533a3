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
  /** The record whose access check covers this file: `ticket:17`. A file that belongs to nothing is swept away after a day. */
  readonly belongsTo: string | null;
  readonly uploadedBy: number | null;
};

/**
 * Stores an upload and its row. The bytes are in place before the row can be committed, so no row ever points at half a file; the lock
 * keeps a sweep from taking the same bytes away in between. Files that may take long to store are `put` before the transaction begins.
 */
export async function keepFile(tx: Db, store: FileStore, file: ReceivedFile, owner: Owner): Promise<StoredFile> {
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

/** One lock per hash; two hashes that share one only wait for each other. */
export const fileLock = (sha256: Buffer): bigint => sha256.readBigInt64BE(0);
