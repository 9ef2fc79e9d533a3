import type { CallReply } from '@tuneport/contract/index';
import type { ApplicationKind } from '@tuneport/domain/dealers/application-states';
import { useEffect, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { useUser } from '../../platform/ui-state.ts';

export type OwnApplication = CallReply<'GET /partner-applications'>['data'][number];

/** The latest application of the signed-in user. Read in the browser, because the page itself is shared by everyone. */
export function useOwnApplication(kind: ApplicationKind) {
  const userId = useUser()?.id ?? null;
  const [found, setFound] = useState<{ userId: number; latest: OwnApplication | null } | null>(null);
  useEffect(() => {
    if (userId === null) return;
    const abort = new AbortController();
    call('GET /partner-applications', { query: { kind }, signal: abort.signal }).then(
      ({ data }) => setFound({ userId, latest: data[0] ?? null }),
      // The form still works; a second open application is refused with a message.
      () => abort.signal.aborted || setFound({ userId, latest: null }),
    );
    return () => abort.abort();
  }, [userId, kind]);
  const known = found !== null && found.userId === userId ? found : null;
  return {
    signedIn: userId !== null,
    ready: known !== null,
    application: known?.latest ?? null,
    setApplication: (latest: OwnApplication) => userId !== null && setFound({ userId, latest }),
  };
}
