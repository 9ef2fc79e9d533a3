import { useEffect } from 'react';
import { reauthenticatedChannel } from '../../platform/fresh-login.ts';
import { pageTitle } from '../../shell/title.ts';
import { AuthPage } from './AuthPage.tsx';

export const meta = () => [{ title: pageTitle('Confirmed') }];

/** Where the provider sends the tab back to that an account page has opened; that page goes on by itself. */
export default function Reauthenticated() {
  useEffect(() => {
    const channel = new BroadcastChannel(reauthenticatedChannel);
    channel.postMessage(true);
    channel.close();
    window.close();
  }, []);
  return <AuthPage title="Login confirmed" lead="Close this tab and continue where you left off." />;
}
