import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { encodePng } from '../../../platform/files/encode-image.ts';
import { storeFile } from '../../../platform/files/keep-file.ts';
import type { ReceivedFile } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { userById } from '../../identity/index.ts';

const field = 'signature_file';
const sideMax = 1200;
type How = 'drawn' | 'uploaded';
type Picture = { readonly file: ReceivedFile; readonly how: How };

const encoded = async (files: readonly ReceivedFile[], how: How): Promise<Picture | null> =>
  files[0] ? { file: await encodePng(files[0], field, sideMax), how } : null;

export async function recordSignature(
  platform: Platform,
  actor: Actor,
  input: { user_id: number; legal_name: string; how: How },
  files: readonly ReceivedFile[],
  now: Date,
): Promise<number> {
  const picture = await encoded(files, input.how);
  if (!picture) throw fieldRefusal({ [field]: ['Draw the signature or choose a picture of it.'] });
  return platform.db.transaction().execute(async (tx) => {
    if (!(await userById(tx, input.user_id))) throw fieldRefusal({ user_id: ['User not found.'] });
    const made = await tx
      .insertInto('signature_authorities')
      .values({
        user_id: input.user_id,
        legal_name: input.legal_name,
        created_by: actor.userId,
        created_at: now,
        updated_at: nextUpdatedAt(null, now),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw fieldRefusal({ user_id: ['This user already has a signature authority.'] });
    const sha256 = await addSignature(platform, tx, actor, made.id, picture, now);
    await writeAudit(tx, actor, 'signatures.record', `signature-authority:${made.id}`, {
      after: { user_id: input.user_id, legal_name: input.legal_name, sha256 },
    });
    return made.id;
  });
}

async function addSignature(
  platform: Platform,
  tx: Db,
  actor: Actor,
  id: number,
  { file, how }: Picture,
  now: Date,
): Promise<string> {
  const stored = await storeFile(tx, platform.files, file, {
    belongsTo: `signature-authority:${id}`,
    uploadedBy: actor.userId,
  });
  await tx
    .insertInto('signature_files')
    .values({ authority_id: id, file_id: stored.id, sha256: file.sha256, how, added_by: actor.userId, added_at: now })
    .execute();
  return file.sha256.toString('hex');
}

const lockAuthority = (db: Db, id: number) =>
  db.selectFrom('signature_authorities').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function updateSignature(
  platform: Platform,
  actor: Actor,
  id: number,
  input: { legal_name?: string | undefined; how: How },
  files: readonly ReceivedFile[],
  now: Date,
): Promise<void> {
  const picture = await encoded(files, input.how);
  await platform.db.transaction().execute(async (tx) => {
    const before = await lockAuthority(tx, id);
    if (!before) throw new Refusal('not_found');
    if (before.revoked_at !== null)
      throw new Refusal('conflict', { message: 'This signature authority was withdrawn and cannot be changed.' });
    const legal_name = input.legal_name ?? before.legal_name;
    await tx
      .updateTable('signature_authorities')
      .set({ legal_name, updated_at: nextUpdatedAt(before.updated_at, now) })
      .where('id', '=', id)
      .execute();
    const sha256 = picture ? await addSignature(platform, tx, actor, id, picture, now) : undefined;
    await writeAudit(tx, actor, 'signatures.update', `signature-authority:${id}`, {
      before: { legal_name: before.legal_name },
      after: { legal_name, ...(sha256 ? { sha256 } : {}) },
    });
  });
}

/** Withdraws an authority; the signatures stay on file. */
export async function revokeSignature(db: Db, actor: Actor, id: number, now: Date): Promise<void> {
  const before = await lockAuthority(db, id);
  if (!before || before.revoked_at !== null) throw new Refusal('not_found');
  await db
    .updateTable('signature_authorities')
    .set({ revoked_at: now, updated_at: nextUpdatedAt(before.updated_at, now) })
    .where('id', '=', id)
    .execute();
  await writeAudit(db, actor, 'signatures.revoke', `signature-authority:${id}`, {
    before: { user_id: before.user_id, legal_name: before.legal_name },
  });
}
