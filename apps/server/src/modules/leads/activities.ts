import { leadActivitiesNoun } from '@tuneport/contract/leads/lead-activities';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Context } from '../../platform/http/context.ts';
import { defineRecords } from '../../platform/records/define-records.ts';
import { deleteRecord, findRecord } from '../../platform/records/records.ts';
import { boardChanged } from './deals/board.ts';
import { deletedDealErrors } from './deals/deleted-deal.ts';
import { requireOwner } from './people/find-or-add.ts';
import { named, onDays, overdueAt } from './sql-parts.ts';

export const activities = defineRecords(leadActivitiesNoun, {
  table: 'lead_activities',
  subject: 'lead-activity',
  acts: 'lead-activities',
  select: sql`r.id, r.type, r.subject, r.done, r.note, r.date, r.location, r.deal_id as "dealId", r.contact_id as "contactId",
    to_char(r.time, 'HH24:MI') as time, to_char(r.end_time, 'HH24:MI') as "endTime", r.created_at as "createdAt",
    r.updated_at, r.updated_at as "updatedAt", ${overdueAt('r', sql`now()`)} as overdue,
    case when d.id is not null then jsonb_build_object('id', d.id, 'title', d.title) end as deal,
    ${named('c')} as contact, ${named('u')} as "user"`,
  join: sql`left join lead_deals d on d.id = r.deal_id
    left join lead_contacts c on c.id = coalesce(r.contact_id, d.contact_id)
    left join users u on u.id = r.owner_id`,
  // What was planned for a deleted deal comes back with it.
  where: sql`(r.done or d.deleted_at is null)`,
  search: ['r.subject', 'd.title', 'c.name'],
  filters: {
    deal: (id) => sql`r.deal_id = ${id}`,
    type: (type) => sql`r.type = ${type}`,
    done: (done) => sql`r.done = ${done === 'true'} and d.deleted_at is null`,
    doneFrom: (day) => sql`r.done and ${onDays('r.done_at', day, undefined)}`,
    doneTo: (day) => sql`r.done and ${onDays('r.done_at', undefined, day)}`,
    from: (day) => sql`r.date >= ${day}::date and d.deleted_at is null`,
    to: (day) => sql`r.date <= ${day}::date`,
    owner: (id) => sql`r.owner_id = ${id}`,
    due: (_only, now) =>
      sql`not r.done and r.date <= (${now}::timestamptz at time zone company_time_zone())::date and d.deleted_at is null`,
    overdue: (_only, now) => sql`${overdueAt('r', sql`${now}::timestamptz`)} and d.deleted_at is null`,
  },
  sort: { date: 'r.date', subject: 'lower(r.subject)' },
  // Open activities by date, then completed ones, newest first.
  order: "r.done, (r.date - date '2000-01-01') * case when r.done then -1 else 1 end, r.time nulls last",
  constraints: {
    lead_activities_deal_id_fkey: ['dealId', 'This deal no longer exists.'],
    lead_activities_contact_id_fkey: ['contactId', 'This contact no longer exists.'],
  },
  async check(db, change, before) {
    const time = change.time === undefined ? (before?.time ?? null) : change.time;
    const endTime = change.endTime === undefined ? (before?.endTime ?? null) : change.endTime;
    const wrongEnd = endTime !== null && (time === null || endTime < time);
    await requireOwner(db, change.user, 'activities');
    return {
      ...(await deletedDealErrors(db, change.dealId)),
      endTime: wrongEnd ? [time === null ? 'Enter a start time first.' : 'The end is before the start.'] : undefined,
    };
  },
  toRow: ({ dealId, contactId, endTime, user, ...rest }) => ({
    ...rest,
    deal_id: dealId,
    contact_id: contactId,
    end_time: endTime,
    owner_id: user,
  }),
  initial: (_db, input, { actor }) => (input.user === undefined ? { owner_id: actor.userId } : {}),
  saved: async ({ db, now }, activity, before) => {
    // A save that repeats what is stored leaves the times: the report counts an activity on the day it was done.
    if (activity.done !== (before?.done ?? false))
      await sql`update lead_activities set done_at = ${activity.done ? now : null} where id = ${activity.id}`.execute(
        db,
      );
    // Another date or owner gets a reminder of its own.
    const isMoved = before && (activity.date !== before.date || activity.time !== before.time);
    if (isMoved || (before && activity.user?.id !== before.user?.id))
      await sql`update lead_activities set reminded_at = null where id = ${activity.id}`.execute(db);
    await dealsChanged(db, [activity.dealId, before?.dealId ?? null]);
  },
});

export async function deleteActivity({ db, actor, now }: Context, id: number): Promise<void> {
  const { dealId } = await findRecord(db, activities.kind, id, now);
  await deleteRecord(db, actor, activities.kind, id, now);
  await dealsChanged(db, [dealId]);
}

/** Cards show the next activity of their deal. Boards change in the order of their ids, as everywhere. */
async function dealsChanged(db: Db, ids: readonly (number | null)[]): Promise<void> {
  const { rows } = await sql<{ id: number; pipeline_id: number }>`
    select id, pipeline_id from lead_deals where id = any(${[...ids]}::integer[]) order by pipeline_id, id`.execute(db);
  for (const deal of rows) await boardChanged(db, [deal.pipeline_id], deal.id);
}
