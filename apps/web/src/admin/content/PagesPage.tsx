import { pageTitle } from '../../shell/title.ts';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { dateColumn, textColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { AdminList, type RowOf } from '../AdminList.tsx';

const states = {
  published: { label: 'Published', tone: 'good' },
  unpublished: { label: 'Unpublished', tone: 'neutral' },
  draft: { label: 'Never published', tone: 'neutral' },
} as const;

const columns: readonly Column<RowOf<'GET /v1/admin/pages'>>[] = [
  textColumn('title', 'Title', { sortable: true }),
  { ...textColumn('slug', 'Path', { sortable: true, hideBelow: 640 }), cell: ({ slug }) => `/${slug}` },
  {
    id: 'state',
    label: 'Status',
    cell: ({ state, has_draft }) => (
      <StateDot tone={states[state].tone}>{states[state].label + (has_draft ? ', with draft' : '')}</StateDot>
    ),
    csv: ({ state }) => states[state].label,
  },
  dateColumn('scheduled_at', 'Scheduled', { hideBelow: 800 }),
  dateColumn('updated_at', 'Changed', { sortable: true, hideBelow: 640 }),
];
const filters: readonly FilterSpec[] = [
  {
    id: 'state',
    label: 'Status',
    kind: 'select',
    options: Object.entries(states).map(([value, { label }]) => ({ value, label })),
  },
];

export const meta = () => [{ title: pageTitle('Pages') }];

export default function PagesPage() {
  return (
    <AdminList
      of="GET /v1/admin/pages"
      title="Pages"
      columns={columns}
      filters={filters}
      searchLabel="Search title or path"
      rowKey={({ id }) => id}
      rowName={({ title }) => title}
      rowLink={({ slug }) => `/admin/pages/${slug}`}
      empty={{ title: 'No page matches.', text: 'Every static page of the site is listed here.' }}
    />
  );
}
