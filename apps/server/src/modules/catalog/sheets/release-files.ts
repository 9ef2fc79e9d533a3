import type { Db } from '../../../platform/db/db.ts';

/** Files without an owner are removed by the cleanup job. */
export async function releaseFiles(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('stored_files').set({ belongs_to: null }).where('id', 'in', ids).execute();
}
