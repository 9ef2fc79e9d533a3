import type { Platform } from '../platform.ts';

/** A short look around that every working process takes again and again; what it finds it claims in the database, so two never do the same. */
export type Patrol = {
  readonly name: string;
  readonly everyMs: number;
  run(platform: Platform): Promise<unknown>;
};

export type Patrols = { stop(): Promise<void> };

export function startPatrols(platform: Platform, patrols: readonly Patrol[]): Patrols {
  const walking = patrols.map((patrol) => walk(platform, patrol));
  return { stop: async () => void (await Promise.all(walking.map((one) => one.stop()))) };
}

function walk(platform: Platform, patrol: Patrol): Patrols {
  const log = platform.log.child({ patrol: patrol.name });
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let quiet = false;
  const round = async () => {
    try {
      await patrol.run(platform);
      quiet = false;
    } catch (error) {
      // While the database is away one line is enough.
      if (!quiet) log.warn({ err: error }, 'A patrol did not get through');
      quiet = true;
    }
    if (!stopped) timer = setTimeout(go, patrol.everyMs).unref();
  };
  const go = () => {
    running = round();
  };
  go();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
