import { mark, searchPart } from './hitting-search.ts';

/**
 * Exact minimum hitting sets: the smallest sets of columns that cover every row. Independent components are solved
 * separately and columns that cover the same rows are solved once, so many equivalent solutions of a large input add no
 * search cost. Stops after `stepsMax` steps and reports that.
 */
type HittingInput = {
  /** For each row, the indexes of the columns that cover it, below `costs.length`. */
  readonly rows: readonly (readonly number[])[];
  /** Cost of a column for ranking; an integer below 2^46. Sets are ranked by total cost, then by their columns. */
  readonly costs: readonly number[];
  readonly setsMax: number;
  readonly stepsMax?: number;
};

type HittingSets = {
  /** Null if a row has no column. */
  readonly size: number | null;
  /** Best first, each in ascending order; at most `setsMax`. */
  readonly sets: readonly (readonly number[])[];
  /** The number of smallest sets; a lower bound unless `complete`. */
  readonly count: number;
  /** Whether all smallest sets were enumerated, so `sets` contains the best. */
  readonly complete: boolean;
  /**
   * False only if the steps ran out before the size was proven; the returned set is then valid but may not be the
   * smallest.
   */
  readonly exact: boolean;
};

const stepsMaxDefault = 300_000;

type Ranked = { readonly columns: number[]; readonly cost: number };
const nothingChosen: Ranked = { columns: [], cost: 0 };

export function smallestHittingSets(input: HittingInput): HittingSets {
  const steps = { left: input.stepsMax ?? stepsMaxDefault };
  const setsMax = Math.max(1, input.setsMax);
  const rows = withoutImplied(
    input.rows.map((row) => [...new Set(row)]),
    input.costs.length,
  );
  if (rows.some((row) => row.length === 0)) return { size: null, sets: [], count: 0, complete: true, exact: true };

  let best: Ranked[] = [nothingChosen];
  let size = 0;
  let count = 1;
  let complete = true;
  for (const part of parts(rows)) {
    const twins = groupTwins(part, input.costs);
    const found = searchPart(part, twins, steps);
    if (!found) return someSet(rows, input.costs);
    size += found.size;
    complete &&= found.complete;
    const ranked = rankAnswers(found.answers, twins, input.costs, setsMax);
    count *= ranked.count;
    best = joined(best, ranked.best, setsMax);
  }
  return { size, sets: best.map((set) => set.columns), count, complete, exact: true };
}

/** Greedy solution: always takes the column that covers most of the remaining rows, the cheaper one of equals. */
function someSet(rows: readonly number[][], costs: readonly number[]): HittingSets {
  const chosen: number[] = [];
  let open = rows;
  while (open.length > 0) {
    const serves = new Map<number, number>();
    for (const row of open) for (const column of row) serves.set(column, (serves.get(column) ?? 0) + 1);
    const [first] = [...serves].sort(([a, x], [b, y]) => y - x || (costs[a] ?? 0) - (costs[b] ?? 0) || a - b);
    if (!first) break;
    chosen.push(first[0]);
    open = open.filter((row) => !row.includes(first[0]));
  }
  chosen.sort((a, b) => a - b);
  return { size: chosen.length, sets: [chosen], count: 1, complete: false, exact: false };
}

/** A solution in groups expands to one set per choice of a column from each group. */
function rankAnswers(
  answers: readonly (readonly number[])[],
  twins: readonly (readonly number[])[],
  costs: readonly number[],
  setsMax: number,
): { readonly best: Ranked[]; readonly count: number } {
  const all: Ranked[] = [];
  let count = 0;
  for (const groups of answers) {
    const columns: number[] = [];
    let cost = 0;
    let choices = 1;
    for (const group of groups) {
      const [first = 0, ...others] = twins[group] ?? [];
      choices *= others.length + 1;
      columns.push(first);
      cost += costs[first] ?? 0;
    }
    count += choices;
    if (choices === 1) {
      all.push({ columns, cost });
      continue;
    }
    let chosen: Ranked[] = [nothingChosen];
    for (const group of groups) {
      const single = (twins[group] ?? []).map((column) => ({ columns: [column], cost: costs[column] ?? 0 }));
      chosen = joined(chosen, single, setsMax);
    }
    all.push(...chosen);
  }
  // Columns are compared only for equal costs, so only candidates for the best are sorted.
  all.sort((a, b) => a.cost - b.cost);
  const worst = all[Math.min(setsMax, all.length) - 1]?.cost ?? 0;
  const near = all.filter((set) => set.cost <= worst);
  for (const set of near) set.columns.sort((a, b) => a - b);
  return { best: near.sort(byRank).slice(0, setsMax), count };
}

function byRank(a: Ranked, b: Ranked): number {
  if (a.cost !== b.cost) return a.cost - b.cost;
  for (let at = 0; at < a.columns.length; at++) {
    const difference = (a.columns[at] as number) - (b.columns[at] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * The best unions of one set from each list, both sorted. Adding the same columns to both sides preserves the rank, so
 * the pair (i, j) has (i + 1)(j + 1) − 1 pairs before it and is skipped if that is too many.
 */
function joined(a: readonly Ranked[], b: readonly Ranked[], setsMax: number): Ranked[] {
  if (a[0] === nothingChosen) return b.slice(0, setsMax);
  const all: Ranked[] = [];
  for (let i = 0; i < a.length && i < setsMax; i++)
    for (let j = 0; j < b.length && (i + 1) * (j + 1) <= setsMax; j++) {
      const [x, y] = [a[i] as Ranked, b[j] as Ranked];
      all.push({ columns: [...x.columns, ...y.columns].sort((p, q) => p - q), cost: x.cost + y.cost });
    }
  return all.sort(byRank).slice(0, setsMax);
}

/** Drops each row that is a superset of another row: covering that one covers it too. */
function withoutImplied(rows: readonly number[][], columnCount: number): number[][] {
  const words = Math.ceil(columnCount / 32);
  const masks = new Int32Array(rows.length * words);
  const kept: number[][] = [];
  for (const row of [...rows].sort((a, b) => a.length - b.length)) {
    const at = kept.length * words;
    masks.fill(0, at, at + words);
    for (const column of row) mark(masks, at, column);
    let implied = false;
    for (let small = 0; small < at && !implied; small += words) {
      implied = true;
      for (let w = 0; w < words && implied; w++)
        implied = ((masks[small + w] as number) & ~(masks[at + w] as number)) === 0;
    }
    if (!implied) kept.push(row);
  }
  return kept;
}

/** Connected components: rows that share columns, directly or transitively. */
function parts(rows: readonly number[][]): number[][][] {
  const owner = new Map<number, number>();
  const parent = rows.map((_, at) => at);
  const root = (at: number): number => {
    let top = at;
    while (parent[top] !== top) top = parent[top] as number;
    return top;
  };
  rows.forEach((row, at) => {
    for (const column of row) {
      const other = owner.get(column);
      if (other === undefined) owner.set(column, at);
      else parent[root(at)] = root(other);
    }
  });
  const found = new Map<number, number[][]>();
  rows.forEach((row, at) => {
    const top = root(at);
    const part = found.get(top);
    if (part) part.push(row);
    else found.set(top, [row]);
  });
  return [...found.values()];
}

/** Groups columns that cover exactly the same rows; a solution uses at most one of them. Cheapest first. */
function groupTwins(rows: readonly number[][], costs: readonly number[]): number[][] {
  const words = Math.ceil(rows.length / 32);
  const served = new Int32Array(costs.length * words);
  const columns = new Set<number>();
  rows.forEach((row, at) => {
    for (const column of row) {
      columns.add(column);
      mark(served, column * words, at);
    }
  });
  const groups = new Map<string, number[]>();
  for (const column of columns) {
    const key = served.subarray(column * words, (column + 1) * words).join();
    const twins = groups.get(key);
    if (twins) twins.push(column);
    else groups.set(key, [column]);
  }
  const cost = (column: number) => costs[column] ?? 0;
  return [...groups.values()]
    .map((twins) => twins.sort((a, b) => cost(a) - cost(b) || a - b))
    .sort(([a = 0], [b = 0]) => cost(a) - cost(b) || a - b);
}
