import { type Insertable, sql } from 'kysely';
import type { ClientErrors } from '../../platform/db/db.gen.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Removals } from '../../platform/jobs/housekeeping.ts';

export async function insertClientError(db: Db, row: Insertable<ClientErrors>): Promise<void> {
  await db.insertInto('client_errors').values(row).execute();
}

/** Records known tags only, once per visitor. `visitors` are all ids of the same visitor, today's first. */
export async function insertTagHit(db: Db, tag: string, visitors: readonly Buffer[], at: Date): Promise<void> {
  await sql`insert into tag_hits (visitor, tag, first_at)
    select ${visitors[0]}::bytea, t.tag, ${at}::timestamptz from tracking_tags t where t.tag = ${tag} and t.ended_at is null
      and not exists (select 1 from tag_hits h where h.tag = t.tag and h.visitor = any(${visitors as Buffer[]}::bytea[]))
    on conflict do nothing`.execute(db);
}

export const analyticsRemovals: Removals = {
  client_errors: sql`delete from client_errors where at < now() - interval '90 days'`,
};
