import { randomUUID } from 'node:crypto';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { finishUpload } from './finish-upload.ts';
import { claimIdle, ownUpload, type UploadRow } from './queries.ts';

/** Where an upload stands. One whose last byte came but whose finish was cut off is finished now: it must not look whole before it is. */
export async function lookAtUpload(platform: Platform, id: string, userId: number): Promise<UploadRow> {
  const upload = await ownUpload(platform.db, id, userId);
  if (!upload) throw new Refusal('not_found');
  if (upload.state !== 'open' || upload.offset_bytes < upload.size_bytes) return upload;
  const writer = randomUUID();
  if (!(await claimIdle(platform.db, id, writer)))
    throw new Refusal('unavailable', { message: 'This file is being checked. Ask again in a moment.', retryAfterS: 1 });
  await finishUpload(platform, { upload, writer, sha256: undefined });
  return (await ownUpload(platform.db, id, userId)) as UploadRow;
}
