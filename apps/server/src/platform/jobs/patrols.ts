import type { Platform } from '../platform.ts';

/** A short look around that every working process takes again and again; what it finds it claims in the database, so two never do the same. */
export type Patrol = {
  readonly name: string;
  readonly everyMs: number;
  /** The signal says that the process is stopping: what is not begun can wait for the next one. */
  run(platform: Platform, signal: AbortSignal): Promise<unknown>;
};

export type Patrols = { stop(): Promise<void> };

export function startPatrols(platform: Platform, patrols: readonly Patrol[]): Patrols {
  const walking = patrols.map((patrol) => walk(platform, patrol));
  return { stop: async () => void (await Promise.all(walking.map((one) => one.stop()))) };
}

function walk(platform: Platform, patrol: Patrol): Patrols {
  const log = platform.log.child({ patrol: patrol.name });
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let quiet = false;
  const round = async () => {
    try {
      await patrol.run(platform, stopping.signal);
      quiet = false;
    } catch (error) {
      // While the database is away one line is enough.
      if (!quiet) log.warn({ err: error }, 'A patrol did not get through');
      quiet = true;
    }
    if (!stopping.signal.aborted) timer = setTimeout(go, patrol.everyMs).unref();
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
