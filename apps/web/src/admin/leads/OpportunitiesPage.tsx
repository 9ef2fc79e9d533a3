import { leadLimits } from '@tuneport/domain/leads/limits';
import {
  opportunityMachine,
  opportunitySourceLabels,
  opportunitySources,
} from '@tuneport/domain/leads/opportunity-states';
import { stateOptions } from '@tuneport/domain/states/machine';
import { useNavigate } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Container } from '../../ui/layout/Layout.tsx';
import { dateColumn, textColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { RowOf } from '../AdminList.tsx';
import { NounPanelList } from '../record/noun/NounList.tsx';
import type { Noun } from '../record/noun/noun.ts';
import type { StoredRecord } from '../record/record-calls.ts';
import { LeadTabs } from './LeadTabs.tsx';
import css from './leads.module.css';

export const meta = () => [{ title: pageTitle('Opportunities') }];

type Opportunity = RowOf<'GET /v1/admin/lead-engine/opportunities'>;
const noun: Noun = {
  path: '/v1/admin/lead-engine/opportunities',
  to: '/admin/lead-engine/opportunities',
  one: 'opportunity',
  many: 'Opportunities',
  write: 'leads',
  title: (row) => String(row.title),
  fields: [
    { name: 'title', label: 'Title', kind: 'text', maxLength: leadLimits.title, wide: true },
    { name: 'organization', label: 'Organization', kind: 'text', maxLength: leadLimits.name, optional: true },
    { name: 'contact', label: 'Contact', kind: 'text', maxLength: leadLimits.name, optional: true },
    {
      name: 'reason',
      label: 'Reason',
      kind: 'textarea',
      rows: 3,
      maxLength: leadLimits.reason,
      optional: true,
      wide: true,
    },
  ],
  deleting: 'It will not be found again.',
};
const values = (row: StoredRecord) => ({
  ...row,
  contact: (row.contact as { name: string } | null)?.name ?? '',
  organization: (row.organization as { name: string } | null)?.name ?? '',
});
const columns: readonly Column<Opportunity>[] = [
  textColumn('title', 'Opportunity', { sortable: true }),
  {
    id: 'state',
    label: 'Status',
    cell: (row) => <StateBadge machine={opportunityMachine} state={row.state} />,
    csv: (row) => row.state,
  },
  {
    id: 'source',
    label: 'Source',
    cell: (row) => opportunitySourceLabels[row.source],
    csv: (row) => row.source,
    hideBelow: 640,
  },
  textColumn('reason', 'Reason', { hideBelow: 800 }),
  {
    id: 'contact',
    label: 'Contact',
    cell: (row) => row.contact?.name ?? row.organization?.name ?? '–',
    csv: (row) => row.contact?.name ?? '',
    hideBelow: 1200,
  },
  dateColumn('created_at', 'Found', { sortable: true, show: 'relative', hideBelow: 800 }),
];
const filters = [
  { id: 'state', label: 'Status', kind: 'select' as const, options: stateOptions(opportunityMachine) },
  {
    id: 'source',
    label: 'Source',
    kind: 'select' as const,
    options: opportunitySources.map((value) => ({ value, label: opportunitySourceLabels[value] })),
  },
];

export default function OpportunitiesPage() {
  return (
    <>
      <Container width="full" className={css.tabs}>
        <LeadTabs />
      </Container>
      <NounPanelList
        of="GET /v1/admin/lead-engine/opportunities"
        noun={noun}
        read={values}
        columns={columns}
        filters={filters}
        searchLabel="Search title, reason, contact or organization"
        empty={{
          title: 'Opportunities appear here as they are found.',
          text: 'They come from applications, requests, demand and dormant dealers, or you add one.',
        }}
        actions={(row, saved) => <Steps row={row} saved={saved} />}
      />
    </>
  );
}

function Steps({ row, saved }: { row: StoredRecord; saved: (row: StoredRecord) => void }) {
  const navigate = useNavigate();
  const params = { id: row.id };
  // A deal that was deleted for good leaves no link.
  if (row.state === 'converted')
    return row.dealId === null ? null : (
      <ButtonLink to={`/admin/lead-engine/deals/${String(row.dealId)}`}>Open deal</ButtonLink>
    );
  const attempt = (act: () => Promise<unknown>) =>
    act().catch((error: Error) => void toast(error.message, { tone: 'bad' }));
  const step = (event: 'dismiss' | 'restore') =>
    attempt(async () => {
      const next = await call('POST /v1/admin/lead-engine/opportunities/:id/:event', { params: { ...params, event } });
      saved(next as unknown as StoredRecord);
    });
  if (row.state === 'dismissed') return <Button onClick={() => void step('restore')}>Restore</Button>;
  return (
    <>
      <Button onClick={() => void step('dismiss')}>Dismiss</Button>
      <Button
        variant="primary"
        onClick={() =>
          void attempt(async () => {
            const deal = await call('POST /v1/admin/lead-engine/opportunities/:id/convert', { params, body: {} });
            toast('Converted to a deal.');
            await navigate(`/admin/lead-engine/deals/${deal.id}`);
          })
        }
      >
        Convert to deal
      </Button>
    </>
  );
}
