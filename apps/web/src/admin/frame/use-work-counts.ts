import type { CallReply } from '@tuneport/contract/index';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '../../platform/api/browser.ts';

export type WorkCounts = CallReply<'GET /v1/admin/work-queues'>['counts'];

/** Navigation within this time shows the counts that were read before. */
const freshMs = 5_000;
const everyMs = 60_000;

/** What waits for staff, read again on navigation, when the tab becomes visible, and every minute while it is. */
export function useWorkCounts(enabled: boolean): WorkCounts {
  const { pathname } = useLocation();
  const [read, setRead] = useState<{ counts: WorkCounts; at: number }>({ counts: {}, at: 0 });
  const { at } = read;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is a reason to read, not an input
  useEffect(() => {
    if (!enabled) return;
    let gone = false;
    const refresh = () => {
      if (document.visibilityState === 'hidden') return;
      call('GET /v1/admin/work-queues').then(
        ({ counts }) => {
          if (!gone) setRead({ counts, at: Date.now() });
        },
        () => {},
      );
    };
    const timer = Date.now() - at > freshMs ? setTimeout(refresh) : undefined;
    const repeat = setInterval(refresh, everyMs);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      gone = true;
      clearTimeout(timer);
      clearInterval(repeat);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [enabled, pathname]);
  return read.counts;
}
