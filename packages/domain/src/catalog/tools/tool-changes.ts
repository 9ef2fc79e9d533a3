import { barredBy, type RestrictedUnit, rowsOf, smallestToolSets, type ToolProblem } from './tool-problem.ts';

type Change =
  /** The customer removes these tunes. */
  | { readonly kind: 'remove-tunes'; readonly tuneIds: readonly number[] }
  /** The catalogue names these tools in the restrictions as well. */
  | { readonly kind: 'allow-tools'; readonly additions: readonly { unit: RestrictedUnit; toolId: number }[] }
  /** The catalogue restricts these no longer. */
  | { readonly kind: 'lift-restrictions'; readonly units: readonly RestrictedUnit[] }
  /** These tools learn these tunes. */
  | { readonly kind: 'support-tunes'; readonly additions: readonly { tuneId: number; toolId: number }[] };

export type ToolChange = Change & {
  /** The number of changed entries. */
  readonly edits: number;
  /** The number of tools needed after the change. */
  readonly toolsAfter: number;
};

const kinds = ['allow-tools', 'support-tunes', 'lift-restrictions', 'remove-tunes'] as const;
/** The number of equally small tool sets that are compared. */
const optionsMax = 8;

/**
 * Changes that would make an unsolvable problem solvable, fewest edits first, then fewest tools. Each is sufficient on
 * its own.
 */
export function nearestChanges(problem: ToolProblem): ToolChange[] {
  const changes = [removal(problem), ...lifts(problem), allowance(problem), support(problem)];
  return changes
    .flatMap((change) => {
      const toolsAfter = change && toolsNeeded(applied(problem, change));
      return change && toolsAfter !== null
        ? [{ ...change, edits: editsOf(change), toolsAfter: toolsAfter as number }]
        : [];
    })
    .sort((a, b) => a.edits - b.edits || a.toolsAfter - b.toolsAfter || kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

/** The problem after a change. */
export function applied(problem: ToolProblem, change: Change): ToolProblem {
  const { tunes, restrictions } = problem;
  switch (change.kind) {
    case 'remove-tunes':
      return { ...problem, tunes: tunes.filter((tune) => !change.tuneIds.includes(tune.id)) };
    case 'lift-restrictions': {
      const lifted = Object.fromEntries(change.units.map((unit) => [unit, []]));
      return { ...problem, restrictions: { ...restrictions, ...lifted } };
    }
    case 'allow-tools': {
      const named = (unit: RestrictedUnit) => [
        ...restrictions[unit],
        ...change.additions.filter((one) => one.unit === unit).map((one) => one.toolId),
      ];
      return { ...problem, restrictions: { engine: named('engine'), transmission: named('transmission') } };
    }
    case 'support-tunes': {
      const added = (id: number) => change.additions.filter((one) => one.tuneId === id).map((one) => one.toolId);
      return { ...problem, tunes: tunes.map((tune) => ({ ...tune, toolIds: [...tune.toolIds, ...added(tune.id)] })) };
    }
  }
}

function editsOf(change: Change): number {
  switch (change.kind) {
    case 'remove-tunes':
      return change.tuneIds.length;
    case 'lift-restrictions':
      return change.units.length;
    default:
      return change.additions.length;
  }
}

const toolsNeeded = (problem: ToolProblem): number | null =>
  smallestToolSets(
    rowsOf(problem).map((row) => row.allowed),
    problem,
    1,
  ).size;

const stuckRows = (problem: ToolProblem) => rowsOf(problem).filter((row) => row.allowed.length === 0);
const isSolvable = (problem: ToolProblem): boolean => stuckRows(problem).length === 0;

/** Tunes are independent of each other, so exactly the stuck ones have to be removed. */
const removal = (problem: ToolProblem): Change => ({
  kind: 'remove-tunes',
  tuneIds: stuckRows(problem).map((row) => row.tune.id),
});

function lifts(problem: ToolProblem): Change[] {
  const lift = (...units: RestrictedUnit[]): Change => ({ kind: 'lift-restrictions', units });
  const single = [lift('engine'), lift('transmission')].filter((change) => isSolvable(applied(problem, change)));
  const both = lift('engine', 'transmission');
  return single.length > 0 ? single : isSolvable(applied(problem, both)) ? [both] : [];
}

/** The fewest tools that would free all stuck tunes, then the fewest list entries. */
function allowance(problem: ToolProblem): Change | null {
  const stuck = stuckRows(problem);
  if (stuck.some((row) => row.named.length === 0)) return null;
  const { sets } = smallestToolSets(
    stuck.map((row) => row.named),
    problem,
    optionsMax,
  );
  const options = sets.map((toolIds) => {
    const all = toolIds.flatMap((toolId) => {
      const units = stuck
        .filter((row) => row.named.includes(toolId))
        .flatMap((row) => barredBy(problem, row.tune.kind, toolId));
      return [...new Set(units)].map((unit) => ({ unit, toolId }));
    });
    const enough = (additions: typeof all) => isSolvable(applied(problem, { kind: 'allow-tools', additions }));
    let needed = all;
    for (const one of all) {
      const without = needed.filter((other) => other !== one);
      if (enough(without)) needed = without;
    }
    return needed;
  });
  const [additions] = options.sort((a, b) => a.length - b.length);
  return additions ? { kind: 'allow-tools', additions } : null;
}

/** Gives each stuck tune one allowed tool so that the fewest tools are needed in total. */
function support(problem: ToolProblem): Change | null {
  const rows = rowsOf(problem);
  const usable = rows.map((row) => {
    if (row.allowed.length > 0) return row.allowed;
    return problem.tools.map((tool) => tool.id).filter((id) => barredBy(problem, row.tune.kind, id).length === 0);
  });
  const { sets } = smallestToolSets(usable, problem, 1);
  const [toolIds] = sets;
  if (!toolIds) return null;
  const additions = rows.flatMap((row, at) => {
    if (row.allowed.length > 0) return [];
    const toolId = toolIds.find((id) => usable[at]?.includes(id));
    return toolId === undefined ? [] : [{ tuneId: row.tune.id, toolId }];
  });
  return { kind: 'support-tunes', additions };
}
