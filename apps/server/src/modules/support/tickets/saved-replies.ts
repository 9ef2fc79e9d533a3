import { savedReplyNoun } from '@tuneport/contract/support/support-tickets-admin';
import { sql } from 'kysely';
import { defineRecords } from '../../../platform/records/define-records.ts';

export const savedReplies = defineRecords(savedReplyNoun, {
  table: 'saved_replies',
  subject: 'saved-reply',
  acts: 'saved-replies',
  select: sql`r.*`,
  search: ['r.title', 'r.text'],
  filters: {},
  sort: { title: 'lower(r.title)', updated_at: 'r.updated_at' },
  order: 'lower(r.title)',
  constraints: { saved_replies_title_key: ['title', 'Another saved reply has this title.'] },
});
