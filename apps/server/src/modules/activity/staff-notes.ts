import type { RecordKind } from '@tuneport/domain/activity/record-kinds';
import { isRecordKind, recordKind } from '@tuneport/domain/activity/record-kinds';
import { isSuperAdmin, may } from '@tuneport/domain/identity/permissions';
import { type Actor, signedIn } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { presentEvent, requireRecord } from './timeline.ts';

type Note = { readonly kind: RecordKind; readonly id: number; readonly text: string; readonly now: Date };

export async function addNote(db: Db, actor: Actor, { kind, id, text, now }: Note) {
  await requireRecord(db, actor, kind, id);
  const { userId } = signedIn(actor);
  const record = `${kind}:${id}`;
  const note = await db
    .insertInto('staff_notes')
    .values({ record, text, author_id: userId, at: now })
    .returning(['id', 'at'])
    .executeTakeFirstOrThrow();
  await writeAudit(db, actor, 'staff-notes.create', record, { note: note.id });
  const row = {
    kind: 'note' as const,
    key: `note:${note.id}`,
    at: note.at,
    moment: '',
    actor_id: userId,
    actor_name: actor.name,
    record,
    event: null,
    state: null,
    text,
    amount_minor: null,
    unit: null,
    account: null,
    detail: {},
  };
  return presentEvent(row, { kind, id }, actor);
}

/** The audit log keeps the text, so that a promise in a deleted note can still be found. */
export async function deleteNote(db: Db, actor: Actor, id: number): Promise<void> {
  const note = await db.selectFrom('staff_notes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  const kind = note?.record.split(':')[0];
  if (!note || !isRecordKind(kind) || !may(actor, recordKind(kind).read)) throw new Refusal('not_found');
  if (note.author_id !== actor.userId && !isSuperAdmin(actor.role)) throw new Refusal('forbidden');
  await db.deleteFrom('staff_notes').where('id', '=', id).execute();
  await writeAudit(db, actor, 'staff-notes.delete', note.record, { before: { note: note.text } });
}
