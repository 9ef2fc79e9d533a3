import type { Db } from '../../platform/db/db.ts';
import { sendPicture } from '../../platform/files/send-picture.ts';
import type { FileStore } from '../../platform/files/store.ts';
import type { RawReply } from '../../platform/http/context.ts';

/** Sends only files that are currently the logo of a make. */
export async function sendLogo(db: Db, store: FileStore, fileId: string): Promise<RawReply> {
  const file = await db
    .selectFrom('makes as m')
    .innerJoin('stored_files as f', 'f.id', 'm.logo_file_id')
    .select(['f.sha256', 'f.size_bytes'])
    .where('m.logo_file_id', '=', fileId)
    .limit(1)
    .executeTakeFirst();
  return sendPicture(store, file, { mediaType: 'image/webp', cacheControl: 'private, max-age=31536000, immutable' });
}
