import { customFieldRecords } from '@tuneport/domain/leads/custom-fields';
import { leadLimits } from '@tuneport/domain/leads/limits';
import { mailFieldLabels, mailFields } from '@tuneport/domain/leads/mail-fields';
import { useMemo } from 'react';
import { pageTitle } from '../../shell/title.ts';
import { Container } from '../../ui/layout/Layout.tsx';
import { dateColumn, textColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { RowOf } from '../AdminList.tsx';
import { NounPanelList } from '../record/noun/NounList.tsx';
import type { Noun } from '../record/noun/noun.ts';
import { type FieldsByRecord, noCustomFields } from './fields/custom-fields.ts';
import { LeadTabs } from './LeadTabs.tsx';
import css from './leads.module.css';
import { useChoices } from './useChoices.ts';

export const meta = () => [{ title: pageTitle('E-mail templates') }];

const fieldList = mailFields.map((name) => `{{${name}}} (${mailFieldLabels[name].toLowerCase()})`).join(', ');
const nounWith = (fields: FieldsByRecord): Noun => ({
  path: '/v1/admin/lead-engine/mail-templates',
  to: '/admin/lead-engine/templates',
  one: 'e-mail template',
  short: 'template',
  many: 'E-mail templates',
  write: 'leads',
  title: (template) => String(template.name),
  fields: [
    { name: 'name', label: 'Name', kind: 'text', maxLength: 80, wide: true },
    { name: 'subject', label: 'Subject', kind: 'text', maxLength: leadLimits.subject, wide: true },
    {
      name: 'text',
      label: 'Text',
      kind: 'textarea',
      rows: 12,
      maxLength: leadLimits.note,
      wide: true,
      hint: `Fields: ${[fieldList, ...customNames(fields)].join(', ')}. A field without a value must be filled in before sending.`,
    },
  ],
  deleting: 'E-mails that were sent stay in the timelines.',
});
/** {{deal.Budget}}, {{contact.Job title}} */
const customNames = (fields: FieldsByRecord) =>
  customFieldRecords.flatMap((record) => fields[record].map(({ name }) => `{{${record}.${name}}}`));
const columns: readonly Column<RowOf<'GET /v1/admin/lead-engine/mail-templates'>>[] = [
  textColumn('name', 'Name', { sortable: true }),
  textColumn('subject', 'Subject', { editable: true, hideBelow: 640 }),
  dateColumn('updated_at', 'Changed', { sortable: true, show: 'relative', hideBelow: 800 }),
];

export default function TemplatesPage() {
  const fields = useChoices()?.fields ?? noCustomFields;
  const noun = useMemo(() => nounWith(fields), [fields]);
  return (
    <>
      <Container width="full" className={css.tabs}>
        <LeadTabs />
      </Container>
      <NounPanelList
        of="GET /v1/admin/lead-engine/mail-templates"
        noun={noun}
        columns={columns}
        searchLabel="Search templates"
        empty={{
          title: 'Templates appear here once you add one.',
          text: 'Choose one when you send an e-mail from a deal; its fields are filled in.',
        }}
      />
    </>
  );
}
