import type { Db } from '../../../platform/db/db.ts';
import { BytesMissing } from '../../../platform/files/bytes.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { ownUpload, piecesOf } from './queries.ts';

type Claim = { readonly id: string; readonly userId: number; readonly writer: string };

/**
 * Runs the work of the writer that claimed an upload. On failure it releases the claim so that the next request can
 * resume immediately, rolls back recorded bytes that are not in the store, and reports an upload that ended meanwhile.
 */
export async function asWriter<T>(platform: Platform, claim: Claim, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const ending = error instanceof BytesMissing ? rewind(platform, claim) : release(platform.db, claim);
    const wasWriter = await ending.catch(() => false);
    if (error instanceof Refusal) throw error;
    const upload = await ownUpload(platform.db, claim.id, claim.userId);
    if (!upload) throw new Refusal('not_found');
    const hasMoved = error instanceof BytesMissing || !wasWriter || upload.state !== 'open';
    throw hasMoved ? new Refusal('upload_offset') : error;
  }
}

async function release(db: Db, { id, writer }: Claim): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ writer: null, writer_until: null })
    .where('id', '=', id)
    .where('writer', '=', writer)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** After a power cut a piece may be shorter than recorded: the upload is reset to the start of the first such piece. */
async function rewind({ db, files }: Platform, { id, writer }: Claim): Promise<boolean> {
  const pieces = await piecesOf(db, id);
  const sizes = await Promise.all(pieces.map((piece) => files.drafts.sizeOf(piece.id)));
  const short = pieces.findIndex(({ size_bytes }, index) => (sizes[index] ?? 0) < Number(size_bytes));
  const lost = short === -1 ? [] : pieces.slice(short);
  const offset = pieces.length === 0 ? 0n : lost[0]?.start_bytes;
  const wasWriter = await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('uploads')
      .set({
        writer: null,
        writer_until: null,
        ...(offset !== undefined && { offset_bytes: offset, counted_by: null }),
      })
      .where('id', '=', id)
      .where('writer', '=', writer)
      .where('state', '=', 'open')
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    for (const piece of lost) await tx.deleteFrom('upload_pieces').where('id', '=', piece.id).execute();
    return true;
  });
  if (wasWriter) for (const piece of lost) await files.drafts.remove(piece.id).catch(() => {});
  return wasWriter;
}
