import { useEffect } from 'react';
import { call } from '../../platform/api/browser.ts';
import { useUser } from '../../platform/ui-state.ts';
import { type Layout, layoutsOf, readLayout } from './layout.ts';
import type { OpenLog } from './open-log.ts';

/** Opens a log with the account's default layout for its logger, unless the link already has channels. */
export function useDefaultLayout({ log }: OpenLog, isPlain: boolean, apply: (layout: Layout) => void): void {
  const isSignedIn = useUser() !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a log is opened
  useEffect(() => {
    if (!isSignedIn || !isPlain) return;
    let isHere = true;
    call('GET /v1/list-views', { query: { list: layoutsOf(log) } }).then(
      ({ data }) => {
        const chosen = data.find(({ is_default, mine }) => is_default && mine);
        const layout = chosen && readLayout(log, chosen.query);
        if (isHere && layout) apply(layout);
      },
      // Without the layout the log opens with the usual channels.
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [log, isSignedIn]);
}
