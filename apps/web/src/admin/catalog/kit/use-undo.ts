import { useState } from 'react';

const stepsMax = 200;

type Steps<T> = { readonly before: readonly T[]; readonly now: T; readonly after: readonly T[]; readonly mark: string };

/** A value with undo history. Consecutive changes with the same mark, such as typing, are one step. */
export function useUndo<T>(first: T) {
  const [steps, setSteps] = useState<Steps<T>>({ before: [], now: first, after: [], mark: '' });
  return {
    now: steps.now,
    canUndo: steps.before.length > 0,
    canRedo: steps.after.length > 0,
    set: (next: T, mark = '') =>
      setSteps((s) => {
        if (next === s.now) return s;
        const isSameStep = mark !== '' && mark === s.mark;
        const before = isSameStep ? s.before : [...s.before, s.now].slice(-stepsMax);
        return { before, now: next, after: [], mark };
      }),
    undo: () =>
      setSteps((s) => {
        const last = s.before.at(-1);
        return last === undefined
          ? s
          : { before: s.before.slice(0, -1), now: last, after: [s.now, ...s.after], mark: '' };
      }),
    redo: () =>
      setSteps((s) => {
        const [next] = s.after;
        return next === undefined ? s : { before: [...s.before, s.now], now: next, after: s.after.slice(1), mark: '' };
      }),
  };
}
