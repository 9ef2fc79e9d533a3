import { randomUUID } from 'node:crypto';
import { setImmediate as immediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { Schedule } from './define.ts';

/** The first occurrence of a schedule after a moment; undefined when there is none. */
export type NextOccurrence = (schedule: Schedule, after: Date) => Date | undefined;
type EnqueuePeriod = (tx: Db, schedule: Schedule, period: Date, jobId: string) => Promise<void>;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const lookBack = [minute, 10 * minute, hour, 6 * hour, day, 8 * day, 32 * day, 366 * day];

/**
 * Enqueues every run that is due by the clock of the database. Any number of processes may do this concurrently: the
 * row that claims a period and its job are written in one transaction, and the row's key admits only one. A failing
 * schedule does not delay the others; the errors are thrown together at the end.
 */
export async function enqueueDue(
  db: Db,
  schedules: readonly Schedule[],
  next: NextOccurrence,
  enqueue: EnqueuePeriod,
): Promise<number> {
  const { now, last } = await claimedSoFar(db, schedules);
  const failed: unknown[] = [];
  let claimed = 0;
  for (const schedule of schedules) {
    // Evaluating a cron expression is synchronous: yield to requests between two schedules.
    await immediate();
    try {
      claimed += await enqueueSchedule(db, schedule, { since: last.get(schedule.job.name), now, next, enqueue });
    } catch (error) {
      failed.push(error);
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} schedules could not be enqueued`);
  return claimed;
}

async function enqueueSchedule(
  db: Db,
  schedule: Schedule,
  { since, now, next, enqueue }: { since: Date | undefined; now: Date; next: NextOccurrence; enqueue: EnqueuePeriod },
): Promise<number> {
  if (!since) {
    await claim(db, schedule, now, null);
    return 0;
  }
  let claimed = 0;
  for (const period of duePeriods(schedule, since, now, next)) {
    const jobId = randomUUID();
    const won = await db.transaction().execute(async (tx) => {
      if (!(await claim(tx, schedule, period, jobId))) return false;
      await enqueue(tx, schedule, period, jobId);
      return true;
    });
    if (won) claimed += 1;
  }
  return claimed;
}

/** Computes occurrences lazily, usually only one: hundreds would block the event loop for as long as a page takes. */
export function* duePeriods(schedule: Schedule, since: Date, now: Date, next: NextOccurrence): Generator<Date> {
  const due = (after: Date) => {
    const moment = next(schedule, after);
    return moment && moment <= now ? moment : undefined;
  };
  const first = due(since);
  if (!first) return;
  if (schedule.missed === 'all') {
    for (let period: Date | undefined = first; period; period = due(period)) yield period;
    return;
  }
  // Looking back in growing steps finds the newest occurrence without iterating over a year of minutes.
  const starts = lookBack.map((step) => now.getTime() - step).filter((start) => start > since.getTime());
  for (const start of [...starts.map((ms) => new Date(ms)), since]) {
    let newest = start === since ? first : due(start);
    if (!newest) continue;
    for (let later = due(newest); later; later = due(later)) newest = later;
    yield newest;
    return;
  }
}

/** Ignores rows in the future, written before the clock was set back: the periods in between still have to run. */
async function claimedSoFar(db: Db, schedules: readonly Schedule[]): Promise<{ now: Date; last: Map<string, Date> }> {
  const names = schedules.map(({ job }) => job.name);
  // One index probe per schedule: job_periods has a row per minute for more than a year.
  const { rows } = await sql<{ now: Date; schedule: string | null; last: Date | null }>`
    select moment.now, names.schedule, done.period as last
    from (select clock_timestamp() as now) moment
    left join unnest(${names}::text[]) names (schedule) on true
    left join lateral (
      select period from job_periods where schedule = names.schedule and period <= moment.now order by period desc limit 1
    ) done on true`.execute(db);
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
