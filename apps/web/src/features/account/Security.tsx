import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { call, refreshUi } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { useUi } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { TextLink } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { rich } from '../../ui/text/rich.ts';
import { AccountPage } from './AccountPage.tsx';
import { AuthenticatorApp } from './AuthenticatorApp.tsx';
import { FreshLoginHost } from './FreshLoginDialog.tsx';
import { Passkeys } from './Passkeys.tsx';
import { SecurityActivity } from './SecurityActivity.tsx';
import { Sessions } from './Sessions.tsx';
import { SingleSignOn } from './SingleSignOn.tsx';

export const meta = () => [{ title: pageTitle(t('Security')) }];

const load = async (call: Call) => {
  const [factors, sessions, methods, events] = await Promise.all([
    call('GET /auth/second-factors'),
    call('GET /auth/sessions'),
    call('GET /auth/methods'),
    call('GET /auth/security-events'),
  ]);
  return { factors, sessions, methods, events };
};
export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = () => load(call);

export default function Security() {
  const { factors, sessions, methods, events } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const ui = useUi();
  const mayAdd = ui?.user?.email_confirmed ?? true;
  const hasFactor = factors.totp || factors.passkeys.length > 0;
  // A second factor may enable staff permissions, which affect the whole site.
  const changed = () => {
    void revalidate();
    void refreshUi();
  };
  return (
    <AccountPage title={t('Security')}>
      <FreshLoginHost />
      {mayAdd ? null : (
        <Notice tone="careful" title={t('Confirm your e-mail address first.')}>
          {rich(
            'You can add a passkey or an authenticator app once your address is confirmed. <link>Go to your profile</link>',
            { link: (text) => <TextLink to="/profile">{text}</TextLink> },
          )}
        </Notice>
      )}
      {ui?.second_factor_missing ? (
        <Notice tone="careful" title={t('Your staff rights need a second factor.')}>
          {hasFactor
            ? t('Log out, then log in with your passkey or with a code from your authenticator app.')
            : t('Add a passkey or an authenticator app, and they apply immediately.')}
        </Notice>
      ) : null}
      {methods.passkey ? <Passkeys passkeys={factors.passkeys} mayAdd={mayAdd} onChanged={changed} /> : null}
      <AuthenticatorApp on={factors.totp} codesLeft={factors.recovery_codes_left} mayAdd={mayAdd} onChanged={changed} />
      {methods.oidc ? (
        <SingleSignOn name={methods.oidc.name} linked={factors.provider} mayAdd={mayAdd} onChanged={changed} />
      ) : null}
      <Sessions sessions={sessions} onChanged={changed} />
      <SecurityActivity events={events} />
    </AccountPage>
  );
}
