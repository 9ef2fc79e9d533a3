import { activityTypeLabels, activityTypes } from '@tuneport/domain/leads/activities';
import { requirableFieldLabels } from '@tuneport/domain/leads/pipelines';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { dayLabel } from '../../../platform/mail/dates.ts';
import { Refusal } from '../../../platform/refusal.ts';

type Entry = {
  key: string;
  kind: 'event' | 'change' | 'note' | 'comment' | 'activity' | 'mail' | 'file';
  at: Date;
  by: string | null;
  title: string;
  text: string;
};
const entriesMax = 50;
const typeLabels = sql.join(
  activityTypes.map((type) => sql`when ${sql.lit(type)} then ${sql.lit(activityTypeLabels[type])}`),
  sql` `,
);

/** Entries of the audit log that the timeline shows, and their titles. */
const changeTitles: Readonly<Record<string, string>> = {
  'lead-deals.update': 'Edited',
  'lead-deals.label': 'Labels changed',
  'lead-deals.archive': 'Archived',
  'lead-deals.unarchive': 'Unarchived',
  'lead-deals.delete': 'Deleted',
  'lead-deals.restore': 'Restored',
  'lead-deals.merge': 'Merged with another deal',
  'lead-deals.make-dealer': 'Dealer created',
  'lead-deals.remove-file': 'File removed',
};

/** Everything that happened to a deal, newest first. A page continues after the last entry of the previous page. */
export async function dealTimeline(db: Db, dealId: number, before: Date | null, beforeKey = '') {
  const found = await db.selectFrom('lead_deals').select('id').where('id', '=', dealId).executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  const until = before ?? new Date('9999-01-01T00:00:00Z');
  const subject = `lead-deal:${dealId}`;
  const { rows } = await sql<Entry>`
    select t.key, t.kind, t.at, u.name as by, t.title, t.text from (
      select 'event:' || id as key, 'event' as kind, at, actor_id as who,
        case event when 'create' then 'Created in ' || coalesce(to_stage, '')
          when 'move' then from_stage || ' → ' || to_stage
          when 'win' then 'Won' when 'lose' then 'Lost' else 'Reopened in ' || coalesce(to_stage, '') end as title, reason as text
      from lead_deal_events where deal_id = ${dealId}
      union all
      select 'change:' || id, 'change', at, actor_id, act, coalesce(detail::text, '')
      from audit_log where subject = ${subject}
        and act = any(${Object.keys(changeTitles)}::text[])
      union all
      select 'note:' || id, 'note', created_at, written_by, case when pinned then 'Pinned note' else 'Note' end, text
      from lead_notes where deal_id = ${dealId}
      union all
      select 'comment:' || c.id, 'comment', c.created_at, c.written_by,
        'Comment on: ' || left(coalesce(n.text, a.subject), 60), c.text
      from lead_comments c left join lead_notes n on n.id = c.note_id left join lead_activities a on a.id = c.activity_id
      where coalesce(n.deal_id, a.deal_id) = ${dealId}
      union all
      select 'activity:' || id, 'activity', coalesce(done_at, created_at), owner_id,
        case when starts_with(lower(subject), lower(case type ${typeLabels} end)) then case when done then 'Done: ' else 'Planned: ' end
          else case type ${typeLabels} end || case when done then ' done: ' else ' planned: ' end end || subject, note
      from lead_activities where deal_id = ${dealId}
      union all
      select 'mail:' || id, 'mail', created_at, sent_by, subject, 'To ' || to_address || coalesce(', cc ' || (select string_agg(c.to_address, ', ' order by c.id)
        from lead_mails c where c.copy_of_id = lead_mails.id), '') || case when file_name <> '' then ', with ' || file_name else '' end || E'\n' || text
      from lead_mails where deal_id = ${dealId} and copy_of_id is null
      union all
      select 'reply:' || r.id, 'mail', r.created_at, null,
        case when r.verified then 'Reply by e-mail: ' else 'Unverified reply by e-mail: ' end || r.subject,
        'From ' || r.from_address || case when r.verified then '' else ', which is not the address we wrote to' end
          || E'\n' || r.text
      from lead_mail_replies r where r.deal_id = ${dealId}
      union all
      select 'file:' || f.id, 'file', f.created_at, f.uploaded_by, f.name, ''
      from lead_files l join stored_files f on f.id = l.file_id where l.deal_id = ${dealId}
    ) t left join users u on u.id = t.who
    where (date_trunc('milliseconds', t.at), t.key collate "C") < (${until}, ${beforeKey} collate "C")
    order by date_trunc('milliseconds', t.at) desc, t.key collate "C" desc limit ${entriesMax + 1}`.execute(db);
  return { data: rows.slice(0, entriesMax).map(withChangeText), more: rows.length > entriesMax };
}

const fieldLabels: Readonly<Record<string, string>> = {
  ...requirableFieldLabels,
  title: 'Title',
  probability: 'Probability',
  priority: 'Priority',
  lostReason: 'Reason',
  labels: 'Labels',
  participants: 'Participants',
};

function withChangeText(entry: Entry): Entry {
  if (entry.kind !== 'change') return entry;
  const detail = JSON.parse(entry.text || '{}') as { name?: string } & Record<
    'before' | 'after',
    Record<string, unknown>
  >;
  const { before = {}, after = {} } = detail;
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const shown = (name: string, value: unknown) => {
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return '–';
    return name === 'expectedCloseDate' ? dayLabel(new Date(String(value))) : [value].flat().join(', ');
  };
  const lines = changed.map(
    (name) =>
      `${Object.hasOwn(fieldLabels, name) ? fieldLabels[name] : name}: ${shown(name, before[name])} → ${shown(name, after[name])}`,
  );
  return { ...entry, title: changeTitles[entry.title] ?? entry.title, text: detail.name ?? lines.join('\n') };
}
