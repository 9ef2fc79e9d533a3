/** Two times of a log, in seconds. */
export type Range = { readonly from: number; readonly to: number };

/** The range between two times in any order; null if they are the same. */
export const ordered = (a: number, b: number): Range | null =>
  a === b ? null : { from: Math.min(a, b), to: Math.max(a, b) };
