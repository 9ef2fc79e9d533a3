import type { ParsedLog } from '@tuneport/domain/logs/log-types';
import { unpackLog } from '@tuneport/domain/logs/packed-log';
import { type Pyramid, pyramidOf } from '@tuneport/domain/logs/pyramid';
import { createLogReader } from '@tuneport/domain/logs/read-log';

// Runs beside the page: a log of ten megabytes is read here while the page stays quick.

export type WorkerAsk = { readonly file: Blob } | { readonly packed: ArrayBuffer };
export type WorkerAnswer =
  | { readonly ok: true; readonly log: ParsedLog; readonly pyramids: readonly Pyramid[] }
  | { readonly ok: false; readonly failure: string };

async function readFile(file: Blob): Promise<WorkerAnswer> {
  const reader = createLogReader();
  const stream = file.stream().getReader();
  for (let part = await stream.read(); !part.done; part = await stream.read()) reader.push(part.value);
  const result = reader.end();
  return result.ok ? ready(result.log) : { ok: false, failure: result.failure };
}

const ready = (log: ParsedLog): WorkerAnswer => ({
  ok: true,
  log,
  pyramids: log.channels.map(({ values }) => pyramidOf(values)),
});

function buffersOf({ log, pyramids }: Extract<WorkerAnswer, { ok: true }>): Transferable[] {
  const arrays = [...log.clocks, ...log.channels.map(({ values }) => values)];
  for (const { levels } of pyramids) for (const { low, high } of levels) arrays.push(low as never, high as never);
  return [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))];
}

self.onmessage = async ({ data }: MessageEvent<WorkerAsk>) => {
  let answer: WorkerAnswer;
  try {
    if ('file' in data) answer = await readFile(data.file);
    else {
      const log = unpackLog(new Uint8Array(data.packed));
      answer = log ? ready(log) : { ok: false, failure: 'unrecognised' };
    }
  } catch {
    answer = { ok: false, failure: 'unrecognised' };
  }
  self.postMessage(answer, { transfer: answer.ok ? buffersOf(answer) : [] });
};
