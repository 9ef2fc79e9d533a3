import type { CallReply } from '@tuneport/contract/index';
import { rescueChecklist } from '@tuneport/domain/support/rescue-checklist';
import { rescueMachine } from '@tuneport/domain/support/rescue-states';
import { type FormEvent, useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { FileLinks } from '../../features/support/FileLinks.tsx';
import { fileAddress } from '../../features/support/ticket-labels.ts';
import { call } from '../../platform/api/browser.ts';
import { useUi } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { machineSteps } from '../../ui/controls/machine-steps.ts';
import { StateActions } from '../../ui/controls/StateActions.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { grantOrRequest } from '../ledger/approvals/request-approval.ts';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import { RecordTimeline } from '../record/timeline/RecordTimeline.tsx';
import { causeLabels, symptomText } from './rescue-labels.ts';
import css from './support-admin.module.css';
import { useAttempt } from './use-attempt.ts';

type Rescue = CallReply<'GET /v1/admin/rescue-sessions/:id'>;

export const meta = ({ loaderData }: { loaderData?: Rescue }) => [
  { title: pageTitle(loaderData ? `${loaderData.number} ${loaderData.vehicle}` : 'Rescue') },
];

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  call('GET /v1/admin/rescue-sessions/:id', { params: { id: params.id ?? '' } });
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the rescue" />;

const steps = machineSteps(rescueMachine, {
  take: {},
  running: { confirm: 'The rescue is recovered once you and the customer have both confirmed it.' },
  'give-up': {
    danger: true,
    confirm: 'A ticket is opened for the same customer, and they are notified by e-mail.',
    reason: { label: 'Next steps', required: true },
  },
});
type Verb = (typeof steps)[number]['verb'];
type Body = {
  text?: string;
  assignee?: number;
  cause?: keyof typeof causeLabels;
  goodwill?: { amount: string; currency: string };
};

export default function RescueSessionPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <Record key={loaded.id} loaded={loaded} />;
}

function Record({ loaded }: { loaded: Rescue }) {
  const [rescue, setRescue] = useState(loaded);
  const move = async (event: Verb | 'hand-over' | 'ask' | 'answer' | 'set-cause', body: Body) =>
    setRescue(
      await call('POST /v1/admin/rescue-sessions/:id/:event', {
        params: { id: rescue.id, event },
        body,
        once: true,
      }),
    );
  const can = Object.fromEntries(rescue.events.map((event) => [event, true]));
  const addressOf = (fileId: string) => fileAddress('rescue-sessions', rescue.id, fileId);
  return (
    <RecordFrame
      crumbs={[{ label: 'Rescue sessions', to: '/admin/rescue-sessions' }]}
      title={rescue.vehicle}
      about={
        <span className={css.about}>
          <StateBadge machine={rescueMachine} state={rescue.state} />
          <span>{rescue.number}</span>
          <span>{symptomText(rescue.symptom)}</span>
          <span>{rescue.assignee ? `with ${rescue.assignee.name}` : 'not assigned'}</span>
        </span>
      }
      actions={<StateActions steps={steps} can={can} run={(verb, text) => move(verb, { text })} main="take" />}
      side={
        <>
          <Card>
            <h2>Contact and tool</h2>
            <KeyValue
              rows={[
                ['Name', rescue.contact_name],
                ['E-mail', rescue.email],
                ['Phone', rescue.phone],
                ['Tool', rescue.tool],
                ['Serial', rescue.tool_serial],
                ['Started', <DateText key="started" at={rescue.created_at} show="both" />],
                ...(rescue.running.customer_at
                  ? [
                      [
                        'Confirmed by customer',
                        <DateText key="seen" at={rescue.running.customer_at} show="both" />,
                      ] as const,
                    ]
                  : []),
                ...(rescue.running.staff_at
                  ? [
                      [
                        'Confirmed by staff',
                        <DateText key="checked" at={rescue.running.staff_at} show="both" />,
                      ] as const,
                    ]
                  : []),
                ...(rescue.cause ? [['Cause', causeLabels[rescue.cause]] as const] : []),
              ]}
            />
          </Card>
          {rescue.assignee ? <HandOver rescue={rescue} onGive={(assignee) => move('hand-over', { assignee })} /> : null}
        </>
      }
    >
      {rescue.unsafe ? (
        <Notice tone="bad" title="Something is hot, smokes or smells.">
          Talk to the customer first. No steps until the power is off.
        </Notice>
      ) : null}
      {rescue.description ? (
        <Card>
          <h2>Customer’s description</h2>
          <p>{rescue.description}</p>
        </Card>
      ) : null}
      <Card>
        <h2>Checklist</h2>
        {Object.keys(rescue.answers).length === 0 ? (
          <p className={css.quiet}>Not answered yet.</p>
        ) : (
          <ul className={css.answers}>
            {rescueChecklist.map(({ key, text, answers }) => (
              <li key={key}>
                <span className={css.quiet}>{text}</span>
                <span>{answers.find(({ value }) => value === rescue.answers[key])?.label ?? 'No answer'}</span>
              </li>
            ))}
          </ul>
        )}
        {rescue.fix ? <p className={css.quiet}>Offered fix: {rescue.fix.title}</p> : null}
        <FileLinks files={rescue.files} addressOf={addressOf} />
      </Card>
      {rescue.steps.length > 0 ? (
        <Card>
          <h2>Steps</h2>
          <ol className={css.steps}>
            {rescue.steps.map((step) => (
              <li key={step.number}>
                <p>{step.text}</p>
                <p className={css.answer}>
                  {step.answered_at ? step.answer || 'A file was sent.' : 'Not answered yet'}
                </p>
                <FileLinks files={step.files} addressOf={addressOf} />
              </li>
            ))}
          </ol>
        </Card>
      ) : null}
      {rescue.events.includes('answer') ? <PhonedAnswer onAnswer={(text) => move('answer', { text })} /> : null}
      {rescue.events.includes('ask') ? <AskStep onAsk={(text) => move('ask', { text })} /> : null}
      {rescue.events.includes('set-cause') ? (
        <SetCause rescue={rescue} onSet={(body) => move('set-cause', body)} />
      ) : null}
      <Card>
        <h2>Activity</h2>
        <RecordTimeline of={{ kind: 'rescue', id: rescue.id }} since={rescue.updated_at} />
      </Card>
    </RecordFrame>
  );
}

type Person = { id: number; name: string };

/** Gives the rescue to a colleague; the customer sees who is with them. */
function HandOver({ rescue, onGive }: { rescue: Rescue; onGive: (assignee: number) => Promise<void> }) {
  const { busy, problem, attempt } = useAttempt();
  const [people, setPeople] = useState<readonly Person[] | null>(null);
  if (rescue.state !== 'active' && rescue.state !== 'waiting_customer') return null;
  return (
    <Card className={css.form}>
      <h2>Assignee</h2>
      <FormError message={problem} />
      <p>{rescue.assignee?.name}</p>
      {people === null ? (
        <div>
          <Button
            busy={busy}
            onClick={() => void attempt(async () => setPeople(await call('GET /v1/admin/rescue-staff')))}
          >
            Hand over
          </Button>
        </div>
      ) : (
        <NativeSelect
          label="Hand over to"
          placeholder="Choose a colleague"
          options={people
            .filter(({ id }) => id !== rescue.assignee?.id)
            .map(({ id, name }) => ({ value: String(id), label: name }))}
          value=""
          disabled={busy}
          onChange={(event) => {
            const to = Number(event.currentTarget.value);
            void attempt(async () => {
              await onGive(to);
              setPeople(null);
            });
          }}
        />
      )}
    </Card>
  );
}

/** The answer of a customer who calls instead of writing. */
function PhonedAnswer({ onAnswer }: { onAnswer: (text: string) => Promise<void> }) {
  const { busy, problem, attempt } = useAttempt();
  const [text, setText] = useState('');
  return (
    <Card>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void attempt(() => onAnswer(text));
        }}
      >
        <h2>Answer by phone</h2>
        <FormError message={problem} />
        <Textarea
          label="What the customer said"
          rows={3}
          value={text}
          hint="The customer sees it as their answer to the last step."
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" busy={busy}>
            Save answer
          </Button>
        </div>
      </form>
    </Card>
  );
}

function AskStep({ onAsk }: { onAsk: (text: string) => Promise<void> }) {
  const { busy, problem, attempt } = useAttempt();
  const [text, setText] = useState('');
  const ask = (event: FormEvent) => {
    event.preventDefault();
    void attempt(() => onAsk(text));
  };
  return (
    <Card>
      <form className={css.form} onSubmit={ask}>
        <h2>Next step</h2>
        <FormError message={problem} />
        <Textarea
          label="What to do"
          rows={4}
          value={text}
          hint="One step at a time. The customer reads it at the car."
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" variant="primary" busy={busy}>
            Send step
          </Button>
        </div>
      </form>
    </Card>
  );
}

function SetCause({ rescue, onSet }: { rescue: Rescue; onSet: (body: Body) => Promise<void> }) {
  const currencies = useUi()?.settings.currencies ?? ['CAD'];
  const { busy, problem, attempt } = useAttempt();
  const [cause, setCause] = useState<keyof typeof causeLabels>('unknown');
  const ours = cause === 'file' || cause === 'tool';
  const set = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const field = (name: string) => String(data.get(name) ?? '').trim();
    const amount = field('amount');
    const goodwill: Pick<Body, 'goodwill'> = amount === '' ? {} : { goodwill: { amount, currency: field('currency') } };
    const finish = (more: Pick<Body, 'goodwill'>) => onSet({ cause, text: field('text'), ...more });
    void attempt(async () => {
      if (goodwill.goodwill === undefined) return finish({});
      const reason = field('text') === '' ? causeLabels[cause] : field('text');
      const request = { kind: 'goodwill', rescue: rescue.id, ...goodwill.goodwill, reason } as const;
      const done = await grantOrRequest(() => finish(goodwill).then(() => true), request);
      // Ends the rescue now; the goodwill is granted when it is approved.
      if (!done) await finish({});
    });
  };
  return (
    <Card>
      <form className={css.form} onSubmit={set}>
        <h2>Cause</h2>
        <FormError message={problem} />
        <NativeSelect
          label="Cause"
          options={Object.entries(causeLabels).map(([value, label]) => ({ value, label }))}
          value={cause}
          onChange={(event) => setCause(event.currentTarget.value as typeof cause)}
        />
        <TextField label="Explanation" name="text" optional maxLength={500} />
        {ours && rescue.may_grant_goodwill ? (
          <div className={css.inline}>
            <TextField label="Goodwill" name="amount" inputMode="decimal" optional hint="Credited to their account." />
            <NativeSelect
              label="Currency"
              name="currency"
              options={currencies.map((currency) => ({ value: currency, label: currency }))}
            />
          </div>
        ) : null}
        <div>
          <Button type="submit" busy={busy}>
            Finish rescue
          </Button>
        </div>
      </form>
    </Card>
  );
}
