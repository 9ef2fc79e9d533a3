import type { Db, Tx } from '../db.ts';

/** Deadlock and serialization failure: nothing was written, and a retry may succeed. */
const transient = new Set<unknown>(['40P01', '40001']);
const triesMax = 4;

/**
 * On a deadlock PostgreSQL rolls back one of the two transactions, which is then retried. So `act` may run several
 * times and must have no effects outside the database.
 */
export async function retryOnDeadlock<T>(db: Db, act: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().execute(act);
    } catch (error) {
      if (!transient.has((error as { code?: unknown } | null)?.code) || tried === triesMax) throw error;
    }
  }
}
