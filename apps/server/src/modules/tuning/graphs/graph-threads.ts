import { Worker } from 'node:worker_threads';

/** Idle threads are reused: starting one takes longer than reading most logs. */
const idle = new Map<Worker, NodeJS.Timeout>();
const idleMs = 3_000;

function startThread(): Worker {
  const thread = new Worker(new URL('./graph-worker.ts', import.meta.url), {
    // Samples are off-heap; the heap stays small and is collected early.
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 },
  });
  // The running task gets the error; a thread that fails while idle is only removed.
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

/** Idle threads do not keep the process alive and are terminated soon, to free memory. */
export function leaveThread(thread: Worker): void {
  thread.unref();
  idle.set(thread, setTimeout(() => void thread.terminate(), idleMs).unref());
}
