import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { spoolFilePath } from '../../../platform/files/form-folders.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { slots } from '../../../platform/slots.ts';
import { answerFiles, type TakenFile } from './answer-files.ts';
import type { AnswerTask, GraphResult, GraphTask, ReadTask } from './graph-tasks.ts';
import { leaveThread, takeThread } from './graph-threads.ts';

/** A log of 32 million values takes half a gigabyte to parse, so one at a time. */
const reading = slots({ atOnce: 1, waitingMax: 64, waitMs: 120_000 });
const answering = slots({ atOnce: Math.max(1, availableParallelism() >> 1), waitingMax: 2000, waitMs: 60_000 });
const answers = answerFiles({ bytesMax: 256 * 1024 * 1024, idleMs: 60_000 });
const taskMaxMs = 60_000;

async function runInThread(task: GraphTask): Promise<GraphResult> {
  const thread = takeThread();
  const { promise, resolve, reject } = Promise.withResolvers<GraphResult>();
  const alarm = setTimeout(
    () => reject(new Refusal('unavailable', { message: 'Reading this log took too long. Nothing was saved.' })),
    taskMaxMs,
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
  }
}

/** Parses an uploaded log in a worker thread and writes its packed samples to a file. */
export async function readInThread(task: ReadTask, client = ''): Promise<GraphResult> {
  const release = await reading.take(client);
  try {
    return await runInThread(task);
  } finally {
    release();
  }
}

/** Writes the response in a worker thread, unless another client asked for the same one a moment ago. */
export function answerFromThread(task: Omit<AnswerTask, 'writeTo'>, client: string): Promise<TakenFile> {
  const key = JSON.stringify([Buffer.from(task.sha256).toString('hex'), task.about, task.query]);
  return answers.take(key, async () => {
    const path = spoolFilePath();
    const release = await answering.take(client);
    try {
      answers.requireRoom();
      const result = await runInThread({ ...task, writeTo: path });
      if (result.kind !== 'written') throw new Refusal('not_found');
      return { path, sizeBytes: result.sizeBytes };
    } catch (error) {
      // A terminated thread leaves a part of its file.
      await rm(path, { force: true });
      throw error;
    } finally {
      release();
    }
  });
}
