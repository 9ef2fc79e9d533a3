import { Worker } from 'node:worker_threads';
import { Refusal } from '../../../platform/refusal.ts';
import type { GraphResult, GraphTask } from './graph-tasks.ts';

const atOnce = 2;
const waitingMax = 32;
const longestMs = 60_000;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs in a thread of its own, two at a time; who comes when too many wait already is asked to come back. */
export async function runGraphTask(task: GraphTask): Promise<GraphResult> {
  if (running >= atOnce) {
    if (waiting.length >= waitingMax) throw new Refusal('unavailable', { retryAfterS: 10 });
    await new Promise<void>((go) => waiting.push(go));
  } else running += 1;
  try {
    return await inThread(task);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function inThread(task: GraphTask): Promise<GraphResult> {
  return new Promise((settle, fail) => {
    const thread = new Worker(new URL('./graph-worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    // Whatever a file does to the reader, it does it for a minute at most.
    const alarm = setTimeout(() => {
      void thread.terminate();
      fail(new Refusal('unavailable', { message: 'Reading this log takes too long. Nothing was stored.' }));
    }, longestMs);
    thread.once('message', (result: GraphResult) => settle(result));
    thread.once('error', fail);
    thread.once('exit', () => {
      clearTimeout(alarm);
      fail(new Error('The reading thread ended without an answer.'));
    });
  });
}
