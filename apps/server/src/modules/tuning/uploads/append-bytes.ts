import { createHash, type Hash, randomUUID } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { uploadsInParallel } from '@tuneport/domain/tuning/upload-rules';
import type { DraftWriter } from '../../../platform/files/drafts.ts';
import { releaseBuffer } from '../../../platform/files/release-buffer.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { asWriter } from './as-writer.ts';
import { batchesOf } from './batches.ts';
import { finishUpload } from './finish-upload.ts';
import {
  addPiece,
  type Claimed,
  claimWriter,
  countBytes,
  ownUpload,
  type Piece,
  piecesOf,
  type UploadRow,
} from './queries.ts';

const countEveryMs = 5_000;

type Input = {
  readonly id: string;
  readonly userId: number;
  readonly offset: number;
  readonly lengthBytes: number | undefined;
  readonly source: Readable;
};

/** Uploads this process is writing, so that a reconnecting client need not wait for its broken connection to end. */
const running = new Map<string, { stop(): void; ended: Promise<void> }>();

/**
 * Running hash of the recorded bytes while one process receives them all; otherwise the file is read again at the end.
 */
const hashes = new Map<string, { at: number; writer: string; hash: Hash }>();
const hashesMax = 500;

class TakenOver extends Error {
  override name = 'TakenOver';
}

/**
 * Appends bytes at the current offset and returns the new one. Bytes that arrived before a connection broke are
 * recorded, so a client that checks the offset and resumes sends few bytes twice.
 */
export async function appendBytes(platform: Platform, input: Input): Promise<number> {
  const older = running.get(input.id);
  if (older) {
    // Only the owner can stop it, by reconnecting.
    if (!(await ownUpload(platform.db, input.id, input.userId))) throw new Refusal('not_found');
    older.stop();
    await older.ended;
  }
  const writer = randomUUID();
  const { upload, piece, replaced } = await claim(platform, input, writer);
  // Bytes that were never recorded and no row refers to.
  if (replaced) await platform.files.drafts.remove(replaced).catch(() => {});
  if (!piece) return Number(upload.offset_bytes);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const over = new AbortController();
  const mine = { stop: () => over.abort(new TakenOver()), ended };
  running.set(input.id, mine);
  try {
    return await asWriter(platform, { id: input.id, userId: input.userId, writer }, async () => {
      const offset = await receive(platform, input, upload, writer, piece, over.signal);
      if (offset < Number(upload.size_bytes)) return offset;
      const sha256 = hashFrom(input.id, offset, writer)?.digest();
      await finishUpload(platform, { upload, writer, sha256 });
      return offset;
    });
  } catch (error) {
    // An older connection may arrive late; its client gets `upload_offset`, checks the offset and resumes.
    throw error instanceof TakenOver ? new Refusal('upload_offset') : error;
  } finally {
    if (running.get(input.id) === mine) running.delete(input.id);
    end();
  }
}

async function claim(
  { db, files }: Platform,
  { id, userId, offset, lengthBytes = 0 }: Input,
  writer: string,
): Promise<Claimed> {
  const limits = { parallelMax: uploadsInParallel, piecesGrow: files.drafts.grows };
  const found = await claimWriter(db, { id, userId, writer, offset, lengthBytes, ...limits });
  if (!found) throw new Refusal('not_found');
  const { upload, piece } = found;
  if (offset !== Number(upload.offset_bytes)) throw new Refusal('upload_offset');
  if (offset + lengthBytes > Number(upload.size_bytes)) throw new Refusal('too_large');
  if (upload.state === 'open' && !piece)
    throw new Refusal('too_many_requests', {
      message: `You can run at most ${uploadsInParallel} uploads at once. This one is waiting; nothing was lost.`,
      retryAfterS: 2,
    });
  return found;
}

async function receive(
  { db, files: { drafts } }: Platform,
  { id, source }: Input,
  upload: UploadRow,
  writer: string,
  first: Piece,
  stopped: AbortSignal,
): Promise<number> {
  const size = Number(upload.size_bytes);
  let piece = first;
  let at = Number(upload.offset_bytes);
  let counted = at;
  let countedAtMs = performance.now();
  const hash = hashFrom(id, at, upload.counted_by);
  let out: DraftWriter = await drafts.open(piece.id, at - Number(piece.start_bytes));
  let writing: Promise<void> = Promise.resolve();

  /** One batch is written and hashed while the next one arrives. */
  const write = async (batch: readonly Buffer[], bytes: number) => {
    await writing;
    writing = out.write(batch).then(() => release(source, batch));
    writing.catch(() => {});
    for (const chunk of batch) hash?.update(chunk);
    at += bytes;
  };
  const count = async (release: boolean) => {
    await writing;
    await out.keep();
    if (!(await countBytes(db, { id, writer, piece, offset: at, release }))) {
      over = true;
      throw new TakenOver();
    }
    counted = at;
    countedAtMs = performance.now();
    if (hash) remember(id, at, writer, hash);
  };

  let broken: unknown;
  let over = false;
  try {
    for await (const batch of batchesOf(source, stopped)) {
      const bytes = batch.reduce((sum, chunk) => sum + chunk.length, 0);
      if (at + bytes > size) throw new Refusal('too_large');
      await write(batch, bytes);
      if (at - counted < drafts.keepEveryBytes && performance.now() - countedAtMs < countEveryMs) continue;
      await count(false);
      if (drafts.grows || at === size) continue;
      await out.close();
      const next = await addPiece(db, { id, writer, offset: at });
      if (!next) throw new TakenOver();
      piece = next;
      out = await drafts.open(piece.id, 0);
    }
  } catch (error) {
    broken = error;
  }
  try {
    // A complete file stays claimed until finished.
    if (!(broken instanceof TakenOver && counted === at)) await count(at < size);
  } finally {
    await out.close();
    // Abandoned before its first byte was recorded: no other code removes this draft.
    if ((over || broken) && !(await piecesOf(db, id)).some((known) => known.id === piece.id))
      await drafts.remove(piece.id);
  }
  if (broken && at < size) throw broken;
  return at;
}

/** Chunks from a socket are exclusively ours; those of an injected request may not be. */
function release(source: Readable, batch: readonly Uint8Array[]): void {
  if (source instanceof IncomingMessage && source.socket instanceof Socket)
    for (const chunk of batch) releaseBuffer(chunk);
}

/** Only if the offset was recorded by the writer that hashed; otherwise the file may have other bytes. */
function hashFrom(id: string, at: number, countedBy: string | null): Hash | null {
  const known = hashes.get(id);
  hashes.delete(id);
  if (at === 0) return createHash('sha256');
  return known?.at === at && known.writer === countedBy ? known.hash : null;
}

function remember(id: string, at: number, writer: string, hash: Hash): void {
  hashes.delete(id);
  hashes.set(id, { at, writer, hash });
  const oldest = hashes.size > hashesMax ? hashes.keys().next().value : undefined;
  if (oldest !== undefined) hashes.delete(oldest);
}
