import { z } from 'zod';
import type { Db } from '../db/db.ts';
import type { Log } from '../log.ts';
import type { Platform } from '../platform.ts';

export type JobContext = {
  /**
   * The transaction of the run, which also completes the job, so its effect happens once. The pool with `transaction:
   * 'none'`.
   */
  readonly db: Db;
  readonly now: Date;
  readonly log: Log;
  readonly platform: Platform;
  /** Aborts when the process stops waiting for this run, or when another process has taken over the job. */
  readonly signal: AbortSignal;
};

export type Job<S extends z.ZodObject = z.ZodObject> = {
  /** `area.verb-noun`, for example `files.sweep`. */
  readonly name: string;
  readonly schema: S;
  run(context: JobContext, data: z.output<S>): Promise<void>;
  /** How often a failed run is retried, with backoff, before the job is marked as failed. */
  readonly retryLimit: number;
  readonly retryDelayS: number;
  /** Concurrent runs of this job in one process. */
  readonly concurrency: number;
  /** After this long a run counts as lost and is retried. */
  readonly timeoutS: number;
  /** 'none' is for runs with external effects: they get the pool and must be idempotent, as a crash repeats them. */
  readonly transaction: 'own' | 'none';
};

type JobInput<S extends z.ZodObject> = Pick<Job<S>, 'name' | 'schema' | 'run'> &
  Partial<Pick<Job<S>, 'retryLimit' | 'retryDelayS' | 'concurrency' | 'timeoutS' | 'transaction'>>;

export function defineJob<S extends z.ZodObject>(input: JobInput<S>): Job<S> {
  if (!/^[a-z]+(\.[a-z]+(-[a-z]+)*)+$/.test(input.name)) {
    throw new Error(`${input.name} is not a valid job name. Use area.verb-noun.`);
  }
  return { retryLimit: 5, retryDelayS: 5, concurrency: 2, timeoutS: 300, transaction: 'own', ...input };
}

/** The data of every scheduled run: its due time, which may differ from the time it runs. */
export const SchedulePeriod = z.object({ period: z.iso.datetime() });

/**
 * A job scheduled in a named time zone. A run that falls into the hour skipped by daylight saving still happens, once.
 */
export type Schedule = {
  readonly job: Job<typeof SchedulePeriod>;
  /** Five fields: minute, hour, day of month, month, day of week. */
  readonly cron: string;
  readonly timeZone: string;
  /** After downtime: 'latest' runs once for the newest due time, 'all' once for each, in order. */
  readonly missed: 'latest' | 'all';
};

// biome-ignore lint/suspicious/noExplicitAny: a list of jobs with different data; each one parses its own
export type AnyJob = Job<any>;
