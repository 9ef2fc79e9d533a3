import { t } from '@tuneport/domain/text/text';
import { useEffect } from 'react';
import { reauthenticatedChannel } from '../../platform/api/fresh-login.ts';
import { pageTitle } from '../../shell/title.ts';
import { AuthPage } from './AuthPage.tsx';

export const meta = () => [{ title: pageTitle(t('Confirmed')) }];

/** Where the provider redirects the tab that an account page opened; the account page is notified and continues. */
export default function Reauthenticated() {
  useEffect(() => {
    const channel = new BroadcastChannel(reauthenticatedChannel);
    channel.postMessage(true);
    channel.close();
    window.close();
  }, []);
  return <AuthPage title={t('Login confirmed')} lead={t('Close this tab and continue where you left off.')} />;
}
