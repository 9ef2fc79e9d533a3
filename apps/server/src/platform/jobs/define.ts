import { z } from 'zod';
import type { Db } from '../db/db.ts';
import type { Log } from '../log.ts';
import type { Platform } from '../platform.ts';

export type JobContext = {
  /** The run's own transaction, which also marks the job as done: its effect happens once. The pool with `transaction: 'none'`. */
  readonly db: Db;
  readonly now: Date;
  readonly log: Log;
  readonly platform: Platform;
  /** Fires when the process gives up waiting for this run, or when another process took the job over. */
  readonly signal: AbortSignal;
};

export type Job<S extends z.ZodObject = z.ZodObject> = {
  /** `area.verb-noun`, for example `files.sweep`. */
  readonly name: string;
  readonly schema: S;
  run(context: JobContext, data: z.output<S>): Promise<void>;
  /** How often a failed run is tried again, with growing pauses, before the job is left as failed. */
  readonly retryLimit: number;
  readonly retryDelayS: number;
  /** Runs of this job at once in one process. */
  readonly concurrency: number;
  /** After this long a run counts as lost and is tried again. */
  readonly timeoutS: number;
  /** 'none' is for runs that talk to the outside: they get the pool and must bear being repeated after a crash. */
  readonly transaction: 'own' | 'none';
};

type Given<S extends z.ZodObject> = Pick<Job<S>, 'name' | 'schema' | 'run'> &
  Partial<Pick<Job<S>, 'retryLimit' | 'retryDelayS' | 'concurrency' | 'timeoutS' | 'transaction'>>;

export function defineJob<S extends z.ZodObject>(given: Given<S>): Job<S> {
  if (!/^[a-z]+(\.[a-z]+(-[a-z]+)*)+$/.test(given.name)) {
    throw new Error(`${given.name} is no name for a job. It should look like area.verb-noun.`);
  }
  return { retryLimit: 5, retryDelayS: 5, concurrency: 2, timeoutS: 300, transaction: 'own', ...given };
}

/** The data of every scheduled run: the moment it was due, which is not always the moment it runs. */
export const SchedulePeriod = z.object({ period: z.iso.datetime() });

/** A job that runs by the clock of a named zone. A run that falls into the missing hour of a spring night still happens, once. */
export type Schedule = {
  readonly job: Job<typeof SchedulePeriod>;
  /** Five fields: minute, hour, day of month, month, day of week. */
  readonly cron: string;
  readonly timeZone: string;
  /** After a standstill: 'latest' runs once for the newest due moment, 'all' once for each, in order. */
  readonly missed: 'latest' | 'all';
};

// biome-ignore lint/suspicious/noExplicitAny: a list of jobs with different data; each one parses its own
export type AnyJob = Job<any>;
