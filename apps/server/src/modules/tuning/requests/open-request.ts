import { membershipIn } from '@tuneport/domain/identity/permissions';
import { type UploadMode, type UploadPurpose, uploadTermsSha256 } from '@tuneport/domain/tuning/upload-rules';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { storeFile } from '../../../platform/files/keep-file.ts';
import type { ReceivedFile } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../settings/index.ts';
import { requireGuestRoom, takeGuestBytes } from '../guests/guest-limits.ts';
import { isAcceptedFor } from '../uploads/inspect-bytes.ts';
import { ownFile, type TakenUpload, takeUpload } from '../uploads/take-upload.ts';
import { identifyRequest } from './files/identify-request.ts';
import { inspectFile } from './files/inspect-file.ts';
import type { RequestRow } from './request-queries.ts';
import { writeEvent } from './step-request.ts';
import { mailReceived } from './thread/request-mails.ts';

type NewRequest = {
  readonly actor: SignedInActor;
  readonly region: number;
  readonly now: Date;
  readonly input: {
    readonly upload?: string | undefined;
    readonly mode: UploadMode;
    readonly purpose: UploadPurpose;
    readonly dealer?: string | undefined;
    readonly terms?: string | undefined;
  };
  readonly files: readonly ReceivedFile[];
  /** Derived from the caller's Idempotency-Key and the body, so that retries are idempotent. */
  readonly key?: string | undefined;
};

/** Creates a request from a finished upload or from a file sent with the call, atomically. */
export async function openRequest(platform: Platform, newRequest: NewRequest): Promise<RequestRow> {
  const { actor, input, files, now } = newRequest;
  // A retry after a lost response gets the existing request.
  const made = await requestByKey(platform.db, newRequest.key);
  if (made) return made;
  const dealer = dealerOf(actor, input.dealer);
  // An upload was counted when it was created.
  if (input.upload === undefined) {
    const bytes = files[0]?.sizeBytes ?? 0;
    await requireGuestRoom(platform.db, actor, bytes);
    takeGuestBytes(platform.db, actor, bytes);
  }
  const [file] = files;
  // The feature is switched off, so its endpoints are hidden too.
  if (input.purpose === 'immo' && (await settingsOf(platform)).www_immo_off) throw new Refusal('not_found');
  if (input.terms !== undefined && input.terms !== uploadTermsSha256) throw new Refusal('upload_terms');
  if (input.upload === undefined && !file) throw fieldRefusal({ file: ['Choose a file.'] });
  const inspected = input.upload === undefined && file ? await inspectFile(file) : null;
  if (inspected && !isAcceptedFor(input.purpose, inspected.sniffed)) throw new Refusal('not_a_tune');
  // Stored before the transaction, because a large file may take long on a slow store.
  if (inspected && file) await platform.files.put(file.path, file.sha256, file.sizeBytes);
  const open = platform.db.transaction().execute(async (db) => {
    const taken: TakenUpload =
      inspected && file
        ? {
            ...inspected,
            fileId: (await storeFile(db, platform.files, file, { belongsTo: null, uploadedBy: actor.userId })).id,
            sha256: file.sha256.toString('hex'),
            sizeBytes: file.sizeBytes,
            name: file.name,
            mode: input.mode,
            purpose: input.purpose,
            termsSha256: input.terms ?? null,
          }
        : await takeUpload(db, input.upload ?? '', actor);
    const request = await insertRequest(db, newRequest, taken, dealer);
    await ownFile(db, taken.fileId, `tune-request:${request.id}`);
    const context = { db, platform, now };
    await writeEvent(context, request, 'upload', { kind: 'customer', userId: actor.userId });
    const identified = await identifyRequest(context, request);
    await mailReceived(context, identified, taken.name);
    return identified;
  });
  return open.catch(async (error: unknown) => {
    // The first attempt was still running, and both raced.
    const first = await requestByKey(platform.db, newRequest.key);
    if (!first) throw error;
    return first;
  });
}

const requestByKey = async (db: Db, key: string | undefined): Promise<RequestRow | undefined> =>
  key === undefined
    ? undefined
    : db.selectFrom('tune_requests').selectAll().where('request_key', '=', key).executeTakeFirst();

function dealerOf(actor: SignedInActor, named: string | undefined): number | null {
  if (named === undefined) return actor.dealers[0]?.id ?? null;
  const membership = membershipIn(actor, /^\d+$/.test(named) ? Number(named) : named);
  if (!membership) throw fieldRefusal({ dealer: ['You are not a member of this dealer.'] });
  return membership.id;
}

async function insertRequest(
  db: Db,
  { actor, region, now, key }: NewRequest,
  taken: TakenUpload,
  dealerId: number | null,
) {
  const request = await db
    .insertInto('tune_requests')
    .values({
      purpose: taken.purpose,
      mode: taken.mode,
      region,
      user_id: actor.userId,
      dealer_id: dealerId,
      request_key: key ?? null,
      terms_sha256: taken.termsSha256 === null ? null : Buffer.from(taken.termsSha256, 'hex'),
      sniffed: JSON.stringify(taken.sniffed),
      identified: JSON.stringify(taken.identified),
      information: JSON.stringify(taken.identified.vins[0] ? { vin: taken.identified.vins[0].value } : {}),
      state_at: now,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .insertInto('tune_request_files')
    .values({
      request_id: request.id,
      file_id: taken.fileId,
      kind: 'original',
      uploaded_by: actor.userId,
      created_at: now,
    })
    .execute();
  return request;
}
