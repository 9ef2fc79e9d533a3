import type { Db, Tx } from './db.ts';

const deadlock = '40P01';
const triesMax = 4;

/**
 * Two transactions may each hold what the other waits for. The database then sends one of them back: nothing of it has happened, and
 * it begins again with what the other has left. So `act` may run several times, and may touch nothing but the database.
 */
export async function againAfterDeadlock<T>(db: Db, act: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().execute(act);
    } catch (error) {
      if ((error as { code?: unknown } | null)?.code !== deadlock || tried === triesMax) throw error;
    }
  }
}
