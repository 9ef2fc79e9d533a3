import { useCallback, useEffect, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { useLiveRecord } from '../../../platform/api/live-record.ts';
import type { Request } from './request-labels.tsx';

/** The request as it stands now: the page hears when its version is not the newest any more, and reads it again. */
export function useLivingRequest(loaded: Request) {
  const [request, setRequest] = useState(loaded);
  useEffect(() => setRequest(loaded), [loaded]);
  const { id, version } = request;
  const reload = useCallback(async () => {
    const read = await call('GET /v1/tune-requests/:id', { params: { id } });
    // Two that were asked for may arrive in the wrong order.
    setRequest((now) => (now.id === id && now.version > read.version ? now : read));
  }, [id]);
  useLiveRecord({
    address: `/api/v1/tune-requests/${id}/live`,
    ask: async () => {
      const { status } = await fetch(`/api/v1/tune-requests/${id}/poll?since=${version}`);
      if (status === 200) await reload();
      return status !== 401 && status !== 404;
    },
    heard: (newest) => {
      if (newest !== String(version)) reload().catch(() => {});
    },
    gone: () => void reload().catch(() => {}),
  });
  return { request, setRequest, reload };
}
