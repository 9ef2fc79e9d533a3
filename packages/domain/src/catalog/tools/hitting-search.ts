/** Beyond this number of solutions for one part, only these are ranked. */
const answersMax = 20_000;

type Found = { readonly size: number; readonly answers: readonly number[][]; readonly complete: boolean };

/** Iterative deepening: the first size with solutions is the smallest. */
export function searchPart(
  rows: readonly number[][],
  twins: readonly number[][],
  steps: { left: number },
): Found | null {
  if (rows.length === 1) return { size: 1, answers: twins.map((_, group) => [group]), complete: true };
  const search = new Search(rows, twins);
  for (let size = 1; ; size++) {
    const outcome = search.run(size, steps);
    if (search.answers.length > 0) return { size, answers: search.answers, complete: outcome === 'all' };
    if (outcome === 'out of steps') return null;
  }
}

/** Prices are fractions; a rounding error must not prune a solution. */
const tolerance = 1e-9;

/** Slack of a group that may not be used: large enough never to bind. */
const unavailable = 1e6;
const priceRounds = 40;

const popcount = (bits: number): number => {
  let x = bits - ((bits >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** Depth-first search over bit sets in flat arrays, one slice per depth, to avoid allocations. */
class Search {
  readonly answers: number[][] = [];
  private readonly rowCount: number;
  private readonly groupCount: number;
  private readonly rowWords: number;
  private readonly groupWords: number;
  /** The groups that cover a row, and the rows a group covers. */
  private readonly groupsOfRow: Int32Array;
  private readonly rowsOfGroup: Int32Array;
  private readonly open: Int32Array;
  private readonly free: Int32Array;
  private readonly gain: Int32Array;
  private readonly tally: Int32Array;
  private readonly used: Int32Array;
  /** The groups of each row as lists. */
  private readonly listAt: Int32Array;
  private readonly list: Int32Array;
  private readonly slack: Float64Array;
  private readonly price: Float64Array;
  private readonly path: number[] = [];
  private steps = { left: 0 };

  constructor(rows: readonly number[][], twins: readonly number[][]) {
    const groupOf = new Map(twins.flatMap((columns, group) => columns.map((column) => [column, group] as const)));
    this.rowCount = rows.length;
    this.groupCount = twins.length;
    this.rowWords = Math.ceil(rows.length / 32);
    this.groupWords = Math.ceil(twins.length / 32);
    this.groupsOfRow = new Int32Array(this.rowCount * this.groupWords);
    this.rowsOfGroup = new Int32Array(this.groupCount * this.rowWords);
    const depthMax = Math.min(this.rowCount, this.groupCount) + 2;
    this.open = new Int32Array(depthMax * this.rowWords);
    this.free = new Int32Array(depthMax * this.groupWords);
    this.tally = new Int32Array(this.rowCount + 1);
    this.gain = new Int32Array(depthMax * this.groupCount);
    this.used = new Int32Array(this.groupWords);
    this.slack = new Float64Array(this.groupCount);
    this.price = new Float64Array((depthMax + 1) * this.rowCount);
    const lists = rows.map((row) => [...new Set(row.map((column) => groupOf.get(column) as number))]);
    this.list = Int32Array.from(lists.flat());
    this.listAt = new Int32Array(this.rowCount + 1);
    lists.forEach((groups, row) => {
      this.listAt[row + 1] = (this.listAt[row] as number) + groups.length;
    });
    rows.forEach((row, at) => {
      for (const column of row) {
        const group = groupOf.get(column) as number;
        mark(this.groupsOfRow, at * this.groupWords, group);
        mark(this.rowsOfGroup, group * this.rowWords, at);
      }
    });
    this.firstPrices();
    for (let row = 0; row < this.rowCount; row++) mark(this.open, 0, row);
    for (let group = 0; group < this.groupCount; group++) mark(this.free, 0, group);
  }

  /** Computes initial prices by subgradient ascent; later bounds start from them. */
  private firstPrices(): void {
    const { listAt, list, slack, rowCount, groupCount } = this;
    const now = new Float64Array(rowCount);
    const hits = new Float64Array(rowCount);
    for (let row = 0; row < rowCount; row++) now[row] = 1 / ((listAt[row + 1] as number) - (listAt[row] as number) + 1);
    let best = Number.NEGATIVE_INFINITY;
    for (let round = 0; round < priceRounds; round++) {
      slack.fill(1);
      let bound = 0;
      for (let row = 0; row < rowCount; row++) {
        const cost = now[row] as number;
        bound += cost;
        for (let at = listAt[row] as number; at < (listAt[row + 1] as number); at++)
          slack[list[at] as number] = (slack[list[at] as number] as number) - cost;
      }
      for (let group = 0; group < groupCount; group++) bound += Math.min(0, slack[group] as number);
      if (bound > best) {
        best = bound;
        this.price.set(now, 0);
      }
      let length = 0;
      for (let row = 0; row < rowCount; row++) {
        let hit = 1;
        for (let at = listAt[row] as number; at < (listAt[row + 1] as number); at++)
          if ((slack[list[at] as number] as number) < 0) hit--;
        hits[row] = hit;
        length += hit * hit;
      }
      if (length === 0) return;
      const stride = ((0.05 * best + 0.5) * (1 - round / priceRounds)) / length;
      for (let row = 0; row < rowCount; row++)
        now[row] = Math.max(0, (now[row] as number) + stride * (hits[row] as number));
    }
  }

  run(size: number, steps: { left: number }): 'all' | 'enough' | 'out of steps' {
    this.steps = steps;
    this.path.length = 0;
    if (this.descend(0, size)) return 'all';
    return this.answers.length >= answersMax ? 'enough' : 'out of steps';
  }

  /** The last group has to cover every open row. Most of the tree ends here, so this is checked directly. */
  private finish(openAt: number, freeAt: number): boolean {
    const { rowWords, groupWords, open, free, groupsOfRow, used } = this;
    for (let w = 0; w < groupWords; w++) used[w] = free[freeAt + w] as number;
    for (let v = 0; v < rowWords; v++) {
      let bits = open[openAt + v] as number;
      while (bits !== 0) {
        const row = (v << 5) + 31 - Math.clz32(bits & -bits);
        bits &= bits - 1;
        let any = 0;
        for (let w = 0; w < groupWords; w++) {
          used[w] = (used[w] as number) & (groupsOfRow[row * groupWords + w] as number);
          any |= used[w] as number;
        }
        if (any === 0) return true;
      }
    }
    for (let w = 0; w < groupWords; w++)
      for (let bits = used[w] as number; bits !== 0; bits &= bits - 1) {
        this.answers.push([...this.path, (w << 5) + 31 - Math.clz32(bits & -bits)]);
        if (this.answers.length >= answersMax) return false;
      }
    return true;
  }

  /** Returns false to stop the search. */
  private descend(depth: number, left: number): boolean {
    const { rowWords, groupWords, open, free, gain, rowsOfGroup } = this;
    const openAt = depth * rowWords;
    const freeAt = depth * groupWords;
    const gainAt = depth * this.groupCount;
    let openCount = 0;
    for (let w = 0; w < rowWords; w++) openCount += popcount(open[openAt + w] as number);
    if (openCount === 0) {
      this.answers.push([...this.path]);
      return this.answers.length < answersMax;
    }
    if (this.steps.left-- <= 0) return false;
    if (left === 1) return this.finish(openAt, freeAt);
    if (left === 0) return true;
    if (left === 2) return this.few(depth, left);

    // The cheapest bound: even the groups with the largest gain do not cover all open rows.
    const { tally } = this;
    tally.fill(0);
    let most = 0;
    for (let group = 0; group < this.groupCount; group++) {
      let rows = 0;
      if (((free[freeAt + (group >>> 5)] as number) >>> (group & 31)) & 1)
        for (let w = 0; w < rowWords; w++)
          rows += popcount((rowsOfGroup[group * rowWords + w] as number) & (open[openAt + w] as number));
      gain[gainAt + group] = rows;
      tally[rows] = (tally[rows] as number) + 1;
      if (rows > most) most = rows;
    }
    let reach = 0;
    for (let rows = most, groups = left; rows > 0 && groups > 0; rows--) {
      const taken = Math.min(groups, tally[rows] as number);
      reach += taken * rows;
      groups -= taken;
    }
    if (reach < openCount) return true;

    // Lagrangian lower bound: with a price per open row, any solution needs at least the sum of the prices, less the
    // amount by which the rows of a group exceed the cost of one group. Prices start from the level above and are
    // refined here.
    const { slack, price, listAt, list } = this;
    const priceAt = depth * this.rowCount;
    const nextPrice = priceAt + this.rowCount;
    let needed = 0;
    for (let group = 0; group < this.groupCount; group++)
      slack[group] = (gain[gainAt + group] as number) > 0 ? 1 : unavailable;
    for (let v = 0; v < rowWords; v++)
      for (let bits = open[openAt + v] as number; bits !== 0; bits &= bits - 1) {
        const row = (v << 5) + 31 - Math.clz32(bits & -bits);
        const cost = price[priceAt + row] as number;
        needed += cost;
        for (let at = listAt[row] as number, end = listAt[row + 1] as number; at < end; at++)
          slack[list[at] as number] = (slack[list[at] as number] as number) - cost;
      }
    for (let group = 0; group < this.groupCount; group++)
      if ((slack[group] as number) < 0) needed += slack[group] as number;
    for (let v = 0; v < rowWords; v++)
      for (let bits = open[openAt + v] as number; bits !== 0; bits &= bits - 1) {
        const row = (v << 5) + 31 - Math.clz32(bits & -bits);
        const end = listAt[row + 1] as number;
        const cost = price[priceAt + row] as number;
        let spare = unavailable;
        let over = 0;
        let leastOver = cost;
        for (let at = listAt[row] as number; at < end; at++) {
          const room = slack[list[at] as number] as number;
          if (room < spare) spare = room;
          if (room < -tolerance) {
            over++;
            if (-room < leastOver) leastOver = -room;
          }
        }
        const change = over > 1 ? -leastOver : spare > 0 ? Math.min(spare, 1) : 0;
        if (change !== 0) {
          needed += over > 1 ? (over - 1) * leastOver : change;
          for (let at = listAt[row] as number; at < end; at++)
            slack[list[at] as number] = (slack[list[at] as number] as number) - change;
        }
        price[nextPrice + row] = cost + change;
      }
    if (needed > left + tolerance) return true;

    // A group whose slack exceeds the remaining budget is in no solution below this node.
    const nextFree = freeAt + groupWords;
    for (let w = 0; w < groupWords; w++) free[nextFree + w] = free[freeAt + w] as number;
    for (let group = 0; group < this.groupCount; group++)
      if ((slack[group] as number) > 0 && needed + (slack[group] as number) > left + tolerance)
        free[nextFree + (group >>> 5)] = (free[nextFree + (group >>> 5)] as number) & ~(1 << (group & 31));

    // A group whose absence would exceed the budget is in every solution.
    for (let group = 0; group < this.groupCount; group++)
      if (needed - (slack[group] as number) > left + tolerance) return this.take(depth, left, group);
    return this.branch(depth, left);
  }

  private take(depth: number, left: number, group: number): boolean {
    const { rowWords, groupWords, open, free, rowsOfGroup } = this;
    const openAt = depth * rowWords;
    const nextFree = (depth + 1) * groupWords;
    free[nextFree + (group >>> 5)] = (free[nextFree + (group >>> 5)] as number) & ~(1 << (group & 31));
    for (let v = 0; v < rowWords; v++)
      open[openAt + rowWords + v] = (open[openAt + v] as number) & ~(rowsOfGroup[group * rowWords + v] as number);
    this.path.push(group);
    const on = this.descend(depth + 1, left - 1);
    this.path.pop();
    return on;
  }

  /** With few groups left, trying them is cheaper than computing a bound. */
  private few(depth: number, left: number): boolean {
    const { groupWords, free } = this;
    const freeAt = depth * groupWords;
    for (let w = 0; w < groupWords; w++) free[freeAt + groupWords + w] = free[freeAt + w] as number;
    return this.branch(depth, left);
  }

  /**
   * Every solution contains a group of the row with the fewest groups left. Groups already tried are excluded from
   * later branches, so no solution is found twice.
   */
  private branch(depth: number, left: number): boolean {
    const { rowWords, groupWords, open, free, groupsOfRow, rowsOfGroup } = this;
    const openAt = depth * rowWords;
    const nextOpen = openAt + rowWords;
    const nextFree = (depth + 1) * groupWords;
    let row = -1;
    let fewest = 0x7fffffff;
    for (let v = 0; v < rowWords; v++)
      for (let bits = open[openAt + v] as number; bits !== 0; bits &= bits - 1) {
        const candidate = (v << 5) + 31 - Math.clz32(bits & -bits);
        let width = 0;
        for (let w = 0; w < groupWords; w++)
          width += popcount((groupsOfRow[candidate * groupWords + w] as number) & (free[nextFree + w] as number));
        if (width === 0) return true;
        if (width < fewest) {
          fewest = width;
          row = candidate;
        }
      }
    for (let w = 0; w < groupWords; w++) {
      let bits = (groupsOfRow[row * groupWords + w] as number) & (free[nextFree + w] as number);
      while (bits !== 0) {
        const bit = 31 - Math.clz32(bits & -bits);
        bits &= bits - 1;
        const group = (w << 5) + bit;
        free[nextFree + w] = (free[nextFree + w] as number) & ~(1 << bit);
        for (let v = 0; v < rowWords; v++)
          open[nextOpen + v] = (open[openAt + v] as number) & ~(rowsOfGroup[group * rowWords + v] as number);
        this.path.push(group);
        const on = this.descend(depth + 1, left - 1);
        this.path.pop();
        if (!on) return false;
      }
    }
    return true;
  }
}

export function mark(words: Int32Array, from: number, bit: number): void {
  words[from + (bit >>> 5)] = (words[from + (bit >>> 5)] as number) | (1 << (bit & 31));
}
