import { UploadMetadata } from '@tuneport/contract/tuning/tuning-uploads';
import { tuneFileBytesMax, uploadTermsSha256 } from '@tuneport/domain/tuning/upload-rules';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { pairedLockKeys } from '../../../platform/db/writes/advisory-locks.ts';
import { cleanName } from '../../../platform/files/clean-name.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { type UploadRow, uploadColumns } from './queries.ts';

/**
 * An unfinished or untaken upload expires after this; must be shorter than the draft lifetime of the file store's
 * sweep.
 */
const lifeHours = 20;
const waitingMax = 20;
const waitingBytesMax = 512 * 1024 * 1024;

/** Creates an upload. Everything that can be refused is refused here, before a byte is sent. */
export async function openUpload(
  tx: Db,
  userId: number,
  { lengthBytes, metadata, immo }: { lengthBytes: number; metadata: string; immo: boolean },
): Promise<UploadRow> {
  const metadataFields = readMetadata(metadata);
  if (metadataFields.terms !== uploadTermsSha256) throw new Refusal('upload_terms');
  // The feature is switched off, so its endpoints are hidden too.
  if (metadataFields.purpose === 'immo' && !immo) throw new Refusal('not_found');
  if (lengthBytes === 0) throw fieldRefusal({ 'upload-length': ['This file is empty.'] });
  if (lengthBytes > tuneFileBytesMax)
    throw new Refusal('too_large', {
      message: `A tune file can be up to ${tuneFileBytesMax / 1024 / 1024} MiB. Nothing was uploaded.`,
    });
  await requireRoom(tx, userId, lengthBytes);
  return (await tx
    .insertInto('uploads')
    .values({
      user_id: userId,
      name: cleanName(metadataFields.filename),
      size_bytes: BigInt(lengthBytes),
      purpose: metadataFields.purpose,
      mode: metadataFields.mode,
      terms_sha256: Buffer.from(metadataFields.terms, 'hex'),
      told_sha256: metadataFields.sha256 === undefined ? null : Buffer.from(metadataFields.sha256, 'hex'),
      expires_at: sql<Date>`now() + make_interval(hours => ${lifeHours})`,
    })
    .returning(uploadColumns)
    .executeTakeFirstOrThrow()) as UploadRow;
}

/** Serialized per user, so that concurrent requests cannot exceed the limit together. */
async function requireRoom(tx: Db, userId: number, lengthBytes: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${pairedLockKeys.uploadsOfUser}, ${userId})`.execute(tx);
  const { waiting, bytes } = await tx
    .selectFrom('uploads')
    .select([
      ({ fn }) => fn.countAll<bigint>().as('waiting'),
      sql<string>`coalesce(sum(size_bytes), 0)::text`.as('bytes'),
    ])
    .where('user_id', '=', userId)
    .where('state', '<>', 'taken')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  if (Number(waiting) >= waitingMax || Number(bytes) + lengthBytes > waitingBytesMax)
    throw new Refusal('too_many_requests', {
      message: 'You have too many unfinished uploads. Finish or remove one first. Nothing was uploaded.',
      retryAfterS: 60,
    });
}

/** `name base64,name base64`, the tus format. */
export function readMetadata(header: string) {
  const metadataFields: Record<string, string> = Object.create(null);
  for (const pair of header.split(',')) {
    const [name = '', value = ''] = pair.trim().split(/ +/);
    if (name !== '') metadataFields[name] = Buffer.from(value, 'base64').toString('utf8');
  }
  const parsed = UploadMetadata.safeParse(metadataFields);
  if (parsed.success) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a NUL is what the database refuses
    if (/\u0000/.test(parsed.data.filename)) throw fieldRefusal({ filename: ['This file name cannot be used.'] });
    return parsed.data;
  }
  const errors: Record<string, string[]> = {};
  for (const issue of parsed.error.issues)
    errors[issue.path.join('.')] = [sentences[String(issue.path[0])] ?? issue.message];
  throw fieldRefusal(errors);
}

const sentences: Readonly<Record<string, string>> = {
  filename: 'Upload-Metadata must include the file name, up to 255 characters.',
  sha256: 'A SHA-256 must be 64 lowercase hexadecimal digits.',
  terms: 'Upload-Metadata must include the SHA-256 of the accepted terms.',
  mode: 'The upload mode must be automatic or manual.',
  purpose: 'The purpose must be tune or immo.',
};
