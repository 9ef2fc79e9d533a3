import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

// Runs two pieces of work against the real database; every statement of both waits until a schedule releases it. So
// each run is one interleaving of their statements, and races are found systematically rather than by luck.

/** Which of the two continues when both could, given the number of statements each has executed. */
export type Schedule = (at: { readonly first: number; readonly second: number }) => Turn;
export type Turn = 'first' | 'second';

type Side = {
  /** Statements released so far. */
  passed: number;
  /** Waits before its next statement. */
  gate: (() => void) | null;
  /** The connections its statements run on, while they run. */
  readonly asks: Set<pg.Client>;
  over: boolean;
};
type Query = (this: pg.Client, ...args: unknown[]) => unknown;

const sides = new AsyncLocalStorage<Side>();
/**
 * A side neither at a gate nor in the database for this long waits for something else: a timer, a provider, the other
 * side.
 */
const elsewhereMs = 8;

export type Interleaved<A, B> = { readonly first: A; readonly second: B; readonly passed: readonly [number, number] };

/** Runs both, one statement at a time per schedule. While one waits for a lock, the other continues. */
export async function interleave<A, B>(
  watch: pg.Pool,
  work: { first(): Promise<A>; second(): Promise<B> },
  schedule: Schedule,
): Promise<Interleaved<A, B>> {
  const first: Side = { passed: 0, gate: null, asks: new Set(), over: false };
  const second: Side = { passed: 0, gate: null, asks: new Set(), over: false };
  const release = gated();
  try {
    const done = Promise.all([begin(first, work.first), begin(second, work.second)]);
    // Avoids an unhandled rejection; failures are handled below.
    done.catch(() => {});
    while (!(first.over && second.over)) {
      await settled(watch, [first, second]);
      const input = schedule({ first: first.passed, second: second.passed });
      const [wanted, other] = input === 'first' ? [first, second] : [second, first];
      const next = wanted.gate ? wanted : other;
      const pass = next.gate;
      if (!pass) {
        await sleep(1);
        continue;
      }
      next.gate = null;
      next.passed += 1;
      pass();
    }
    const [a, b] = await done;
    return { first: a, second: b, passed: [first.passed, second.passed] };
  } finally {
    release();
    for (const side of [first, second]) {
      side.over = true;
      side.gate?.();
    }
  }
}

async function begin<T>(side: Side, work: () => Promise<T>): Promise<T> {
  try {
    return await sides.run(side, work);
  } finally {
    side.over = true;
  }
}

/** Waits until neither can continue unreleased: each is done, at its gate, waiting for a lock, or elsewhere. */
async function settled(watch: pg.Pool, both: readonly Side[]): Promise<void> {
  for (const side of both) {
    const since = performance.now();
    for (let looked = 0; !side.over && side.gate === null; looked += 1) {
      await sleep(looked < 4 ? 0 : 1);
      if (side.asks.size > 0 && looked >= 3 && (await waitForLock(watch, side.asks))) break;
      if (side.asks.size === 0 && performance.now() - since > elsewhereMs) break;
    }
  }
}

async function waitForLock(watch: pg.Pool, clients: ReadonlySet<pg.Client>): Promise<boolean> {
  const ids = [...clients].map((client) => (client as unknown as { processID: number }).processID);
  const waitingQuery =
    'select coalesce(bool_and(cardinality(pg_blocking_pids(id)) > 0), false) as wait from unnest($1::integer[]) id';
  const { rows } = await watch.query<{ wait: boolean }>(waitingQuery, [ids]);
  return rows[0]?.wait ?? false;
}

/** From now on statements of both sides wait at their gates. */
function gated(): () => void {
  const { query } = pg.Client.prototype;
  const ask = query as unknown as Query;
  const watched: Query = function (...args) {
    const side = sides.getStore();
    if (!side || side.over || typeof args.at(-1) === 'function') return ask.apply(this, args);
    return pass(side).then(async () => {
      side.asks.add(this);
      try {
        return await (ask.apply(this, args) as Promise<unknown>);
      } finally {
        side.asks.delete(this);
      }
    });
  };
  pg.Client.prototype.query = watched as unknown as typeof query;
  return () => {
    pg.Client.prototype.query = query;
  };
}

const pass = (side: Side): Promise<void> => {
  // Concurrent statements of one side are released in order.
  const before = side.gate;
  return new Promise((resolve) => {
    side.gate = before
      ? () => {
          before();
          resolve();
        }
      : resolve;
  });
};

/**
 * Generates `count` schedules: first those where one side is interrupted once by the whole other side, evenly sampled
 * if there are more, then random ones.
 */
export function schedules(
  count: number,
  steps: readonly [number, number],
  below: (bound: number) => number,
): Schedule[] {
  const cuts: Schedule[] = [];
  for (let at = 0; at <= steps[0]; at += 1) cuts.push(({ first }) => (first < at ? 'first' : 'second'));
  for (let at = 0; at <= steps[1]; at += 1) cuts.push(({ second }) => (second < at ? 'second' : 'first'));
  const chosen = cuts.length <= count ? cuts : spread(cuts, Math.ceil(count * 0.75), below);
  while (chosen.length < count) chosen.push(byChance(below));
  return chosen;
}

const spread = <T>(list: readonly T[], count: number, below: (bound: number) => number): T[] => {
  const off = below(list.length);
  return Array.from(
    { length: count },
    (_, at) => list[(off + Math.floor((at * list.length) / count)) % list.length] as T,
  );
};

/** Random alternation in runs of random length. */
export function byChance(below: (bound: number) => number): Schedule {
  let [turn, left]: [Turn, number] = ['first', 0];
  return () => {
    if (left === 0) [turn, left] = [below(2) === 0 ? 'first' : 'second', 1 + below(4)];
    left -= 1;
    return turn;
  };
}
