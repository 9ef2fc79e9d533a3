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
  const change = parseChange(name, wanted);
  let changed = 0;
  // In one order, so that two bulk edits wait for each other instead of deadlocking.
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const done = await updateRecord(db, actor, kinds[name], id, change, null, now);
    if (done.changed) changed += 1;
  }
  return { changed, unchanged: new Set(ids).size - changed };
}

export function parseChange<K extends RecordKindName>(name: K, wanted: Readonly<Record<string, unknown>>): Change<K> {
  const parsed = changeShapes[name].safeParse(wanted);
  if (parsed.success) return parsed.data as Change<K>;
  throw fieldRefusal(
    Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.map(String).join('.'), [issue.message]])),
  );
}
