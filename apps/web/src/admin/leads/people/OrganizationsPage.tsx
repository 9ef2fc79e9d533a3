import { useMemo } from 'react';
import { pageTitle } from '../../../shell/title.ts';
import { Container } from '../../../ui/layout/Layout.tsx';
import { dateColumn, linkColumn, numberColumn, textColumn } from '../../../ui/list/columns.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { RowOf } from '../../AdminList.tsx';
import { NounPanelList } from '../../record/noun/NounList.tsx';
import { LeadTabs } from '../LeadTabs.tsx';
import css from '../leads.module.css';
import { useChoices } from '../useChoices.ts';
import { organizationNoun } from './contact-noun.ts';

export const meta = () => [{ title: pageTitle('Organizations') }];

type Organization = RowOf<'GET /v1/admin/lead-engine/organizations'>;
const columns: readonly Column<Organization>[] = [
  textColumn('name', 'Name', { sortable: true }),
  textColumn('website', 'Website', { hideBelow: 800 }),
  textColumn('phone', 'Phone', { hideBelow: 1200 }),
  numberColumn('contacts', 'Contacts', { hideBelow: 640 }),
  numberColumn('openDeals', 'Open deals'),
  dateColumn('created_at', 'Added', { sortable: true, show: 'date', hideBelow: 1200 }),
  linkColumn(
    'page',
    'Deals and contacts',
    (row) => ({ id: row.id, name: 'Show' }),
    (id) => `/admin/lead-engine/organizations/${id}`,
  ),
];

export default function OrganizationsPage() {
  const choices = useChoices();
  const noun = useMemo(() => organizationNoun(choices?.owners), [choices]);
  const filters = useMemo(
    () => [
      { id: 'owner', label: 'Owner', kind: 'select' as const, options: choices?.owners ?? [] },
      {
        id: 'duplicates',
        label: 'Duplicates',
        kind: 'select' as const,
        options: [{ value: '1', label: 'Possible duplicates only' }],
      },
    ],
    [choices],
  );
  return (
    <>
      <Container width="full" className={css.tabs}>
        <LeadTabs />
      </Container>
      {choices ? (
        <NounPanelList
          of="GET /v1/admin/lead-engine/organizations"
          noun={noun}
          columns={columns}
          filters={filters}
          searchLabel="Search name, website or phone"
          empty={{
            title: 'Organizations appear here once you add one.',
            text: 'Adding a deal adds its organization too.',
          }}
        />
      ) : null}
    </>
  );
}
