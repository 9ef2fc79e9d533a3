import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '../../platform/api-error.ts';
import { call, refreshUi } from '../../platform/browser.ts';
import { useUser } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { LoadingLine } from '../../ui/brand/LoadingLine.tsx';
import { AuthPage } from './AuthPage.tsx';
import css from './auth.module.css';

export const meta = () => [{ title: pageTitle('Confirm your e-mail') }];

type State = { kind: 'asking' } | { kind: 'done' } | { kind: 'failed'; text: string } | { kind: 'sent-again' };

/** The link only opens this page; the page confirms by POST, so that a mail scanner that follows links changes nothing. */
export default function ConfirmEmail() {
  const { token = '' } = useParams();
  const user = useUser();
  const [state, setState] = useState<State>({ kind: 'asking' });
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
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
  }, [token]);

  if (state.kind === 'asking') {
    return (
      <AuthPage title="Confirming your address">
        <LoadingLine label="One moment" />
      </AuthPage>
    );
  }
  if (state.kind === 'done') {
    return (
      <AuthPage title="Your address is confirmed" lead="Receipts and news about your tune requests reach you now.">
        <ButtonLink variant="primary" wide to={user ? '/profile' : '/auth/login'}>
          {user ? 'Go to your profile' : 'Log in'}
        </ButtonLink>
      </AuthPage>
    );
  }
  if (state.kind === 'sent-again')
    return <AuthPage title="Look into your mail" lead="A new link is on its way. It works for one day." />;
  return (
    <AuthPage
      title="This link does not work any more"
      lead={state.text || 'It may have been used already, or it is older than a day.'}
    >
      <div className={css.form}>
        {user ? (
          <Button
            variant="primary"
            wide
            onClick={() =>
              void call('POST /auth/resend-confirmation').then(
                () => setState({ kind: 'sent-again' }),
                () => {},
              )
            }
          >
            Send a new link
          </Button>
        ) : (
          <ButtonLink variant="primary" wide to="/auth/login">
            Log in to get a new link
          </ButtonLink>
        )}
      </div>
    </AuthPage>
  );
}
