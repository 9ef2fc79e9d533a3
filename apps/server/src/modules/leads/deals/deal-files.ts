import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { storeFile } from '../../../platform/files/keep-file.ts';
import { sendFile } from '../../../platform/files/send-file.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import type { RawReply, ReceivedFile } from '../../../platform/http/context.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { lockDeal } from './step-deal.ts';

export async function addDealFile(
  db: Db,
  store: FileStore,
  actor: Actor,
  dealId: number,
  [file]: readonly ReceivedFile[],
) {
  if (!file || file.sizeBytes === 0) throw fieldRefusal({ file: ['Choose a file that is not empty.'] });
  // Stored outside the transaction, because a large file may take long on a slow store.
  await store.put(file.path, file.sha256, file.sizeBytes);
  return db.transaction().execute(async (tx) => {
    await lockDeal(tx, dealId);
    const stored = await storeFile(tx, store, file, { belongsTo: `lead-deal:${dealId}`, uploadedBy: actor.userId });
    await tx.insertInto('lead_files').values({ file_id: stored.id, deal_id: dealId }).execute();
    await writeAudit(tx, actor, 'lead-deals.add-file', `lead-deal:${dealId}`, { name: stored.name });
    return { id: stored.id, name: stored.name, sizeBytes: file.sizeBytes };
  });
}

export const dealFile = (db: Db, dealId: number, fileId: string) =>
  db
    .selectFrom('lead_files as l')
    .innerJoin('stored_files as f', 'f.id', 'l.file_id')
    .select(['f.id', 'f.sha256', 'f.size_bytes', 'f.name'])
    .where('l.deal_id', '=', dealId)
    .where('l.file_id', '=', fileId)
    .executeTakeFirst();

export async function sendDealFile(
  db: Db,
  store: FileStore,
  { id, fileId }: { id: number; fileId: string },
  range: string | undefined,
): Promise<RawReply> {
  const file = await dealFile(db, id, fileId);
  if (!file) throw new Refusal('not_found');
  return sendFile(store, file, range);
}

export async function removeDealFile(db: Db, actor: Actor, { id, fileId }: { id: number; fileId: string }) {
  // A mail that is being written locks the deal until it is queued.
  await lockDeal(db, id);
  const file = await dealFile(db, id, fileId);
  if (!file) throw new Refusal('not_found');
  const { rows } = await sql`select from lead_mails m join mail_outbox o on o.id = m.outbox_id
    where m.file_id = ${fileId} and o.state = 'queued' limit 1`.execute(db);
  if (rows.length > 0)
    throw new Refusal('conflict', {
      message: 'An e-mail with this file is still being sent. Remove the file when it is sent.',
    });
  await db.deleteFrom('stored_files').where('id', '=', fileId).execute();
  await writeAudit(db, actor, 'lead-deals.remove-file', `lead-deal:${id}`, { name: file.name });
}
