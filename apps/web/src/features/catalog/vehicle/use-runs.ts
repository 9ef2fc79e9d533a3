import { useEffect, useState } from 'react';
import { cachedGet } from '../../../platform/api/browser.ts';
import type { DynoRun } from '../catalog-types.ts';

/** Dyno runs by id: those the page came with, and each other one once it is wanted. */
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
      // Without its curve a tune still has its figures; choosing it again asks again.
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [missing]);
  return known;
}
