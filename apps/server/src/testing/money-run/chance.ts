/** Deterministic for a seed. */
export type Chance = { below(bound: number): number; odds(part: number): boolean; pick<T>(list: readonly T[]): T };

export function chance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (bound) => Math.floor(next() * bound),
    odds: (part) => next() < part,
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
  };
}
