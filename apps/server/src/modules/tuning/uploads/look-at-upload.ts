import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { asWriter } from './as-writer.ts';
import { finishUpload } from './finish-upload.ts';
import { claimIdle, ownUpload, type UploadRow } from './queries.ts';

/** A file is checked in less than a second; whoever asks meanwhile, as after a cut, is answered when that is done. */
const patienceMs = 5000;
const askEveryMs = 50;

/** Where an upload stands. One whose last byte came but whose finish was cut off is finished now: it must not look whole before it is. */
export async function lookAtUpload(
  platform: Platform,
  id: string,
  userId: number,
  patience = patienceMs,
): Promise<UploadRow> {
  for (let waitedMs = 0; ; waitedMs += askEveryMs) {
    const upload = await ownUpload(platform.db, id, userId);
    if (!upload) throw new Refusal('not_found');
    if (!awaitsFinish(upload)) return upload;
    const writer = randomUUID();
    if (await claimIdle(platform.db, id, writer)) {
      const finish = () => finishUpload(platform, { upload, writer, sha256: undefined });
      await asWriter(platform, { id, userId, writer }, finish).catch((error: unknown) => {
        // Finished by another request, or set back: the row says which.
        if (!(error instanceof Refusal && error.code === 'upload_offset')) throw error;
      });
      const after = await ownUpload(platform.db, id, userId);
      if (after && !awaitsFinish(after)) return after;
    }
    if (waitedMs >= patience) break;
    await setTimeout(askEveryMs);
  }
  throw new Refusal('unavailable', { message: 'This file is being checked. Ask again in a moment.', retryAfterS: 1 });
}

const awaitsFinish = ({ state, offset_bytes, size_bytes }: UploadRow): boolean =>
  state === 'open' && offset_bytes >= size_bytes;
