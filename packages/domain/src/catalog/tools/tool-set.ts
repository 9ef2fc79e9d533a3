import { mark } from './hitting-search.ts';
import { nearestChanges, type ToolChange } from './tool-changes.ts';
import {
  barredBy,
  feeOf,
  type RestrictedUnit,
  rowsOf,
  smallestToolSets,
  type ToolProblem,
  type ToolRow,
} from './tool-problem.ts';

const tuneMissingTools = 'Tune is missing tools';
const tunesUnsolvable = 'Set of tunes is unsolvable';
type ToolError = typeof tuneMissingTools | typeof tunesUnsolvable;

export type ToolCombination = {
  readonly toolIds: readonly number[];
  readonly ownedToolIds: readonly number[];
  readonly isRentable: boolean;
  /** Excludes the fees of owned tools. */
  readonly installFeeMinor: bigint;
};

/** What a tool does in a combination, and which of it no other tool in the combination can do. */
export type ToolUse = {
  readonly toolId: number;
  readonly tuneIds: readonly number[];
  readonly onlyHere: readonly number[];
};

/** Why renting a single tool is not possible. */
type RentalRefusal =
  | { readonly reason: 'no-tunes' }
  | { readonly reason: 'not-rentable'; readonly toolIds: readonly number[] }
  | {
      readonly reason: 'needs-several-tools';
      /** A minimal group of tunes that no single tool covers. */
      readonly conflict: readonly number[];
      /** The rentable tool that covers most tunes, and the tunes to remove for it. */
      readonly nearest: { readonly toolId: number; readonly removeTuneIds: readonly number[] } | null;
    };
type Rental =
  | { readonly supported: true; readonly toolIds: readonly number[] }
  | { readonly supported: false; readonly toolIds: readonly []; readonly why: RentalRefusal };

/** A tune that no tool can write, with the restrictions that exclude each of its tools. */
type StuckTune = {
  readonly tuneId: number;
  readonly cause: 'no-tools' | 'restricted';
  readonly barred: readonly { readonly toolId: number; readonly by: readonly RestrictedUnit[] }[];
};

export type ToolSolution =
  | {
      readonly kind: 'solved';
      readonly size: number;
      /** Ordered by lowest install fee, then more owned tools, then tool ids (Q060). */
      readonly combinations: readonly ToolCombination[];
      readonly count: number;
      /** There are more combinations than are listed. */
      readonly truncated: boolean;
      /** False only if the search limit was reached: the combination then works but may not be the smallest. */
      readonly proven: boolean;
      readonly rental: Rental;
    }
  | {
      readonly kind: 'unsolved';
      readonly error: ToolError;
      readonly combinations: readonly [];
      readonly stuck: readonly StuckTune[];
      /**
       * Minimal groups of tunes that cannot be bought together. Tools combine freely, so each group is a single tune.
       */
      readonly conflicts: readonly (readonly number[])[];
      /** Changes that would solve it, smallest first. */
      readonly changes: readonly ToolChange[];
    };

/** 60 tunes over 40 tools are solved within a few milliseconds with this many results. */
const combinationsMaxDefault = 100;

export function solveTools(problem: ToolProblem): ToolSolution {
  const rows = rowsOf(problem);
  const stuck = rows.filter((row) => row.allowed.length === 0).map((row) => stuckTune(problem, row));
  if (stuck.length > 0) {
    const error = stuck.some((one) => one.cause === 'no-tools') ? tuneMissingTools : tunesUnsolvable;
    const conflicts = stuck.map((one) => [one.tuneId]);
    return { kind: 'unsolved', error, combinations: [], stuck, conflicts, changes: nearestChanges(problem) };
  }

  const setsMax = Math.max(1, problem.setsMax ?? combinationsMaxDefault);
  // At least the number of tools, because the rental check needs every single-tool set.
  const found = smallestToolSets(
    rows.map((row) => row.allowed),
    problem,
    Math.max(setsMax, problem.tools.length),
  );
  const all = found.sets.map(combiner(problem));
  const combinations = all.slice(0, setsMax);
  return {
    kind: 'solved',
    size: found.size ?? 0,
    combinations,
    count: found.count,
    truncated: found.count > combinations.length || !found.complete,
    proven: found.exact,
    rental: rentalOf(problem, rows, found.size ?? 0, all),
  };
}

function stuckTune(problem: ToolProblem, { tune, named }: ToolRow): StuckTune {
  if (named.length === 0) return { tuneId: tune.id, cause: 'no-tools', barred: [] };
  const barred = named.map((toolId) => ({ toolId, by: barredBy(problem, tune.kind, toolId) }));
  return { tuneId: tune.id, cause: 'restricted', barred: barred.sort((a, b) => a.toolId - b.toolId) };
}

/** Explains one combination. Called only for the one displayed. */
export function explainTools(problem: ToolProblem, toolIds: readonly number[]): ToolUse[] {
  const uses = new Map(
    toolIds.map((toolId) => [toolId, { toolId, tuneIds: [] as number[], onlyHere: [] as number[] }]),
  );
  for (const { tune, allowed } of rowsOf(problem)) {
    const serving = toolIds.filter((id) => allowed.includes(id));
    for (const id of serving) uses.get(id)?.tuneIds.push(tune.id);
    if (serving.length === 1) uses.get(serving[0] as number)?.onlyHere.push(tune.id);
  }
  return [...uses.values()];
}

function combiner(problem: ToolProblem): (toolIds: readonly number[]) => ToolCombination {
  const toolOf = new Map(problem.tools.map((tool) => [tool.id, tool]));
  const owned = new Set(problem.ownedToolIds ?? []);
  return (toolIds) => {
    const [first = 0] = toolIds;
    return {
      toolIds,
      ownedToolIds: toolIds.filter((id) => owned.has(id)),
      isRentable: toolIds.length === 1 && toolOf.get(first)?.isRentable === true,
      installFeeMinor: toolIds.reduce((sum, id) => {
        const tool = toolOf.get(id);
        return tool ? sum + feeOf(tool, owned) : sum;
      }, 0n),
    };
  };
}

function rentalOf(
  problem: ToolProblem,
  rows: readonly ToolRow[],
  size: number,
  combinations: readonly ToolCombination[],
): Rental {
  const toolIds = combinations.filter((one) => one.isRentable).flatMap((one) => one.toolIds);
  if (toolIds.length > 0) return { supported: true, toolIds };
  const refuse = (why: RentalRefusal): Rental => ({ supported: false, toolIds: [], why });
  if (size === 0) return refuse({ reason: 'no-tunes' });
  if (size === 1) return refuse({ reason: 'not-rentable', toolIds: combinations.flatMap((one) => one.toolIds) });

  const [nearest] = problem.tools
    .filter((tool) => tool.isRentable && rows.some((row) => row.allowed.includes(tool.id)))
    .map((tool) => ({
      toolId: tool.id,
      removeTuneIds: rows.filter((row) => !row.allowed.includes(tool.id)).map((row) => row.tune.id),
    }))
    .sort((a, b) => a.removeTuneIds.length - b.removeTuneIds.length || a.toolId - b.toolId);
  return refuse({ reason: 'needs-several-tools', conflict: smallestConflict(rows), nearest: nearest ?? null });
}

const conflictStepsMax = 20_000;

/** The smallest group of tunes that no single tool covers: tries all pairs, then all triples, up to the step limit. */
function smallestConflict(rows: readonly ToolRow[]): readonly number[] {
  const at = new Map([...new Set(rows.flatMap((row) => row.allowed))].map((toolId, index) => [toolId, index]));
  const words = (at.size + 31) >> 5;
  const masks = new Int32Array(rows.length * words);
  rows.forEach((row, index) => {
    for (const toolId of row.allowed) mark(masks, index * words, at.get(toolId) as number);
  });
  // The tools that cover all tunes taken so far, one bit set per depth.
  const shared = new Int32Array((rows.length + 1) * words).fill(-1, 0, words);
  let steps = conflictStepsMax;
  const search = (from: number, taken: number, size: number): number[] | null => {
    for (let index = from; index <= rows.length - (size - taken) && steps > 0; index += 1) {
      steps -= 1;
      let any = 0;
      for (let word = 0; word < words; word += 1) {
        const both = (shared[taken * words + word] as number) & (masks[index * words + word] as number);
        shared[(taken + 1) * words + word] = both;
        any |= both;
      }
      if (any === 0) return [index];
      const rest = taken + 1 < size ? search(index + 1, taken + 1, size) : null;
      if (rest) return [index, ...rest];
    }
    return null;
  };
  for (let size = 2; size < rows.length && steps > 0; size += 1) {
    const found = search(0, 0, size);
    if (found) return found.map((index) => (rows[index] as ToolRow).tune.id);
  }
  // Step limit reached: drop every row that the conflict does not need.
  let conflict = rows;
  for (const row of rows) {
    const others = conflict.filter((other) => other !== row);
    if (!others[0]?.allowed.some((id) => others.every((other) => other.allowed.includes(id)))) conflict = others;
  }
  return conflict.map((row) => row.tune.id);
}
