import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { asWriter } from './as-writer.ts';
import { finishUpload } from './finish-upload.ts';
import { claimIdle, ownUpload, type UploadRow } from './queries.ts';

/** Checking a file takes less than a second; requests during that time, as after a disconnect, wait for it. */
const patienceMs = 5000;
const pollIntervalMs = 50;

/**
 * The state of an upload. If all bytes arrived but the finish was interrupted, finishes it: it must not look complete
 * earlier.
 */
export async function lookAtUpload(
  platform: Platform,
  id: string,
  userId: number,
  patience = patienceMs,
): Promise<UploadRow> {
  for (let waitedMs = 0; ; waitedMs += pollIntervalMs) {
    const upload = await ownUpload(platform.db, id, userId);
    if (!upload) throw new Refusal('not_found');
    if (!awaitsFinish(upload)) return upload;
    const writer = randomUUID();
    if (await claimIdle(platform.db, id, writer)) {
      const finish = () => finishUpload(platform, { upload, writer, sha256: undefined });
      await asWriter(platform, { id, userId, writer }, finish).catch((error: unknown) => {
        // Finished by another request, or rewound: the row says which.
        if (!(error instanceof Refusal && error.code === 'upload_offset')) throw error;
      });
      const after = await ownUpload(platform.db, id, userId);
      if (after && !awaitsFinish(after)) return after;
    }
    if (waitedMs >= patience) break;
    await setTimeout(pollIntervalMs);
  }
  throw new Refusal('unavailable', { message: 'We are checking this file. Try again in a moment.', retryAfterS: 1 });
}

const awaitsFinish = ({ state, offset_bytes, size_bytes }: UploadRow): boolean =>
  state === 'open' && offset_bytes >= size_bytes;
