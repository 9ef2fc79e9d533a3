import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { smallestHittingSets } from './hitting-sets.ts';

const solve = (rows: number[][], costs: number[], setsMax = 10_000, stepsMax?: number) =>
  smallestHittingSets({ rows, costs, setsMax, stepsMax });

/** Tries every subset: slow, but independent of the code under test. */
function bruteForce(rows: readonly number[][], costs: readonly number[]) {
  const columns = costs.length;
  let best: number[][] = [];
  let size = columns + 1;
  for (let bits = 0; bits < 1 << columns; bits++) {
    const set = Array.from({ length: columns }, (_, at) => at).filter((at) => bits & (1 << at));
    if (set.length > size || !rows.every((row) => row.some((column) => set.includes(column)))) continue;
    if (set.length < size) best = [];
    size = set.length;
    best.push(set);
  }
  const cost = (set: number[]) => set.reduce((sum, column) => sum + (costs[column] ?? 0), 0);
  const lexical = (a: number[], b: number[]) => a.map((x, at) => x - (b[at] ?? 0)).find((d) => d !== 0) ?? 0;
  best.sort((a, b) => cost(a) - cost(b) || lexical(a, b));
  return { size: size > columns ? null : size, sets: best };
}

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
const below = (next: () => number, limit: number) => Math.floor(next() * limit);
function instance(next: () => number, rowCount: number, columns: number, width: () => number) {
  const rows = Array.from({ length: rowCount }, () => {
    const row = new Set<number>();
    for (const wanted = Math.min(columns, width()); row.size < wanted; ) row.add(below(next, columns));
    return [...row];
  });
  return { rows, costs: Array.from({ length: columns }, () => below(next, 4)) };
}

describe('the smallest hitting sets', () => {
  test('of no rows is the empty set, and of an uncoverable row there is none', () => {
    expect(solve([], [1, 2])).toEqual({ size: 0, sets: [[]], count: 1, complete: true, exact: true });
    expect(solve([[0], []], [1])).toEqual({ size: null, sets: [], count: 0, complete: true, exact: true });
  });
  test('are all found, cheapest first, then by columns', () => {
    expect(
      solve(
        [
          [0, 1],
          [1, 2],
        ],
        [5, 1, 1],
      ).sets,
    ).toEqual([[1]]);
    expect(
      solve(
        [
          [0, 1],
          [2, 3],
        ],
        [3, 1, 0, 2],
      ).sets,
    ).toEqual([
      [1, 2],
      [0, 2],
      [1, 3],
      [0, 3],
    ]);
  });
  test('match brute force on 20,000 random small instances', () => {
    const next = random(7);
    for (let nth = 0; nth < 20_000; nth++) {
      const columns = 1 + below(next, 7);
      const { rows, costs } = instance(
        next,
        below(next, 9),
        columns,
        () => below(next, 20) && 1 + below(next, columns),
      );
      const { size, sets } = bruteForce(rows, costs);
      const found = solve(rows, costs);
      if (JSON.stringify([found.size, found.sets]) !== JSON.stringify([size, sets]))
        expect({ rows, costs, ...found }).toEqual({ rows, costs, size, sets });
      expect(found.count).toBe(sets.length);
    }
  });
  test('match brute force on larger instances, where the bounds are effective', () => {
    const next = random(11);
    for (let nth = 0; nth < 60; nth++) {
      const { rows, costs } = instance(next, 10 + below(next, 20), 12, () => 2 + below(next, 3));
      const { size, sets } = bruteForce(rows, costs);
      const found = solve(rows, costs);
      expect([found.size, found.sets, found.count]).toEqual([size, sets, sets.length]);
    }
  });
  test('are limited to the best when there are more than requested', () =>
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 9 }), (seed, setsMax) => {
        const { rows, costs } = instance(random(seed), 6, 9, () => 3);
        const all = solve(rows, costs);
        const cut = solve(rows, costs, setsMax);
        expect(cut).toEqual({ ...all, sets: all.sets.slice(0, setsMax) });
      }),
      { seed: 7, numRuns: 200 },
    ));
  test('are counted without enumeration where components are independent', () => {
    const pairs = Array.from({ length: 40 }, (_, at) => [at * 2, at * 2 + 1]);
    const found = solve(
      pairs,
      Array.from({ length: 80 }, (_, at) => at % 2),
      3,
    );
    expect([found.size, found.count, found.complete]).toEqual([40, 2 ** 40, true]);
    expect(found.sets[0]).toEqual(pairs.map(([even]) => even));
    expect(found.sets).toHaveLength(3);
  });
});

describe('the bounds', () => {
  test('work beyond 32 and 64 rows and columns', () => {
    const ring = Array.from({ length: 70 }, (_, at) => [at, (at + 1) % 70]);
    const found = solve(ring, new Array(70).fill(0));
    expect([found.size, found.count]).toEqual([35, 2]);
    const odd = Array.from({ length: 31 }, (_, at) => [at, (at + 1) % 31]);
    expect([solve(odd, new Array(31).fill(0)).size, solve(odd, new Array(31).fill(0)).count]).toEqual([16, 31]);
  });
  test('stop a search that takes too long with a valid set and report it', () => {
    const { rows, costs } = instance(random(3), 60, 40, () => 6);
    const found = solve(rows, costs, 10, 5);
    expect([found.exact, found.complete]).toEqual([false, false]);
    for (const row of rows) expect(row.some((column) => found.sets[0]?.includes(column))).toBe(true);
    expect(found.size).toBeGreaterThanOrEqual(solve(rows, costs).size ?? 99);
  });
  test('keep 60 rows and 40 columns of any density within the step limit', () => {
    const next = random(5);
    for (const width of [2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 30])
      for (let nth = 0; nth < 8; nth++) {
        const { rows, costs } = instance(next, 60, 40, () => width);
        expect(solve(rows, costs, 100, 60_000)).toMatchObject({ exact: true, complete: true });
      }
  });
});
