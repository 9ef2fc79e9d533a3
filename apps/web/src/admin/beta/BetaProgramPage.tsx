import type { CallReply } from '@tuneport/contract/index';
import {
  betaInvitationDays,
  betaParticipantMachine,
  betaProgramMachine,
  listedProgramStates,
} from '@tuneport/domain/beta/beta-states';
import { eventsFrom, stateOptions } from '@tuneport/domain/states/machine';
import { useMemo, useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { ServerList } from '../../shell/lists/ServerList.tsx';
import { pageTitle } from '../../shell/title.ts';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { machineSteps } from '../../ui/controls/machine-steps.ts';
import { StateActions } from '../../ui/controls/StateActions.tsx';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Card } from '../../ui/layout/Layout.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import type { RowOf } from '../AdminList.tsx';
import { NounForm } from '../record/noun/NounForm.tsx';
import { NounHistory } from '../record/noun/NounHistory.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import { readRecord, type StoredRecord } from '../record/record-calls.ts';
import { betaNoun } from './beta-noun.ts';

type Program = CallReply<'GET /v1/admin/beta-programs/:id'>;
type Participant = RowOf<'GET /v1/admin/beta-participants'>;

export const meta = ({ loaderData }: { loaderData?: Program | null }) => [
  { title: pageTitle(loaderData?.name ?? 'New beta program') },
];
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  params.id === 'new' ? null : readRecord(betaNoun.path, params.id ?? '');
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the beta program" />;

const steps = machineSteps(betaProgramMachine, {
  publish: { confirm: 'Everyone can see it and join. Its terms can no longer change.' },
  start: {},
  resume: { confirm: 'Incidents are counted from now on. Participants get an e-mail.' },
  pause: { confirm: 'Participants get an e-mail with the reason.', reason: { label: 'Reason', required: true } },
  finish: { confirm: 'Everyone taking part is marked as completed and gets an e-mail.' },
  archive: {},
  cancel: {
    danger: true,
    confirm: 'All places and applications end. Participants get an e-mail with the reason.',
    reason: { label: 'Reason', required: true },
  },
});

export default function BetaProgramPage() {
  const record = useLoaderData() as (Program & StoredRecord) | null;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const run = async (event: string, reason: string) => {
    if (!record) return;
    await call('POST /v1/admin/beta-programs/:id/steps', { params: { id: record.id }, body: { event, reason } });
    toast('The program was changed.');
    await revalidate();
  };
  const can = Object.fromEntries(
    record ? eventsFrom(betaProgramMachine, record.state, 'staff').map((event) => [event, true]) : [],
  );
  return (
    <RecordFrame
      key={record?.id ?? 'new'}
      crumbs={[{ label: betaNoun.many, to: betaNoun.to }]}
      title={record?.name ?? 'New beta program'}
      about={record ? <StateBadge machine={betaProgramMachine} state={record.state} /> : null}
      actions={
        record ? (
          <>
            {listedProgramStates.includes(record.state) ? (
              <ButtonLink to={`/beta/${record.id}`}>View page</ButtonLink>
            ) : null}
            <StateActions steps={steps} can={can} run={run} main="publish" />
          </>
        ) : null
      }
      side={
        record ? (
          <>
            <Card>
              <h2>Figures</h2>
              <KeyValue
                rows={[
                  ['Taking part', `${record.active} of ${record.seats}`],
                  ['Waiting', record.waiting],
                  [
                    'Incidents',
                    record.stop_per_100 === null
                      ? record.incidents
                      : `${record.incidents} (stops above ${record.stop_per_100} per 100)`,
                  ],
                ]}
              />
            </Card>
            <NounHistory noun={betaNoun} record={record} />
          </>
        ) : null
      }
    >
      {record ? <Participants key={record.updated_at} id={record.id} onChanged={() => void revalidate()} /> : null}
      <Card>
        <NounForm
          noun={betaNoun}
          record={record}
          onSaved={(saved) => {
            toast('The program was saved.');
            if (record) void revalidate();
            else void navigate(`${betaNoun.to}/${saved.id}`);
          }}
          onDeleted={() => {
            toast('The program was deleted.');
            void navigate(betaNoun.to);
          }}
        />
      </Card>
    </RecordFrame>
  );
}

const filters: readonly FilterSpec[] = [
  { id: 'state', label: 'Status', kind: 'select', options: stateOptions(betaParticipantMachine) },
];

const columns: readonly Column<Participant>[] = [
  { id: 'user', label: 'Participant', cell: ({ user }) => user.name, csv: ({ user }) => user.name },
  {
    id: 'state',
    label: 'Status',
    cell: ({ state }) => <StateBadge machine={betaParticipantMachine} state={state} />,
    csv: ({ state }) => state,
  },
  {
    id: 'cohort',
    label: 'Group',
    cell: ({ cohort }) => cohort ?? '–',
    csv: ({ cohort }) => String(cohort ?? ''),
    hideBelow: 640,
  },
  {
    id: 'answers',
    label: 'Application',
    cell: ({ vehicle, answers }) => [vehicle, answers].filter(Boolean).join(': ') || '–',
    csv: ({ answers }) => answers,
    hideBelow: 800,
  },
  {
    id: 'feedback',
    label: 'Feedback',
    cell: ({ feedback }) => feedback.map((one) => <FeedbackLine key={one.created_at} feedback={one} />),
    csv: ({ feedback }) => feedback.map(({ rating, text }) => `${rating}: ${text}`).join(' | '),
  },
];

const FeedbackLine = ({ feedback }: { feedback: Participant['feedback'][number] }) => (
  <p>
    {feedback.rating} of 5{feedback.incident ? ', incident' : ''}: {feedback.text} (
    <DateText at={feedback.created_at} show="date" />)
  </p>
);

const decisions = machineSteps(betaParticipantMachine, {
  accept: {},
  waitlist: {},
  refuse: { danger: true, reason: { label: 'Reason', required: true } },
  remove: { danger: true, reason: { label: 'Reason', required: true } },
});

function Participants({ id, onChanged }: { id: number; onChanged: () => void }) {
  const [asking, setAsking] = useState<{ row: Participant; event: string } | null>(null);
  const fixed = useMemo(() => ({ program: id }), [id]);
  const decision = decisions.find(({ verb }) => verb === asking?.event);
  return (
    <>
      <ServerList
        of="GET /v1/admin/beta-participants"
        fixed={fixed}
        title="Participants"
        heading="h2"
        columns={columns}
        filters={filters}
        searchLabel="Search name"
        rowKey={(row) => row.id}
        rowName={(row) => row.user.name}
        rowActions={(row) =>
          decisions
            .filter(({ verb }) => row.allowed.includes(verb))
            .map(({ verb, label, danger }) => ({
              label,
              danger: danger === true,
              onSelect: () => setAsking({ row, event: verb }),
            }))
        }
        empty={{ title: 'Participants appear here once someone joins.' }}
      />
      {asking && decision ? (
        <ConfirmDialog
          open
          onClose={() => setAsking(null)}
          title={`${decision.label}: ${asking.row.user.name}?`}
          confirmLabel={decision.label}
          danger={decision.danger}
          reason={decision.reason}
          onConfirm={async (reason) => {
            const params = { id: asking.row.id };
            await call('POST /v1/admin/beta-participants/:id/steps', { params, body: { event: asking.event, reason } });
            toast('The participant was changed.');
            onChanged();
          }}
        >
          {decision.verb === 'accept'
            ? `They get an e-mail with an invitation that is valid for ${betaInvitationDays} days.`
            : null}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
