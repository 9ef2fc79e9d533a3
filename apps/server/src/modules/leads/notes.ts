import { leadCommentsNoun, leadNotesNoun } from '@tuneport/contract/leads/lead-notes';
import { sql } from 'kysely';
import { defineRecords } from '../../platform/records/define-records.ts';
import { deletedDealErrors } from './deals/deleted-deal.ts';
import { named } from './sql-parts.ts';

const writer = sql`${named('u')} as "writtenBy"`;

export const notes = defineRecords(leadNotesNoun, {
  table: 'lead_notes',
  subject: 'lead-note',
  acts: 'lead-notes',
  select: sql`r.id, r.text, r.pinned, r.deal_id as "dealId", r.contact_id as "contactId", r.created_at as "createdAt",
    r.updated_at, r.updated_at as "updatedAt", ${writer}`,
  join: sql`left join users u on u.id = r.written_by`,
  search: ['r.text'],
  filters: {
    dealId: (id) => sql`r.deal_id = ${id}`,
    contactId: (id) => sql`r.contact_id = ${id}`,
  },
  order: 'r.pinned desc, r.id desc',
  check: async (db, change, before) => {
    const about = change as { dealId?: number | null; contactId?: number | null };
    if (!before && !onlyOne(about, ['dealId', 'contactId'])) return { dealId: ['Choose a deal or a contact.'] };
    return deletedDealErrors(db, about.dealId);
  },
  toRow: (change) => {
    const { dealId, contactId, ...rest } = change as typeof change & { dealId?: number; contactId?: number };
    return { ...rest, deal_id: dealId, contact_id: contactId };
  },
  initial: (_db, _input, { actor }) => ({ written_by: actor.userId }),
  constraints: {
    lead_notes_deal_id_fkey: ['dealId', 'This deal no longer exists.'],
    lead_notes_contact_id_fkey: ['contactId', 'This contact no longer exists.'],
  },
});

export const comments = defineRecords(leadCommentsNoun, {
  table: 'lead_comments',
  subject: 'lead-comment',
  acts: 'lead-comments',
  select: sql`r.id, r.text, r.note_id as "noteId", r.activity_id as "activityId", r.created_at as "createdAt",
    r.updated_at, r.updated_at as "updatedAt", ${writer}`,
  join: sql`left join users u on u.id = r.written_by`,
  search: ['r.text'],
  filters: {
    noteId: (id) => sql`r.note_id = ${id}`,
    activityId: (id) => sql`r.activity_id = ${id}`,
  },
  order: 'r.id',
  check: (_db, change, before) =>
    before || onlyOne(change as { noteId?: number | null; activityId?: number | null }, ['noteId', 'activityId'])
      ? {}
      : { noteId: ['Choose a note or an activity.'] },
  toRow: (change) => {
    const { noteId, activityId, ...rest } = change as typeof change & { noteId?: number; activityId?: number };
    return { ...rest, note_id: noteId, activity_id: activityId };
  },
  initial: (_db, _input, { actor }) => ({ written_by: actor.userId }),
  constraints: {
    lead_comments_note_id_fkey: ['noteId', 'This note no longer exists.'],
    lead_comments_activity_id_fkey: ['activityId', 'This activity no longer exists.'],
  },
});

const onlyOne = (change: Readonly<Record<string, number | null | undefined>>, names: readonly string[]): boolean =>
  names.filter((name) => change[name] !== null && change[name] !== undefined).length === 1;
