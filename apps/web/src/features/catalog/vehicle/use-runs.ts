import { useEffect, useState } from 'react';
import { cachedGet } from '../../../platform/api/browser.ts';
import type { DynoRun } from '../catalog-types.ts';

/** Dyno runs by id: the preloaded ones, and others loaded on demand. */
export function useRuns(first: readonly DynoRun[], wanted: readonly (number | undefined)[]) {
  const [known, setKnown] = useState<ReadonlyMap<number, DynoRun>>(() => new Map(first.map((run) => [run.id, run])));
  const missing = wanted.find((id) => id !== undefined && !known.has(id));
  useEffect(() => {
    if (missing === undefined) return;
    let gone = false;
    cachedGet('GET /dyno-csv/:id', { params: { id: missing } }).then(
      (run) => {
        if (!gone) setKnown((before) => new Map(before).set(run.id, run));
      },
      // A tune without its curve still has its figures; selecting it again retries.
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [missing]);
  return known;
}
