import type { Platform } from '../platform.ts';

/** A short look around that every working process takes again and again; what it finds it claims in the database, so two never do the same. */
export type IntervalTask = {
  readonly name: string;
  readonly everyMs: number;
  /** The signal says that the process is stopping: what is not begun can wait for the next one. */
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
      // While the database is away one line is enough.
      if (!quiet) log.warn({ err: error }, 'A patrol did not get through');
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
