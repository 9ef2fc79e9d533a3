import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { BytesMissing } from '../../../platform/files/bytes.ts';
import { storeFile } from '../../../platform/files/keep-file.ts';
import { releaseBuffer } from '../../../platform/files/release-buffer.ts';
import type { ByteRange } from '../../../platform/files/store.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { inspectBytes, isAcceptedFor } from './inspect-bytes.ts';
import { type Piece, piecesOf, type UploadRow } from './queries.ts';
import { removeUpload } from './remove-upload.ts';

type Whole = {
  readonly upload: UploadRow;
  readonly writer: string;
  /** Set if the bytes were hashed on arrival. */
  readonly sha256: Buffer | undefined;
};

/**
 * Verifies a complete upload, identifies it, stores it under its hash, and only then creates the file. Drafts are
 * removed after the commit, so an interrupted finish can be repeated.
 */
export async function finishUpload(platform: Platform, { upload, writer, sha256: hashed }: Whole): Promise<void> {
  const { db, files } = platform;
  const size = Number(upload.size_bytes);
  const pieces = await piecesOf(db, upload.id);
  // Removed or finished by another request; otherwise the bytes are lost and the upload restarts.
  if (pieces.length === 0) throw new BytesMissing('This upload has no parts.');
  const read = (range: ByteRange) => readPieces(platform, pieces, size, range);
  const sha256 = hashed ?? (await hashOf(read({ start: 0, end: size - 1 })));
  if (upload.told_sha256 && !upload.told_sha256.equals(sha256)) {
    await removeUpload(platform, upload);
    throw new Refusal('upload_damaged');
  }
  const { sniffed, identified } = await inspectBytes(read, upload.name, size);
  if (!isAcceptedFor(upload.purpose, sniffed)) {
    await removeUpload(platform, upload);
    throw new Refusal('not_a_tune');
  }
  const [only] = pieces;
  if (files.drafts.adopt && only && pieces.length === 1) await files.drafts.adopt(only.id, sha256, size);
  else await files.put(Readable.from(read({ start: 0, end: size - 1 }), { objectMode: false }), sha256, size);
  await db.transaction().execute(async (tx) => {
    const received = {
      field: 'file',
      name: upload.name,
      mediaType: 'application/octet-stream',
      path: '',
      sizeBytes: size,
      sha256,
    };
    const stored = await storeFile(tx, files, received, {
      belongsTo: `upload:${upload.id}`,
      uploadedBy: upload.user_id,
    });
    const done = await tx
      .updateTable('uploads')
      .set({
        state: 'finished',
        offset_bytes: upload.size_bytes,
        sha256,
        sniffed: JSON.stringify(sniffed),
        identified: JSON.stringify(identified),
        file_id: stored.id,
        writer: null,
        writer_until: null,
      })
      .where('id', '=', upload.id)
      .where('state', '=', 'open')
      .where('writer', '=', writer)
      .executeTakeFirst();
    if (done.numUpdatedRows !== 1n) throw new Refusal('upload_offset');
    await tx.deleteFrom('upload_pieces').where('upload_id', '=', upload.id).execute();
  });
  for (const piece of pieces) await files.drafts.remove(piece.id).catch(() => {});
}

/** The pieces as one file: each one up to the start of the next. */
async function* readPieces(
  { files: { drafts } }: Platform,
  pieces: readonly Piece[],
  sizeBytes: number,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  for (const [index, piece] of pieces.entries()) {
    const from = Number(piece.start_bytes);
    const until = Number(pieces[index + 1]?.start_bytes ?? sizeBytes);
    if (until <= start || from > end || until === from) continue;
    const range = { start: Math.max(start, from) - from, end: Math.min(end + 1, until) - from - 1 };
    let missing = range.end - range.start + 1;
    try {
      for await (const chunk of await drafts.read(piece.id, range)) {
        missing -= (chunk as Buffer).length;
        yield chunk as Buffer;
      }
    } catch (error) {
      throw (error as { code?: unknown } | null)?.code === 'ENOENT' ? new BytesMissing('A part is missing.') : error;
    }
    if (missing > 0) throw new BytesMissing('A part has fewer bytes than recorded.');
  }
}

async function hashOf(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) {
    hash.update(chunk);
    releaseBuffer(chunk);
  }
  return hash.digest();
}
