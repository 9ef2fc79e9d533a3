import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Connection } from '../../platform/db/connection/connection.ts';

/** Message to the child process: the schema and the starter pages are there. */
export type DemoStart = { connection: Connection | string; direct: Connection | string };
/** Message from the child process when it is done: whether there was something to load. */
export type DemoLoaded = { fresh: boolean };

type Options = {
  /** Environment of the child process; defaults to that of this process. */
  env?: NodeJS.ProcessEnv;
};

/** Short-lived objects by the million: a larger young generation than that of the site loads them faster. */
const execArgv = ['--max-semi-space-size=32'];

/**
 * Loads the demo data set in a process of its own: it grows the heap by more than the site needs later. The process
 * reads its modules while this one prepares the site, and ends with it.
 */
export function startDemoProcess({ env = process.env }: Options = {}): { load(start: DemoStart): Promise<boolean> } {
  const child = fork(fileURLToPath(new URL('demo-process-main.ts', import.meta.url)), { env, execArgv });
  const fresh = loaded(child);
  // A child that ends before it was asked to load is reported by `load`.
  fresh.catch(() => {});
  return {
    load(start) {
      if (child.connected) child.send(start);
      return fresh;
    },
  };
}

function loaded(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let fresh: boolean | undefined;
    child.once('message', (message: DemoLoaded) => {
      fresh = message.fresh;
    });
    child.once('error', reject);
    child.once('exit', () => {
      if (fresh === undefined) reject(new Error('The demo data could not be loaded. The next start continues.'));
      else resolve(fresh);
    });
  });
}
