import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { language, t } from '@tuneport/domain/text/text';
import { slots } from '../slots.ts';
import type { PdfLanguage } from './draw-pdf.ts';
import type { PdfContent } from './pdf-content.ts';

export type { PdfColumn, PdfContent, PdfPart } from './pdf-content.ts';

// Documents are drawn in a thread, one at a time: on the main thread, a person who downloads the same invoice again and
// again would stop the site.
const drawing = slots({ atOnce: 1, waitingMax: 200, waitMs: 60_000 });
const timeoutMs = 60_000;
/** An idle thread is reused for a while: starting it takes longer than drawing an invoice. */
const idleMs = 10_000;

let idle: { readonly thread: Worker; readonly end: NodeJS.Timeout } | null = null;

function startThread(): Worker {
  const thread = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 16 },
  });
  // The running document gets the error; a thread that fails while idle is only forgotten.
  const forget = () => {
    if (idle?.thread === thread) endIdle();
  };
  return thread.on('error', forget).on('exit', forget);
}

function endIdle(): Worker | null {
  if (idle === null) return null;
  const { thread, end } = idle;
  clearTimeout(end);
  idle = null;
  return thread;
}

function takeThread(): Worker {
  const thread = endIdle() ?? startThread();
  thread.ref();
  return thread;
}

/** An idle thread does not keep the process alive. */
function leaveThread(thread: Worker): void {
  thread.unref();
  idle = { thread, end: setTimeout(() => void endIdle()?.terminate(), idleMs).unref() };
}

/** A document on A4 with embedded fonts, from the same data as its print page. */
export async function renderPdf(content: PdfContent): Promise<Buffer> {
  const texts: PdfLanguage = {
    language: language(),
    pageNumber: t('Page {done} of {of}', { done: '{done}', of: '{of}' }),
  };
  const release = await drawing.take();
  try {
    return await draw(content, texts);
  } finally {
    release();
  }
}

async function draw(content: PdfContent, texts: PdfLanguage): Promise<Buffer> {
  const thread = takeThread();
  const ended = new AbortController();
  const { signal } = ended;
  try {
    thread.postMessage({ content, language: texts });
    const [bytes] = (await Promise.race([
      once(thread, 'message', { signal }),
      once(thread, 'exit', { signal }).then(() => Promise.reject(new Error('The thread that draws PDFs ended.'))),
      sleep(timeoutMs, null, { signal }).then(() => Promise.reject(new Error('A PDF took too long to draw.'))),
    ])) as [Uint8Array];
    leaveThread(thread);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } catch (error) {
    void thread.terminate();
    throw error;
  } finally {
    ended.abort();
  }
}
