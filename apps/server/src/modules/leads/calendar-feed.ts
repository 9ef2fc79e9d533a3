import { randomBytes } from 'node:crypto';
import { type ActivityType, activityTitle } from '@tuneport/domain/leads/activities';
import { calendarText } from '@tuneport/domain/leads/icalendar';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import type { RawReply } from '../../platform/http/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { hashToken } from '../identity/index.ts';
import { ownerRoles } from './sql-parts.ts';

/** A new secret address for the caller's calendar; the previous one stops working. */
export async function renewFeed(db: Db, actor: Actor, origin: string): Promise<{ url: string }> {
  const token = randomBytes(24).toString('base64url');
  await db
    .insertInto('lead_calendar_feeds')
    .values({ user_id: actor.userId as number, token_sha256: hashToken(token) })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token_sha256: hashToken(token) }))
    .execute();
  await writeAudit(db, actor, 'lead-calendar.renew', `user:${actor.userId}`);
  return { url: `${origin}/api/lead-calendar/${token}` };
}

export async function endFeed(db: Db, actor: Actor): Promise<void> {
  await db
    .deleteFrom('lead_calendar_feeds')
    .where('user_id', '=', actor.userId as number)
    .execute();
  await writeAudit(db, actor, 'lead-calendar.end', `user:${actor.userId}`);
}

export const hasFeed = async (db: Db, actor: Actor): Promise<{ on: boolean }> => ({
  on:
    (await db
      .selectFrom('lead_calendar_feeds')
      .select('user_id')
      .where('user_id', '=', actor.userId as number)
      .executeTakeFirst()) !== undefined,
});

/** The activities of the owner of a feed, from 30 days ago on. It ends with their access to the lead engine. */
export async function sendFeed(db: Db, token: string, origin: string, now: Date): Promise<RawReply> {
  const owner = await db
    .selectFrom('lead_calendar_feeds as f')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .select(['u.id', 'u.name'])
    .where('f.token_sha256', '=', hashToken(token))
    .where('u.role', 'in', ownerRoles)
    .where('u.banned_at', 'is', null)
    .executeTakeFirst();
  if (!owner) throw new Refusal('not_found');
  const { rows } = await sql<{
    id: number;
    type: ActivityType;
    subject: string;
    note: string;
    location: string;
    date: string;
    startsAt: Date | null;
    endsAt: Date | null;
    updatedAt: Date;
    dealId: number | null;
    deal: string | null;
  }>`
    select a.id, a.type, a.subject, a.note, a.location, a.date,
      (a.date + a.time) at time zone company_time_zone() as "startsAt",
      (a.date + a.end_time) at time zone company_time_zone() as "endsAt", a.updated_at as "updatedAt", d.id as "dealId", d.title as deal
    from lead_activities a left join lead_deals d on d.id = a.deal_id
    where a.owner_id = ${owner.id} and a.date > ${now}::date - 30 and (d.id is null or d.deleted_at is null)
    order by a.date, a.time limit 2000`.execute(db);
  const body = calendarText(
    `Activities of ${owner.name}`,
    rows.map((row) => ({
      uid: `lead-activity-${row.id}@${new URL(origin).hostname}`,
      summary: activityTitle(row.type, row.subject),
      description: [row.deal, row.note].filter(Boolean).join('\n'),
      location: row.location,
      url:
        row.dealId === null
          ? `${origin}/admin/lead-engine/activities`
          : `${origin}/admin/lead-engine/deals/${row.dealId}`,
      date: row.date,
      startsAt: row.startsAt,
      endsAt: row.endsAt,
      stamp: row.updatedAt,
    })),
  );
  return {
    status: 200,
    headers: { 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, max-age=300' },
    body,
  };
}
