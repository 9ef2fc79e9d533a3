import type { Db } from '../../../platform/db/db.ts';
import { BytesMissing } from '../../../platform/files/bytes.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import type { RawReply } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { PictureSize } from './encode-picture.ts';

type PictureRequest = { readonly sizes: unknown; readonly width: number; readonly cache: string };

/**
 * We encoded the picture ourselves, so it may be displayed inline; the headers still prevent any other interpretation.
 */
export async function sendPicture(
  db: Db,
  store: FileStore,
  { sizes, width, cache }: PictureRequest,
): Promise<RawReply> {
  const size = (sizes as PictureSize[] | undefined)?.find((one) => one.width === width);
  const file = size
    ? await db
        .selectFrom('stored_files')
        .select(['sha256', 'size_bytes'])
        .where('id', '=', size.file)
        .executeTakeFirst()
    : undefined;
  if (!file) throw new Refusal('not_found');
  try {
    return {
      status: 200,
      headers: {
        'content-type': 'image/webp',
        'content-length': String(file.size_bytes),
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': cache,
      },
      body: await store.open(file.sha256),
    };
  } catch (error) {
    if (error instanceof BytesMissing) throw new Refusal('not_found');
    throw error;
  }
}
