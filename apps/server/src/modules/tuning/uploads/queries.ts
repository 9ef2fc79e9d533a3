import type { Identified } from '@tuneport/domain/flash-files/found';
import type { Sniffed } from '@tuneport/domain/flash-files/sniff-file';
import type { UploadMode, UploadPurpose } from '@tuneport/domain/upload-rules';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { planned } from '../../../platform/db/planned.ts';

export type UploadRow = {
  id: string;
  user_id: number;
  name: string;
  size_bytes: bigint;
  offset_bytes: bigint;
  purpose: UploadPurpose;
  mode: UploadMode;
  told_sha256: Buffer | null;
  terms_sha256: Buffer;
  sha256: Buffer | null;
  state: 'open' | 'finished' | 'taken';
  writer: string | null;
  writer_until: Date | null;
  sniffed: Sniffed | null;
  identified: Identified | null;
  file_id: string | null;
  expires_at: Date;
};

export type Piece = { id: string; start_bytes: bigint; size_bytes: bigint };

export const uploadColumns = [
  'id',
  'user_id',
  'name',
  'size_bytes',
  'offset_bytes',
  'purpose',
  'mode',
  'told_sha256',
  'terms_sha256',
  'sha256',
  'state',
  'writer',
  'writer_until',
  'sniffed',
  'identified',
  'file_id',
  'expires_at',
] as const;

/**
 * How far an upload is need not outlive a power cut: then the bytes after the last known place are asked for again. Waiting for the disk
 * at each count would make every upload wait for the files of all others.
 */
const quiet = sql`set_config('synchronous_commit', 'off', true)`;

/** Whoever writes is given up when nothing was counted for this long. */
const writerSilenceS = 30;

/** Somebody else's, and one that is over, look like none. */
export async function ownUpload(db: Db, id: string, userId: number, lock = false): Promise<UploadRow | undefined> {
  const query = db
    .selectFrom('uploads')
    .select(uploadColumns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where((row) => row.or([row('state', '=', 'taken'), row('expires_at', '>', sql<Date>`now()`)]));
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) as UploadRow | undefined;
}

export async function piecesOf(db: Db, uploadId: string): Promise<Piece[]> {
  return db
    .selectFrom('upload_pieces')
    .select(['id', 'start_bytes', 'size_bytes'])
    .where('upload_id', '=', uploadId)
    .orderBy('start_bytes')
    .execute();
}

type Claim = {
  readonly id: string;
  readonly userId: number;
  readonly writer: string;
  readonly offset: number;
  readonly lengthBytes: number;
  readonly parallelMax: number;
};

type Claimed = { claimed: boolean; last_id: string | null; last_start: bigint; last_size: bigint };

/**
 * Makes this the one writer of an upload that stands where it says, unless its user writes others enough already. Tells the upload as it
 * was before, and its last piece, to go on with.
 */
export async function claimWriter(
  db: Db,
  wish: Claim,
): Promise<{ upload: UploadRow; claimed: boolean; last: Piece | null } | undefined> {
  const { rows } = await sql<UploadRow & Claimed>`${planned}
    select claimed, (last_piece).id as last_id, (last_piece).start_bytes as last_start, (last_piece).size_bytes as last_size,
      ${sql.join(uploadColumns.map((column) => sql`(upload).${sql.ref(column)}`))}
    from claim_upload(${wish.id}, ${wish.userId}, ${wish.offset}, ${wish.lengthBytes}, ${wish.writer}, ${wish.parallelMax},
      make_interval(secs => ${writerSilenceS}))`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { claimed, last_id, last_start, last_size, ...upload } = row;
  const last = last_id === null ? null : { id: last_id, start_bytes: last_start, size_bytes: last_size };
  return { upload, claimed, last };
}

/** Makes this the writer of an upload nobody writes any more, to finish it. False where somebody does. */
export async function claimIdle(db: Db, id: string, writer: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ writer, writer_until: sql`now() + make_interval(secs => ${writerSilenceS})` })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where((row) => row.or([row('writer', 'is', null), row('writer_until', '<', sql<Date>`now()`)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function addPiece(db: Db, uploadId: string, startBytes: number): Promise<Piece> {
  return (
    db
      .insertInto('upload_pieces')
      .values({ upload_id: uploadId, start_bytes: BigInt(startBytes) })
      // A writer that died before its first count left an empty one.
      .onConflict((conflict) =>
        conflict.columns(['upload_id', 'start_bytes']).doUpdateSet({ id: sql`gen_random_uuid()`, size_bytes: 0n }),
      )
      .returning(['id', 'start_bytes', 'size_bytes'])
      .executeTakeFirstOrThrow()
  );
}

/** Counts what is safe. Answers false when somebody else writes by now: then nothing was counted and nothing may be written any more. */
export async function countBytes(
  db: Db,
  {
    id,
    writer,
    piece,
    offset,
    release,
  }: { id: string; writer: string; piece: Piece; offset: number; release: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`${planned}
    with quiet as materialized (select ${quiet}),
    counted as (
      update uploads set offset_bytes = ${offset},
        writer = case when ${release} then null else writer end,
        writer_until = case when ${release} then null else now() + make_interval(secs => ${writerSilenceS}) end
      where id = ${id} and writer = ${writer} and state = 'open'
      returning id)
    update upload_pieces set size_bytes = ${offset} - start_bytes
    from counted, quiet where upload_pieces.id = ${piece.id}`.execute(db);
  return (numAffectedRows ?? 0n) === 1n;
}
