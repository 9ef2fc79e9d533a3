import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../db.ts';

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
type Group<Item, Result> = { running: boolean; waiting: Waiting<Item, Result>[] };

const batchMax = 100;

/**
 * Batches all calls of the same event loop tick into one statement; calls made while it runs go into the next batch.
 * There is no further delay, so a single call costs the same as before. `run` returns results in item order, and fails
 * for all items or none.
 */
export function batched<Item, Result>(
  run: (db: Db, items: readonly Item[]) => Promise<readonly Result[]>,
): (db: Db, item: Item) => Promise<Result> {
  const groups = new WeakMap<Db, Group<Item, Result>>();

  async function work(db: Db, group: Group<Item, Result>): Promise<void> {
    group.running = true;
    while (group.waiting.length > 0) {
      await nextTurn();
      const batch = group.waiting.splice(0, batchMax);
      try {
        const results = await run(
          db,
          batch.map(({ item }) => item),
        );
        for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    group.running = false;
  }

  return (db, item) =>
    new Promise((resolve, reject) => {
      const group = groups.get(db) ?? { running: false, waiting: [] };
      groups.set(db, group);
      group.waiting.push({ item, resolve, reject });
      if (!group.running) void work(db, group);
    });
}
