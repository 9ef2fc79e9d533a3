import { UploadMetadata } from '@tuneport/contract/tuning/tuning-uploads';
import { tuneFileBytesMax, uploadTermsSha256 } from '@tuneport/domain/tuning/upload-rules';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { cleanName } from '../../../platform/files/clean-name.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { type UploadRow, uploadColumns } from './queries.ts';

/** An upload that nobody finishes or takes is gone after this; no draft may live longer than the sweep of the file store allows. */
const lifeHours = 20;
const waitingMax = 20;
const waitingBytesMax = 512 * 1024 * 1024;

/** Promises a place for a file. Everything that can be refused is refused here, before a byte is sent. */
export async function openUpload(
  tx: Db,
  userId: number,
  { lengthBytes, metadata, immo }: { lengthBytes: number; metadata: string; immo: boolean },
): Promise<UploadRow> {
  const said = readMetadata(metadata);
  if (said.terms !== uploadTermsSha256) throw new Refusal('upload_terms');
  // The page is hidden then, and so is what stands behind it.
  if (said.purpose === 'immo' && !immo) throw new Refusal('not_found');
  if (lengthBytes === 0) throw fieldRefusal({ 'upload-length': ['This file is empty.'] });
  if (lengthBytes > tuneFileBytesMax)
    throw new Refusal('too_large', {
      message: `A tune file may have up to ${tuneFileBytesMax / 1024 / 1024} MiB. Nothing was sent.`,
    });
  await requireRoom(tx, userId, lengthBytes);
  return (await tx
    .insertInto('uploads')
    .values({
      user_id: userId,
      name: cleanName(said.filename),
      size_bytes: BigInt(lengthBytes),
      purpose: said.purpose,
      mode: said.mode,
      terms_sha256: Buffer.from(said.terms, 'hex'),
      told_sha256: said.sha256 === undefined ? null : Buffer.from(said.sha256, 'hex'),
      expires_at: sql<Date>`now() + make_interval(hours => ${lifeHours})`,
    })
    .returning(uploadColumns)
    .executeTakeFirstOrThrow()) as UploadRow;
}

/** One at a time per user, so that many requests at once cannot pass the limit together. */
async function requireRoom(tx: Db, userId: number, lengthBytes: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(53, ${userId})`.execute(tx);
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
      message: 'You have many unfinished uploads. Finish or remove one of them first; nothing was sent.',
      retryAfterS: 60,
    });
}

/** `name base64,name base64`, as tus writes it. */
export function readMetadata(header: string) {
  const said: Record<string, string> = Object.create(null);
  for (const pair of header.split(',')) {
    const [name = '', value = ''] = pair.trim().split(/ +/);
    if (name !== '') said[name] = Buffer.from(value, 'base64').toString('utf8');
  }
  const parsed = UploadMetadata.safeParse(said);
  if (parsed.success) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a NUL is what the database refuses
    if (/\u0000/.test(parsed.data.filename)) throw fieldRefusal({ filename: ['This name cannot be stored.'] });
    return parsed.data;
  }
  const errors: Record<string, string[]> = {};
  for (const issue of parsed.error.issues)
    errors[issue.path.join('.')] = [sentences[String(issue.path[0])] ?? issue.message];
  throw fieldRefusal(errors);
}

const sentences: Readonly<Record<string, string>> = {
  filename: 'Upload-Metadata must carry the name of the file, up to 255 characters.',
  sha256: 'A SHA-256 is 64 hexadecimal digits in small letters.',
  terms: 'Upload-Metadata must carry the SHA-256 of the terms that were agreed to.',
  mode: 'The upload mode is automatic or manual.',
  purpose: 'The purpose is tune or immo.',
};
