import type { TuneKind } from '../selection/tune-places.ts';
import { smallestHittingSets } from './hitting-sets.ts';

export type SolverTool = { readonly id: number; readonly installFeeMinor: bigint; readonly isRentable: boolean };
export type SolverTune = { readonly id: number; readonly kind: TuneKind; readonly toolIds: readonly number[] };
export type RestrictedUnit = 'engine' | 'transmission';

export type ToolProblem = {
  readonly tunes: readonly SolverTune[];
  readonly tools: readonly SolverTool[];
  /** A non-empty list contains the only tools allowed; an empty list allows all. */
  readonly restrictions: Readonly<Record<RestrictedUnit, readonly number[]>>;
  readonly ownedToolIds?: readonly number[];
  readonly setsMax?: number;
};

const restrictedBy: Readonly<Record<TuneKind, readonly RestrictedUnit[]>> = {
  ecu: ['engine'],
  tcu: ['transmission'],
  awd: ['engine', 'transmission'],
};

/** The restrictions of a tune kind that exclude this tool. */
export function barredBy(problem: Pick<ToolProblem, 'restrictions'>, kind: TuneKind, toolId: number): RestrictedUnit[] {
  return restrictedBy[kind].filter((unit) => {
    const only = problem.restrictions[unit];
    return only.length > 0 && !only.includes(toolId);
  });
}

export type ToolRow = {
  readonly tune: SolverTune;
  readonly named: readonly number[];
  readonly allowed: readonly number[];
};

/** Each tune once, with its known tools and the allowed ones among them. */
export function rowsOf(problem: ToolProblem): ToolRow[] {
  const known = new Set(problem.tools.map((tool) => tool.id));
  const only = {
    engine: new Set(problem.restrictions.engine),
    transmission: new Set(problem.restrictions.transmission),
  };
  const once = new Map(problem.tunes.map((tune) => [tune.id, tune]));
  return [...once.values()].map((tune) => {
    const named = [...new Set(tune.toolIds)].filter((id) => known.has(id));
    const lists = restrictedBy[tune.kind].map((unit) => only[unit]).filter((list) => list.size > 0);
    return { tune, named, allowed: named.filter((id) => lists.every((list) => list.has(id))) };
  });
}

/** There is no fee for a tool the customer owns. */
export const feeOf = ({ id, installFeeMinor }: SolverTool, ownedToolIds: ReadonlySet<number>): bigint =>
  ownedToolIds.has(id) ? 0n : installFeeMinor;

// Keeps the total an exact number, and lets a fee outweigh the number of tools not owned.
const feeMax = 2n ** 38n;
const feeWeight = 64;

/** The smallest tool sets, ordered by fee, then by more owned tools. Tools are in ascending order of id. */
export function smallestToolSets(
  rows: readonly (readonly number[])[],
  problem: Pick<ToolProblem, 'tools' | 'ownedToolIds'>,
  setsMax: number,
) {
  const used = new Set(rows.flat());
  const tools = [...new Map(problem.tools.map((tool) => [tool.id, tool])).values()]
    .filter((tool) => used.has(tool.id))
    .sort((a, b) => a.id - b.id);
  const at = new Map(tools.map((tool, index) => [tool.id, index]));
  const owned = new Set(problem.ownedToolIds ?? []);
  const cost = (tool: SolverTool) => {
    const fee = feeOf(tool, owned);
    return Number(fee < 0n ? 0n : fee > feeMax ? feeMax : fee) * feeWeight + (owned.has(tool.id) ? 0 : 1);
  };
  const found = smallestHittingSets({
    rows: rows.map((row) => row.map((id) => at.get(id) as number)),
    costs: tools.map(cost),
    setsMax,
  });
  return { ...found, sets: found.sets.map((set) => set.map((index) => (tools[index] as SolverTool).id)) };
}
