import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { acceptsGzip } from '../../../platform/cache/encoding.ts';
import { sendFile } from '../../../platform/files/send-file.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import type { RawReply } from '../../../platform/http/context.ts';
import { slots } from '../../../platform/slots.ts';
import type { TakenFile } from './answer-files.ts';
import type { packedFileOf } from './queries.ts';
import { openShared } from './shared-file.ts';

export const gzipType = 'application/gzip';

type PackedFile = NonNullable<Awaited<ReturnType<typeof packedFileOf>>>;

const sending = slots({ atOnce: 16, perClient: 4, waitingMax: 4000, waitMs: 60_000 });
/** A client that reads nothing for this long loses its slot. */
const stallMs = 20_000;
/** A slow reader loses its slot after this time if others wait. */
const holdMs = 60_000;

type Receiver = { encodings: string | undefined; client: string };

/** Streams packed samples from the file store to the client without buffering them in memory. */
export async function sendSamples(
  store: FileStore,
  file: PackedFile,
  { range, ...receiver }: Receiver & { range: string | undefined },
): Promise<RawReply> {
  const isGzip = file.media_type === gzipType;
  return sendLimited(receiver, isGzip, async () => {
    const reply = await sendFile(store, file, isGzip ? undefined : range);
    if (!isGzip) return reply;
    const { 'accept-ranges': _, ...headers } = reply.headers;
    return { ...reply, headers };
  });
}

/** Streams a response from its temporary file. */
export async function sendAnswer(file: TakenFile, receiver: Receiver): Promise<RawReply> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(file.sizeBytes),
    'x-robots-tag': 'noindex',
  };
  try {
    return await sendLimited(receiver, true, async () => {
      const body = (await openShared(file.path)).once('close', file.release);
      return { status: 200, headers, body };
    });
  } catch (error) {
    file.release();
    throw error;
  }
}

/** Opens the source when a slot is free, and decompresses it for clients that do not accept gzip. */
async function sendLimited(
  { encodings, client }: Receiver,
  isGzip: boolean,
  open: () => Promise<RawReply>,
): Promise<RawReply> {
  const release = await sending.take(client);
  try {
    const reply = await open();
    const source = reply.body as Readable | undefined;
    if (!source) {
      release();
      return reply;
    }
    releaseAtEnd(source, release);
    if (!isGzip) return reply;
    const { 'content-length': length = '', ...headers } = reply.headers;
    const vary = { ...headers, vary: 'accept-encoding' };
    return acceptsGzip(encodings)
      ? { ...reply, headers: { ...vary, 'content-encoding': 'gzip', 'content-length': length } }
      : { ...reply, headers: vary, body: decompressed(source) };
  } catch (error) {
    release();
    throw error;
  }
}

/** When the last byte is read, the client disconnects, or it stops reading. */
function releaseAtEnd(source: Readable, release: () => void): void {
  let seen = -1;
  const readBytes = () => (source as { bytesRead?: number }).bytesRead ?? source.readableLength;
  const since = performance.now();
  const watch = setInterval(() => {
    const isSlow = sending.waiting > 0 && performance.now() - since > holdMs;
    if (isSlow || readBytes() === seen) source.destroy(new Error('The client stopped reading.'));
    seen = readBytes();
  }, stallMs).unref();
  source.once('close', () => {
    clearInterval(watch);
    release();
  });
}

function decompressed(source: Readable): Readable {
  const plain = createGunzip();
  void pipeline(source, plain).catch(() => {});
  return plain;
}
