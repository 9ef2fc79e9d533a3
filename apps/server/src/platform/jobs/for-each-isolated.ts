import type { Db, Tx } from '../db/db.ts';
import { retryOnDeadlock } from '../db/writes/retry-on-deadlock.ts';
import { Refusal } from '../refusal.ts';

type Due<One> = Iterable<One> | AsyncIterable<One>;

/**
 * Runs `act` for each due record; it returns whether it did anything. A failure does not stop the others: errors are
 * thrown together at the end, for a retry.
 */
export async function forEachIsolated<One>(due: Due<One>, act: (one: One) => Promise<boolean>): Promise<number> {
  let done = 0;
  const failed: unknown[] = [];
  for await (const one of due)
    try {
      if (await act(one)) done += 1;
    } catch (error) {
      // A refusal means: not due yet, or no longer due.
      if (!(error instanceof Refusal)) failed.push(error);
    }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} items could not be processed`);
  return done;
}

/** Each in its own transaction. `act` checks again under its lock, as another process may be first. */
export const inOwnTransactions = <One>(
  db: Db,
  due: Due<One>,
  act: (tx: Tx, one: One) => Promise<boolean>,
): Promise<number> => forEachIsolated(due, (one) => retryOnDeadlock(db, (tx) => act(tx, one)));
