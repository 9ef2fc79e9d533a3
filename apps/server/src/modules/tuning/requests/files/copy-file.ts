import { type Insertable, sql } from 'kysely';
import type { TuneRequestFiles } from '../../../../platform/db/db.gen.ts';
import type { RequestRow } from '../request-queries.ts';
import type { RequestContext } from '../step-request.ts';

type Facts = Pick<Insertable<TuneRequestFiles>, 'kind' | 'state' | 'summary' | 'uploaded_by'>;

/** The bytes are stored once; each request has its own row with its own access check. */
export async function copyFile(
  { db, now }: RequestContext,
  fileId: string,
  to: RequestRow,
  facts: Facts,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into stored_files (sha256, size_bytes, name, media_type, belongs_to, uploaded_by)
    select sha256, size_bytes, name, media_type, ${`tune-request:${to.id}`}, uploaded_by from stored_files where id = ${fileId}
    returning id`.execute(db);
  const [copy] = rows;
  if (!copy) throw new Error(`file ${fileId} is gone`);
  await db
    .insertInto('tune_request_files')
    .values({ ...facts, request_id: to.id, file_id: copy.id, created_at: now })
    .execute();
}
