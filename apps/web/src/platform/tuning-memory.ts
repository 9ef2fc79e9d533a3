import { readTuningState, type TuningState } from '@tuneport/domain/catalog/selection/tuning-state';
import { useCallback, useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';
import { useUser } from './ui-state.ts';

// Kept in this browser for each person who uses it, since agreeing is a personal act, and told to its other tabs.

const nobodys = 'tuneport.tuning';
const keyOf = (userId: number | undefined) => (userId === undefined ? nobodys : `${nobodys}.${userId}`);

const known = new Map<string, TuningState>();
const listeners = new Set<() => void>();
const tell = () => {
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
  // Whoever took a tour and logged in then has seen it.
  const before = readTuningState(readStored(nobodys));
  return {
    ...state,
    guided: state.guided || before.guided,
    dealerCreditsGuide: state.dealerCreditsGuide || before.dealerCreditsGuide,
  };
}

function onStorage({ key }: StorageEvent): void {
  // Another tab wrote, or everything was cleared.
  if (key === null) known.clear();
  else if (!known.delete(key)) return;
  tell();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('storage', onStorage);
    // Nobody hears what other tabs write from here on.
    known.clear();
  };
}

const notYet = () => null;

export type ChangeTuning = (change: (state: TuningState) => TuningState) => void;

/** Null until the browser said what it remembers. */
export function useTuningState(): [TuningState | null, ChangeTuning] {
  const key = keyOf(useUser()?.id);
  const state = useSyncExternalStore(
    subscribe,
    useCallback(() => now(key), [key]),
    notYet,
  );
  const change = useCallback<ChangeTuning>(
    (next) => {
      // Read anew: another tab may have written a moment ago.
      const changed = next(readStored(key) === null ? now(key) : read(key));
      known.set(key, changed);
      writeStored(key, changed);
      tell();
    },
    [key],
  );
  return [state, change];
}
