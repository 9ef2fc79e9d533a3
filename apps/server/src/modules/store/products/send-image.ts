import type { Db } from '../../../platform/db/db.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import type { RawReply } from '../../../platform/http/context.ts';
import { sendPicture } from '../pictures/send-picture.ts';
import { findImage } from './product-queries.ts';

/** Immutable under its URL. */
export async function sendImage(db: Db, store: FileStore, id: number, width: number): Promise<RawReply> {
  const cache = 'public, max-age=31536000, immutable';
  return sendPicture(db, store, { sizes: (await findImage(db, id))?.sizes, width, cache });
}
