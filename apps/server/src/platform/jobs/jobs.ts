import { readFileSync } from 'node:fs';
import pg from 'pg';
import { fromKysely, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { type Connection, clientConfig, usualTimeouts } from '../db/connection/connection.ts';
import type { Db } from '../db/db.ts';
import { lockKeys } from '../db/writes/advisory-locks.ts';
import type { Log } from '../log.ts';
import type { Platform } from '../platform.ts';
import type { AnyJob, Job, Schedule } from './define.ts';
import { enqueueDue, type NextOccurrence } from './schedules.ts';

type JobsOptions = {
  readonly connection: Connection | string;
  readonly log: Log;
  readonly jobs: readonly AnyJob[];
  readonly schedules: readonly Schedule[];
  /** False with JOBS=off: this process only enqueues. */
  readonly working: boolean;
  /** Polling interval of a queue without notifications: retries and postponed jobs wait this long at most. */
  readonly pollS?: number;
  /** A worker without a heartbeat for this long is considered dead, and its jobs run elsewhere; at least 10. */
  readonly heartbeatS?: number;
  /** How often live workers look for dead ones. */
  readonly superviseS?: number;
};

type EnqueueOptions = { readonly startAfter?: Date };

export type Jobs = {
  /** Enqueues in the caller's transaction: the job exists if and only if that transaction commits. Returns its id. */
  enqueue<S extends z.ZodObject>(tx: Db, job: Job<S>, data: z.input<S>, options?: EnqueueOptions): Promise<string>;
  /** Requeues a failed job in the caller's transaction; false if there is no such failed job. */
  retry(tx: Db, name: string, id: string): Promise<boolean>;
  /** Starts running jobs and schedules, unless this process only enqueues. */
  work(platform: Platform): Promise<void>;
  readonly schedules: readonly Schedule[];
  nextRun(schedule: Schedule, after: Date): Date | undefined;
  /** Stops taking jobs and waits up to 8 s for running ones; interrupted ones run again elsewhere. */
  stop(): Promise<void>;
};

const stopWithinMs = 8_000;
const tickEveryMs = 10_000;
const startLock = lockKeys.jobsStart;

/** The schema version of pg-boss, from its package; a backup needs the same one. */
export function jobTablesVersion(): number {
  const file = new URL('../package.json', import.meta.resolve('pg-boss'));
  return (JSON.parse(readFileSync(file, 'utf8')) as { pgboss: { schema: number } }).pgboss.schema;
}

export async function startJobs({
  connection,
  log,
  jobs,
  schedules,
  working,
  pollS = 5,
  heartbeatS = 30,
  superviseS = 20,
}: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    ...clientConfig(connection, { ...usualTimeouts, statementMs: 60_000 }, 'tuneport jobs'),
    schema: 'pgboss',
    max: 3,
    schedule: false,
    supervise: working,
    superviseIntervalSeconds: superviseS,
    monitorIntervalSeconds: superviseS,
    useListenNotify: working,
  });
  const warnOfOutage = throttle((error: unknown) => log.warn({ err: error }, 'Jobs are waiting for the database'));
  boss.on('error', warnOfOutage);
  boss.on('warning', ({ message, data }) => log.debug({ data }, message));
  const known = new Map(jobs.map((job) => [job.name, job]));
  if (known.size !== jobs.length) throw new Error('Two jobs have the same name.');
  for (const { job } of schedules)
    if (!known.has(job.name)) throw new Error(`${job.name} is scheduled but not in the list of jobs.`);
  const nextRun: NextOccurrence = rememberLast(
    ({ cron, timeZone }, from) => boss.previewSchedule(cron, { tz: timeZone, from, count: 1 })[0],
  );
  for (const schedule of schedules) nextRun(schedule, new Date());

  try {
    await withAdvisoryLock(connection, async () => {
      await boss.start();
      await matchQueues(boss, jobs, heartbeatS);
    });
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  }

  async function enqueue<S extends z.ZodObject>(
    tx: Db,
    job: Job<S>,
    data: z.input<S>,
    options: EnqueueOptions & { id?: string } = {},
  ) {
    if (!known.has(job.name)) throw new Error(`${job.name} is not in the list of jobs.`);
    job.schema.parse(data);
    const id = await boss.send(job.name, data as object, { ...options, db: fromKysely(tx) });
    if (!id) throw new Error(`${job.name} was not enqueued`);
    return id;
  }

  let ticker: { stop(): Promise<void> } | undefined;
  return {
    enqueue,
    schedules,
    nextRun,
    async retry(tx, name, id) {
      if (!known.has(name)) return false;
      return countOf(await boss.retry(name, id, { db: fromKysely(tx) })) === 1;
    },
    async work(platform) {
      if (!working || ticker) return;
      for (const job of jobs) {
        // One notification may announce many enqueued jobs: fetching continues until a batch is not full.
        const options = {
          batchSize: Math.max(2, job.concurrency),
          burstWhenBatchFull: true,
          pollingIntervalSeconds: Math.min(2, pollS),
          notifyPollingIntervalSeconds: pollS,
          perJobResults: true,
          includeMetadata: true,
        } as const;
        await boss.work(job.name, options, (batch: JobWithMetadata<object>[]) =>
          mapLimit(batch, job.concurrency, (taken) => runJob(boss, platform, job, taken)),
        );
      }
      ticker = every(tickEveryMs, async () => {
        await enqueueDue(platform.db, schedules, nextRun, async (tx, { job }, period, id) => {
          await enqueue(tx, job, { period: period.toISOString() }, { id });
        }).catch(warnOfOutage);
      });
    },
    async stop() {
      await ticker?.stop();
      await boss.stop({ graceful: true, timeout: stopWithinMs });
    },
  };
}

async function runJob(
  boss: PgBoss,
  platform: Platform,
  job: AnyJob,
  taken: JobWithMetadata<object>,
): Promise<JobResult> {
  const { id, retryCount, signal } = taken;
  const log = platform.log.child({ job: job.name, id });
  const context = { now: platform.clock.now(), log, platform, signal };
  const parsed = job.schema.safeParse(taken.data ?? {});
  if (!parsed.success) {
    log.error({ err: parsed.error }, 'A job has invalid data');
    return { id, status: 'deadletter', output: { message: 'The data of this job does not match its schema.' } };
  }
  try {
    if (job.transaction === 'none') {
      await job.run({ ...context, db: platform.db }, parsed.data);
    } else {
      await platform.db.transaction().execute(async (tx) => {
        await job.run({ ...context, db: tx }, parsed.data);
        // Completed in the same transaction, and only under this run's claim, so that effect and completion are atomic.
        const settled = await boss.complete(job.name, { id, retryCount }, undefined, { db: fromKysely(tx) });
        if (countOf(settled) !== 1) throw new Error('Another process took over this job.');
      });
    }
    return { id, status: 'completed' };
  } catch (error) {
    const last = retryCount >= taken.retryLimit;
    log[last ? 'error' : 'warn'](
      { err: error, attempt: retryCount + 1 },
      last ? 'A job failed permanently' : 'A job failed and will be retried',
    );
    return { id, status: 'failed', output: { message: messageOf(error) } };
  }
}

/** The number of affected jobs, which is missing from the published type. */
const countOf = (answer: object) => (answer as { affected?: number }).affected ?? 0;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500);

async function mapLimit<T, R>(items: readonly T[], width: number, act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await act(items[index] as T);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  return results;
}

/** Queues are updated from the code at every start; jobs stay. */
async function matchQueues(boss: PgBoss, jobs: readonly AnyJob[], heartbeatS: number): Promise<void> {
  const there = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const job of jobs) {
    const options = {
      retryLimit: job.retryLimit,
      retryDelay: job.retryDelayS,
      retryBackoff: true,
      retryDelayMax: 3_600,
      expireInSeconds: job.timeoutS,
      // A killed process is detected by heartbeat, long before the run times out.
      heartbeatSeconds: heartbeatS,
      deleteAfterSeconds: 14 * 24 * 3_600,
      notify: true,
    };
    if (there.has(job.name)) await boss.updateQueue(job.name, options);
    else await boss.createQueue(job.name, options);
  }
}

/**
 * pg-boss creates and migrates its own tables, with the privileges of our connection. Starting processes do this and
 * the queue setup one after another, so that a migration never runs during another process's start.
 */
async function withAdvisoryLock(connection: Connection | string, work: () => Promise<void>): Promise<void> {
  const timeouts = { connectMs: 5_000, statementMs: 0, lockMs: 0, idleInTransactionMs: 0 };
  const client = new pg.Client(clientConfig(connection, timeouts, 'tuneport jobs start'));
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(${startLock})`);
    await work();
    await client.query('commit');
  } finally {
    await client.end().catch(() => {});
  }
}

/** Caches the next occurrence, which every tick until then needs. */
function rememberLast(next: NextOccurrence): NextOccurrence {
  const known = new Map<Schedule, { after: number; moment: Date | undefined }>();
  return (schedule, after) => {
    const last = known.get(schedule);
    if (last?.after === after.getTime()) return last.moment;
    const moment = next(schedule, after);
    known.set(schedule, { after: after.getTime(), moment });
    return moment;
  };
}

/** Runs immediately and then again after each pause, never concurrently. */
function every(ms: number, act: () => Promise<void>): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = () => {
    running = act().finally(() => {
      if (!stopped) timer = setTimeout(run, ms).unref();
    });
  };
  run();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** In a database outage every queue fails every few seconds; one log line per ten seconds is enough. */
function throttle(report: (error: unknown) => void): (error: unknown) => void {
  let mutedUntil = 0;
  return (error) => {
    if (performance.now() < mutedUntil) return;
    mutedUntil = performance.now() + 10_000;
    report(error);
  };
}
