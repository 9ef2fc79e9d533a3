import { useSyncExternalStore } from 'react';

/** The time under the pointer, published to subscribers without re-rendering the whole page. */
export type Cursor = {
  get(): number | null;
  set(timeS: number | null): void;
  subscribe(listener: () => void): () => void;
};

export function createCursor(initial: number | null = null): Cursor {
  let now = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => now,
    set(timeS) {
      if (timeS === now) return;
      now = timeS;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useCursor = (cursor: Cursor): number | null =>
  useSyncExternalStore(cursor.subscribe, cursor.get, () => null);
