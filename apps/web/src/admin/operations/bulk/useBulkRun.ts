import type { BulkActionName, BulkListName } from '@tuneport/domain/operations/bulk-runs';
import { useEffect, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import type { Matching } from '../../../ui/list/BulkBar.tsx';
import type { BulkRun } from './bulk-labels.ts';

const lookEveryMs = 1000;

type Fields = Record<string, unknown>;
/** The rows of a run: all that match, or only those with the given ids. */
export type BulkTarget = Matching & { readonly ids?: readonly number[] };

/** The newest run of a list: one that was started here, or one that is still running. */
export function useBulkRun(list: BulkListName, on: boolean) {
  const [run, setRun] = useState<BulkRun | null>(null);
  useEffect(() => {
    if (!on) return;
    let left = false;
    call('GET /v1/admin/bulk-runs', { query: { list, state: 'running' } }).then(
      ({ data }) => {
        if (!left) setRun((now) => now ?? data[0] ?? null);
      },
      // The list works without it.
      () => {},
    );
    return () => {
      left = true;
    };
  }, [list, on]);
  const follow = useFollowed(run, setRun);
  const start = async (action: BulkActionName, { query, ids, total }: BulkTarget, change: Fields = {}) => {
    setRun(
      await call('POST /v1/admin/bulk-runs', {
        body: { list, action, query: { ...query }, ...(ids ? { ids: [...ids] } : {}), change, expected: total },
        once: true,
      }),
    );
  };
  return { run: follow, start, setRun };
}

/** Reads a run again until it ends. */
export function useFollowed<R extends BulkRun>(run: R | null, onRead: (run: R) => void): R | null {
  const id = run?.state === 'running' ? run.id : null;
  useEffect(() => {
    if (id === null) return;
    const timer = setInterval(() => {
      call('GET /v1/admin/bulk-runs/:id', { params: { id } }).then(
        (next) => onRead(next as unknown as R),
        // The next attempt may succeed.
        () => {},
      );
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [id, onRead]);
  return run;
}
