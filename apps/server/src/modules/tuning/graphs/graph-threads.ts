import { Worker } from 'node:worker_threads';

/** Threads that wait for the next log: to start one takes longer than to read most logs. */
const idle = new Map<Worker, NodeJS.Timeout>();
const idleMs = 3_000;

function startThread(): Worker {
  const thread = new Worker(new URL('./graph-worker.ts', import.meta.url), {
    // Samples are outside of the heap; what is in it is small, and collected early.
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 },
  });
  // The waiting task gets the error; a thread that fails while idle is only dropped.
  return thread.on('error', () => idle.delete(thread)).on('exit', () => idle.delete(thread));
}

export function takeThread(): Worker {
  const [waits] = idle;
  if (!waits) return startThread();
  const [thread, end] = waits;
  clearTimeout(end);
  idle.delete(thread);
  thread.ref();
  return thread;
}

/** It keeps no process alive, and what it has read does not stay in memory for long. */
export function leaveThread(thread: Worker): void {
  thread.unref();
  idle.set(thread, setTimeout(() => void thread.terminate(), idleMs).unref());
}
