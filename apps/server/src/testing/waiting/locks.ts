import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { eventually } from './eventually.ts';

/** Waits until another transaction waits for a lock, usually one of `tx`. */
export const untilLockWait = (tx: Db): Promise<void> =>
  eventually(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(tx);
    if (rows.length === 0) throw new Error('No transaction waits for a lock.');
  });

/** How many deadlocks the database has resolved. */
export async function deadlockCount(db: Db): Promise<number> {
  // The counter is written with a delay of at most a second.
  await new Promise((settle) => setTimeout(settle, 1_500));
  const { rows } = await sql<{ count: number }>`
    select pg_stat_get_db_deadlocks(oid)::int as count from pg_database where datname = current_database()`.execute(db);
  return rows[0]?.count ?? 0;
}
