import { msg, t } from '@tuneport/domain/text/text';
import { useSearchParams } from 'react-router';
import { pageTitle } from '../../shell/title.ts';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { AuthPage } from './AuthPage.tsx';
import css from './auth.module.css';

export const meta = () => [{ title: pageTitle(t('Login failed')) }];

// Only known reasons are shown, never text from the URL.
const reasons: Readonly<Record<string, string | undefined>> = {
  expired: msg('The login took too long. Please start again.'),
  denied: msg('The other site refused the login. Try again, or use your e-mail address and password.'),
  provider_unavailable: msg('The other site is not responding. Try again in a few minutes.'),
  refused: msg('The other site sent a response we could not accept. Your account is unchanged. Please try again.'),
  banned: msg('This account has been closed. Contact us if you think that is a mistake.'),
  no_email: msg(
    'The other site did not share your e-mail address, which your account needs. Allow it there and try again.',
  ),
  unverified: msg('The other site has not confirmed your e-mail address. Confirm it there and try again.'),
  email_in_use: msg(
    "An account with your e-mail address already exists. Log in with its password or passkey, then connect single sign-on under Security. If you don't know the password, set a new one by e-mail.",
  ),
  other_account: msg(
    'That single sign-on account is not connected to your account here. Try again with the one that is.',
  ),
  linked_elsewhere: msg(
    'That single sign-on account is already connected to another account here. Log in to that account, or disconnect it there first.',
  ),
};

export default function AuthError() {
  const [query] = useSearchParams();
  const hasAccount = query.get('reason') === 'email_in_use';
  const text =
    t(reasons[query.get('reason') ?? ''] ?? '') ||
    t('Something went wrong while logging you in. Your account is unchanged. Please try again.');
  return (
    <AuthPage title={t("We couldn't log you in")} lead={text}>
      <div className={css.form}>
        <ButtonLink variant="primary" wide to="/auth/login">
          {hasAccount ? t('Log in') : t('Try again')}
        </ButtonLink>
        {hasAccount ? (
          <ButtonLink wide to="/auth/forgot-password">
            {t('Set a new password')}
          </ButtonLink>
        ) : null}
        <ButtonLink variant="ghost" wide to="/contact-us">
          {t('Contact us')}
        </ButtonLink>
      </div>
    </AuthPage>
  );
}
