import { t } from '@tuneport/domain/text/text';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { beforeLoginCookie } from '../../platform/guards/before-login.ts';
import { useUi } from '../../platform/ui-state.ts';
import { EmptyArt } from '../../ui/brand/EmptyArt.tsx';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { useLoginLink } from '../use-login-link.ts';

export function NotFoundText() {
  return (
    <ErrorState
      art={<EmptyArt kind="lost" />}
      headingLevel={1}
      title={t('This page does not exist.')}
      step={
        <>
          <ButtonLink variant="primary" to="/catalog">
            {t('Find your vehicle')}
          </ButtonLink>
          <ButtonLink to="/">{t('Go to home page')}</ButtonLink>
        </>
      }
    >
      {t('The address may have changed, or it has a typo.')}
    </ErrorState>
  );
}

export function NoRecordText() {
  const navigate = useNavigate();
  return (
    <ErrorState
      art={<EmptyArt kind="lost" />}
      headingLevel={1}
      title={t('This record does not exist.')}
      step={<Button onClick={() => void navigate(-1)}>{t('Go back')}</Button>}
    >
      {t('It may have been deleted, or the address has a typo.')}
    </ErrorState>
  );
}

export function ForbiddenText() {
  const login = useLoginLink();
  const ui = useUi();
  const user = ui?.user;
  if (ui?.second_factor_missing)
    return (
      <ErrorState
        art={<EmptyArt kind="lock" />}
        headingLevel={1}
        title={t('This page needs a second factor.')}
        step={
          <ButtonLink variant="primary" to="/profile/security">
            {t('Go to Security')}
          </ButtonLink>
        }
      >
        {t('Staff need a passkey or an authenticator app. Add one under Security, or log in with the one you have.')}
      </ErrorState>
    );
  return (
    <ErrorState
      art={<EmptyArt kind="lock" />}
      headingLevel={1}
      title={t('You do not have access to this page.')}
      step={
        user ? (
          <>
            <ButtonLink variant="primary" to="/">
              {t('Go to home page')}
            </ButtonLink>
            <ButtonLink to="/contact-us">{t('Request access')}</ButtonLink>
          </>
        ) : (
          <>
            <ButtonLink variant="primary" {...login}>
              {t('Log in')}
            </ButtonLink>
            <ButtonLink to="/">{t('Go to home page')}</ButtonLink>
          </>
        )
      }
    >
      {user
        ? t('Your account doesn’t have access to this page. Ask the person who manages it if you need it.')
        : t('Log in with an account that has access.')}
    </ErrorState>
  );
}

/** The session ended while the page was open. */
export function ToLogin() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const login = useLoginLink();
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
    document.cookie = beforeLoginCookie(pathname + search, new Date(), window.location.protocol === 'https:');
    call('GET /auth/redirect', { query: { return: pathname + search } }).then(
      ({ url }) => (url.startsWith('/') ? navigate(url, { replace: true }) : window.location.assign(url)),
      () => {},
    );
  }, [pathname, search, navigate]);
  return (
    <ErrorState
      art={<EmptyArt kind="lock" />}
      headingLevel={1}
      title={t('Please log in to continue.')}
      step={<ButtonLink {...login}>{t('Log in')}</ButtonLink>}
    >
      {t('Your session has ended. Log in to return to this page. Saved changes are safe.')}
    </ErrorState>
  );
}
