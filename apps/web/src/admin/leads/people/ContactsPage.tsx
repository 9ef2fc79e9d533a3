import { useMemo } from 'react';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { dateColumn, linkColumn, numberColumn, textColumn } from '../../../ui/list/columns.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { RowOf } from '../../AdminList.tsx';
import { useBulkEdit } from '../../operations/bulk/useBulkEdit.tsx';
import { NounList } from '../../record/noun/NounList.tsx';
import { refFilter } from '../../record/noun/noun.ts';
import { contactBulkFields } from '../bulk-fields.ts';
import { customColumns, customFilters } from '../fields/custom-fields.ts';
import { LeadTabs } from '../LeadTabs.tsx';
import css from '../leads.module.css';
import { useChoices } from '../useChoices.ts';
import { contactNoun } from './contact-noun.ts';

export const meta = () => [{ title: pageTitle('Contacts') }];

type Contact = RowOf<'GET /v1/admin/lead-engine/contacts'>;
const contactColumns: readonly Column<Contact>[] = [
  textColumn('name', 'Name', { sortable: true }),
  linkColumn(
    'organization',
    'Organization',
    (contact) => contact.organization,
    (id) => `/admin/lead-engine/organizations/${id}`,
    { hideBelow: 640 },
  ),
  {
    id: 'emails',
    label: 'E-mail',
    cell: (contact) => contact.emails[0] ?? '–',
    csv: (contact) => contact.emails.join('; '),
    hideBelow: 800,
  },
  {
    id: 'phones',
    label: 'Phone',
    cell: (contact) => contact.phones[0] ?? '–',
    csv: (contact) => contact.phones.join('; '),
    hideBelow: 1200,
  },
  {
    id: 'labels',
    label: 'Labels',
    cell: (contact) => contact.labels.map(({ name }) => name).join(', ') || '–',
    csv: (contact) => contact.labels.map(({ name }) => name).join('; '),
    hideBelow: 1200,
  },
  numberColumn('openDeals', 'Open deals'),
  dateColumn('created_at', 'Added', { sortable: true, show: 'date', hideBelow: 1200 }),
];
const noun = contactNoun();

export default function ContactsPage() {
  const choices = useChoices();
  const filters = useMemo(
    () => [
      { id: 'label', label: 'Label', kind: 'select' as const, options: choices?.labels ?? [] },
      { id: 'owner', label: 'Owner', kind: 'select' as const, options: choices?.owners ?? [] },
      refFilter('organization', 'Organization', '/v1/admin/lead-engine/organizations'),
      {
        id: 'duplicates',
        label: 'Duplicates',
        kind: 'select' as const,
        options: [{ value: '1', label: 'Possible duplicates only' }],
      },
      ...customFilters(choices?.fields.contact ?? []),
    ],
    [choices],
  );
  const columns = useMemo(
    () => [...contactColumns, ...customColumns<Contact>(choices?.fields.contact ?? [])],
    [choices],
  );
  const fields = useMemo(() => (choices ? contactBulkFields(choices) : []), [choices]);
  const { bulkActions, dialog, notice } = useBulkEdit<Contact>('lead-contacts', fields, {
    one: 'contact',
    deleting: 'Their notes are deleted too. Contacts that have deals are kept and listed with the reason.',
  });
  return (
    <>
      <Container width="full" className={css.tabs}>
        <LeadTabs />
      </Container>
      {choices ? (
        <NounList
          of="GET /v1/admin/lead-engine/contacts"
          noun={noun}
          columns={columns}
          filters={filters}
          headActions={<ButtonLink to="/admin/lead-engine/imports">Import contacts</ButtonLink>}
          searchLabel="Search name, e-mail or phone"
          bulkActions={bulkActions}
          notice={notice}
          empty={{ title: 'Contacts appear here once you add one.', text: 'Adding a deal adds its contact too.' }}
        />
      ) : null}
      {dialog}
    </>
  );
}
