import type { Call, CallReply } from '@tuneport/contract/index';
import { rescueSymptoms } from '@tuneport/domain/support/rescue-checklist';
import { t } from '@tuneport/domain/text/text';
import { useCallback, useEffect, useState } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { CopyField } from '../../ui/controls/CopyField.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { Card, Container, Row } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { rich } from '../../ui/text/rich.ts';
import { FileLinks } from './FileLinks.tsx';
import { RescueChecklist } from './RescueChecklist.tsx';
import css from './rescue.module.css';
import { SupportFiles } from './SupportFiles.tsx';
import { SupportOpen } from './SupportOpen.tsx';
import { fileAddress } from './ticket-labels.ts';

type Rescue = CallReply<'GET /rescue-sessions/:id'>;

export const meta = () => [{ title: pageTitle(t('Your rescue')) }, { name: 'robots', content: 'noindex' }];

type Params = Readonly<Record<string, string | undefined>>;
const load = (api: Call, { id = '', token = '' }: Params) =>
  api('GET /rescue-sessions/:id', { params: { id }, query: { token } });

export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

const pollMs = 5_000;
const ended: readonly Rescue['state'][] = ['closed', 'not_recovered'];
/** In other states a separate form takes files, or none are needed. */
const takesFiles: readonly Rescue['state'][] = ['self_help', 'waiting_staff', 'active'];

/** The rescue, polled every few seconds while the page is visible. */
function useRescue(loaded: Rescue, token: string): [Rescue, (rescue: Rescue) => void] {
  const [rescue, setRescue] = useState(loaded);
  const { id, state } = rescue;
  useEffect(() => {
    if (ended.includes(state)) return;
    const timer = setInterval(() => {
      if (document.hidden) return;
      call('GET /rescue-sessions/:id', { params: { id }, query: { token } }).then(
        // An unchanged version keeps its object identity, so that typed input is not affected.
        (next) => setRescue((now) => (next.updated_at === now.updated_at && next.state === now.state ? now : next)),
        () => undefined,
      );
    }, pollMs);
    return () => clearInterval(timer);
  }, [id, token, state]);
  return [rescue, setRescue];
}

export default function RescuePage() {
  const loaded = useLoaderData<typeof loader>();
  const { token = '' } = useParams();
  return <Session key={loaded.id} loaded={loaded} token={token} />;
}

export type SendStep = (
  step: 'checklist' | 'fix' | 'step' | 'running' | 'return' | 'files',
  answer?: string | Record<string, string>,
  uploads?: readonly string[],
) => Promise<void>;

function Session({ loaded, token }: { loaded: Rescue; token: string }) {
  const [rescue, setRescue] = useRescue(loaded, token);
  const tell: SendStep = useCallback(
    async (step, answer = '', uploads = []) =>
      setRescue(
        await call('PATCH /rescue-sessions/:id', {
          params: { id: rescue.id },
          body: { token, step, answer, uploads: [...uploads] },
        }),
      ),
    [rescue.id, token, setRescue],
  );
  const addressOf = (fileId: string) => fileAddress('rescue-sessions', rescue.id, fileId, token);
  const done = rescue.steps.filter(({ answered_at }) => answered_at !== null);
  return (
    <Container width="reading" className={css.page}>
      <header className={css.head}>
        <h1>{rescue.vehicle}</h1>
        <p className={css.quiet}>
          {rescue.number} · {t(rescueSymptoms[rescue.symptom])} · {rescue.tool}
        </p>
        <p className={css.quiet}>
          {rich('Your code is {code}. It opens this rescue on any phone or computer.', {
            code: <strong className={css.code}>{token}</strong>,
          })}
        </p>
      </header>
      <div className={css.now} role="status" data-turn={rescue.next.length > 0 || undefined}>
        <p className={css.sentence}>{rescue.sentence}</p>
        {rescue.helper && (rescue.state === 'active' || rescue.state === 'waiting_customer') ? (
          <p className={css.quiet}>{t('{helper} is with you.', { helper: rescue.helper })}</p>
        ) : null}
        {rescue.state === 'waiting_staff' ? <SupportOpen /> : null}
      </div>
      {rescue.unsafe ? (
        <Notice tone="bad" title={t('Switch off and step back')}>
          {t(
            'Ignition off, unplug the charger, and wait until everything is cold. A person will call or write to you before anything else is tried.',
          )}
        </Notice>
      ) : null}
      <Now rescue={rescue} tell={tell} />
      {done.length > 0 ? (
        <section className={css.form}>
          <h2>{t('Completed steps')}</h2>
          <ol className={css.done}>
            {done.map((step) => (
              <li key={step.number}>
                <p>{step.text}</p>
                <p className={css.quiet}>
                  {step.answer || t('A file was sent.')} ·{' '}
                  <DateText at={step.answered_at ?? step.asked_at} show="relative" />
                </p>
                <FileLinks files={step.files} addressOf={addressOf} />
              </li>
            ))}
          </ol>
        </section>
      ) : null}
      <FileLinks files={rescue.files} addressOf={addressOf} />
      {takesFiles.includes(rescue.state) ? <MoreFiles tell={tell} /> : null}
      <Card className={css.form}>
        <h2>{t('Your code')}</h2>
        <p className={css.quiet}>{t('It opens this rescue on any phone or computer. Keep it until the car runs.')}</p>
        <CopyField label={t('Your code')} value={token} />
      </Card>
    </Container>
  );
}

/** The next step for the current state. */
function Now({ rescue, tell }: { rescue: Rescue; tell: SendStep }) {
  switch (rescue.state) {
    case 'requested':
      return <RescueChecklist tell={tell} />;
    case 'self_help':
      return rescue.fix ? <TryFix fix={rescue.fix} tell={tell} /> : null;
    case 'waiting_customer': {
      const step = rescue.steps.find(({ answered_at }) => answered_at === null);
      return step ? <DoStep key={step.number} step={step} tell={tell} /> : null;
    }
    case 'active':
      return rescue.next.includes('running') ? (
        <OneButton label={t('Confirm it runs')} says={t('Only if you have seen it run.')} act={() => tell('running')} />
      ) : null;
    case 'abandoned':
      return <OneButton label={t('Resume rescue')} act={() => tell('return')} />;
    default:
      return null;
  }
}

function OneButton({ label, says, act }: { label: string; says?: string; act: () => Promise<void> }) {
  const { busy, failure, run } = useSubmit(act);
  return (
    <div className={css.form}>
      <FormError message={failure.message} />
      <Row>
        <Button busy={busy} onClick={() => void run()}>
          {label}
        </Button>
        {says ? <span className={css.quiet}>{says}</span> : null}
      </Row>
    </div>
  );
}

function TryFix({ fix, tell }: { fix: NonNullable<Rescue['fix']>; tell: SendStep }) {
  const { busy, failure, onSubmit } = useSubmit(async () => tell('fix', 'worked'));
  const failed = useSubmit(async () => tell('fix', 'failed'));
  return (
    <form method="post" className={css.form} onSubmit={onSubmit}>
      <h2>{fix.title}</h2>
      <FormError message={failure.message ?? failed.failure.message} />
      <ol className={css.steps}>
        {fix.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Row>
        <Button type="submit" variant="primary" busy={busy}>
          {t('It worked')}
        </Button>
        <Button busy={failed.busy} onClick={() => void failed.run()}>
          {t('It did not work')}
        </Button>
      </Row>
    </form>
  );
}

function DoStep({ step, tell }: { step: Rescue['steps'][number]; tell: SendStep }) {
  const [uploads, setUploads] = useState<readonly string[]>([]);
  const { busy, failure, onSubmit } = useSubmit(async (field) => tell('step', field('answer'), uploads));
  return (
    <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
      <h2>{t('Step {number}', { number: step.number })}</h2>
      <p className={css.ask}>{step.text}</p>
      <FormError message={failure.errors.uploads?.[0] ?? failure.message} />
      <Textarea label={t('What happened')} name="answer" rows={3} maxLength={5000} error={failure.errors.answer} />
      <SupportFiles label={t('Photo or log')} onChange={setUploads} />
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {t('Send result')}
        </Button>
      </div>
    </form>
  );
}

function MoreFiles({ tell }: { tell: SendStep }) {
  const [uploads, setUploads] = useState<readonly string[]>([]);
  const [round, setRound] = useState(0);
  const { busy, failure, run } = useSubmit(async () => {
    await tell('files', '', uploads);
    setUploads([]);
    setRound((now) => now + 1);
  });
  return (
    <details className={css.more}>
      <summary>{t('Add the tool log or a photo')}</summary>
      <div className={css.form}>
        <FormError message={failure.errors.uploads?.[0] ?? failure.message} />
        <SupportFiles key={round} onChange={setUploads} />
        {uploads.length > 0 ? (
          <div>
            <Button busy={busy} onClick={() => void run()}>
              {t('Add to the rescue')}
            </Button>
          </div>
        ) : null}
      </div>
    </details>
  );
}
