import type { CallReply } from '@tuneport/contract/index';
import { type ApprovalKind, approvalMachine } from '@tuneport/domain/states/approvals';
import { stateOptions } from '@tuneport/domain/states/machine';
import { useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { TextLink } from '../../../ui/controls/Button.tsx';
import { machineSteps } from '../../../ui/controls/machine-steps.ts';
import { StateActions } from '../../../ui/controls/StateActions.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Stack } from '../../../ui/layout/Layout.tsx';
import type { Column } from '../../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../../ui/list/list-state.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { KeyValue } from '../../../ui/text/KeyValue.tsx';
import type { RowOf } from '../../AdminList.tsx';
import { type RecordDone, RecordList } from '../../record/RecordList.tsx';

export const meta = () => [{ title: pageTitle('Approvals') }];

type Approval = CallReply<'GET /v1/admin/approvals/:id'>;
type Listed = RowOf<'GET /v1/admin/approvals'>;

const kindLabels: Record<ApprovalKind, string> = {
  goodwill: 'Goodwill',
  credits: 'Tune credits',
  correction: 'Balance correction',
  'account-release': 'Release of a paused account',
  'line-dispute': 'Correction of a disputed line',
};
const stateDot = ({ state }: Pick<Listed, 'state'>) => <StateBadge machine={approvalMachine} state={state} />;

const columns: readonly Column<Listed>[] = [
  { id: 'summary', label: 'Request', cell: (row) => row.summary, csv: (row) => row.summary },
  { id: 'state', label: 'Status', cell: stateDot, csv: (row) => row.state },
  { id: 'kind', label: 'Kind', cell: (row) => kindLabels[row.kind], csv: (row) => row.kind, hideBelow: 1000 },
  {
    id: 'requested_by',
    label: 'Requested by',
    cell: (row) => row.requested_by,
    csv: (row) => row.requested_by,
    hideBelow: 640,
  },
  {
    id: 'requested_at',
    label: 'Requested',
    cell: (row) => <DateText at={row.requested_at} />,
    csv: (row) => row.requested_at,
    hideBelow: 800,
  },
];
const filters: readonly FilterSpec[] = [
  {
    id: 'state',
    label: 'Status',
    kind: 'select',
    options: stateOptions(approvalMachine),
  },
];

const records: Readonly<Record<string, { label: string; path: string } | undefined>> = {
  ticket: { label: 'Ticket', path: '/admin/tickets' },
  rescue: { label: 'Rescue session', path: '/admin/rescue-sessions' },
  user: { label: 'User', path: '/admin/users' },
  dealer: { label: 'Dealer', path: '/admin/dealers' },
  'line-dispute': { label: 'Dispute', path: '/admin/disputes' },
};

/** Links to the record a grant is for, such as ticket:5. */
function Subject({ subject }: { subject: string }) {
  const [kind = '', id = ''] = subject.split(':');
  const record = records[kind];
  if (!record) return subject;
  return (
    <TextLink to={`${record.path}/${id}`} discover="none">
      {record.label} {id}
    </TextLink>
  );
}

const read = (id: number) => call('GET /v1/admin/approvals/:id', { params: { id } });

export default function ApprovalsPage() {
  return (
    <RecordList
      of="GET /v1/admin/approvals"
      what="approval"
      title="Approvals"
      columns={columns}
      filters={filters}
      rowKey={(row) => row.id}
      rowName={(row) => row.summary}
      read={read}
      readOnly
      titleOf={(row) => row.summary}
      empty={{
        title: 'Grants that need approval appear here.',
        text: 'Goodwill or tune credits above your limit wait until a colleague approves them.',
        first: '',
      }}
      form={(row, done) => (row ? <ApprovalRecord opened={row} {...done} /> : null)}
    />
  );
}

function ApprovalRecord({ opened, onSaved }: RecordDone & { opened: Approval }) {
  const [row, setRow] = useState(opened);
  const decide = async (verb: 'approve' | 'reject', note: string) => {
    const key = verb === 'approve' ? 'POST /v1/admin/approvals/:id/approve' : 'POST /v1/admin/approvals/:id/reject';
    setRow(await call(key, { params: { id: row.id }, body: { note }, once: true }));
    toast(verb === 'approve' ? 'Approved and granted.' : 'Rejected. Nothing was granted.');
    onSaved(row.id);
  };
  return (
    <Stack>
      <KeyValue
        rows={[
          ['Status', stateDot(row)],
          ['For', <Subject key="for" subject={row.subject} />],
          ['Reason', row.reason],
          ['Requested by', row.requested_by],
          ['Requested', <DateText key="requested" at={row.requested_at} />],
          ...(row.decided_by !== null && row.decided_at !== null
            ? ([
                ['Decided by', row.decided_by],
                ['Decided', <DateText key="decided" at={row.decided_at} />],
                ['Note', row.decision_note === '' ? 'None' : row.decision_note],
              ] as const)
            : []),
        ]}
      />
      {row.state === 'pending' && !row.may_decide ? (
        <Notice>You requested this, so a colleague has to decide on it.</Notice>
      ) : null}
      <StateActions
        steps={machineSteps(approvalMachine, {
          approve: {
            confirm: `${row.summary}: granted as soon as you approve it.`,
            reason: { label: 'Note', required: false },
          },
          reject: {
            danger: true,
            confirm: `${row.summary}: nothing will be granted. ${row.requested_by} will see your reason.`,
            reason: { label: 'Reason', required: true },
          },
        })}
        main="approve"
        can={{ approve: row.may_decide, reject: row.may_decide }}
        run={decide}
      />
    </Stack>
  );
}
