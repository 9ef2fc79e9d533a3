import { fileKind, fileProblem, sniffBytes } from '@tuneport/domain/tuning/file-kind';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import { clientKeys } from '../../../platform/client-keys.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pairedLockKeys } from '../../../platform/db/writes/advisory-locks.ts';
import { fileHead } from '../../../platform/files/file-head.ts';
import { storeFile } from '../../../platform/files/keep-file.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import type { ReceivedFile } from '../../../platform/http/context.ts';
import { takeProcessLimit } from '../../../platform/rate-limit.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';

/** Daily upload limit of one user, or of all visitors from one network, or one IPv6 customer, together. */
const bytesPerDay = 256 * 1024 * 1024;
/** Of all visitors together. */
export const visitorFilesADay = { max: 16 * 1024 ** 3, windowS: 24 * 3600 };

/** Uploads a file for a message that is still being written. It is not readable before that message is sent. */
export async function takeFile(
  db: Db,
  store: FileStore,
  actor: Pick<Actor, 'userId' | 'address'>,
  files: readonly ReceivedFile[],
) {
  const [file] = files;
  if (!file) throw fieldRefusal({ file: ['Choose a file.'] });
  const { user, site, address } = clientKeys(actor, null);
  return takeFileOf(db, store, { source: user ?? site ?? address, userId: actor.userId }, file);
}

/** `source`: who the file counts for. */
export async function takeFileOf(
  db: Db,
  store: FileStore,
  { source, userId }: { readonly source: string; readonly userId: number | null },
  file: ReceivedFile,
) {
  const head = await fileHead(file.path, sniffBytes);
  const problem = fileProblem(file.name, file.sizeBytes, head);
  if (problem !== null) throw fieldRefusal({ file: [problem] });
  const kind = fileKind(head);
  // Checked before the bytes are stored, and again in the transaction, which counts concurrent uploads.
  await requireRoom(db, source, file.sizeBytes);
  if (userId === null) takeProcessLimit(db, 'support files of visitors', visitorFilesADay, file.sizeBytes);
  // Stored outside the transaction, because a large file may take long on a slow store.
  await store.put(file.path, file.sha256, file.sizeBytes);
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${pairedLockKeys.supportFilesOfClient}, hashtext(${source}))`.execute(tx);
    await requireRoom(tx, source, file.sizeBytes);
    const stored = await storeFile(tx, store, file, { belongsTo: null, uploadedBy: userId });
    await tx.insertInto('support_files').values({ file_id: stored.id, kind, uploaded_from: source }).execute();
    return { id: stored.id, name: stored.name, kind, size_bytes: file.sizeBytes };
  });
}

async function requireRoom(db: Db, source: string, bytes: number): Promise<void> {
  const { rows } = await sql<{ used: string }>`
    select coalesce(sum(f.size_bytes), 0)::text as used from support_files s join stored_files f on f.id = s.file_id
    where s.uploaded_from = ${source} and f.created_at > now() - interval '1 day'`.execute(db);
  if (Number(rows[0]?.used ?? 0) + bytes <= bytesPerDay) return;
  throw new Refusal('too_many_requests', {
    message: 'You have reached the daily file limit. Try again tomorrow. Nothing was saved.',
    retryAfterS: 3600,
  });
}
