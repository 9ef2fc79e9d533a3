import type { ActivityType } from '@tuneport/domain/leads/activities';
import { leadDealMachine } from '@tuneport/domain/leads/deal-states';
import { eventsFrom } from '@tuneport/domain/states/machine';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { named, overdueAt } from '../sql-parts.ts';
import { dealsWhere, presentDeal } from './deal-queries.ts';

/** A deal with everything its page shows. A deleted one is shown too, so that it can be restored. */
export async function presentRecord(db: Db, id: number, now: Date) {
  const [row] = await dealsWhere(db, sql`d.id = ${id} and d.merged_into_id is null`, sql``);
  if (!row) throw new Refusal('not_found');
  const [participants, activities, files] = await Promise.all([
    db
      .selectFrom('lead_deal_participants as p')
      .innerJoin('lead_contacts as c', 'c.id', 'p.contact_id')
      .select(['c.id', 'c.name'])
      .where('p.deal_id', '=', id)
      .orderBy('c.name')
      .execute(),
    activitiesOf(db, id, now),
    db
      .selectFrom('lead_files as l')
      .innerJoin('stored_files as f', 'f.id', 'l.file_id')
      .select(['f.id', 'f.name', 'f.size_bytes', 'f.created_at'])
      .where('l.deal_id', '=', id)
      .orderBy('f.created_at', 'desc')
      .execute(),
  ]);
  return {
    ...presentDeal(row, now),
    updated_at: row.updated_at,
    ownProbability: row.own_probability,
    deletedAt: row.deleted_at,
    participants,
    activities,
    files: files.map((file) => ({
      id: file.id,
      name: file.name,
      sizeBytes: Number(file.size_bytes),
      createdAt: file.created_at,
    })),
    events: eventsFrom(leadDealMachine, row.state, 'staff').filter((event) => event !== 'move'),
  };
}

async function activitiesOf(db: Db, dealId: number, now: Date) {
  const { rows } = await sql<{
    id: number;
    type: ActivityType;
    subject: string;
    date: string;
    time: string | null;
    endTime: string | null;
    location: string;
    note: string;
    done: boolean;
    overdue: boolean;
    owner: { id: number; name: string } | null;
  }>`
    select a.id, a.type, a.subject, a.date, to_char(a.time, 'HH24:MI') as time,
      to_char(a.end_time, 'HH24:MI') as "endTime", a.location, a.note, a.done, ${overdueAt('a', sql`${now}::timestamptz`)} as overdue,
      ${named('u')} as owner
    from lead_activities a left join users u on u.id = a.owner_id
    where a.deal_id = ${dealId} order by a.done, a.date, a.time nulls last, a.id limit 200`.execute(db);
  return rows;
}
