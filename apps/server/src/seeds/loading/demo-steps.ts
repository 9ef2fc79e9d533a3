import { sql } from 'kysely';
import type { Connection } from '../../platform/db/connection/connection.ts';
import { openDb } from '../../platform/db/connection/open.ts';
import type { Db } from '../../platform/db/db.ts';

/**
 * The time all dates are relative to: that of the first start, whenever the load completes. Undefined if there is
 * nothing to load: the database has other users, or a complete demo data set. A newer release does not extend it, since
 * people have changed its records.
 */
export async function beginLoading(db: Db, now: Date): Promise<Date | undefined> {
  await sql`insert into demo_steps (step, at) select 'begun', ${now}
    where not exists (select from users) on conflict do nothing`.execute(db);
  const steps = await loadedSteps(db);
  return steps.has('complete') ? undefined : steps.get('begun');
}

export async function loadedSteps(db: Db): Promise<Map<string, Date>> {
  const rows = await db.selectFrom('demo_steps').select(['step', 'at']).execute();
  return new Map(rows.map(({ step, at }) => [step, at]));
}

export async function markLoaded(db: Db, step: string, at: Date): Promise<void> {
  await db.insertInto('demo_steps').values({ step, at }).execute();
}

/** Whether a start has demo data to load. */
export async function isDemoMissing(connection: Connection | string): Promise<boolean> {
  const { db, close } = openDb(connection, { max: 1, timeouts: { connectMs: 15_000 } });
  try {
    const { rows } = await sql<{ missing: boolean }>`
      select case when exists (select from demo_steps where step = 'begun')
        then not exists (select from demo_steps where step = 'complete')
        else not exists (select from users) end as missing`.execute(db);
    return rows[0]?.missing ?? false;
  } finally {
    await close();
  }
}
