import type { Call } from '@tuneport/contract/index';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../platform/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { useUser } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { TextLink } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { AccountPage } from './AccountPage.tsx';
import { AuthenticatorApp } from './AuthenticatorApp.tsx';
import { FreshLoginHost } from './FreshLoginDialog.tsx';
import { Passkeys } from './Passkeys.tsx';
import { SecurityActivity } from './SecurityActivity.tsx';
import { Sessions } from './Sessions.tsx';
import { SingleSignOn } from './SingleSignOn.tsx';

export const meta = () => [{ title: pageTitle('Security') }];

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
  const mayAdd = useUser()?.email_confirmed ?? true;
  return (
    <AccountPage title="Security">
      <FreshLoginHost />
      {mayAdd ? null : (
        <Notice tone="careful" title="Confirm your e-mail address first.">
          You can add a passkey or an authenticator app once your address is confirmed.{' '}
          <TextLink to="/profile">Go to your profile</TextLink>
        </Notice>
      )}
      {methods.passkey ? <Passkeys passkeys={factors.passkeys} mayAdd={mayAdd} onChanged={revalidate} /> : null}
      <AuthenticatorApp
        on={factors.totp}
        codesLeft={factors.recovery_codes_left}
        mayAdd={mayAdd}
        onChanged={revalidate}
      />
      {methods.oidc ? (
        <SingleSignOn name={methods.oidc.name} linked={factors.provider} mayAdd={mayAdd} onChanged={revalidate} />
      ) : null}
      <Sessions sessions={sessions} onChanged={revalidate} />
      <SecurityActivity events={events} />
    </AccountPage>
  );
}
