import { useCallback, useEffect, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { useLiveRecord } from '../../../platform/api/live-record.ts';
import type { Request } from './request-labels.tsx';

/** The current request: the page is notified of newer versions and reloads it. */
export function useLiveRequest(loaded: Request) {
  const [request, setRequest] = useState(loaded);
  useEffect(() => setRequest(loaded), [loaded]);
  const { id, version } = request;
  const reload = useCallback(async () => {
    const read = await call('GET /v1/tune-requests/:id', { params: { id } });
    // Two responses may arrive out of order.
    setRequest((now) => (now.id === id && now.version > read.version ? now : read));
  }, [id]);
  useLiveRecord({
    address: `/api/v1/tune-requests/${id}/live`,
    poll: async () => {
      const { status } = await fetch(`/api/v1/tune-requests/${id}/poll?since=${version}`);
      if (status === 200) await reload();
      return status !== 401 && status !== 404;
    },
    onVersion: (newest) => {
      if (newest !== String(version)) reload().catch(() => {});
    },
    onGone: () => void reload().catch(() => {}),
  });
  return { request, setRequest, reload };
}
