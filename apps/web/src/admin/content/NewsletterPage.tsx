import type { CallReply } from '@tuneport/contract/index';
import { isIssued, newsletterMachine } from '@tuneport/domain/content/newsletter-states';
import { canStep } from '@tuneport/domain/states/machine';
import { useEffect, useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { machineSteps } from '../../ui/controls/machine-steps.ts';
import { StateActions } from '../../ui/controls/StateActions.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { NounForm } from '../record/noun/NounForm.tsx';
import { NounHistory } from '../record/noun/NounHistory.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import { readRecord, type StoredRecord } from '../record/record-calls.ts';
import { useStep } from '../record/useStep.ts';
import css from './content-admin.module.css';
import { newsletterNoun } from './newsletter-noun.ts';

type Newsletter = CallReply<'GET /v1/admin/newsletters/:id'>;
type Event = 'schedule' | 'unschedule' | 'send' | 'pause' | 'resume';

export const meta = ({ loaderData }: { loaderData?: Newsletter | null }) => [
  { title: pageTitle(loaderData?.title ?? 'New newsletter') },
];
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  params.id === 'new' ? null : readRecord(newsletterNoun.path, params.id ?? '');
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the newsletter" />;

const refreshMs = 5_000;

export default function NewsletterPage() {
  const record = useLoaderData() as (Newsletter & StoredRecord) | null;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const isSending = record?.state === 'sending' || (record?.waiting ?? 0) > 0;
  useEffect(() => {
    if (!isSending) return;
    const timer = setInterval(() => void revalidate(), refreshMs);
    return () => clearInterval(timer);
  }, [isSending, revalidate]);
  if (!record) return <NewNewsletter />;
  const move = async (event: Event, sendAt?: string) => {
    const body = { event, ...(sendAt ? { send_at: sendAt } : {}) };
    await call('POST /v1/admin/newsletters/:id/steps', { params: { id: record.id }, body });
    toast(`${newsletterMachine.events[event].done}.`);
    await revalidate();
  };
  const isOpen = !isIssued(record.state);
  return (
    <RecordFrame
      key={record.id}
      crumbs={[{ label: newsletterNoun.many, to: newsletterNoun.to }]}
      title={record.title}
      about={<StateBadge machine={newsletterMachine} state={record.state} />}
      actions={<Actions record={record} move={move} />}
      side={
        <>
          <Card>
            <h2>{isOpen ? 'Recipients' : 'Delivery'}</h2>
            <KeyValue rows={isOpen ? plannedRows(record) : sentRows(record)} />
          </Card>
          {record.state === 'draft' ? <ScheduleForm move={move} /> : null}
          <NounHistory noun={newsletterNoun} record={record} />
        </>
      }
    >
      {isOpen ? (
        <Card>
          <NounForm
            noun={newsletterNoun}
            record={record}
            onSaved={() => {
              toast('The newsletter was saved.');
              void revalidate();
            }}
            onDeleted={() => {
              toast('The newsletter was deleted.');
              void navigate(newsletterNoun.to);
            }}
          />
        </Card>
      ) : null}
      <Card>
        <h2>Preview</h2>
        <iframe
          key={record.updated_at}
          className={css.mailFrame}
          src={`/api/v1/admin/newsletters/${record.id}/html`}
          title={`Preview: ${record.title}`}
          sandbox=""
        />
      </Card>
    </RecordFrame>
  );
}

function NewNewsletter() {
  const navigate = useNavigate();
  return (
    <RecordFrame crumbs={[{ label: newsletterNoun.many, to: newsletterNoun.to }]} title="New newsletter">
      <Card>
        <NounForm
          noun={newsletterNoun}
          record={null}
          onSaved={(saved) => {
            toast('The newsletter was saved as a draft.');
            void navigate(`${newsletterNoun.to}/${saved.id}`);
          }}
          onDeleted={() => void navigate(newsletterNoun.to)}
        />
      </Card>
    </RecordFrame>
  );
}

const steps = (subscribers: number) =>
  machineSteps(newsletterMachine, {
    send: {
      confirm: `It goes to ${subscribers === 1 ? '1 subscriber' : `${subscribers} subscribers`} now and can no longer be changed.`,
    },
    unschedule: {},
    pause: {},
    resume: {},
  });

type Move = (event: Event, sendAt?: string) => Promise<void>;

function Actions({ record, move }: { record: Newsletter; move: Move }) {
  const can = (event: Event) => canStep(newsletterMachine, record.state, event, 'staff');
  const sendTest = async () => {
    try {
      const { to } = await call('POST /v1/admin/newsletters/:id/test', { params: { id: record.id } });
      toast(`A test is on its way to ${to}.`);
    } catch (error) {
      toast(errorText(error, 'The test could not be sent. Try again.'), { tone: 'bad' });
    }
  };
  return (
    <>
      <Button onClick={() => void sendTest()}>Send a test to me</Button>
      {isIssued(record.state) ? <ButtonLink to={`/newsletter/${record.slug}`}>View page</ButtonLink> : null}
      <StateActions
        steps={steps(record.subscribers)}
        can={{ send: can('send'), unschedule: can('unschedule'), pause: can('pause'), resume: can('resume') }}
        main="send"
        run={(event) => move(event)}
      />
    </>
  );
}

function ScheduleForm({ move }: { move: Move }) {
  const { busy, problem, send } = useStep<string>((at) => move('schedule', new Date(at).toISOString()));
  const [at, setAt] = useState('');
  return (
    <Card>
      <h2>Schedule</h2>
      <form className={css.stack} onSubmit={send((field) => field('at'))}>
        <FormError message={problem.message ?? null} />
        <TextField
          label="Send at"
          name="at"
          type="datetime-local"
          required
          value={at}
          onChange={(event) => setAt(event.currentTarget.value)}
          hint="In your time zone."
          error={problem.errors.send_at}
        />
        <Button type="submit" busy={busy}>
          Schedule newsletter
        </Button>
      </form>
    </Card>
  );
}

const plannedRows = (record: Newsletter): [string, React.ReactNode][] => [
  ['Subscribers now', record.subscribers],
  ...(record.send_at
    ? [['Scheduled for', <DateText key="at" at={record.send_at} show="both" />] as [string, React.ReactNode]]
    : []),
];

const sentRows = (record: Newsletter): [string, React.ReactNode][] => [
  ['Started', record.started_at ? <DateText key="start" at={record.started_at} show="both" /> : ''],
  ['Recipients', record.recipients],
  ['Delivered', Math.max(0, record.recipients - record.waiting - record.failed)],
  ['Waiting', record.waiting],
  ['Failed', record.failed],
  ['Unsubscribed', record.unsubscribed],
];
