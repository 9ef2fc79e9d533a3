import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parentPort } from 'node:worker_threads';
import { createGunzip, createGzip } from 'node:zlib';
import type { ReadLog } from '@tuneport/domain/tuning/logs/log-types';
import { packedParts } from '@tuneport/domain/tuning/logs/packed-log';
import { createLogReader } from '@tuneport/domain/tuning/logs/read/read-log';
import { isPacked, readLogFile } from '@tuneport/domain/tuning/logs/read/unpack-log';
import { refusedLogText } from '@tuneport/domain/tuning/logs/read/unsupported-logs';
import { reviewLog } from '@tuneport/domain/tuning/logs/review/review-log';
import { BytesMissing } from '../../../platform/files/bytes.ts';
import { openFileStore } from '../../../platform/files/store.ts';
import { graphJson } from './graph-json.ts';
import type { AnswerTask, GraphResult, GraphTask, ReadTask } from './graph-tasks.ts';

// Runs in a worker thread: parsing a log and serializing a million numbers to JSON would block the event loop.

const pieceChars = 64 * 1024;

const headBytes = 64 * 1024;

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Large chunks, as most logs are uncompressed. */
async function readPlain(path: string): Promise<ReadLog> {
  const reader = createLogReader();
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) reader.push(chunk as Uint8Array);
  return reader.end();
}

async function read({ path, name, packTo }: ReadTask): Promise<GraphResult> {
  const head = await headOf(path);
  const result = isPacked(head) ? await readLogFile(await openAsBlob(path)) : await readPlain(path);
  if (!result.ok) return { kind: 'refused', failure: result.failure, text: refusedLogText(result.failure, name, head) };
  const { log } = result;
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  const parts = Readable.from(packedParts(log), { objectMode: false });
  await pipeline(parts, createGzip({ level: 4 }), counted, createWriteStream(packTo, { mode: 0o600, flags: 'wx' }));
  return {
    kind: 'read',
    summary: {
      format: log.format,
      rows: log.rows,
      durationS: Math.max(0, ...log.clocks.map((clock) => clock.at(-1) ?? 0)),
      timeBase: log.timeBase,
      channels: log.channels.map(({ name, label, unit, quantity, source, clock }) => ({
        name,
        label,
        unit,
        quantity,
        source,
        clock,
      })),
      notes: log.notes,
      review: reviewLog(log),
      packed: { sha256: hash.digest(), sizeBytes },
    },
  };
}

async function answer({ storage, sha256, isGzip, about, query, writeTo }: AnswerTask): Promise<GraphResult> {
  const store = openFileStore(storage);
  const open = async (): Promise<AsyncIterable<Uint8Array>> => {
    const stored = await store.open(Buffer.from(sha256));
    if (!isGzip) return stored;
    const plain = createGunzip();
    // If either stream fails or is closed, the other one ends too.
    void pipeline(stored, plain).catch(() => {});
    return plain;
  };
  const file = createWriteStream(writeTo, { mode: 0o600, flags: 'wx' });
  try {
    const json = Readable.from(inPieces(graphJson(open, about, query)), { objectMode: false });
    await pipeline(json, createGzip({ level: 1 }), file);
    return { kind: 'written', sizeBytes: file.bytesWritten };
  } catch (error) {
    await rm(writeTo, { force: true });
    if (error instanceof BytesMissing) return { kind: 'missing' };
    throw error;
  }
}

/** Larger pieces, since each one costs a turn of the stream. */
async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const text of texts) {
    held += text;
    if (held.length < pieceChars) continue;
    yield held;
    held = '';
  }
  if (held !== '') yield held;
}

async function work(task: GraphTask): Promise<void> {
  parentPort?.postMessage(task.kind === 'read' ? await read(task) : await answer(task));
}

// An error ends the thread, which rejects the waiting task.
parentPort?.on('message', (task: GraphTask) => void work(task));
