import type { Identified } from '@tuneport/domain/tuning/flash-files/found';
import type { Sniffed } from '@tuneport/domain/tuning/flash-files/sniff-file';
import type { UploadMode, UploadPurpose } from '@tuneport/domain/tuning/upload-rules';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { prepared } from '../../../platform/db/prepared.ts';

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
  counted_by: string | null;
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
  'counted_by',
  'sniffed',
  'identified',
  'file_id',
  'expires_at',
] as const;

/**
 * Offsets are committed asynchronously: after a database crash an offset may lose its last second, and the client sends
 * those bytes again (decision 031). A disk flush per update would make every upload wait for the files of all others.
 */
const quiet = sql`set_config('synchronous_commit', 'off', true)`;

/** A writer is considered dead when it has recorded nothing for this long. */
const writerSilenceS = 30;

/** Uploads of others, and ended ones, are not found. */
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
  readonly piecesGrow: boolean;
};

type ClaimRow = UploadRow & {
  piece_id: string | null;
  piece_start: bigint;
  piece_size: bigint;
  replaced: string | null;
};

/** The claimed upload with the piece to write to, and the piece it replaces. */
export type Claimed = { upload: UploadRow; piece: Piece | null; replaced: string | null };

/**
 * Makes this the only writer of an upload at the given offset, unless its user already writes too many others. Returns
 * the upload as it was before; without a piece nothing was claimed.
 */
export async function claimWriter(db: Db, input: Claim): Promise<Claimed | undefined> {
  const { rows } = await sql<ClaimRow>`${prepared}
    select (piece).id as piece_id, (piece).start_bytes as piece_start, (piece).size_bytes as piece_size, replaced,
      ${sql.join(uploadColumns.map((column) => sql`(upload).${sql.ref(column)}`))}
    from claim_upload(${input.id}, ${input.userId}, ${input.offset}, ${input.lengthBytes}, ${input.writer}, ${input.parallelMax},
      make_interval(secs => ${writerSilenceS}), ${input.piecesGrow})`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { piece_id, piece_start, piece_size, replaced, ...upload } = row;
  const piece = piece_id === null ? null : { id: piece_id, start_bytes: piece_start, size_bytes: piece_size };
  return { upload, piece, replaced };
}

/** Claims an upload without an active writer, to finish it. False if there is one. */
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

/** Adds the next piece of the writer. None if another writer took over. */
export async function addPiece(
  db: Db,
  { id, writer, offset }: { id: string; writer: string; offset: number },
): Promise<Piece | undefined> {
  const { rows } = await sql<Piece>`
    insert into upload_pieces (upload_id, start_bytes)
    select id, ${offset} from uploads where id = ${id} and writer = ${writer} and state = 'open' for update
    on conflict (upload_id, start_bytes) do update set id = gen_random_uuid(), size_bytes = 0
    returning id, start_bytes, size_bytes`.execute(db);
  return rows[0];
}

/**
 * Records safely stored bytes. False if another writer took over: then nothing was recorded and nothing more may be
 * written.
 */
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
  const { numAffectedRows } = await sql`${prepared}
    with quiet as materialized (select ${quiet}),
    counted as (
      update uploads set offset_bytes = ${offset}, counted_by = ${writer},
        writer = case when ${release} then null else writer end,
        writer_until = case when ${release} then null else now() + make_interval(secs => ${writerSilenceS}) end
      where id = ${id} and writer = ${writer} and state = 'open' and exists (select from upload_pieces where id = ${piece.id})
      returning id)
    update upload_pieces set size_bytes = ${offset} - start_bytes
    from counted, quiet where upload_pieces.id = ${piece.id}`.execute(db);
  return (numAffectedRows ?? 0n) === 1n;
}
