import { useRef, useState } from 'react';

/**
 * A list of which every change is saved at once. It is shown before it is saved, and a change includes those that are
 * still being saved. `save` reports its errors itself.
 */
export function useSavedList<T>(stored: readonly T[], save: (list: T[]) => Promise<unknown>) {
  const [wanted, setWanted] = useState<readonly T[] | null>(null);
  const shown = wanted ?? stored;
  const latest = useRef(shown);
  latest.current = shown;
  const saving = useRef(Promise.resolve());
  const set = (value: T, isIn: boolean) => {
    const others = latest.current.filter((one) => one !== value);
    const next = isIn ? [...others, value] : others;
    latest.current = next;
    setWanted(next);
    saving.current = saving.current.then(async () => {
      // A later change includes this one.
      if (latest.current !== next) return;
      await save(next);
      if (latest.current === next) setWanted(null);
    });
  };
  return [shown, set] as const;
}
