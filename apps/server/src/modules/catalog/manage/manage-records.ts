import { isDeepStrictEqual } from 'node:util';
import {
  type Change,
  changeShapes,
  type RecordKindName,
  type RecordOf,
} from '@tuneport/contract/catalog/catalog-admin-shapes';
import { isStale } from '@tuneport/domain/api/precondition';
import type { AuditActor } from '../../../platform/actor.ts';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { hangingText, refusedByDatabase } from './database-refusals.ts';
import type { Kind } from './kind.ts';
import { lockRow, removeRow, touchRows } from './plain-rows.ts';

export const subjectOf = (kind: RecordKindName, id: number) => `catalog-${kind}:${id}`;

export async function findRecord<K extends RecordKindName>(db: Db, kind: Kind<K>, id: number): Promise<RecordOf<K>> {
  const record = await kind.find(db, id);
  if (!record) throw new Refusal('not_found');
  return record;
}

export async function createRecord<K extends RecordKindName>(
  db: Db,
  actor: AuditActor,
  kind: Kind<K>,
  change: Change<K>,
  now: Date,
): Promise<RecordOf<K>> {
  await requireFit(db, kind, change, null);
  const id = await refusedByDatabase(kind, () => kind.insert(db, change, now));
  await touchRows(db, kind.table, [id], now);
  const record = await findRecord(db, kind, id);
  await writeAudit(db, actor, 'catalog.create', subjectOf(kind.name, id), {
    after: Object.fromEntries(fieldsOf(kind).map((field) => [field, (record as Fields)[field]])),
  });
  await bumpArea(db, 'catalog');
  return record;
}

/** `readAt` is null for bulk edits, which set values regardless of earlier ones. */
export async function updateRecord<K extends RecordKindName>(
  db: Db,
  actor: AuditActor,
  kind: Kind<K>,
  id: number,
  change: Change<K>,
  readAt: Date | null,
  now: Date,
): Promise<{ record: RecordOf<K>; changed: boolean }> {
  if (!(await lockRow(db, kind.table, id, true))) throw new Refusal('not_found');
  const before = await findRecord(db, kind, id);
  if (readAt && isStale(before.updated_at, readAt)) throw new Refusal('stale_record', { current: before });
  await requireFit(db, kind, change, before);
  await refusedByDatabase(kind, () => kind.store(db, id, change, now));
  const detail = difference(fieldsOf(kind), before, await findRecord(db, kind, id));
  if (!detail) return { record: before, changed: false };
  await touchRows(db, kind.table, [id], now);
  await writeAudit(db, actor, 'catalog.update', subjectOf(kind.name, id), detail);
  await bumpArea(db, 'catalog');
  return { record: await findRecord(db, kind, id), changed: true };
}

export async function deleteRecord<K extends RecordKindName>(
  db: Db,
  actor: AuditActor,
  kind: Kind<K>,
  id: number,
): Promise<void> {
  if (!(await lockRow(db, kind.table, id))) throw new Refusal('not_found');
  const before = await findRecord(db, kind, id);
  const hanging = (await kind.hanging(db, id)).filter(({ count }) => count > 0);
  if (hanging.length > 0) throw new Refusal('conflict', { message: hangingText(hanging) });
  await refusedByDatabase(kind, () => removeRow(db, kind.table, id));
  await writeAudit(db, actor, 'catalog.delete', subjectOf(kind.name, id), { before });
  await bumpArea(db, 'catalog');
}

/** All or nothing: one invalid record rolls back the whole change and is named in the error. */
export async function bulkEdit<K extends RecordKindName>(
  db: Db,
  actor: AuditActor,
  kind: Kind<K>,
  ids: readonly number[],
  wanted: Record<string, unknown>,
  now: Date,
): Promise<{ changed: number; unchanged: number }> {
  const parsed = changeShapes[kind.name].safeParse(wanted);
  if (!parsed.success) {
    throw fieldRefusal(
      Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.map(String).join('.'), [issue.message]])),
    );
  }
  let changed = 0;
  // A consistent lock order prevents deadlocks between two bulk edits.
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const done = await updateRecord(db, actor, kind, id, parsed.data as Change<K>, null, now);
    if (done.changed) changed += 1;
  }
  return { changed, unchanged: new Set(ids).size - changed };
}

async function requireFit<K extends RecordKindName>(
  db: Db,
  kind: Kind<K>,
  change: Change<K>,
  before: RecordOf<K> | null,
): Promise<void> {
  const problems = Object.entries((await kind.check?.(db, change, before)) ?? {});
  const errors = problems.flatMap(([field, messages]) => (messages ? [[field, messages] as const] : []));
  if (errors.length > 0) throw fieldRefusal(Object.fromEntries(errors));
}

type Fields = Record<string, unknown>;
const fieldsOf = <K extends RecordKindName>(kind: Kind<K>) => Object.keys(changeShapes[kind.name].shape);

/**
 * The changes of a save. Lists contain only added and removed items, so that one more vehicle does not log a thousand.
 */
export function difference(fields: readonly string[], before: object, after: object) {
  const was: Fields = {};
  const is: Fields = {};
  for (const field of fields) {
    const [old, now] = [(before as Fields)[field], (after as Fields)[field]];
    if (isDeepStrictEqual(old, now)) continue;
    const lists = Array.isArray(old) && Array.isArray(now);
    was[field] = lists ? without(old, now) : old;
    is[field] = lists ? without(now, old) : now;
  }
  return Object.keys(is).length === 0 ? null : { before: was, after: is };
}

function without(list: readonly unknown[], others: readonly unknown[]): unknown[] {
  const known = new Set(others.map((other) => JSON.stringify(other)));
  return list.filter((one) => !known.has(JSON.stringify(one)));
}
