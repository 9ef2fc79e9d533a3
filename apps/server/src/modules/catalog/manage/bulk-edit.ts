import { type Change, changeShapes, type RecordKindName } from '@tuneport/contract/catalog/catalog-admin-shapes';
import type { AuditActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { updateRecord } from '../../../platform/records/records.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { kinds } from './kinds/index.ts';

/** Changes all records or none: one that cannot have the value undoes the whole change, and is named. */
export async function bulkEdit<K extends RecordKindName>(
  db: Db,
  actor: AuditActor,
  name: K,
  ids: readonly number[],
  wanted: Record<string, unknown>,
  now: Date,
): Promise<{ changed: number; unchanged: number }> {
  const parsed = changeShapes[name].safeParse(wanted);
  if (!parsed.success) {
    throw fieldRefusal(
      Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.map(String).join('.'), [issue.message]])),
    );
  }
  let changed = 0;
  // In one order, so that two bulk edits wait for each other instead of deadlocking.
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const done = await updateRecord(db, actor, kinds[name], id, parsed.data as Change<K>, null, now);
    if (done.changed) changed += 1;
  }
  return { changed, unchanged: new Set(ids).size - changed };
}
