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
  'time_base',
  'file_id',
  'packed_file_id',
  'expires_at',
  'created_at',
] as const;

/** A log that can still be read: an expired one is as good as gone. */
export const graphById = (db: Db, id: string, now: Date) =>
  db.selectFrom('graphs').select(columns).where('id', '=', id).where('expires_at', '>', now).executeTakeFirst();

export type GraphRow = NonNullable<Awaited<ReturnType<typeof graphById>>>;

export const packedFileOf = (db: Db, fileId: string) =>
  db.selectFrom('stored_files').select(['sha256', 'size_bytes', 'name']).where('id', '=', fileId).executeTakeFirst();

/** Without their graph the files belong to nothing, and the sweep takes them away. */
export async function removeGraphs(db: Db, graphs: readonly Pick<GraphRow, 'id' | 'file_id' | 'packed_file_id'>[]) {
  if (graphs.length === 0) return;
  const files = graphs.flatMap(({ file_id, packed_file_id }) => [file_id, packed_file_id]);
  await db
    .deleteFrom('graphs')
    .where(
      'id',
      'in',
      graphs.map(({ id }) => id),
    )
    .execute();
  await db.updateTable('stored_files').set({ belongs_to: null }).where('id', 'in', files).execute();
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
