import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { Schedule } from './define.ts';

/** The next moments of a schedule after `from`. */
export type Occurrences = (schedule: Schedule, from: Date, count: number) => Date[];
export type EnqueuePeriod = (tx: Db, schedule: Schedule, period: Date, jobId: string) => Promise<void>;

const hour = 3_600_000;
const lookBack = [hour, 24 * hour, 32 * 24 * hour, 366 * 24 * hour];
const countAtOnce = 500;

/**
 * Enqueues every run that is due by the clock of the database. Any number of processes may do this at the same moment: the row that
 * claims a period and the job that runs it are written in one transaction, and the row's key lets only one of them in.
 */
export async function enqueueDue(
  db: Db,
  schedules: readonly Schedule[],
  occurrences: Occurrences,
  enqueue: EnqueuePeriod,
): Promise<number> {
  const { now, last } = await claimedSoFar(db);
  let claimed = 0;
  for (const schedule of schedules) {
    const since = last.get(schedule.job.name);
    if (!since) {
      await claim(db, schedule, now, null);
      continue;
    }
    for (const period of duePeriods(schedule, since, now, occurrences)) {
      const jobId = randomUUID();
      const won = await db.transaction().execute(async (tx) => {
        if (!(await claim(tx, schedule, period, jobId))) return false;
        await enqueue(tx, schedule, period, jobId);
        return true;
      });
      if (won) claimed += 1;
    }
  }
  return claimed;
}

export function duePeriods(schedule: Schedule, since: Date, now: Date, occurrences: Occurrences): Date[] {
  if (schedule.missed === 'all') {
    return occurrences(schedule, since, countAtOnce).filter((moment) => moment <= now);
  }
  // Looking back in growing steps finds the newest moment without walking through a year of minutes.
  for (const step of lookBack) {
    const from = new Date(Math.max(since.getTime(), now.getTime() - step));
    const newest = newestUntil(now, from, (start) => occurrences(schedule, start, countAtOnce));
    if (newest) return [newest];
    if (from.getTime() === since.getTime()) return [];
  }
  return [];
}

function newestUntil(now: Date, from: Date, next: (start: Date) => Date[]): Date | undefined {
  let newest: Date | undefined;
  for (let start = from; ; ) {
    const moments = next(start);
    const due = moments.filter((moment) => moment <= now);
    newest = due.at(-1) ?? newest;
    if (due.length < moments.length || !newest) return newest;
    start = newest;
  }
}

/** Rows ahead of the clock, written before it was set back, do not count: what lies between still has to run. */
async function claimedSoFar(db: Db): Promise<{ now: Date; last: Map<string, Date> }> {
  const { rows } = await sql<{ now: Date; schedule: string | null; last: Date | null }>`
    select moment.now, done.schedule, max(done.period) as last
    from (select clock_timestamp() as now) moment
    left join job_periods done on done.period <= moment.now
    group by moment.now, done.schedule`.execute(db);
  const now = rows[0]?.now;
  if (!now) throw new Error('the database did not tell the time');
  return { now, last: new Map(rows.flatMap(({ schedule, last }) => (schedule && last ? [[schedule, last]] : []))) };
}

async function claim(db: Db, schedule: Schedule, period: Date, jobId: string | null): Promise<boolean> {
  const { rows } = await sql`
    insert into job_periods (schedule, period, job_id) values (${schedule.job.name}, ${period}, ${jobId})
    on conflict do nothing returning 1`.execute(db);
  return rows.length === 1;
}
