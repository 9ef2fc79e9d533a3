import { leadMailTemplatesNoun } from '@tuneport/contract/leads/lead-mails';
import { sql } from 'kysely';
import { defineRecords } from '../../../platform/records/define-records.ts';

export const mailTemplates = defineRecords(leadMailTemplatesNoun, {
  table: 'lead_mail_templates',
  subject: 'lead-mail-template',
  acts: 'lead-mail-templates',
  select: sql`r.*`,
  search: ['r.name', 'r.subject', 'r.text'],
  sort: { name: 'lower(r.name)', updated_at: 'r.updated_at' },
  order: 'lower(r.name)',
  constraints: { lead_mail_templates_name: ['name', 'Another template has this name.'] },
});
