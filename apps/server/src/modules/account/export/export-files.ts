import { isFetchable } from '@tuneport/domain/tuning/tune-request-states';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { cleanName } from '../../../platform/files/clean-name.ts';

export type ExportedFile = {
  /** Its path in the archive. */
  readonly path: string;
  readonly sha256: Buffer;
  readonly created_at: Date;
};

type Found = { folder: string; kind: string; state: string | null; file_id: string; name: string } & Omit<
  ExportedFile,
  'path'
>;

/**
 * The files of a person's own records, with the rules of the pages that show them: results once they can be downloaded,
 * attachments except those of internal notes and of other people, pictures in their largest size.
 */
export async function exportedFiles(db: Db, userId: number): Promise<ExportedFile[]> {
  const { rows } = await sql<Found>`
    with found as (
      select 'tune-requests/' || r.id as folder, f.kind, case when f.kind = 'result' then r.state end as state, f.file_id
      from tune_requests r join tune_request_files f on f.request_id = r.id
      where r.user_id = ${userId} and r.dealer_id is null and r.state <> 'deleted'
        and (f.kind <> 'result' or f.state = 'delivered')
      union all
      select 'logs', 'log', null, g.file_id from graphs g where g.uploaded_by = ${userId}
      union all
      select 'tickets/' || t.id, 'attachment', null, s.file_id
      from tickets t join support_files s on s.ticket_id = t.id left join ticket_messages m on m.id = s.message_id
      where t.user_id = ${userId} and t.dealer_id is null
        and (m.id is null or m.kind = 'house' or (m.kind = 'customer' and coalesce(m.author_id, ${userId}) = ${userId}))
      union all
      select 'rescues/' || r.id, 'attachment', null, s.file_id
      from rescue_sessions r join support_files s on s.session_id = r.id where r.user_id = ${userId}
      union all
      select 'garage/' || v.id, 'photo', null, (p.size ->> 'file')::uuid
      from garage_vehicles v,
        lateral (select size from jsonb_array_elements(v.photo -> 'sizes') size order by (size ->> 'width')::int desc limit 1) p
      where v.user_id = ${userId} and v.photo is not null
      union all
      select 'trade-ins/' || t.id, 'photo', null, (p.size ->> 'file')::uuid
      from trade_ins t join trade_in_photos i on i.trade_in_id = t.id,
        lateral (select size from jsonb_array_elements(i.sizes) size order by (size ->> 'width')::int desc limit 1) p
      where t.user_id = ${userId} and t.dealer_id is null
      union all
      select 'applications/' || a.id, 'attachment', null, s.id
      from partner_applications a join stored_files s on s.belongs_to = 'application:' || a.id where a.user_id = ${userId}
    )
    select f.folder, f.kind, f.state, f.file_id, s.name, s.sha256, s.created_at
    from found f join stored_files s on s.id = f.file_id order by f.folder, s.created_at, s.id`.execute(db);
  // The start of the id keeps files with the same name apart.
  return rows
    .filter(({ state }) => state === null || isFetchable(state))
    .map(({ folder, kind, file_id, name, sha256, created_at }) => ({
      path: `${folder}/${kind}-${file_id.slice(0, 8)}-${cleanName(name)}`,
      sha256,
      created_at,
    }));
}
