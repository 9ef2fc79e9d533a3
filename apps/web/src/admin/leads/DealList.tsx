import { dealRestoreDays, leadDealMachine } from '@tuneport/domain/leads/deal-states';
import { useMemo } from 'react';
import { type RowOf, ServerList } from '../../shell/lists/ServerList.tsx';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { dateColumn, linkColumn, moneyColumn, textColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { calendarDay } from '../../ui/text/date-text.ts';
import { useBulkEdit } from '../operations/bulk/useBulkEdit.tsx';
import { dealBulkFields } from './bulk-fields.ts';
import { dealFilters } from './deal-filters.ts';
import { customColumns } from './fields/custom-fields.ts';
import type { Choices } from './useChoices.ts';

type Deal = RowOf<'GET /v1/admin/lead-engine/deals'>;

const stageOf = (deal: Deal) => deal.pipeline.stages.find(({ id }) => id === deal.stageId)?.name ?? '';
const dealColumns: readonly Column<Deal>[] = [
  textColumn('title', 'Deal', { sortable: true }),
  {
    id: 'status',
    label: 'Status',
    cell: (deal) => <StateBadge machine={leadDealMachine} state={deal.status} />,
    csv: (deal) => deal.status,
  },
  { id: 'stage', label: 'Stage', cell: stageOf, csv: stageOf },
  moneyColumn('value', 'Value', { sortable: true }),
  linkColumn(
    'organization',
    'Organization',
    (deal) => deal.organization,
    (id) => `/admin/lead-engine/organizations/${id}`,
  ),
  linkColumn(
    'contact',
    'Contact',
    (deal) => deal.contact,
    (id) => `/admin/lead-engine/contacts/${id}`,
    { hideBelow: 1000 },
  ),
  {
    id: 'user',
    label: 'Owner',
    cell: (deal) => deal.user?.name ?? '–',
    csv: (deal) => deal.user?.name ?? '',
    hideBelow: 1200,
  },
  {
    id: 'expectedCloseDate',
    label: 'Expected close',
    sortable: true,
    cell: (deal) => (deal.expectedCloseDate ? calendarDay(deal.expectedCloseDate) : '–'),
    csv: (deal) => deal.expectedCloseDate ?? '',
    hideBelow: 800,
  },
  dateColumn('closedAt', 'Closed', { sortable: true, show: 'date', hideBelow: 1200 }),
];

const modeFilter: FilterSpec = {
  id: 'mode',
  label: 'Status',
  kind: 'select',
  options: [
    { value: 'open', label: 'Open' },
    { value: 'won', label: 'Won' },
    { value: 'lost', label: 'Lost' },
    { value: 'archived', label: 'Archived' },
  ],
};

/** What the figures of the report link to. */
const reportFilters = ({ stages }: Choices): readonly FilterSpec[] => [
  { id: 'archived', label: 'Archived deals', kind: 'select', options: [{ value: 'true', label: 'Included' }] },
  { id: 'closed', label: 'Closed', kind: 'range', names: ['closedFrom', 'closedTo'] },
  { id: 'lostReason', label: 'Reason', kind: 'text' },
  { id: 'enteredStage', label: 'Entered stage', kind: 'select', options: stages },
  { id: 'leftStage', label: 'Left stage', kind: 'select', options: stages },
  { id: 'moved', label: 'Moved', kind: 'range', names: ['movedFrom', 'movedTo'] },
];

/** The deals of the board as a list, also closed and archived ones. */
export function DealList({ choices }: { choices: Choices }) {
  const filters = useMemo(
    () => [
      modeFilter,
      ...(choices.pipelines.length > 1
        ? [{ id: 'pipeline', label: 'Pipeline', kind: 'select' as const, options: choices.pipelines }]
        : []),
      { id: 'stage', label: 'Stage', kind: 'select' as const, options: choices.stages },
      ...dealFilters(choices),
      ...reportFilters(choices),
    ],
    [choices],
  );
  const columns = useMemo(() => [...dealColumns, ...customColumns<Deal>(choices.fields.deal)], [choices]);
  const fields = useMemo(() => dealBulkFields(choices), [choices]);
  const { bulkActions, dialog, notice } = useBulkEdit<Deal>('lead-deals', fields, {
    one: 'deal',
    deleting: `A deleted deal can be restored from its page for ${dealRestoreDays} days.`,
  });
  return (
    <>
      <ServerList
        heading="h2"
        of="GET /v1/admin/lead-engine/deals"
        title="Deals"
        columns={columns}
        filters={filters}
        searchLabel="Search deal, organization or contact"
        rowKey={(deal) => deal.id}
        rowName={(deal) => deal.title}
        rowLink={(deal) => `/admin/lead-engine/deals/${deal.id}`}
        csvName="Deals"
        withoutViews
        empty={{ title: 'Deals appear here once you add one.' }}
        bulkActions={bulkActions}
        notice={notice}
      />
      {dialog}
    </>
  );
}
