import { readTuningState, type TuningState } from '@tuneport/domain/catalog/selection/tuning-state';
import { useCallback, useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';
import { useUser } from './ui-state.ts';

// Stored in this browser per user, since consent is personal, and shared with its other tabs.

const nobodys = 'tuneport.tuning';
const keyOf = (userId: number | undefined) => (userId === undefined ? nobodys : `${nobodys}.${userId}`);

const known = new Map<string, TuningState>();
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

function now(key: string): TuningState {
  const state = known.get(key) ?? read(key);
  known.set(key, state);
  return state;
}

function read(key: string): TuningState {
  const state = readTuningState(readStored(key));
  if (key === nobodys) return state;
  // A tour taken before login counts as seen.
  const before = readTuningState(readStored(nobodys));
  return {
    ...state,
    guided: state.guided || before.guided,
    dealerCreditsGuide: state.dealerCreditsGuide || before.dealerCreditsGuide,
  };
}

function onStorage({ key }: StorageEvent): void {
  // Another tab wrote, or storage was cleared.
  if (key === null) known.clear();
  else if (!known.delete(key)) return;
  notify();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('storage', onStorage);
    // Without a listener, changes by other tabs go unnoticed, so the cache is dropped.
    known.clear();
  };
}

const notYet = () => null;

type ChangeTuning = (change: (state: TuningState) => TuningState) => void;

/** null until storage has been read. */
export function useTuningState(): [TuningState | null, ChangeTuning] {
  const key = keyOf(useUser()?.id);
  const state = useSyncExternalStore(
    subscribe,
    useCallback(() => now(key), [key]),
    notYet,
  );
  const change = useCallback<ChangeTuning>(
    (next) => {
      // Read again: another tab may just have written.
      const changed = next(readStored(key) === null ? now(key) : read(key));
      known.set(key, changed);
      writeStored(key, changed);
      notify();
    },
    [key],
  );
  return [state, change];
}
