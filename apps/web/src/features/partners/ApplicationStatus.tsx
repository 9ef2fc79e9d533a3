import { applicationFileBytesMax, applicationMachine } from '@tuneport/domain/dealers/application-states';
import { isFinal, stateLabel } from '@tuneport/domain/states/machine';
import { t } from '@tuneport/domain/text/text';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { useLoginLink } from '../../shell/use-login-link.ts';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { FileDrop } from '../../ui/controls/FileDrop.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { Timeline } from '../../ui/feedback/Timeline.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { Row } from '../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import css from './apply.module.css';
import { type OwnApplication, useOwnApplication } from './useOwnApplications.ts';

type Changed = { application: OwnApplication; onChange: (next: OwnApplication) => void };

/** The form of an application, or the state of the one already sent. */
export function Apply({
  kind,
  form,
}: {
  kind: 'dealer' | 'affiliate';
  form: (onSent: (application: OwnApplication) => void) => ReactNode;
}) {
  const { signedIn, ready, application, setApplication } = useOwnApplication(kind);
  const [again, setAgain] = useState(false);
  const login = useLoginLink();
  if (!signedIn)
    return (
      <section className={css.card} aria-label={t('Apply with your account')}>
        <h2>{t('Apply with your account')}</h2>
        <p>{t('Log in or create an account first. You follow your application on this page.')}</p>
        <Row>
          <ButtonLink variant="primary" {...login}>
            {t('Log in')}
          </ButtonLink>
          <ButtonLink to="/auth/register">{t('Create account')}</ButtonLink>
        </Row>
      </section>
    );
  if (!ready) return <Skeleton lines={8} label={t('Loading your application')} />;
  const sent = (next: OwnApplication) => {
    setAgain(false);
    setApplication(next);
  };
  if (!application || again) return form(sent);
  return <ApplicationStatus application={application} onChange={setApplication} onAgain={() => setAgain(true)} />;
}

function ApplicationStatus({ application, onChange, onAgain }: Changed & { onAgain: () => void }) {
  const [withdrawing, setWithdrawing] = useState(false);
  const ended = isFinal(applicationMachine, application.state);
  return (
    <section className={css.card} aria-label={t('Your application')}>
      <Row between>
        <h2>{t('Your application')}</h2>
        <StateBadge machine={applicationMachine} state={application.state} />
      </Row>
      <p>
        {application.name}: {application.sentence}
      </p>
      {application.message === '' ? null : <p>{application.message}</p>}
      {application.partner_path === null ? null : (
        <Row>
          <ButtonLink variant="primary" to={application.partner_path}>
            {t('Go to your pages')}
          </ButtonLink>
        </Row>
      )}
      {application.can.answer ? <Answer application={application} onChange={onChange} /> : null}
      {application.files.length > 0 ? (
        <ul className={css.files} aria-label={t('Documents')}>
          {application.files.map((file) => (
            <li key={file.id}>
              <a href={`/api/partner-applications/${application.id}/files/${file.id}`}>{file.name}</a>
            </li>
          ))}
        </ul>
      ) : null}
      {application.can.add_files ? (
        <FileDrop
          label={t('Add a document, such as your business licence')}
          hint={t('Pictures or PDF, up to 10 MB.')}
          accept={documentKinds}
          multiple={false}
          bytesMax={applicationFileBytesMax}
          upload={(file, _progress, signal) => sendDocument(application.id, file, signal)}
          onDone={onChange}
        />
      ) : null}
      <Timeline
        moments={application.history.map((step, at) => ({
          id: at,
          title: t(stateLabel(applicationMachine, step.state)),
          when: <DateText at={step.at} />,
          body: step.reason,
        }))}
      />
      <Row>
        {application.can.withdraw ? (
          <Button onClick={() => setWithdrawing(true)}>{t('Withdraw application')}</Button>
        ) : null}
        {ended && application.state !== 'approved' ? <Button onClick={onAgain}>{t('Apply again')}</Button> : null}
      </Row>
      <ConfirmDialog
        open={withdrawing}
        onClose={() => setWithdrawing(false)}
        title={t('Withdraw application?')}
        confirmLabel={t('Withdraw application')}
        danger
        onConfirm={async () =>
          onChange(await call('POST /partner-applications/:id/withdraw', { params: { id: application.id } }))
        }
      >
        {t('We stop the review. You can apply again later.')}
      </ConfirmDialog>
    </section>
  );
}

export const documentKinds = '.jpg,.jpeg,.png,.webp,.avif,.pdf';

async function sendDocument(id: number, file: File, signal: AbortSignal): Promise<OwnApplication> {
  const body = new FormData();
  body.set('file', file);
  try {
    return await call('POST /partner-applications/:id/files', { params: { id }, body: body as never, signal });
  } catch (error) {
    const fileError = error instanceof ApiError ? error.errors.file?.[0] : undefined;
    throw fileError === undefined ? error : new Error(fileError);
  }
}

function Answer({ application, onChange }: Changed) {
  const { busy, failure, onSubmit } = useSubmit(async (field) =>
    onChange(
      await call('POST /partner-applications/:id/answer', {
        params: { id: application.id },
        body: { answer: field('answer') },
      }),
    ),
  );
  return (
    <form method="post" onSubmit={onSubmit} noValidate className={css.fields}>
      <FormError message={failure.message} />
      <Textarea
        label={t('Your answer')}
        name="answer"
        rows={4}
        maxLength={4000}
        className={css.wide}
        error={failure.errors.answer}
      />
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {t('Send answer')}
        </Button>
      </div>
    </form>
  );
}
