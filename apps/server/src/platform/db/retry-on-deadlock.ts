import type { Db, Tx } from './db.ts';

/** Deadlock, and a serialization failure: nothing was written, and the same transaction may succeed the next time. */
const transient = new Set<unknown>(['40P01', '40001']);
const triesMax = 4;

/**
 * Two transactions may each hold what the other waits for. The database then sends one of them back: nothing of it has happened, and
 * it begins again with what the other has left. So `act` may run several times, and may touch nothing but the database.
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
