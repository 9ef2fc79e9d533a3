import type { CallReply } from '@tuneport/contract/index';
import {
  type ValueTransferEvent,
  valueTransferCauseNames,
  valueTransferDays,
  valueTransferMachine,
} from '@tuneport/domain/tuning/value-transfer-states';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { TextLink } from '../../../ui/controls/Button.tsx';
import { machineSteps } from '../../../ui/controls/machine-steps.ts';
import { StateActions } from '../../../ui/controls/StateActions.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { Timeline } from '../../../ui/feedback/Timeline.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Card } from '../../../ui/layout/Layout.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { KeyValue } from '../../../ui/text/KeyValue.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import { ChooseRequest } from './ChooseRequest.tsx';
import { InspectPanel } from './InspectPanel.tsx';
import { PostingsTable } from './PostingsTable.tsx';
import { ReviewForm } from './ReviewForm.tsx';

export type ValueTransfer = CallReply<'GET /v1/admin/instatune-value-transfers/:id'>;
export type Inspection = CallReply<'GET /v1/admin/instatune-value-transfers/:id/inspect'>;

const path = '/v1/admin/instatune-value-transfers/:id';

export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const id = params.id ?? '';
  const [transfer, inspection] = await Promise.all([
    call(`GET ${path}`, { params: { id } }),
    call(`GET ${path}/inspect`, { params: { id } }),
  ]);
  return { transfer, inspection };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the value transfer" />;
export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof clientLoader>> }) => [
  { title: pageTitle(loaderData?.transfer.number ?? 'Value transfer') },
];

export default function ValueTransferRecord() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <Record key={loaded.transfer.id} {...loaded} />;
}

const steps = machineSteps(valueTransferMachine, {
  perform: {
    confirm:
      'The old request is locked and its value is moved to the new one. If a difference is due, the customer gets an e-mail.',
  },
  'lock-old': { confirm: 'The customer can no longer download or change the old tune.' },
  'set-new': { confirm: `The value is reserved for the new request for ${valueTransferDays} days.` },
  cancel: {
    danger: true,
    confirm: 'What is reserved is released and the old request works again. The customer gets an e-mail.',
    reason: { label: 'Reason. The customer will see this.', required: true },
  },
  undo: {
    danger: true,
    confirm: 'The new request is refunded and the value returns to the old one.',
    reason: { label: 'Reason', required: true },
  },
});
type Step = (typeof steps)[number]['verb'];

const calls = {
  perform: `POST ${path}/perform`,
  'lock-old': `POST ${path}/do-lock-old`,
  'set-new': `POST ${path}/do-set-new-transfer-if-zero`,
  cancel: `POST ${path}/cancel`,
  undo: `POST ${path}/undo`,
} as const;

/** `perform` takes every step that is left, so it is offered from the approval on. */
const performable = ['approved', 'old_locked', 'new_set', 'needs_attention'];

type Loaded = Awaited<ReturnType<typeof clientLoader>>;

function Record({ transfer: first, inspection: dryRun }: Loaded) {
  const [transfer, setTransfer] = useState(first);
  const [inspection, setInspection] = useState(dryRun);
  const [chosen, setChosen] = useState<number | null>(first.new_request?.id ?? null);
  const params = { id: transfer.id };
  const inspect = async () => setInspection(await call(`GET ${path}/inspect`, { params }));
  const show = async (next: ValueTransfer) => {
    setTransfer(next);
    toast(`${valueTransferMachine.states[next.state].label}.`);
    await inspect();
  };
  const run = async (step: Step, reason: string) => {
    const body = step === 'cancel' || step === 'undo' ? { reason } : chosen === null ? {} : { new_request_id: chosen };
    await show(await call(calls[step], { params, ...(step === 'lock-old' ? {} : { body }), once: true } as never));
  };
  const may = (step: Step) =>
    step === 'perform'
      ? performable.includes(transfer.state)
      : transfer.events.includes(step satisfies ValueTransferEvent);
  const needsRequest = performable.includes(transfer.state) && transfer.state !== 'new_set';
  return (
    <RecordFrame
      crumbs={[{ label: 'Value transfers', to: '/admin/instatune-value-transfers' }]}
      title={transfer.number}
      about={<StateBadge machine={valueTransferMachine} state={transfer.state} />}
      actions={
        <StateActions
          steps={steps}
          can={Object.fromEntries(steps.map(({ verb }) => [verb, may(verb)]))}
          main="perform"
          run={run}
        />
      }
      side={
        <Card>
          <h2>History</h2>
          <Timeline
            moments={transfer.history.map((event, at) => ({
              id: at,
              title: doneLabel(event.event),
              when: <DateText at={event.at} show="both" />,
              body: [event.by, event.reason].filter(Boolean).join(': '),
            }))}
          />
        </Card>
      }
    >
      {transfer.events.includes('approve') ? (
        <ReviewForm transfer={transfer} inspection={inspection} onReviewed={show} />
      ) : null}
      {needsRequest ? <ChooseRequest transfer={transfer} onChosen={setChosen} /> : null}
      <About transfer={transfer} />
      <InspectPanel inspection={inspection} onInspect={inspect} />
      <PostingsTable
        title={inspection.performed ? 'Postings' : 'Postings if you perform the transfer'}
        postings={inspection.performed ? transfer.postings : inspection.postings}
        none={inspection.performed ? 'Nothing was posted.' : (inspection.problem ?? 'Nothing would be posted.')}
      />
    </RecordFrame>
  );
}

function doneLabel(event: string): string {
  const known: Readonly<Record<string, { readonly done?: string; readonly label: string }>> =
    valueTransferMachine.events;
  return event === 'request' ? 'Requested' : (known[event]?.done ?? known[event]?.label ?? event);
}

const RequestLink = ({ request }: { request: ValueTransfer['old_request'] }) => (
  <>
    <TextLink to={`/admin/tune-requests/${request.id}`} discover="none">
      {request.number}
    </TextLink>{' '}
    {request.vehicle}
  </>
);

function About({ transfer }: { transfer: ValueTransfer }) {
  return (
    <Card>
      <h2>Transfer</h2>
      <KeyValue
        rows={[
          ['From', <RequestLink key="old" request={transfer.old_request} />],
          ['To', transfer.new_request ? <RequestLink key="new" request={transfer.new_request} /> : 'Not chosen yet'],
          [
            'Customer',
            <TextLink key="customer" to={`/admin/users/${transfer.customer.id}`} discover="none">
              {transfer.customer.name}
            </TextLink>,
          ],
          ['Dealer', transfer.dealer?.name ?? ''],
          ['Cause', valueTransferCauseNames[transfer.cause]],
          ['Reason', transfer.reason],
          ['Evidence', transfer.evidence],
          ['Value', transfer.value ? <MoneyText key="value" money={transfer.value} /> : ''],
          ['Fee', transfer.fee ? <MoneyText key="fee" money={transfer.fee} /> : ''],
          ['Requested by', transfer.by_staff ? transfer.created_by : `${transfer.created_by} (customer)`],
          ['Reviewed by', transfer.reviewed_by ?? ''],
          ['Ends if not completed by', transfer.due_at ? <DateText key="due" at={transfer.due_at} show="both" /> : ''],
          [
            'Can be undone until',
            transfer.undo_until ? <DateText key="undo" at={transfer.undo_until} show="both" /> : '',
          ],
        ]}
      />
    </Card>
  );
}
