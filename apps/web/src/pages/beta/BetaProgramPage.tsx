import type { Call, CallReply } from '@tuneport/contract/index';
import { betaParticipantMachine } from '@tuneport/domain/beta/beta-states';
import { stateLabel } from '@tuneport/domain/states/machine';
import { msg, plural, t, tIn } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { contentMeta } from '../../features/content/content-meta.ts';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { callContext } from '../../platform/contexts.ts';
import { useUser } from '../../platform/ui-state.ts';
import { useLoginLink } from '../../shell/use-login-link.ts';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { NeedsScript } from '../../ui/feedback/NeedsScript.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx';
import { Card, Container } from '../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { RichText } from '../../ui/text/RichText.tsx';
import { rich } from '../../ui/text/rich.ts';
import { ProgramState, seatsText } from './BetaPage.tsx';
import css from './beta.module.css';

type Program = CallReply<'GET /beta-programs/:id'>;
type Change = (program: Program) => void;

async function load(call: Call, url: URL, id = '') {
  if (!/^\d{1,9}$/.test(id)) throw data({ code: 'not_found' }, { status: 404 });
  return { program: await call('GET /beta-programs/:id', { params: { id: Number(id) } }), origin: url.origin };
}
export const loader = ({ context, url, params }: LoaderFunctionArgs) => load(context.get(callContext), url, params.id);
export const clientLoader = ({ url, params }: ClientLoaderFunctionArgs) => load(call, url, params.id);

export const meta = ({ loaderData }: { loaderData?: { program: Program; origin: string } }) =>
  loaderData
    ? contentMeta({
        title: loaderData.program.name,
        description: loaderData.program.summary,
        origin: loaderData.origin,
        path: `/beta/${loaderData.program.id}`,
      })
    : [{ title: t('Beta program') }];

export default function BetaProgramPage() {
  const loaded = useLoaderData<typeof loader>();
  return <ProgramView key={loaded.program.id} loaded={loaded.program} />;
}

function ProgramView({ loaded }: { loaded: Program }) {
  const [program, setProgram] = useState(loaded);
  return (
    <Container width="reading" className={css.page}>
      <Breadcrumbs crumbs={[{ label: t('Beta programs'), to: '/beta' }, { label: program.name }]} />
      <h1>{program.name}</h1>
      <p className={css.facts}>
        <ProgramState state={program.state} />
        <span className={css.quiet}>
          {seatsText(program)}
          {program.starts_at ? (
            <>, {rich('from {date}', { date: <DateText at={program.starts_at} show="date" /> })}</>
          ) : null}
          {program.ends_at ? (
            <>, {rich('until {date}', { date: <DateText at={program.ends_at} show="date" /> })}</>
          ) : null}
        </span>
      </p>
      <Part program={program} onChange={setProgram} />
      <RichText sanitisedHtml={program.text} />
      {program.can.join ? <Join program={program} onChange={setProgram} /> : null}
      {program.can.give_feedback ? <Feedback program={program} onChange={setProgram} /> : null}
    </Container>
  );
}

const sentences: Partial<Record<NonNullable<Program['membership']>['state'], string>> = {
  applied: msg('We received your application and will e-mail you when we have decided.'),
  waitlisted: msg('You are on the waiting list. We will e-mail you when a place is free.'),
  active: msg('Thank you for taking part. Tell us below what you find.'),
  completed: msg('This program is finished. Thank you for taking part.'),
};

/** The visitor's own part in the programme. */
function Part({ program, onChange }: { program: Program; onChange: Change }) {
  const [asking, setAsking] = useState(false);
  const { membership } = program;
  if (!membership) return null;
  const params = { id: program.id };
  const leave = async () => {
    await call('DELETE /beta-programs/:id/join', { params });
    onChange(await call('GET /beta-programs/:id', { params }));
    toast(t('You left the program.'));
  };
  const state = t(stateLabel(betaParticipantMachine, membership.state));
  const sentence = sentences[membership.state];
  return (
    <Notice
      tone={membership.state === 'active' || membership.state === 'completed' ? 'good' : 'info'}
      title={membership.cohort ? t('{state}, group {cohort}', { state, cohort: membership.cohort }) : state}
      action={program.can.leave ? <Button onClick={() => setAsking(true)}>{t('Leave program')}</Button> : undefined}
    >
      {membership.state === 'invited' && membership.invited_until
        ? rich('A place is reserved for you until {date}.', {
            date: <DateText at={membership.invited_until} show="both" />,
          })
        : sentence && t(sentence)}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('Leave this program?')}
        confirmLabel={t('Leave program')}
        danger
        onConfirm={leave}
      >
        {t('Your place goes to the next person. Please go back to the stable version.')}
      </ConfirmDialog>
    </Notice>
  );
}

function Join({ program, onChange }: { program: Program; onChange: Change }) {
  const user = useUser();
  const login = useLoginLink();
  const [accepted, setAccepted] = useState(false);
  const invited = program.membership?.state === 'invited';
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const body = { terms_hash: accepted ? program.terms_hash : '', answers: field('answers') };
    onChange(await call('POST /beta-programs/:id/join', { params: { id: program.id }, body, once: true }));
    window.scrollTo({ top: 0 });
  });
  if (!user)
    return (
      <Card>
        <h2>{t('Join this program')}</h2>
        <p>{t('Log in to take part.')}</p>
        <ButtonLink variant="primary" {...login}>
          {t('Log in to join')}
        </ButtonLink>
      </Card>
    );
  const label = invited
    ? t('Join program')
    : program.reviewed
      ? tIn('beta program', 'Apply')
      : program.free_seats > 0
        ? t('Join program')
        : t('Join the waiting list');
  return (
    <Card>
      <h2>{label}</h2>
      <NeedsScript>{t('Turn on JavaScript to join, or contact us.')}</NeedsScript>
      <form method="post" className={css.form} onSubmit={onSubmit}>
        <FormError message={failure.message} />
        {invited ? null : (
          <Textarea
            label={t('Your car, and why you would like to take part')}
            name="answers"
            rows={4}
            maxLength={2000}
            optional
            error={failure.errors.answers}
          />
        )}
        {program.terms ? (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys */}
            <section className={css.terms} aria-label={t('Terms')} tabIndex={0}>
              {program.terms}
            </section>
            <Checkbox
              label={t('I have read and accept these terms')}
              checked={accepted}
              onChange={(event) => setAccepted(event.currentTarget.checked)}
              required
            />
          </>
        ) : null}
        <div>
          <Button type="submit" variant="primary" busy={busy}>
            {label}
          </Button>
        </div>
      </form>
    </Card>
  );
}

const ratings = [msg('Very bad'), msg('Bad'), msg('Fair'), msg('Good'), msg('Very good')];

function Feedback({ program, onChange }: { program: Program; onChange: Change }) {
  const [version, setVersion] = useState(0);
  const [incident, setIncident] = useState(false);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const body = { rating: Number(field('rating')), text: field('text'), incident };
    onChange(await call('POST /beta-programs/:id/feedback', { params: { id: program.id }, body, once: true }));
    toast(t('Thank you for your feedback.'));
    setIncident(false);
    setVersion((before) => before + 1);
  });
  return (
    <Card className={css.feedback}>
      <h2>{t('Send feedback')}</h2>
      <form method="post" key={version} className={css.form} onSubmit={onSubmit}>
        <FormError message={failure.message} />
        <NativeSelect
          label={t('Rating')}
          name="rating"
          options={ratings.map((label, at) => ({
            value: String(at + 1),
            label: t('{rating}: {label}', { rating: at + 1, label: t(label) }),
          }))}
          placeholder={t('Choose a rating')}
          required
          error={failure.errors.rating}
        />
        <Textarea
          label={t('What did you find?')}
          name="text"
          rows={5}
          maxLength={4000}
          required
          error={failure.errors.text}
        />
        <Checkbox
          label={t('Something went wrong with the car')}
          hint={t('For example a warning light, a failed flash or a car that does not start.')}
          checked={incident}
          onChange={(event) => setIncident(event.currentTarget.checked)}
        />
        <div>
          <Button type="submit" variant="primary" busy={busy}>
            {t('Send feedback')}
          </Button>
        </div>
        {program.membership && program.membership.feedback > 0 ? (
          <p className={css.quiet}>
            {plural(program.membership.feedback, {
              one: 'You have sent feedback once.',
              other: 'You have sent feedback {count} times.',
            })}
          </p>
        ) : null}
      </form>
    </Card>
  );
}
