import { newsletterMachine } from '@tuneport/domain/content/newsletter-states';
import { stateOptions } from '@tuneport/domain/states/machine';
import { pageTitle } from '../../shell/title.ts';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { dateColumn, numberColumn, textColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import type { RowOf } from '../AdminList.tsx';
import { NounList } from '../record/noun/NounList.tsx';
import { newsletterNoun } from './newsletter-noun.ts';

export const meta = () => [{ title: pageTitle(newsletterNoun.many) }];

const columns: readonly Column<RowOf<'GET /v1/admin/newsletters'>>[] = [
  textColumn('title', 'Title', { sortable: true }),
  {
    id: 'state',
    label: 'Status',
    cell: ({ state }) => <StateBadge machine={newsletterMachine} state={state} />,
    csv: ({ state }) => state,
  },
  numberColumn('recipients', 'Recipients', { hideBelow: 640 }),
  dateColumn('send_at', 'Scheduled for', { hideBelow: 800 }),
  dateColumn('started_at', 'Sent', { sortable: true, hideBelow: 640 }),
];
const filters: readonly FilterSpec[] = [
  { id: 'state', label: 'Status', kind: 'select', options: stateOptions(newsletterMachine) },
];

export default function NewslettersPage() {
  return (
    <NounList
      of="GET /v1/admin/newsletters"
      noun={newsletterNoun}
      columns={columns}
      filters={filters}
      searchLabel="Search title or slug"
      empty={{
        title: 'Newsletters appear here once you write one.',
        text: 'A newsletter goes to everyone who confirmed their subscription.',
      }}
    />
  );
}
