import type { Db } from '../../../platform/db/db.ts';

const columns = [
  'id',
  'manage_hash',
  'uploaded_by',
  'name',
  'format',
  'row_count',
  'duration_s',
  'channels',
  'notes',
  'review',
  'time_base',
  'file_id',
  'packed_file_id',
  'stored_bytes',
  'expires_at',
  'created_at',
] as const;

/** A log that has not expired. */
export const graphById = (db: Db, id: string, now: Date) =>
  db.selectFrom('graphs').select(columns).where('id', '=', id).where('expires_at', '>', now).executeTakeFirst();

export type GraphRow = NonNullable<Awaited<ReturnType<typeof graphById>>>;

export const packedFileOf = (db: Db, fileId: string) =>
  db
    .selectFrom('stored_files')
    .select(['sha256', 'size_bytes', 'name', 'media_type'])
    .where('id', '=', fileId)
    .executeTakeFirst();

/** Deletes logs and their file rows. Pass the returned hashes to `removeUnusedBytes` after the commit. */
export async function removeGraphs(
  db: Db,
  graphs: readonly Pick<GraphRow, 'id' | 'file_id' | 'packed_file_id'>[],
): Promise<Buffer[]> {
  if (graphs.length === 0) return [];
  const files = graphs.flatMap(({ file_id, packed_file_id }) => [file_id, packed_file_id]);
  await db
    .deleteFrom('graphs')
    .where(
      'id',
      'in',
      graphs.map(({ id }) => id),
    )
    .execute();
  const gone = await db.deleteFrom('stored_files').where('id', 'in', files).returning('sha256').execute();
  return gone.map(({ sha256 }) => sha256);
}

export const expiredGraphs = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('graphs')
    .select(['id', 'file_id', 'packed_file_id'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
