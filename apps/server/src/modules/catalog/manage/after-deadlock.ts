import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

const deadlock = '40P01';
const triesMax = 4;

/**
 * Records of the catalogue hang together, so two who change neighbours may each hold what the other waits for. The database then
 * sends one of them back: what it did is taken back, and it begins again with what the other has left.
 */
export async function againAfterDeadlock<T>(db: Db, act: () => Promise<T>): Promise<T> {
  if (!db.isTransaction) throw new Error('Only in a transaction can an act be taken back.');
  for (let tried = 1; ; tried += 1) {
    await sql`savepoint act`.execute(db);
    try {
      const done = await act();
      await sql`release savepoint act`.execute(db);
      return done;
    } catch (error) {
      if ((error as { code?: unknown } | null)?.code !== deadlock || tried === triesMax) throw error;
      await sql`rollback to savepoint act`.execute(db);
    }
  }
}
