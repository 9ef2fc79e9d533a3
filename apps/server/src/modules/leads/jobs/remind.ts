import { type ActivityType, activityTypeLabels } from '@tuneport/domain/leads/activities';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { dayLabel } from '../../../platform/mail/dates.ts';
import { mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import type { MailSamples } from '../../../platform/mail/samples.ts';
import { replyNotice } from '../mails/mail-replies.ts';
import { dealMessage } from '../mails/send-mail.ts';
import { ownerRoles } from '../sql-parts.ts';

type Due = {
  id: number;
  owner_id: number;
  email: string;
  name: string;
  type: ActivityType;
  subject: string;
  date: string;
  time: string | null;
  zone: string;
  deal: string | null;
};
const remindedAtOnce = 500;

/**
 * One mail per owner about activities that begin within the hour, or are due today without a time. Marked in the same
 * transaction, so an activity is reminded of once, however many processes run this.
 */
export async function remindOwners(db: Db, now: Date, origin: string): Promise<number> {
  const { rows } = await sql<Due>`
    update lead_activities a set reminded_at = ${now}
    from (
      select x.id, d.title as deal, u.email, u.name from lead_activities x join users u on u.id = x.owner_id
      left join lead_deals d on d.id = x.deal_id
      where u.role = any(${ownerRoles}::integer[]) and u.banned_at is null and not x.done and x.reminded_at is null and x.date <= (${now}::timestamptz + interval '1 day')::date
        and (x.date + coalesce(x.time, '08:00'::time)) at time zone company_time_zone() <= ${now}::timestamptz + interval '1 hour'
        and (d.id is null or (d.deleted_at is null and d.archived_at is null and d.state = 'open'))
      order by x.id limit ${remindedAtOnce} for update of x skip locked
    ) due
    where a.id = due.id
    returning a.id, a.owner_id, due.email, due.name, a.type, a.subject, a.date, to_char(a.time, 'HH24:MI') as time, company_time_zone() as zone, due.deal`.execute(
    db,
  );
  const byOwner = new Map<number, Due[]>();
  for (const row of rows) byOwner.set(row.owner_id, [...(byOwner.get(row.owner_id) ?? []), row]);
  for (const due of byOwner.values()) {
    const [first] = due;
    if (first) await queueMail(db, { to: first.email, secrets: [], ...reminder(origin, due) });
  }
  return rows.length;
}

function reminder(origin: string, due: readonly Pick<Due, 'type' | 'subject' | 'date' | 'time' | 'zone' | 'deal'>[]) {
  const count = due.length === 1 ? '1 activity is due' : `${due.length} activities are due`;
  return mailMessage('lead-reminder', {
    subject: due.length === 1 ? `Due: ${due[0]?.subject}` : count,
    title: count,
    paragraphs: due.map(
      (one) =>
        `${activityTypeLabels[one.type]}: ${one.subject}\n${[dayLabel(new Date(one.date)), one.time && `${one.time} (${one.zone})`, one.deal].filter(Boolean).join(' · ')}`,
    ),
    button: { label: 'Open your activities', url: `${origin}/admin/lead-engine/activities?done=false` },
    footer: 'You are receiving this e-mail because these activities are assigned to you in the lead engine.',
  });
}

export const leadMailSamples: MailSamples<'lead-reminder' | 'lead-mail' | 'lead-reply'> = {
  'lead-mail': (origin) =>
    dealMessage(
      { subject: 'Our offer for your workshop', text: 'Hello Kim,\n\nAs agreed, here is our offer.' },
      'Robin Sample',
      `${origin}/api/lead-mail/unsubscribe/sample`,
    ),
  'lead-reply': (origin) => replyNotice(origin, { id: 7, title: 'Example Motors' }, 'kim@example.test', true),
  'lead-reminder': (origin) =>
    reminder(origin, [
      {
        type: 'call',
        subject: 'Call back about the tool',
        date: '2026-03-02',
        time: '15:00',
        zone: 'America/Vancouver',
        deal: 'Example Motors',
      },
      {
        type: 'email',
        subject: 'Send the offer',
        date: '2026-03-02',
        time: null,
        zone: 'America/Vancouver',
        deal: null,
      },
    ]),
};
