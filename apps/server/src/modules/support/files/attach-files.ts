import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';

type Place =
  | { readonly ticketId: number; readonly messageId: number | null }
  | { readonly sessionId: number; readonly stepId: number | null };

/** Attaches uploads to their record, once; an upload that is already attached or was removed is not found. */
export async function attachFiles(db: Db, ids: readonly string[], place: Place): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const belongsTo = 'ticketId' in place ? `ticket:${place.ticketId}` : `rescue:${place.sessionId}`;
  const attached = await db
    .updateTable('support_files')
    .set(
      'ticketId' in place
        ? { ticket_id: place.ticketId, message_id: place.messageId }
        : { session_id: place.sessionId, step_id: place.stepId },
    )
    .where('file_id', 'in', wanted)
    .where('ticket_id', 'is', null)
    .where('session_id', 'is', null)
    .returning('file_id')
    .execute();
  if (attached.length < wanted.length)
    throw fieldRefusal({ uploads: ['A file is no longer available. Please upload it again; your text is saved.'] });
  await db.updateTable('stored_files').set({ belongs_to: belongsTo }).where('id', 'in', wanted).execute();
}
