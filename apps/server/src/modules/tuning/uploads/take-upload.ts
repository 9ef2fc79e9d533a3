import type { Identified } from '@tuneport/domain/tuning/flash-files/found';
import type { Sniffed } from '@tuneport/domain/tuning/flash-files/sniff-file';
import type { UploadMode, UploadPurpose } from '@tuneport/domain/tuning/upload-rules';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { ownUpload } from './queries.ts';

export type TakenUpload = {
  readonly fileId: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly name: string;
  readonly sniffed: Sniffed;
  readonly identified: Identified;
  readonly mode: UploadMode;
  readonly purpose: UploadPurpose;
  /** SHA-256 of the terms the sender agreed to; null if none were given. */
  readonly termsSha256: string | null;
};

/** Hands a finished upload to exactly one record. Must run in the transaction that creates that record. */
export async function takeUpload(tx: Db, id: string, owner: { readonly userId: number }): Promise<TakenUpload> {
  if (!tx.isTransaction) throw new Error('takeUpload needs the transaction of the record that takes the file.');
  const upload = await ownUpload(tx, id, owner.userId, true);
  if (!upload) throw new Refusal('not_found');
  if (upload.state === 'taken')
    throw new Refusal('already_exists', { message: 'This file already has a tune request.' });
  const { file_id: fileId, sha256, sniffed, identified } = upload;
  if (upload.state === 'open' || !fileId || !sha256 || !sniffed || !identified)
    throw new Refusal('conflict', { message: 'This file is not fully uploaded yet. Wait for the upload to finish.' });
  await tx.updateTable('uploads').set({ state: 'taken' }).where('id', '=', id).execute();
  return {
    fileId,
    sha256: sha256.toString('hex'),
    sizeBytes: Number(upload.size_bytes),
    name: upload.name,
    sniffed,
    identified,
    mode: upload.mode,
    purpose: upload.purpose,
    termsSha256: upload.terms_sha256.toString('hex'),
  };
}

/** From now on the access check of this record covers the file. */
export async function ownFile(tx: Db, fileId: string, belongsTo: string): Promise<void> {
  await tx.updateTable('stored_files').set({ belongs_to: belongsTo }).where('id', '=', fileId).execute();
}
