import type { Db } from '../../platform/db/db.ts';
import { BytesMissing, type FileStore } from '../../platform/files/store.ts';
import type { RawReply } from '../../platform/http/context.ts';
import { Refusal } from '../../platform/refusal.ts';

/** Sends only files that are currently the logo of a make. */
export async function sendLogo(db: Db, store: FileStore, fileId: string): Promise<RawReply> {
  const file = await db
    .selectFrom('makes as m')
    .innerJoin('stored_files as f', 'f.id', 'm.logo_file_id')
    .select(['f.sha256', 'f.size_bytes'])
    .where('m.logo_file_id', '=', fileId)
    .limit(1)
    .executeTakeFirst();
  if (!file) throw new Refusal('not_found');
  try {
    return {
      status: 200,
      headers: {
        'content-type': 'image/webp',
        'content-length': String(file.size_bytes),
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        // Private, because every response names the logged-in user, which a shared cache must not store.
        'cache-control': 'private, max-age=31536000, immutable',
      },
      body: await store.open(file.sha256),
    };
  } catch (error) {
    if (error instanceof BytesMissing) throw new Refusal('not_found');
    throw error;
  }
}
