import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Identified, nothingIdentified } from '@tuneport/domain/flash-files/found';
import { readerFor } from '@tuneport/domain/flash-files/identify-image';
import { type Sniffed, sniffFile, sniffHeadBytes, sniffTailBytes } from '@tuneport/domain/flash-files/sniff-file';
import { giveBack } from '../../../platform/files/give-back.ts';
import { keepFile } from '../../../platform/files/keep-file.ts';
import type { ByteRange } from '../../../platform/files/store.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type Piece, piecesOf, type UploadRow } from './queries.ts';
import { removeUpload } from './remove-upload.ts';

/** No control unit has more memory than this; whatever is behind it is not looked at. */
const identifyBytesMax = 8 * 1024 * 1024;

type Whole = {
  readonly upload: UploadRow;
  readonly writer: string;
  /** Where the bytes were hashed as they came. */
  readonly sha256: Buffer | undefined;
};

/** All bytes are there: checks them, says what they are, stores them under their hash, and only then makes a file of them. */
export async function finishUpload(platform: Platform, { upload, writer, sha256: hashed }: Whole): Promise<void> {
  const { db, files } = platform;
  const size = Number(upload.size_bytes);
  const pieces = await piecesOf(db, upload.id);
  const read = (range: ByteRange) => readPieces(platform, pieces, size, range);
  const sha256 = hashed ?? (await hashOf(read({ start: 0, end: size - 1 })));
  if (upload.told_sha256 && !upload.told_sha256.equals(sha256)) {
    await removeUpload(platform, upload);
    throw new Refusal('upload_damaged');
  }
  const sniffed = await sniff(read, upload.name, size);
  if (!isWelcome(upload, sniffed)) {
    await removeUpload(platform, upload);
    throw new Refusal('not_a_tune');
  }
  const identified = await identify(read, sniffed, size);
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
    const stored = await keepFile(tx, files, received, {
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

/** Work on an immobiliser is often a small dump without any mark: there only what is plainly something else is refused. */
const isWelcome = ({ purpose }: UploadRow, { kind, by }: Sniffed): boolean =>
  kind === 'tune' || (purpose === 'immo' && kind === 'other' && by === 'nothing');

async function sniff(
  read: (range: ByteRange) => AsyncIterable<Buffer>,
  name: string,
  sizeBytes: number,
): Promise<Sniffed> {
  const head = await whole(read({ start: 0, end: Math.min(sizeBytes, sniffHeadBytes) - 1 }));
  const tail =
    sizeBytes <= sniffTailBytes ? head : await whole(read({ start: sizeBytes - sniffTailBytes, end: sizeBytes - 1 }));
  return sniffFile({ name, sizeBytes, head, tail });
}

async function identify(
  read: (range: ByteRange) => AsyncIterable<Buffer>,
  { format, material }: Sniffed,
  sizeBytes: number,
): Promise<Identified> {
  if (material === 'archive') return nothingIdentified;
  const reader = readerFor(format);
  for await (const chunk of read({ start: 0, end: Math.min(sizeBytes, identifyBytesMax) - 1 })) {
    reader.push(chunk);
    giveBack(chunk);
  }
  return reader.done();
}

/** The pieces as one file: of each only what was counted before the next one began. */
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
    for await (const chunk of await drafts.read(piece.id, range)) yield chunk as Buffer;
  }
}

async function hashOf(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) {
    hash.update(chunk);
    giveBack(chunk);
  }
  return hash.digest();
}

async function whole(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
