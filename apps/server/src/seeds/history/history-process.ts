import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Connection } from '../../platform/db/connection/connection.ts';
import type { Log } from '../../platform/log.ts';
import { lowerPriority } from '../../platform/lower-priority.ts';

/** Message to the child process when it starts. */
export type HistoryStart = { connection: Connection | string; direct: Connection | string };
/** Message from the child process after each month. */
export type HistoryProgress = { part: number };

/** Lower than that of the site, which is served at the same time. */
const lowPriority = 5;
/** Enough to finish the current record. The next start resumes a load that was killed. */
const stopWithinMs = 4_000;

type Options = {
  log: Pick<Log, 'error'>;
  onProgress: (part: number) => void;
  /** Environment of the child process; defaults to that of this process. */
  env?: NodeJS.ProcessEnv;
};

/**
 * Loads the demo history in a process of its own: the site keeps its thread, and its memory does not grow. The process
 * ends with this one.
 */
export function startHistory(
  start: HistoryStart,
  { log, onProgress, env = process.env }: Options,
): { readonly ended: Promise<void>; stop(): Promise<void> } {
  const child = fork(fileURLToPath(new URL('load-history.ts', import.meta.url)), { env });
  lowerPriority(child.pid, lowPriority);
  const ended = once(child, 'exit').then(
    ([code, signal]) => {
      if (code !== 0 && signal !== 'SIGKILL')
        log.error({ exitCode: code }, 'the demo history is incomplete; the next start continues it');
    },
    (error: unknown) => log.error({ err: error }, 'the demo history could not be started'),
  );
  child.on('message', ({ part }: HistoryProgress) => onProgress(part));
  child.send(start);
  return {
    ended,
    async stop() {
      if (child.connected) child.disconnect();
      const limit = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
      await ended;
      clearTimeout(limit);
    },
  };
}
