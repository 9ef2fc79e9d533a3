import { t } from '@tuneport/domain/text/text';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '../../platform/api/api-error.ts';
import { call, refreshUi } from '../../platform/api/browser.ts';
import { useUser } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { LoadingLine } from '../../ui/brand/LoadingLine.tsx';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { AuthPage } from './AuthPage.tsx';
import css from './auth.module.css';

export const meta = () => [{ title: pageTitle(t('Confirm your e-mail')) }];

type State =
  | { kind: 'waiting' }
  | { kind: 'asking' }
  | { kind: 'done' }
  | { kind: 'sent-again' }
  | { kind: 'failed'; text: string };

/**
 * The link only opens this page; the page confirms by POST, so that a mail scanner following links changes nothing. An
 * anonymous visitor has to press a button first: the link may belong to an account created by someone else.
 */
export default function ConfirmEmail() {
  const { token = '' } = useParams();
  const user = useUser();
  const isExpected = user !== null && (!user.email_confirmed || user.pending_email !== null);
  const [state, setState] = useState<State>({ kind: isExpected ? 'asking' : 'waiting' });
  const sent = useRef(false);
  useEffect(() => {
    if (state.kind !== 'asking' || sent.current) return;
    sent.current = true;
    call('POST /auth/confirm-email', { body: { token } }).then(
      () => {
        setState({ kind: 'done' });
        void refreshUi();
      },
      (error: unknown) => {
        const text = error instanceof ApiError ? (Object.values(error.errors).flat()[0] ?? error.message) : '';
        setState({ kind: 'failed', text });
      },
    );
  }, [token, state.kind]);

  if (state.kind === 'waiting')
    return (
      <AuthPage
        title={t('Confirm your address')}
        lead={t(
          "Only confirm it if you created a Tuneport account or changed its e-mail address. If you didn't, close this page and nothing will happen.",
        )}
      >
        <Button variant="primary" wide onClick={() => setState({ kind: 'asking' })}>
          {t('Confirm this address')}
        </Button>
      </AuthPage>
    );
  if (state.kind === 'asking') {
    return (
      <AuthPage title={t('Confirming your address')}>
        <LoadingLine label={t('One moment')} />
      </AuthPage>
    );
  }
  if (state.kind === 'done') {
    return (
      <AuthPage
        title={t('Your address is confirmed')}
        lead={t(
          "We'll send receipts and updates about your tune requests to it. If you changed your address, log in with the new one from now on.",
        )}
      >
        <ButtonLink variant="primary" wide to={user ? '/profile' : '/auth/login'}>
          {user ? t('Go to your profile') : t('Log in')}
        </ButtonLink>
      </AuthPage>
    );
  }
  if (state.kind === 'sent-again')
    return (
      <AuthPage title={t('Check your e-mail')} lead={t('We sent you a new link. It works for one day.')}>
        <ButtonLink wide to="/profile">
          {t('Go to your profile')}
        </ButtonLink>
      </AuthPage>
    );
  return (
    <AuthPage title={t('This link no longer works')} lead={state.text || t('It has expired or was already used.')}>
      <div className={css.form}>
        {user ? (
          <Button
            variant="primary"
            wide
            onClick={() =>
              void call('POST /auth/resend-confirmation').then(
                () => setState({ kind: 'sent-again' }),
                (error: unknown) => setState({ kind: 'failed', text: error instanceof ApiError ? error.message : '' }),
              )
            }
          >
            {t('Send a new link')}
          </Button>
        ) : (
          <>
            <ButtonLink variant="primary" wide to="/auth/login">
              {t('Log in')}
            </ButtonLink>
            <ButtonLink wide to="/auth/forgot-password">
              {t('Set a new password by e-mail')}
            </ButtonLink>
            <p className={css.small}>
              {t(
                'Already confirmed? Log in. If not, set a new password by e-mail: its link confirms your address too.',
              )}
            </p>
          </>
        )}
      </div>
    </AuthPage>
  );
}
