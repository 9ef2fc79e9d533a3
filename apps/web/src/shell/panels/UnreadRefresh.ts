import { useEffect } from 'react';
import { setUnread } from '../../features/account/notifications/mark-read.ts';
import { call } from '../../platform/api/browser.ts';

const everyMs = 120_000;
/** Returning to the tab within this time reads nothing. */
const freshMs = 30_000;

/**
 * Every navigation reads the unread count with the global state. In addition it is read when the tab becomes visible
 * again, and every two minutes while it is visible.
 */
export default function UnreadRefresh(): null {
  useEffect(() => {
    let at = Date.now();
    const refresh = () => {
      if (document.visibilityState === 'hidden' || Date.now() - at < freshMs) return;
      at = Date.now();
      call('GET /user/notifications/unread').then(
        ({ unread }) => setUnread(unread),
        () => {},
      );
    };
    const timer = setInterval(refresh, everyMs);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, []);
  return null;
}
