import { Worker } from 'node:worker_threads';
import { Refusal } from '../../../platform/refusal.ts';
import type { GraphResult, GraphTask } from './graph-tasks.ts';

const atOnce = 2;
const waitingMax = 32;
const longestMs = 60_000;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs in a thread beside this one, two at a time; who comes when too many wait already is asked to come back. */
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

/** Threads that have read a log and wait for the next one: to start one takes longer than to read most logs. */
const idle = new Map<Worker, NodeJS.Timeout>();
const idleMs = 10_000;

function startThread(): Worker {
  const thread = new Worker(new URL('./graph-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  // Whoever waits for it hears of it; one that fails while nobody does is only forgotten.
  return thread.on('error', () => idle.delete(thread)).on('exit', () => idle.delete(thread));
}

function takeThread(): Worker {
  const [waits] = idle;
  if (!waits) return startThread();
  const [thread, end] = waits;
  clearTimeout(end);
  idle.delete(thread);
  thread.ref();
  return thread;
}

/** It keeps no process alive, and what it has read does not stay in memory for long. */
function leaveThread(thread: Worker): void {
  thread.unref();
  idle.set(thread, setTimeout(() => void thread.terminate(), idleMs).unref());
}

async function inThread(task: GraphTask): Promise<GraphResult> {
  const thread = takeThread();
  const { promise, resolve, reject } = Promise.withResolvers<GraphResult>();
  // Whatever a file does to the reader, it does it for a minute at most.
  const alarm = setTimeout(
    () => reject(new Refusal('unavailable', { message: 'Reading this log takes too long. Nothing was stored.' })),
    longestMs,
  );
  const ended = () => reject(new Error('The reading thread ended without an answer.'));
  thread.once('message', resolve).once('error', reject).once('exit', ended);
  thread.postMessage(task);
  try {
    const result = await promise;
    leaveThread(thread);
    return result;
  } catch (error) {
    void thread.terminate();
    throw error;
  } finally {
    clearTimeout(alarm);
    thread.off('message', resolve).off('error', reject).off('exit', ended);
  }
}
