import type { Platform } from '../platform.ts';

/**
 * A short task that every working process runs at an interval; it claims work in the database, so two processes never
 * do the same.
 */
export type IntervalTask = {
  readonly name: string;
  readonly everyMs: number;
  /** The signal aborts when the process stops: work not started yet can wait for the next process. */
  run(platform: Platform, signal: AbortSignal): Promise<unknown>;
};

export type IntervalTasks = { stop(): Promise<void> };

export function startIntervalTasks(platform: Platform, intervalTasks: readonly IntervalTask[]): IntervalTasks {
  const walking = intervalTasks.map((intervalTask) => walk(platform, intervalTask));
  return { stop: async () => void (await Promise.all(walking.map((one) => one.stop()))) };
}

function walk(platform: Platform, intervalTask: IntervalTask): IntervalTasks {
  const log = platform.log.child({ intervalTask: intervalTask.name });
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let quiet = false;
  const round = async () => {
    try {
      await intervalTask.run(platform, stopping.signal);
      quiet = false;
    } catch (error) {
      // One log line per database outage is enough.
      if (!quiet) log.warn({ err: error }, 'An interval task failed');
      quiet = true;
    }
    if (!stopping.signal.aborted) timer = setTimeout(go, intervalTask.everyMs).unref();
  };
  const go = () => {
    running = round();
  };
  go();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
