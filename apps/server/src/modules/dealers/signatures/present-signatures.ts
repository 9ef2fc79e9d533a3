import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { containing, pageOf } from '../../../platform/db/lists/page.ts';
import { sendPicture } from '../../../platform/files/send-picture.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import type { RawReply } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';

const authorities = (db: Db) =>
  db
    .selectFrom('signature_authorities as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .innerJoin('signature_files as f', (join) =>
      join.on('f.id', '=', sql<number>`(select max(id) from signature_files where authority_id = a.id)`),
    );
const columns = ['u.name as user_name', 'f.id as file', 'f.sha256', 'f.how'] as const;

type Filter = { page: number; search?: string | undefined; state?: 'active' | 'revoked' | undefined };

export async function listSignatures(db: Db, { page, search, state }: Filter) {
  let query = authorities(db);
  if (state) query = query.where('a.revoked_at', state === 'active' ? 'is' : 'is not', null);
  if (search) {
    const pattern = containing(search);
    query = query.where((eb) => eb.or([eb('a.legal_name', 'ilike', pattern), eb('u.name', 'ilike', pattern)]));
  }
  return pageOf(query, query.selectAll('a').select(columns).orderBy('a.id', 'desc'), page);
}

type Row = Awaited<ReturnType<typeof listSignatures>>['data'][number];
const fileUrl = (id: number, file: number) => `/api/signature-authority/${id}/files/${file}`;
const howOf = (how: string) => how as 'drawn' | 'uploaded';

export const presentListed = (row: Row) => ({
  id: row.id,
  user_id: row.user_id,
  user: { id: row.user_id, name: row.user_name },
  legal_name: row.legal_name,
  signature_file: fileUrl(row.id, row.file),
  signature_sha256: row.sha256.toString('hex'),
  how: howOf(row.how),
  created_at: row.created_at,
  updated_at: row.updated_at,
  revoked_at: row.revoked_at,
});

export async function presentSignature(db: Db, id: number) {
  const [row, files] = await Promise.all([
    authorities(db).selectAll('a').select(columns).where('a.id', '=', id).executeTakeFirst(),
    db
      .selectFrom('signature_files as f')
      .leftJoin('users as u', 'u.id', 'f.added_by')
      .select(['f.id', 'f.sha256', 'f.how', 'f.added_at', 'u.name as added_by'])
      .where('f.authority_id', '=', id)
      .orderBy('f.id', 'desc')
      .execute(),
  ]);
  if (!row) throw new Refusal('not_found');
  return {
    ...presentListed(row),
    signatures: files.map(({ sha256, how, ...file }) => ({
      ...file,
      file: fileUrl(id, file.id),
      sha256: sha256.toString('hex'),
      how: howOf(how),
    })),
  };
}

export async function sendSignature(db: Db, store: FileStore, id: number, fileId: number): Promise<RawReply> {
  const file = await db
    .selectFrom('signature_files as s')
    .innerJoin('stored_files as f', 'f.id', 's.file_id')
    .select(['f.sha256', 'f.size_bytes'])
    .where('s.id', '=', fileId)
    .where('s.authority_id', '=', id)
    .executeTakeFirst();
  return sendPicture(store, file, { mediaType: 'image/png', cacheControl: 'private, no-store' });
}
