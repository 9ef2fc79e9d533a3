import { type tuningUploads, UploadState } from '@tuneport/contract/tuning/tuning-uploads';
import { tuneFileBytesMax } from '@tuneport/domain/tuning/upload-rules';
import type { z } from 'zod';
import { signedIn } from '../../../platform/actor.ts';
import { handlers, type RawReply } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../settings/index.ts';
import { countGuestBytes, requireGuestRoom, takeGuestBytes } from '../guests/guest-limits.ts';
import { appendBytes } from './append-bytes.ts';
import { lookAtUpload } from './look-at-upload.ts';
import { openUpload } from './open-upload.ts';
import { ownUpload, type UploadRow } from './queries.ts';
import { cancelUpload } from './remove-upload.ts';

const tus = { 'tus-resumable': '1.0.0', 'tus-version': '1.0.0', 'tus-extension': 'creation,expiration,termination' };

export const tuningUploadRoutes = handlers<typeof tuningUploads>({
  async 'POST /v1/uploads'({ db, actor, headers, platform }) {
    await requireGuestRoom(db, actor, headers['upload-length']);
    const upload = await openUpload(db, signedIn(actor).userId, {
      lengthBytes: headers['upload-length'],
      metadata: headers['upload-metadata'],
      immo: !(await settingsOf(platform)).www_immo_off,
    });
    return answer(201, upload, { location: `/api/v1/uploads/${upload.id}` });
  },
  'GET /v1/uploads/:id': async ({ platform, actor, params }) =>
    answer(200, await lookAtUpload(platform, params.id, signedIn(actor).userId)),
  async 'PATCH /v1/uploads/:id'({ platform, actor, params, headers, stream }) {
    if (!stream) throw new Refusal('bad_request');
    takeGuestBytes(platform.db, actor, 0);
    const { userId } = signedIn(actor);
    const from = headers['upload-offset'];
    const input = { id: params.id, userId, offset: from, lengthBytes: headers['content-length'], source: stream };
    const offset = await appendBytes(platform, input).catch(async (error: unknown) => {
      // What arrived before the connection broke is stored too.
      const stored = await ownUpload(platform.db, params.id, userId);
      countGuestBytes(platform.db, actor, Math.max(0, Number(stored?.offset_bytes ?? 0) - from));
      throw error;
    });
    countGuestBytes(platform.db, actor, offset - from);
    return { status: 204, headers: { ...tus, 'upload-offset': String(offset), 'cache-control': 'no-store' } };
  },
  async 'DELETE /v1/uploads/:id'({ platform, actor, params }) {
    await cancelUpload(platform, params.id, signedIn(actor).userId);
    return { status: 204, headers: tus };
  },
});

/** Headers for tus clients, body for the page. */
function answer(status: number, upload: UploadRow, extra: Record<string, string> = {}): RawReply {
  return {
    status,
    headers: {
      ...tus,
      'tus-max-size': String(tuneFileBytesMax),
      'upload-offset': String(upload.offset_bytes),
      'upload-length': String(upload.size_bytes),
      'upload-expires': upload.expires_at.toUTCString(),
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      ...extra,
    },
    body: JSON.stringify(UploadState.parse(present(upload))),
  };
}

const present = (upload: UploadRow): z.input<typeof UploadState> => ({
  id: upload.id,
  name: upload.name,
  size_bytes: Number(upload.size_bytes),
  offset_bytes: Number(upload.offset_bytes),
  state: upload.state,
  mode: upload.mode,
  purpose: upload.purpose,
  sha256: upload.sha256?.toString('hex') ?? null,
  sniffed: upload.sniffed,
  identified: upload.identified && mutable(upload.identified),
  expires_at: upload.expires_at,
});

const mutable = <T>(value: T): Mutable<T> => value as Mutable<T>;
type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T;
