import type { Db } from '../../../platform/db/db.ts';
import { sendFile } from '../../../platform/files/send-file.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import type { RawReply } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';

/** Sends a file of a record; the caller has checked access. */
export async function sendSupportFile(
  db: Db,
  store: FileStore,
  wanted: {
    fileId: string;
    of: { ticketId: number } | { sessionId: number };
    /** Whether files of staff notes are included. */
    notes: boolean;
    range: string | undefined;
  },
): Promise<RawReply> {
  let query = db
    .selectFrom('support_files as s')
    .innerJoin('stored_files as f', 'f.id', 's.file_id')
    .leftJoin('ticket_messages as m', 'm.id', 's.message_id')
    .select(['f.sha256', 'f.size_bytes', 'f.name'])
    .where('s.file_id', '=', wanted.fileId);
  query =
    'ticketId' in wanted.of
      ? query.where('s.ticket_id', '=', wanted.of.ticketId)
      : query.where('s.session_id', '=', wanted.of.sessionId);
  if (!wanted.notes) query = query.where((eb) => eb.or([eb('m.kind', 'is', null), eb('m.kind', '<>', 'note')]));
  const file = await query.executeTakeFirst();
  if (!file) throw new Refusal('not_found');
  return sendFile(store, file, wanted.range);
}
