import { describe, expect, test } from 'vitest';
import type { TuneKind } from '../selection/tune-places.ts';
import { applied } from './tool-changes.ts';
import type { SolverTool, SolverTune, ToolProblem } from './tool-problem.ts';
import { explainTools, solveTools } from './tool-set.ts';

const tool = (id: number, installFeeMinor = 0n, isRentable = false): SolverTool => ({
  id,
  installFeeMinor,
  isRentable,
});
const tune = (id: number, kind: TuneKind, ...toolIds: number[]): SolverTune => ({ id, kind, toolIds });
const tools = [1, 2, 3, 4, 5].map((id) => tool(id));
const free = { engine: [], transmission: [] };
const problem = (tunes: SolverTune[], more: Partial<ToolProblem> = {}): ToolProblem => ({
  tunes,
  tools,
  restrictions: free,
  ...more,
});
const sets = (p: ToolProblem) => solveTools(p).combinations.map((one) => one.toolIds);

function unsolved(p: ToolProblem) {
  const solution = solveTools(p);
  if (solution.kind !== 'unsolved') throw new Error('solved');
  return solution;
}
function solved(p: ToolProblem) {
  const solution = solveTools(p);
  if (solution.kind !== 'solved') throw new Error(solution.error);
  return solution;
}

describe('the smallest tool combinations', () => {
  test('are found: one tool before two, two before three (S295)', () => {
    expect(sets(problem([tune(1, 'ecu', 1, 2), tune(2, 'tcu', 2, 3)]))).toEqual([[2]]);
    expect(sets(problem([tune(1, 'ecu', 1, 2), tune(2, 'tcu', 3), tune(3, 'ecu', 2)]))).toEqual([[2, 3]]);
    expect(sets(problem([tune(1, 'ecu', 1), tune(2, 'tcu', 3), tune(3, 'awd', 2)]))).toEqual([[1, 2, 3]]);
    expect(sets(problem([]))).toEqual([[]]);
  });
  test('are all returned, the lowest install fee first, then by tool ids', () => {
    const priced = [tool(1, 500n), tool(2, 0n), tool(3, 500n), tool(4, 200n)];
    expect(sets(problem([tune(1, 'ecu', 4, 3, 1)], { tools: priced }))).toEqual([[4], [1], [3]]);
    const pairs = [tune(1, 'ecu', 1, 2), tune(2, 'ecu', 3, 4)];
    expect(sets(problem(pairs, { tools: priced }))).toEqual([
      [2, 4],
      [2, 3],
      [1, 4],
      [1, 3],
    ]);
    expect(sets(problem(pairs, { tools: [...priced].reverse() }))).toEqual([
      [2, 4],
      [2, 3],
      [1, 4],
      [1, 3],
    ]);
  });
  test('start with the lowest fee, which owned tools do not have', () => {
    const priced = [tool(1, 100n), tool(2, 900n), tool(3, 500n, true), tool(4, 700n, true)];
    const one = [tune(1, 'ecu', 1, 2, 3, 4)];
    expect(sets(problem(one, { tools: priced, ownedToolIds: [2] }))).toEqual([[2], [1], [3], [4]]);
    const two = [tune(1, 'ecu', 1, 2), tune(2, 'ecu', 3, 4)];
    expect(sets(problem(two, { tools: priced, ownedToolIds: [2, 4] }))).toEqual([
      [2, 4],
      [1, 4],
      [2, 3],
      [1, 3],
    ]);
    const even = [tool(1), tool(2)];
    expect(sets(problem([tune(1, 'ecu', 1, 2)], { tools: even, ownedToolIds: [2] }))).toEqual([[2], [1]]);
  });
  test('list the tunes of each tool', () => {
    const p = problem([tune(1, 'ecu', 1, 2), tune(2, 'ecu', 1), tune(3, 'tcu', 2)]);
    expect(explainTools(p, sets(p)[0] ?? [])).toEqual([
      { toolId: 1, tuneIds: [1, 2], onlyHere: [2] },
      { toolId: 2, tuneIds: [1, 3], onlyHere: [3] },
    ]);
  });
  test('are limited to the best, with their total number', () => {
    const p = problem([tune(1, 'ecu', 1, 2, 3), tune(2, 'ecu', 4, 5)], { setsMax: 2 });
    expect(solved(p)).toMatchObject({ size: 2, count: 6, truncated: true, proven: true });
    expect(sets(p)).toEqual([
      [1, 4],
      [1, 5],
    ]);
    expect(solved({ ...p, setsMax: 6 }).truncated).toBe(false);
  });
});

describe('tool restrictions', () => {
  const one = (kind: TuneKind, restrictions: ToolProblem['restrictions']) =>
    sets(problem([tune(1, kind, 1, 2, 3)], { restrictions }));
  const engine = { engine: [2, 5], transmission: [] };
  const transmission = { engine: [], transmission: [3, 5] };
  test('of the engine apply to ECU tunes (S290)', () => expect(one('ecu', engine)).toEqual([[2]]));
  test('of the engine do not apply to TCU tunes (S291)', () => expect(one('tcu', engine)).toEqual([[1], [2], [3]]));
  test('of the transmission apply to TCU tunes (S292)', () => expect(one('tcu', transmission)).toEqual([[3]]));
  test('of the transmission do not apply to ECU tunes (S293)', () =>
    expect(one('ecu', transmission)).toEqual([[1], [2], [3]]));
  test('of both apply to AWD tunes (S294)', () => {
    expect(one('awd', engine)).toEqual([[2]]);
    expect(one('awd', transmission)).toEqual([[3]]);
    expect(one('awd', { engine: [1, 2], transmission: [2, 3] })).toEqual([[2]]);
    expect(one('awd', { engine: [1], transmission: [3] })).toEqual([]);
  });
  test('that are empty allow every tool', () => expect(one('awd', free)).toEqual([[1], [2], [3]]));
});

describe('unsolvable selections', () => {
  test("a tune without any tool raises 'Tune is missing tools' (S289)", () => {
    for (const lost of [tune(2, 'ecu'), tune(2, 'tcu', 99)]) {
      const { error, stuck, conflicts } = unsolved(problem([tune(1, 'ecu', 1), lost]));
      expect(error).toBe('Tune is missing tools');
      expect(stuck).toEqual([{ tuneId: 2, cause: 'no-tools', barred: [] }]);
      expect(conflicts).toEqual([[2]]);
    }
  });
  test("tunes no set of tools covers raise 'Set of tunes is unsolvable', with what bars each tool (S296)", () => {
    const restrictions = { engine: [1], transmission: [3] };
    const { error, stuck } = unsolved(problem([tune(1, 'ecu', 1), tune(2, 'awd', 1, 3, 4)], { restrictions }));
    expect(error).toBe('Set of tunes is unsolvable');
    const barred = [
      { toolId: 1, by: ['transmission'] },
      { toolId: 3, by: ['engine'] },
      { toolId: 4, by: ['engine', 'transmission'] },
    ];
    expect(stuck).toEqual([{ tuneId: 2, cause: 'restricted', barred }]);
  });
  test('continue with no combinations after being reported once (S297)', () => {
    const restrictions = { engine: [1], transmission: [] };
    const solutionOf = (p: ToolProblem) => {
      const solution = solveTools(p);
      return [solution.kind === 'unsolved' ? solution.error : null, solution.combinations.length];
    };
    expect(solutionOf(problem([tune(1, 'ecu', 2)], { restrictions }))).toEqual(['Set of tunes is unsolvable', 0]);
    expect(solutionOf(problem([tune(1, 'ecu')]))).toEqual(['Tune is missing tools', 0]);
    expect(solutionOf(problem([tune(1, 'ecu', 2)]))).toEqual([null, 1]);
  });
  test('include the smallest change that would solve it', () => {
    const restrictions = { engine: [1], transmission: [] };
    const p = problem([tune(1, 'ecu', 1), tune(2, 'ecu', 2, 3), tune(3, 'ecu', 3)], { restrictions });
    const support = [
      { tuneId: 2, toolId: 1 },
      { tuneId: 3, toolId: 1 },
    ];
    expect(unsolved(p).changes).toEqual([
      { kind: 'allow-tools', additions: [{ unit: 'engine', toolId: 3 }], edits: 1, toolsAfter: 2 },
      { kind: 'lift-restrictions', units: ['engine'], edits: 1, toolsAfter: 2 },
      { kind: 'support-tunes', additions: support, edits: 2, toolsAfter: 1 },
      { kind: 'remove-tunes', tuneIds: [2, 3], edits: 2, toolsAfter: 1 },
    ]);
  });
});

describe('renting', () => {
  const rentable = [tool(1, 0n, true), tool(2), tool(3, 0n, true)];
  const rental = (tunes: SolverTune[]) => solved(problem(tunes, { tools: rentable })).rental;
  test('is supported only through a combination of a single rentable tool (S298)', () => {
    expect(rental([tune(1, 'ecu', 1, 2)])).toEqual({ supported: true, toolIds: [1] });
    expect(rental([tune(1, 'ecu', 1), tune(2, 'tcu', 3)]).supported).toBe(false);
    expect(rental([tune(1, 'ecu', 2)])).toMatchObject({ why: { reason: 'not-rentable', toolIds: [2] } });
    expect(rental([])).toMatchObject({ supported: false, why: { reason: 'no-tunes' } });
  });
  test('is refused with the smallest conflict and the nearest change to a single tool', () => {
    const tunes = [tune(1, 'ecu', 1, 2, 3), tune(2, 'ecu', 1, 2), tune(3, 'tcu', 1, 3), tune(4, 'tcu', 2, 3)];
    expect(rental(tunes)).toMatchObject({
      why: { reason: 'needs-several-tools', conflict: [2, 3, 4], nearest: { toolId: 1, removeTuneIds: [4] } },
    });
    // A group of three conflicts as well, but the pair is smaller.
    const pair = [tune(1, 'tcu', 1), tune(2, 'tcu', 2, 3), tune(3, 'ecu', 1, 2), tune(4, 'ecu', 1, 3)];
    expect(rental(pair)).toMatchObject({ why: { conflict: [1, 2] } });
  });
});

/** Independent reference solver: tries every subset of tools and reimplements the restriction rules. */
function bruteForce({ tunes, tools: all, restrictions: { engine, transmission } }: ToolProblem) {
  const can = (one: SolverTune, id: number) =>
    one.toolIds.includes(id) &&
    (one.kind === 'tcu' || engine.length === 0 || engine.includes(id)) &&
    (one.kind === 'ecu' || transmission.length === 0 || transmission.includes(id));
  const ids = all.map((one) => one.id).sort((a, b) => a - b);
  let best: number[][] = [];
  for (let bits = 0; bits < 1 << ids.length; bits++) {
    const set = ids.filter((_, at) => bits & (1 << at));
    if (best[0] && set.length > best[0].length) continue;
    if (!tunes.every((one) => set.some((id) => can(one, id)))) continue;
    if (best[0] && set.length < best[0].length) best = [];
    best.push(set);
  }
  return best;
}

let state = 7;
const below = (limit: number): number => {
  state = (Math.imul(state, 1664525) + 1013904223) | 0;
  return Math.floor(((state >>> 0) / 2 ** 32) * limit);
};
const some = (from: number, to: number, share: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at).filter(() => below(100) < share);

describe('on random vehicles', () => {
  const random = (): ToolProblem => ({
    tunes: Array.from({ length: below(6) }, (_, id) =>
      tune(id, (['ecu', 'tcu', 'awd'] as const)[below(3)] ?? 'ecu', ...some(1, 7, 45)),
    ),
    tools: Array.from({ length: 6 }, (_, at) => tool(at + 1, BigInt(below(3) * 100), below(2) === 0)),
    restrictions: { engine: below(2) ? some(1, 7, 60) : [], transmission: below(2) ? some(1, 7, 60) : [] },
    ownedToolIds: some(1, 6, 30),
    setsMax: 1000,
  });

  test('the result matches an independent solver 20,000 times', () => {
    let unsolvable = 0;
    for (let nth = 0; nth < 20_000; nth++) {
      const p = random();
      const expected = bruteForce(p);
      const solution = solveTools(p);
      if (solution.kind === 'unsolved') unsolvable++;
      const found = solution.combinations.map((one) => one.toolIds.join());
      const all = expected.map((set) => set.join());
      if (found.toSorted().join(' ') !== all.toSorted().join(' ')) expect({ p, found }).toEqual({ p, found: all });
      const rank = solution.combinations.map((one) => [Number(one.installFeeMinor), -one.ownedToolIds.length]);
      for (let at = 1; at < rank.length; at++) {
        const [before, after] = [rank[at - 1] as number[], rank[at] as number[]];
        const difference = after.map((value, key) => value - (before[key] ?? 0)).find((value) => value !== 0) ?? 0;
        if (difference < 0) expect({ p, rank }).toBe('in order');
      }
    }
    expect(unsolvable).toBeGreaterThan(1000);
  });

  test('each suggested change solves the problem with the stated number of tools', () => {
    for (let nth = 0; nth < 3000; nth++) {
      const p = random();
      const solution = solveTools(p);
      if (solution.kind === 'solved') continue;
      expect(solution.changes.length).toBeGreaterThan(0);
      for (const change of solution.changes) {
        const [set] = bruteForce(applied(p, change));
        if (set?.length !== change.toolsAfter) expect({ p, change, set }).toBe('solved');
      }
      for (const [id] of solution.conflicts)
        expect(bruteForce({ ...p, tunes: p.tunes.filter((one) => one.id === id) })).toEqual([]);
    }
  });
});

test('60 tunes over 40 tools are solved within 5 ms, whatever the number of tools per tune', () => {
  const fleet = Array.from({ length: 40 }, (_, at) => tool(at + 1, BigInt(below(50) * 100), below(3) === 0));
  const problemOf = (share: number): ToolProblem => {
    const tunes = Array.from({ length: 60 }, (_, id) => {
      const named = some(1, 40, share);
      return tune(id, 'ecu', ...(named.length > 0 ? named : [1 + below(40)]));
    });
    return { tunes, tools: fleet, restrictions: free, ownedToolIds: [1, 2, 3] };
  };
  /** CPU time of this thread, best of seven, so other load on the machine does not count. */
  const costMs = (p: ToolProblem): number =>
    Math.min(
      ...Array.from({ length: 7 }, () => {
        const started = process.threadCpuUsage();
        expect(solved(p).proven).toBe(true);
        const { user, system } = process.threadCpuUsage(started);
        return (user + system) / 1000;
      }),
    );
  const problems = [5, 8, 10, 15, 20, 30, 50].flatMap((share) => Array.from({ length: 15 }, () => problemOf(share)));
  // The first run warms up, the second is measured.
  for (const p of problems) solved(p);
  const times = problems.map(costMs).sort((a, b) => a - b);
  expect(times[times.length >> 1]).toBeLessThan(3);
  expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(5);
});
