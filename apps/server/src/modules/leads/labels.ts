import { leadLabelsNoun } from '@tuneport/contract/leads/lead-contacts';
import { sql } from 'kysely';
import { defineRecords } from '../../platform/records/define-records.ts';

export const labels = defineRecords(leadLabelsNoun, {
  table: 'lead_labels',
  subject: 'lead-label',
  acts: 'lead-labels',
  select: sql`r.*, (select count(*)::int from lead_deal_labels d where d.label_id = r.id) as deals,
    (select count(*)::int from lead_contact_labels c where c.label_id = r.id) as contacts`,
  search: ['r.name'],
  order: 'lower(r.name)',
  constraints: { lead_labels_name: ['name', 'Another label has this name.'] },
});
