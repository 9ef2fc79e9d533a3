import type { Call } from '@tuneport/contract/index';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../platform/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { AccountPage } from './AccountPage.tsx';
import { AuthenticatorApp } from './AuthenticatorApp.tsx';
import { Passkeys } from './Passkeys.tsx';
import { SecurityActivity } from './SecurityActivity.tsx';
import { Sessions } from './Sessions.tsx';

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
  return (
    <AccountPage title="Security">
      {methods.passkey ? <Passkeys passkeys={factors.passkeys} onChanged={revalidate} /> : null}
      <AuthenticatorApp on={factors.totp} codesLeft={factors.recovery_codes_left} onChanged={revalidate} />
      <Sessions sessions={sessions} onChanged={revalidate} />
      <SecurityActivity events={events} />
    </AccountPage>
  );
}
