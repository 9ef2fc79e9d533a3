import { rescueChecklist } from '@tuneport/domain/support/rescue-checklist';
import { rescueMachine } from '@tuneport/domain/support/rescue-states';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { FileLinks } from '../../features/support/FileLinks.tsx';
import { fileAddress } from '../../features/support/ticket-labels.ts';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { machineSteps } from '../../ui/controls/machine-steps.ts';
import { StateActions } from '../../ui/controls/StateActions.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import { RecordTimeline } from '../record/timeline/RecordTimeline.tsx';
import { AskStep, HandOver, PhonedAnswer, type Rescue, type RescueInput, SetCause } from './RescueForms.tsx';
import { causeLabels, symptomText } from './rescue-labels.ts';
import css from './support-admin.module.css';

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

export default function RescueSessionPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <Record key={loaded.id} loaded={loaded} />;
}

function Record({ loaded }: { loaded: Rescue }) {
  const [rescue, setRescue] = useState(loaded);
  const move = async (event: Verb | 'hand-over' | 'ask' | 'answer' | 'set-cause', body: RescueInput) =>
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
