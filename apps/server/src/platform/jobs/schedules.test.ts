import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { type OpenDb, openDb } from '../db/connection/open.ts';
import { makeLog } from '../log.ts';
import { type AnyJob, defineJob, type Schedule, SchedulePeriod } from './define.ts';
import { type Jobs, startJobs } from './jobs.ts';
import { duePeriods, enqueueDue } from './schedules.ts';

let database: TestDatabase;
const open: Jobs[] = [];

beforeAll(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((jobs) => jobs.stop()));
  await sql`delete from job_periods`.execute(database.db);
});
afterAll(() => database.close());

async function process_(jobs: readonly AnyJob[], schedules: readonly Schedule[] = []) {
  const { connection } = database;
  const started = await startJobs({ connection, log: makeLog('silent'), jobs, schedules, working: false });
  open.push(started);
  return started;
}

const minutely = (missed: Schedule['missed'] = 'latest'): Schedule => ({
  job: defineJob({ name: 'test.scheduled', schema: SchedulePeriod, run: async () => {} }),
  cron: '* * * * *',
  timeZone: 'UTC',
  missed,
});

test('four concurrent tickers claim each period once, and a new schedule has no past periods', async () => {
  const schedule = minutely('all');
  const jobs = await process_([schedule.job], [schedule]);
  const pools = Array.from({ length: 4 }, () => openDb(database.connection, { max: 2 }));
  const enqueued: string[] = [];
  const tick = (pool: OpenDb) =>
    enqueueDue(pool.db, [schedule], nextMinute, async (tx, { job }, period, id) => {
      enqueued.push(period.toISOString());
      await jobs.enqueue(tx, job, { period: period.toISOString() }, { id } as never);
    });
  await tick(pools[0] as OpenDb);
  expect(enqueued).toEqual([]);
  // Simulates a schedule that started an hour ago.
  await sql`update job_periods set period = date_trunc('minute', clock_timestamp()) - interval '1 hour'`.execute(
    database.db,
  );
  for (let round = 0; round < 30; round += 1) await Promise.all(pools.map(tick));
  const { rows } = await sql<{ period: Date }>`select period from job_periods where job_id is not null`.execute(
    database.db,
  );
  expect(rows.length).toBeGreaterThanOrEqual(60);
  expect(new Set(enqueued).size).toBe(enqueued.length);
  expect(enqueued.length).toBe(rows.length);
  const { rows: made } = await sql<{
    n: bigint;
  }>`select count(*) as n from pgboss.job where name = 'test.scheduled'`.execute(database.db);
  expect(Number(made[0]?.n)).toBe(rows.length);
  await Promise.all(pools.map((pool) => pool.close()));
});

const nextMinute = (_schedule: Schedule, after: Date) => new Date(Math.floor(after.getTime() / 60_000 + 1) * 60_000);

test('after downtime a schedule runs once for the latest period, or once for each', async () => {
  const jobs = await process_([minutely().job]);
  const daily = (missed: Schedule['missed']): Schedule => ({ ...minutely(missed), cron: '0 3 * * *' });
  const since = new Date('2026-05-01T04:00:00Z');
  const now = new Date('2026-05-04T12:00:00Z');
  const due = (schedule: Schedule, from: Date) =>
    [...duePeriods(schedule, from, now, jobs.nextRun)].map((moment) => moment.toISOString());
  expect(due(daily('latest'), since)).toEqual(['2026-05-04T03:00:00.000Z']);
  expect(due(daily('all'), since)).toEqual([
    '2026-05-02T03:00:00.000Z',
    '2026-05-03T03:00:00.000Z',
    '2026-05-04T03:00:00.000Z',
  ]);
  expect(due(daily('latest'), new Date('2026-05-04T03:00:00Z'))).toEqual([]);
  const yearly: Schedule = { ...minutely(), cron: '0 0 1 1 *' };
  expect(due(yearly, new Date('2025-06-01T00:00:00Z'))).toEqual(['2026-01-01T00:00:00.000Z']);
  const leapDay: Schedule = { ...minutely(), cron: '0 0 29 2 *' };
  expect(due(leapDay, new Date('2023-06-01T00:00:00Z'))).toEqual(['2024-02-29T00:00:00.000Z']);
});

test('a schedule enumerates few occurrences, however long the downtime', async () => {
  const jobs = await process_([minutely().job]);
  const now = new Date('2026-05-04T12:00:30Z');
  const asked = (cron: string, since: string) => {
    let calls = 0;
    const periods = duePeriods({ ...minutely(), cron }, new Date(since), now, (schedule, after) => {
      calls += 1;
      return jobs.nextRun(schedule, after);
    });
    return { due: [...periods].length, calls };
  };
  expect(asked('* * * * *', '2026-05-04T12:00:00Z')).toEqual({ due: 0, calls: 1 });
  expect(asked('0 3 * * *', '2026-05-04T03:00:00Z')).toEqual({ due: 0, calls: 1 });
  for (const cron of ['* * * * *', '*/5 * * * *', '17 * * * *', '20 3 * * *', '0 0 1 * *', '0 0 1 1 *']) {
    const { due, calls } = asked(cron, '2020-01-01T00:00:00Z');
    expect({ cron, due, few: calls <= 16 }).toEqual({ cron, due: 1, few: true });
  }
});

test('ticking schedules do not block the event loop', async () => {
  const schedules = Array.from({ length: 20 }, (_, index): Schedule => {
    const name = `test.tick-${String.fromCharCode(97 + index)}`;
    const crons = ['* * * * *', '*/5 * * * *', '20 3 * * *', '0 0 1 1 *', '0 0 29 2 *'];
    return {
      ...minutely(),
      job: defineJob({ name, schema: SchedulePeriod, run: async () => {} }),
      cron: crons[index % 5] as string,
    };
  });
  const jobs = await process_(
    schedules.map(({ job }) => job),
    schedules,
  );
  let longest = 0;
  let busyMs = 0;
  const measured: Jobs['nextRun'] = (schedule, after) => {
    const before = process.cpuUsage();
    const moment = jobs.nextRun(schedule, after);
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
    busyMs += (user + system) / 1_000;
    return moment;
  };
  const enqueued: string[] = [];
  const tick = () =>
    enqueueDue(database.db, schedules, measured, async (tx, { job }, period, id) => {
      enqueued.push(job.name);
      await jobs.enqueue(tx, job, { period: period.toISOString() }, { id } as never);
    });
  await tick();
  await sql`update job_periods set period = '2026-01-01' where schedule like 'test.tick-%'`.execute(database.db);
  expect(await tick()).toBeGreaterThan(0);
  expect(enqueued).toContain('test.tick-a');
  expect(longest).toBeLessThan(50);
  busyMs = 0;
  for (let round = 0; round < 10; round += 1) await tick();
  // The old evaluation took about two seconds for each of these ticks.
  expect(busyMs / 10).toBeLessThan(50);
});

test('a schedule finds its next time under CPU starvation', async () => {
  const jobs = await process_([minutely().job]);
  let ms = Date.now();
  // The clock advances by two seconds at every read.
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (ms += 2_000));
  try {
    const since = new Date('2025-06-01T00:00:00Z');
    const due = [...duePeriods({ ...minutely(), cron: '0 0 1 1 *' }, since, new Date('2026-05-01'), jobs.nextRun)];
    expect(due).toEqual([new Date('2026-01-01')]);
  } finally {
    clock.mockRestore();
  }
});

test('a schedule that fails does not delay the others', async () => {
  const [bad, good] = ['test.bad', 'test.good'].map(
    (name): Schedule => ({ ...minutely(), job: defineJob({ name, schema: SchedulePeriod, run: async () => {} }) }),
  ) as [Schedule, Schedule];
  await sql`insert into job_periods (schedule, period) values ('test.bad', '2026-01-01'), ('test.good', '2026-01-01')`.execute(
    database.db,
  );
  const enqueued: string[] = [];
  const tick = enqueueDue(database.db, [bad, good], nextMinute, async (_tx, { job }) => {
    if (job.name === 'test.bad') throw new Error('no queue');
    enqueued.push(job.name);
  });
  await expect(tick).rejects.toThrow('1 schedules could not be enqueued');
  expect(enqueued).toEqual(['test.good']);
});

test('a nightly run in Pacific time runs once on both daylight saving changes', async () => {
  const jobs = await process_([minutely().job]);
  const nightly = (cron: string): Schedule => ({ ...minutely(), cron, timeZone: 'America/Los_Angeles' });
  const next = (cron: string, after: string) => jobs.nextRun(nightly(cron), new Date(after))?.toISOString();
  // 2026-03-08: 02:30 does not exist. 2026-11-01: 01:30 occurs twice.
  expect(next('30 2 * * *', '2026-03-07T12:00:00Z')).toBe('2026-03-08T10:30:00.000Z');
  expect(next('30 2 * * *', '2026-03-08T10:30:00Z')).toBe('2026-03-09T09:30:00.000Z');
  expect(next('30 1 * * *', '2026-10-31T12:00:00Z')).toBe('2026-11-01T08:30:00.000Z');
  expect(next('30 1 * * *', '2026-11-01T08:30:00Z')).toBe('2026-11-02T09:30:00.000Z');
});

test('an invalid schedule prevents startup', async () => {
  const broken: Schedule = { ...minutely(), cron: 'at noon' };
  await expect(process_([broken.job], [broken])).rejects.toThrow();
  const nowhere: Schedule = { ...minutely(), timeZone: 'Atlantis/Capital' };
  await expect(process_([nowhere.job], [nowhere])).rejects.toThrow();
});
