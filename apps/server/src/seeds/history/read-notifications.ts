import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

const unreadOfOne = 4;

/** People of the demo have read all but their newest notifications. */
export async function readNotifications(db: Db): Promise<void> {
  await sql`
    update notifications n set read_at = n.created_at
    from (select id, row_number() over (partition by user_id order by created_at desc, id desc) as place from notifications) ranked
    where ranked.id = n.id and ranked.place > ${unreadOfOne} and n.read_at is null`.execute(db);
}
