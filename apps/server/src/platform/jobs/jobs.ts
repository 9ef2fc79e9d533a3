import { readFileSync } from 'node:fs';
import pg from 'pg';
import { fromKysely, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { lockKeys } from '../db/advisory-locks.ts';
import { type Connection, clientConfig, usualTimeouts } from '../db/connection.ts';
import type { Db } from '../db/db.ts';
import type { Log } from '../log.ts';
import type { Platform } from '../platform.ts';
import type { AnyJob, Job, Schedule } from './define.ts';
import { enqueueDue, type NextOccurrence } from './schedules.ts';

export type JobsOptions = {
  readonly connection: Connection | string;
  readonly log: Log;
  readonly jobs: readonly AnyJob[];
  readonly schedules: readonly Schedule[];
  /** JOBS=off: this process enqueues and never works. */
  readonly working: boolean;
  /** How often a queue is looked at without being told of new work: retries and postponed jobs wait this long at most. */
  readonly pollS?: number;
  /** A worker that is not heard from for so long is taken for dead, and its jobs run elsewhere; at least 10. */
  readonly heartbeatS?: number;
  /** How often the living look for the dead. */
  readonly superviseS?: number;
};

export type EnqueueOptions = { readonly startAfter?: Date };

export type Jobs = {
  /** In the caller's transaction: the job exists when, and only when, that transaction commits. Answers its id. */
  enqueue<S extends z.ZodObject>(tx: Db, job: Job<S>, data: z.input<S>, options?: EnqueueOptions): Promise<string>;
  /** Puts a failed job back in line, in the caller's transaction; false when there is no such failed job. */
  retry(tx: Db, name: string, id: string): Promise<boolean>;
  /** Begins to run jobs and schedules, unless this process only enqueues. */
  work(platform: Platform): Promise<void>;
  readonly schedules: readonly Schedule[];
  nextRun(schedule: Schedule, after: Date): Date | undefined;
  /** Takes no new jobs and waits up to 8 s for the running ones; what is cut off then runs again elsewhere. */
  stop(): Promise<void>;
};

const stopWithinMs = 8_000;
const tickEveryMs = 10_000;
const startLock = lockKeys.jobsStart;

/** pg-boss names the version of its tables in its package; a backup fits only the same one. */
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
  const complain = throttle((error: unknown) => log.warn({ err: error }, 'Jobs are waiting for the database'));
  boss.on('error', complain);
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
    await alone(connection, async () => {
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
        // A notification says "there is work" once, however many jobs a transaction enqueued: only a short batch ends the fetching.
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
        }).catch(complain);
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
    log.error({ err: parsed.error }, 'A job has data it cannot use');
    return { id, status: 'deadletter', output: { message: 'The data of this job does not fit what it expects.' } };
  }
  try {
    if (job.transaction === 'none') {
      await job.run({ ...context, db: platform.db }, parsed.data);
    } else {
      await platform.db.transaction().execute(async (tx) => {
        await job.run({ ...context, db: tx }, parsed.data);
        // Settled in the same transaction, and only under the claim this run began with: effect and "done" are one.
        const settled = await boss.complete(job.name, { id, retryCount }, undefined, { db: fromKysely(tx) });
        if (countOf(settled) !== 1) throw new Error('Another process took this job over.');
      });
    }
    return { id, status: 'completed' };
  } catch (error) {
    const last = retryCount >= taken.retryLimit;
    log[last ? 'error' : 'warn'](
      { err: error, attempt: retryCount + 1 },
      last ? 'A job failed for good' : 'A job failed, it will be tried again',
    );
    return { id, status: 'failed', output: { message: messageOf(error) } };
  }
}

/** How many jobs a command changed; the published type of the answer leaves the number out. */
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

/** Queues follow the code at every start; what is in them stays. */
async function matchQueues(boss: PgBoss, jobs: readonly AnyJob[], heartbeatS: number): Promise<void> {
  const there = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const job of jobs) {
    const options = {
      retryLimit: job.retryLimit,
      retryDelay: job.retryDelayS,
      retryBackoff: true,
      retryDelayMax: 3_600,
      expireInSeconds: job.timeoutS,
      // A killed process is noticed by its silence, long before the run would time out.
      heartbeatSeconds: heartbeatS,
      deleteAfterSeconds: 14 * 24 * 3_600,
      notify: true,
    };
    if (there.has(job.name)) await boss.updateQueue(job.name, options);
    else await boss.createQueue(job.name, options);
  }
}

/**
 * pg-boss makes and migrates its own tables, with the rights of our connection. Processes that start at once do it one after another, and
 * the queues with it: a migration never meets a process that is half-way through its own start.
 */
async function alone(connection: Connection | string, work: () => Promise<void>): Promise<void> {
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

/** Until a schedule's occurrence has come, every tick asks for the same one again. */
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

/** Runs at once and then again after each pause, never twice at the same time. */
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

/** While the database is away every queue complains every few seconds; one line in ten seconds says it as well. */
function throttle(say: (error: unknown) => void): (error: unknown) => void {
  let silentUntil = 0;
  return (error) => {
    if (performance.now() < silentUntil) return;
    silentUntil = performance.now() + 10_000;
    say(error);
  };
}
