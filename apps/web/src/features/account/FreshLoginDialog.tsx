import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useEffect, useId, useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/browser.ts';
import { answerFreshLogin, reauthenticatedChannel } from '../../platform/api/fresh-login.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { loadChunk } from '../../platform/chunk.ts';
import { Button, TextLink } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Icon } from '../../ui/text/Icon.tsx';
import { rich } from '../../ui/text/rich.ts';
import css from './account.module.css';

type Methods = CallReply<'GET /auth/reauthentication'>;

/** Asks for a fresh login when a request of the page needs one. */
export function FreshLoginHost() {
  const [answer, setAnswer] = useState<((proved: boolean) => void) | null>(null);
  useEffect(
    () =>
      answerFreshLogin(
        () =>
          new Promise((resolve) =>
            setAnswer(() => (proved: boolean) => {
              setAnswer(null);
              resolve(proved);
            }),
          ),
      ),
    [],
  );
  return answer ? <FreshLoginDialog onAnswer={answer} /> : null;
}

function FreshLoginDialog({ onAnswer }: { onAnswer: (proved: boolean) => void }) {
  const id = useId();
  const [methods, setMethods] = useState<Methods | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    call('GET /auth/reauthentication').then(setMethods, (error: unknown) =>
      setProblem(
        error instanceof ApiError ? error.message : t('This could not be loaded. Close this dialog and try again.'),
      ),
    );
  }, []);
  useEffect(() => {
    const channel = new BroadcastChannel(reauthenticatedChannel);
    channel.onmessage = () => onAnswer(true);
    return () => channel.close();
  }, [onAnswer]);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    setProblem(null);
    const code = methods?.code ? { code: field('code') } : {};
    const password = methods?.password ? { password: field('password') } : {};
    await call('POST /auth/reauthenticate', { body: { ...password, ...code } });
    onAnswer(true);
  });
  const hasForm = methods !== null && (methods.password || methods.code);
  return (
    <Dialog
      open
      onClose={() => onAnswer(false)}
      locked={busy}
      title={t("Confirm that it's you")}
      foot={
        <>
          <Button onClick={() => onAnswer(false)} disabled={busy}>
            {t('Cancel')}
          </Button>
          {hasForm ? (
            <Button type="submit" form={id} variant="primary" busy={busy}>
              {t('Confirm')}
            </Button>
          ) : null}
        </>
      }
    >
      <form method="post" id={id} className={css.form} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message ?? problem} />
        <div>{t('This change affects how your account is protected. Please log in again to continue.')}</div>
        {methods === null && problem === null ? <Skeleton lines={2} label={t('Loading')} /> : null}
        {methods?.password ? (
          <PasswordField label={t('Your password')} name="password" autoFocus error={failure.errors.password} />
        ) : null}
        {methods?.code ? (
          <TextField
            label={t('Code')}
            name="code"
            hint={t('From your authenticator app, or one of your recovery codes.')}
            autoComplete="one-time-code"
            maxLength={40}
            autoFocus={!methods.password}
            error={failure.errors.code}
          />
        ) : null}
        {methods?.passkey ? <PasskeyProof onProved={() => onAnswer(true)} onProblem={setProblem} /> : null}
        {methods?.provider ? <ProviderProof name={methods.provider} onProblem={setProblem} /> : null}
        {methods && !hasForm && !methods.passkey && !methods.provider ? (
          <Notice tone="careful" title={t('Your account has no password yet.')}>
            {rich('<link>Set a password by e-mail</link>, then log in with it and try again.', {
              link: (text) => <TextLink to="/auth/forgot-password">{text}</TextLink>,
            })}
          </Notice>
        ) : null}
      </form>
    </Dialog>
  );
}

type ProofProps = { onProblem: (text: string | null) => void };

function PasskeyProof({ onProved, onProblem }: ProofProps & { onProved: () => void }) {
  const { busy, failure, run } = useSubmit(async () => {
    onProblem(null);
    const { startAuthentication } = await loadChunk(() => import('@simplewebauthn/browser'));
    const options = await call('POST /auth/reauthenticate/passkey-options');
    let answer: Awaited<ReturnType<typeof startAuthentication>>;
    try {
      answer = await startAuthentication({ optionsJSON: options as never });
    } catch {
      // The visitor closed the browser's dialog.
      return;
    }
    await call('POST /auth/reauthenticate/passkey', { body: { answer: answer as never } });
    onProved();
  });
  return (
    <>
      <FormError message={failure.message} />
      <Button wide busy={busy} onClick={() => void run()}>
        <Icon name="user" />
        {t('Use a passkey')}
      </Button>
    </>
  );
}

/** In a new tab, so that this page keeps the typed input. */
function ProviderProof({ name, onProblem }: ProofProps & { name: string }) {
  const open = async () => {
    onProblem(null);
    // Opened synchronously: browsers allow a new tab only during the click event.
    const tab = window.open('', '_blank');
    try {
      const { url } = await call('POST /auth/oidc/reauthenticate');
      if (tab) tab.location.href = url;
      else onProblem(t('Your browser blocked the new tab. Allow it for this site and try again.'));
    } catch (error) {
      tab?.close();
      if (!(error instanceof ApiError)) throw error;
      onProblem(error.message);
    }
  };
  return (
    <Button wide onClick={() => void open()}>
      <Icon name="lock" />
      {t('Continue with {name}', { name })}
    </Button>
  );
}
