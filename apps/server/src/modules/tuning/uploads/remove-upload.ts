import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { ownUpload, type Piece, piecesOf } from './queries.ts';

/**
 * Removes an upload. It is hidden from clients immediately; then the drafts are removed, and the row last, so a crash
 * in between leaves a row for the sweep and never orphaned drafts.
 */
export async function removeUpload(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  { id }: { id: string },
): Promise<void> {
  const removeDrafts = async (pieces: readonly Piece[]) => {
    for (const piece of pieces) await files.drafts.remove(piece.id);
  };
  await sql`update uploads set expires_at = now() where id = ${id} and state <> 'taken' and expires_at > now()`.execute(
    db,
  );
  await removeDrafts(await piecesOf(db, id));
  const late = await db.transaction().execute(async (tx) => {
    // Blocks new writers and offset updates during the removal.
    await tx.selectFrom('uploads').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
    const pieces = await piecesOf(tx, id);
    const gone = await tx
      .deleteFrom('uploads')
      .where('id', '=', id)
      .where('state', '<>', 'taken')
      .returning('file_id')
      .executeTakeFirst();
    // Its bytes are swept if no other file uses them.
    if (gone?.file_id) await tx.deleteFrom('stored_files').where('id', '=', gone.file_id).execute();
    return gone ? pieces : [];
  });
  // A connection admitted just before had begun to write and was recorded before the row was deleted.
  await removeDrafts(late);
}

export async function cancelUpload(platform: Platform, id: string, userId: number): Promise<void> {
  const upload = await ownUpload(platform.db, id, userId);
  if (!upload) throw new Refusal('not_found');
  if (upload.state === 'taken')
    throw new Refusal('conflict', { message: 'This file already belongs to a tune request and cannot be removed.' });
  await removeUpload(platform, upload);
}

/** After a restore: the bytes received so far were not in the backup, so these uploads cannot resume. */
export async function expireOpenUploads(db: Db): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ expires_at: sql<Date>`now()` })
    .where('state', '=', 'open')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

const atOnce = 200;

/** Removes uploads never finished or never taken. */
export async function sweepUploads(platform: Pick<Platform, 'db' | 'files'>): Promise<number> {
  let removed = 0;
  for (;;) {
    const rows = await expired(platform.db);
    for (const row of rows) await removeUpload(platform, row);
    removed += rows.length;
    if (rows.length < atOnce) return removed;
  }
}

const expired = (db: Db) =>
  db
    .selectFrom('uploads')
    .select('id')
    .where('state', '<>', 'taken')
    .where('expires_at', '<', sql<Date>`now()`)
    .orderBy('expires_at')
    .limit(atOnce)
    .execute();
