import { sniffFile, sniffHeadBytes, sniffTailBytes } from '@tuneport/domain/tuning/flash-files/sniff-file';
import { type LogFailure, type ParsedLog, unrecognisedLogText } from '@tuneport/domain/tuning/logs/log-types';
import { unpackLog } from '@tuneport/domain/tuning/logs/packed-log';
import { type Pyramid, pyramidOf } from '@tuneport/domain/tuning/logs/pyramid';
import { readLogFile } from '@tuneport/domain/tuning/logs/read/unpack-log';
import { refusedLogText } from '@tuneport/domain/tuning/logs/read/unsupported-logs';
import { type Review, reviewLog } from '@tuneport/domain/tuning/logs/review/review-log';

// Web worker: parses a log of ten megabytes without blocking the page.

export type WorkerRequest = { readonly file: File } | { readonly packed: ArrayBuffer };
export type WorkerReply =
  | { readonly ok: true; readonly log: ParsedLog; readonly pyramids: readonly Pyramid[]; readonly review: Review }
  | {
      readonly ok: false;
      readonly failure: LogFailure;
      /** For people. */
      readonly text: string;
      /** A flash file, which the upload page accepts. */
      readonly isTune: boolean;
    };

async function readFile(file: File): Promise<WorkerReply> {
  const result = await readLogFile(file);
  return result.ok ? ready(result.log) : refused(result.failure, file);
}

async function refused(failure: LogFailure, file: File): Promise<WorkerReply> {
  const bytes = async (from: number, to?: number) => new Uint8Array(await file.slice(from, to).arrayBuffer());
  const head = await bytes(0, sniffHeadBytes);
  const tail = await bytes(Math.max(0, file.size - sniffTailBytes));
  const isTune = sniffFile({ name: file.name, sizeBytes: file.size, head, tail }).kind === 'tune';
  return { ok: false, failure, text: refusedLogText(failure, file.name, head), isTune };
}

const unreadable: WorkerReply = { ok: false, failure: 'unrecognised', text: unrecognisedLogText, isTune: false };

const ready = (log: ParsedLog): WorkerReply => ({
  ok: true,
  log,
  pyramids: log.channels.map(({ values }) => pyramidOf(values)),
  review: reviewLog(log),
});

function buffersOf({ log, pyramids }: Extract<WorkerReply, { ok: true }>): Transferable[] {
  const arrays = [...log.clocks, ...log.channels.map(({ values }) => values)];
  for (const { levels } of pyramids) for (const { low, high } of levels) arrays.push(low as never, high as never);
  return [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))];
}

self.onmessage = async ({ data }: MessageEvent<WorkerRequest>) => {
  let reply: WorkerReply;
  try {
    if ('file' in data) reply = await readFile(data.file);
    else {
      const log = unpackLog(new Uint8Array(data.packed));
      reply = log ? ready(log) : unreadable;
    }
  } catch {
    reply = unreadable;
  }
  self.postMessage(reply, { transfer: reply.ok ? buffersOf(reply) : [] });
};
