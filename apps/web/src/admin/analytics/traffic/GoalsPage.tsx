import { pageTitle } from '../../../shell/title.ts';
import { dateColumn, textColumn } from '../../../ui/list/columns.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { RowOf } from '../../AdminList.tsx';
import { NounPanelList } from '../../record/noun/NounList.tsx';
import type { Noun } from '../../record/noun/noun.ts';

const kinds = [
  { value: 'path', label: 'Views of a page' },
  { value: 'event', label: 'An event' },
];

const goalNoun: Noun = {
  path: '/v1/admin/analytics/goals',
  to: '/admin/web-traffic/goals',
  one: 'goal',
  short: 'goal',
  many: 'Goals',
  write: 'analytics.read',
  title: (goal) => String(goal.name),
  fields: [
    { name: 'name', label: 'Name', kind: 'text', maxLength: 80 },
    { name: 'kind', label: 'Counts', kind: 'select', options: kinds },
    {
      name: 'pattern',
      label: 'Page or event',
      kind: 'text',
      maxLength: 200,
      hint: 'A path such as /checkout, or /products/* for everything below it. For an event its name: add_to_cart.',
    },
  ],
  deleting: 'Its figures disappear from the report. Visits stay as they are.',
};

type Goal = RowOf<'GET /v1/admin/analytics/goals'>;
const columns: readonly Column<Goal>[] = [
  textColumn('name', 'Name', { sortable: true }),
  {
    id: 'kind',
    label: 'Counts',
    editable: true,
    cell: (goal) => kinds.find(({ value }) => value === goal.kind)?.label ?? goal.kind,
    csv: (goal) => goal.kind,
  },
  textColumn('pattern', 'Page or event', { editable: true }),
  dateColumn('created_at', 'Created', { hideBelow: 640 }),
];

export const meta = () => [{ title: pageTitle(goalNoun.many) }];

export default function GoalsPage() {
  return (
    <NounPanelList
      of="GET /v1/admin/analytics/goals"
      noun={goalNoun}
      columns={columns}
      searchLabel="Search name, page or event"
      empty={{ title: 'Goals appear here once you add one.', text: 'A goal counts views of a page, or an event.' }}
    />
  );
}
