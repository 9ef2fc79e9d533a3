import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

const reasonsMax = 30;

/** Reasons given before, without duplicates that differ only in case. */
export async function lostReasons(db: Db): Promise<string[]> {
  const { rows } = await sql<{ reason: string }>`
    select mode() within group (order by lost_reason) as reason from lead_deals
    where state = 'lost' and lost_reason <> '' and deleted_at is null and closed_at > now() - interval '2 years'
    group by lower(lost_reason) order by count(*) desc, lower(lost_reason) limit ${reasonsMax}`.execute(db);
  return rows.map(({ reason }) => reason);
}
