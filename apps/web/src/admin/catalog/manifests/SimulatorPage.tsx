import type { CallReply } from '@tuneport/contract/index';
import { toolSessionMachine, toolSessionScenarioNames } from '@tuneport/domain/catalog/tools/manifest-states';
import { manifestOperations } from '@tuneport/domain/catalog/tools/tool-manifest';
import { useEffect } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { useSubmit } from '../../../platform/api/use-submit.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { StateDot } from '../../../ui/feedback/StateDot.tsx';
import { FormError } from '../../../ui/form/FormError.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Card } from '../../../ui/layout/Layout.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import css from './developer.module.css';

type Session = CallReply<'GET /v1/tool-simulations/sessions/:id'>;

export const meta = () => [{ title: pageTitle('Tool simulator') }];
export const clientLoader = async ({ request }: ClientLoaderFunctionArgs) => {
  const id = Number(new URL(request.url).searchParams.get('session') ?? 0);
  const [webhooks, sessions, session] = await Promise.all([
    call('GET /user/webhooks'),
    call('GET /v1/tool-simulations/sessions'),
    id > 0 ? call('GET /v1/tool-simulations/sessions/:id', { params: { id } }) : null,
  ]);
  return { webhooks, sessions: sessions.data, session };
};
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the simulator" />;

const lookEveryMs = 2_000;
const optionsOf = (names: readonly string[]) => names.map((value) => ({ value, label: value }));

export default function SimulatorPage() {
  const { webhooks, sessions, session } = useLoaderData<typeof clientLoader>();
  const { revalidate } = useRevalidator();
  const isRunning = session?.state === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void revalidate(), lookEveryMs);
    return () => clearInterval(timer);
  }, [isRunning, revalidate]);
  return (
    <RecordFrame
      crumbs={[{ label: 'Developer', to: '/developer' }]}
      title="Tool simulator"
      about="Sends signed test events of a tool session to your webhook. No order is made."
      side={<Recent sessions={sessions} />}
    >
      <Start webhooks={webhooks} />
      {session ? <Exchange session={session} /> : null}
    </RecordFrame>
  );
}

function Start({ webhooks }: { webhooks: CallReply<'GET /user/webhooks'> }) {
  const navigate = useNavigate();
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const body = {
      webhook: Number(field('webhook')),
      tool: field('tool'),
      operation: field('operation') as (typeof manifestOperations)[number],
      scenario: field('scenario') as (typeof toolSessionScenarioNames)[number],
    };
    const { id } = await call('POST /v1/tool-simulations/sessions', { body, once: true });
    await navigate(`/developer/simulator?session=${id}`);
  });
  return (
    <Card>
      {webhooks.length === 0 ? (
        <p>
          Test events go to one of your webhooks. <TextLink to="/profile/webhooks">Add a webhook</TextLink> first.
        </p>
      ) : (
        <form className={css.form} onSubmit={onSubmit} noValidate>
          <FormError message={failure.message} />
          <NativeSelect
            label="Webhook"
            name="webhook"
            options={webhooks.map(({ id, url }) => ({ value: String(id), label: url }))}
            error={failure.errors.webhook}
          />
          <TextField
            label="Tool"
            name="tool"
            defaultValue="flashzilla-v3"
            hint="Slug in the catalogue"
            error={failure.errors.tool}
          />
          <NativeSelect
            label="Operation"
            name="operation"
            defaultValue="write"
            options={optionsOf(manifestOperations)}
          />
          <NativeSelect label="Ends with" name="scenario" options={optionsOf(toolSessionScenarioNames)} />
          <div>
            <Button type="submit" variant="primary" busy={busy}>
              Start session
            </Button>
          </div>
        </form>
      )}
    </Card>
  );
}

const Recent = ({ sessions }: { sessions: CallReply<'GET /v1/tool-simulations/sessions'>['data'] }) => (
  <Card>
    <div className={css.stack}>
      <h2>Recent sessions</h2>
      {sessions.length === 0 ? <p className={css.quiet}>Sessions of the last 30 days appear here.</p> : null}
      <ul className={css.list}>
        {sessions.map(({ id, tool, scenario, state, created_at }) => (
          <li key={id}>
            <TextLink to={`/developer/simulator?session=${id}`}>
              {tool}, {scenario}
            </TextLink>{' '}
            <StateBadge machine={toolSessionMachine} state={state} /> <DateText at={created_at} show="relative" />
          </li>
        ))}
      </ul>
    </div>
  </Card>
);

const Exchange = ({ session: { id, events, state } }: { session: Session }) => (
  <Card>
    <div className={css.stack}>
      <h2>
        Session {id} <StateBadge machine={toolSessionMachine} state={state} />
      </h2>
      <ol className={css.list}>
        {events.map(({ step, event, sent_at, status, problem, request, signature, response, duration_ms }) => (
          <li key={step}>
            <StateDot tone={sent_at === null ? 'neutral' : problem === null ? 'good' : 'bad'}>{event}</StateDot>{' '}
            <span className={css.quiet}>
              {sent_at === null
                ? 'Not sent'
                : [status, problem, `${duration_ms} ms`].filter((part) => part !== null).join(' · ')}
            </span>
            {sent_at === null ? null : (
              <details>
                <summary className={css.quiet}>Exchange</summary>
                <pre className={css.code}>{`Tuneport-Signature: ${signature}\n\n${request}`}</pre>
                {response ? <pre className={css.code}>{response}</pre> : null}
              </details>
            )}
          </li>
        ))}
      </ol>
    </div>
  </Card>
);
