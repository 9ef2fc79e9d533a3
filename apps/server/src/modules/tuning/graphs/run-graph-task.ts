import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import { Refusal } from '../../../platform/refusal.ts';
import { slots } from '../../../platform/slots.ts';
import type { AnswerTask, GraphResult, ReadTask } from './graph-tasks.ts';
import { leaveThread, takeThread } from './graph-threads.ts';

/** A log of 32 million values takes half a gigabyte to parse, so one at a time. */
const reading = slots({ atOnce: 1, waitingMax: 64, waitMs: 120_000 });
const answering = slots({ atOnce: Math.max(1, availableParallelism() >> 1), waitingMax: 2000, waitMs: 60_000 });
const readMaxMs = 60_000;
/** A client that reads nothing for this long loses its slot. */
const stallMs = 20_000;
/** A slow reader loses its slot after this time if others wait. */
const holdMs = 30_000;

/** Parses an uploaded log in a worker thread and writes its packed samples to a file. */
export async function readInThread(task: ReadTask, client = ''): Promise<GraphResult> {
  const release = await reading.take(client);
  const thread = takeThread();
  const { promise, resolve, reject } = Promise.withResolvers<GraphResult>();
  const alarm = setTimeout(
    () => reject(new Refusal('unavailable', { message: 'Reading this log took too long. Nothing was saved.' })),
    readMaxMs,
  );
  const ended = () => reject(new Error('The reader thread ended without a result.'));
  thread.once('message', resolve).once('error', reject).once('exit', ended);
  thread.postMessage(task);
  try {
    const result = await promise;
    thread.off('message', resolve).off('error', reject).off('exit', ended);
    leaveThread(thread);
    return result;
  } catch (error) {
    await thread.terminate();
    throw error;
  } finally {
    clearTimeout(alarm);
    thread.off('message', resolve).off('error', reject).off('exit', ended);
    release();
  }
}

/** Reads stored samples in a worker thread, with backpressure from the stream. */
export async function answerFromThread(task: AnswerTask, client: string): Promise<Readable> {
  const release = await answering.take(client);
  const thread = takeThread();
  const first = Promise.withResolvers<GraphResult>();
  let isOver = false;
  const stall = setTimeout(() => stream.destroy(new Error('The client stopped reading.')), stallMs).unref();
  const since = performance.now();
  const hold = setInterval(() => {
    if (answering.waiting > 0 && performance.now() - since > holdMs)
      stream.destroy(new Error('The client reads too slowly while others are waiting.'));
  }, 5000).unref();

  function end(isHealthy: boolean): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(stall);
    clearInterval(hold);
    thread.off('message', onResult).off('error', fail).off('exit', exited);
    if (isHealthy) leaveThread(thread);
    else void thread.terminate();
    release();
  }
  function onResult(result: GraphResult): void {
    first.resolve(result);
    if (result.kind === 'piece') stream.push(result.bytes);
    else {
      end(true);
      stream.push(null);
    }
  }
  function fail(error: unknown): void {
    first.reject(error);
    end(false);
    stream.destroy(error instanceof Error ? error : new Error(String(error)));
  }
  const exited = () => fail(new Error('The reader thread ended without a result.'));
  const stream = new Readable({
    highWaterMark: 64 * 1024,
    read() {
      stall.refresh();
      if (!isOver) thread.postMessage({ kind: 'more' });
    },
    destroy(error, done) {
      // The client disconnected early, so the thread is still working.
      if (!isOver) {
        thread.postMessage({ kind: 'stop' });
        thread.off('message', onResult).on('message', function last(result: GraphResult) {
          if (result.kind === 'piece') return;
          thread.off('message', last);
          end(true);
        });
      }
      done(error);
    },
  });
  thread.on('message', onResult).once('error', fail).once('exit', exited);
  thread.postMessage(task);
  thread.postMessage({ kind: 'more' });
  stream.on('error', () => {});
  const result = await first.promise;
  if (result.kind === 'missing') throw new Refusal('not_found');
  return stream;
}
