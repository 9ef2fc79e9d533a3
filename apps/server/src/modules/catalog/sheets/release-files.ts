import type { Db } from '../../../platform/db/db.ts';

/** A file that belongs to nothing is swept away. */
export async function releaseFiles(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('stored_files').set({ belongs_to: null }).where('id', 'in', ids).execute();
}
