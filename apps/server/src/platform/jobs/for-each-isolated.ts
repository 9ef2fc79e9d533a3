import type { Db, Tx } from '../db/db.ts';
import { retryOnDeadlock } from '../db/retry-on-deadlock.ts';
import { Refusal } from '../refusal.ts';

type Due<One> = Iterable<One> | AsyncIterable<One>;

/**
 * What time brings to many records. `act` says whether it did anything. One that cannot does not keep the others: the run is told at
 * its end, and tried again.
 */
export async function forEachIsolated<One>(due: Due<One>, act: (one: One) => Promise<boolean>): Promise<number> {
  let done = 0;
  const failed: unknown[] = [];
  for await (const one of due)
    try {
      if (await act(one)) done += 1;
    } catch (error) {
      // A refusal says that its time is not now, or not any more.
      if (!(error instanceof Refusal)) failed.push(error);
    }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} could not follow their time`);
  return done;
}

/** Each in a transaction of its own. `act` looks again under its lock: somebody may have been there first. */
export const inOwnTransactions = <One>(
  db: Db,
  due: Due<One>,
  act: (tx: Tx, one: One) => Promise<boolean>,
): Promise<number> => forEachIsolated(due, (one) => retryOnDeadlock(db, (tx) => act(tx, one)));
