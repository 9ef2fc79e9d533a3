import { isStale, nextUpdatedAt } from '@tuneport/domain/api/precondition';
import type { AuditActor } from '../actor.ts';
import { writeAudit } from '../audit.ts';
import { bumpArea } from '../cache/area-versions.ts';
import type { Db } from '../db/db.ts';
import { withConstraintMessages } from '../db/writes/constraint-violations.ts';
import { fieldRefusal, Refusal } from '../refusal.ts';
import { difference } from './difference.ts';
import { inUseText } from './in-use.ts';
import type { RecordKind, Stored } from './record-kind.ts';
import { lockRow, removeRow, touchRows, updateRow } from './rows.ts';

export async function findRecord<Rec extends Stored, Change extends object, By extends AuditActor>(
  db: Db,
  kind: RecordKind<Rec, Change, By>,
  id: number,
  now: Date,
): Promise<Rec> {
  const record = await kind.find(db, id, now);
  if (!record) throw new Refusal('not_found');
  return record;
}

export async function createRecord<Rec extends Stored, Change extends object, By extends AuditActor>(
  db: Db,
  actor: By,
  kind: RecordKind<Rec, Change, By>,
  input: Change,
  now: Date,
): Promise<Rec> {
  await requireValid(db, actor, kind, input, null, now);
  const id = await withConstraintMessages(kind, () => kind.insert(db, input, now, actor));
  await updateRow(db, kind.table, id, { updated_at: nextUpdatedAt(null, now) });
  const record = await findRecord(db, kind, id, now);
  await audit(db, actor, kind, 'create', id, {
    after: Object.fromEntries(kind.fields.map((field) => [field, shownValue(record, field)])),
  });
  return record;
}

/** `readAt` null is for a bulk edit, which sets a value whatever it was before, and for calls without a precondition. */
export async function updateRecord<Rec extends Stored, Change extends object, By extends AuditActor>(
  db: Db,
  actor: By,
  kind: RecordKind<Rec, Change, By>,
  id: number,
  change: Change,
  readAt: Date | null,
  now: Date,
): Promise<{ before: Rec; record: Rec; changed: boolean }> {
  if (!(await lockRow(db, kind.table, id, true))) throw new Refusal('not_found');
  const before = await findRecord(db, kind, id, now);
  if (readAt && isStale(before.updated_at, readAt)) throw new Refusal('stale_record', { current: before });
  await requireValid(db, actor, kind, change, before, now);
  await withConstraintMessages(kind, () => kind.store(db, id, change, now, actor));
  const detail = difference(kind.fields, before, await findRecord(db, kind, id, now));
  if (!detail) return { before, record: before, changed: false };
  await touchRows(db, kind.table, [id], now);
  await audit(db, actor, kind, 'update', id, detail);
  return { before, record: await findRecord(db, kind, id, now), changed: true };
}

export async function deleteRecord<Rec extends Stored, Change extends object, By extends AuditActor>(
  db: Db,
  actor: By,
  kind: RecordKind<Rec, Change, By>,
  id: number,
  now: Date,
): Promise<void> {
  if (!(await lockRow(db, kind.table, id))) throw new Refusal('not_found');
  const before = await findRecord(db, kind, id, now);
  const uses = ((await kind.uses?.(db, id)) ?? []).filter(({ count }) => count > 0);
  if (uses.length > 0) throw new Refusal('conflict', { message: inUseText(uses, kind.inUse) });
  await withConstraintMessages(kind, () => removeRow(db, kind.table, id));
  await audit(db, actor, kind, 'delete', id, { before });
}

/** A field that the record does not show would be saved without a trace in the audit log. */
function shownValue(record: object, field: string): unknown {
  if (!(field in record)) throw new Error(`the record does not show its field ${field}`);
  return record[field as keyof typeof record];
}

async function audit<Rec extends Stored, Change extends object, By extends AuditActor>(
  db: Db,
  actor: By,
  kind: RecordKind<Rec, Change, By>,
  act: 'create' | 'update' | 'delete',
  id: number,
  detail: Record<string, unknown>,
): Promise<void> {
  await writeAudit(db, actor, `${kind.acts}.${act}`, `${kind.subject}:${id}`, detail);
  if (kind.area) await bumpArea(db, kind.area);
}

async function requireValid<Rec extends Stored, Change extends object, By extends AuditActor>(
  db: Db,
  actor: By,
  kind: RecordKind<Rec, Change, By>,
  change: Change,
  before: Rec | null,
  now: Date,
): Promise<void> {
  const problems = Object.entries((await kind.check?.(db, change, before, { actor, now })) ?? {});
  const errors = problems.flatMap(([field, messages]) => (messages ? [[field, messages] as const] : []));
  if (errors.length > 0) throw fieldRefusal(Object.fromEntries(errors));
}
