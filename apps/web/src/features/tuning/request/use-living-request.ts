import { useCallback, useEffect, useState } from 'react';
import { call } from '../../../platform/browser.ts';
import type { Request } from './request-words.tsx';

const askEveryMs = 5_000;

/** The request as it stands now: a page that is looked at asks every few seconds whether its version is still the newest. */
export function useLivingRequest(loaded: Request) {
  const [request, setRequest] = useState(loaded);
  useEffect(() => setRequest(loaded), [loaded]);
  const { id, version } = request;
  const reload = useCallback(async () => {
    setRequest(await call('GET /v1/tune-requests/:id', { params: { id } }));
  }, [id]);
  useEffect(() => {
    const look = async () => {
      if (document.hidden) return;
      const answer = await fetch(`/api/v1/tune-requests/${id}/poll?since=${version}`);
      if (answer.status === 200) await reload();
    };
    const timer = setInterval(() => void look().catch(() => {}), askEveryMs);
    return () => clearInterval(timer);
  }, [id, version, reload]);
  return { request, setRequest, reload };
}
