import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { sendFile } from '../../../platform/files/send-file.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import type { RawReply } from '../../../platform/http/context.ts';
import { slots } from '../../../platform/slots.ts';
import type { packedFileOf } from './queries.ts';

export const gzipType = 'application/gzip';

type PackedFile = NonNullable<Awaited<ReturnType<typeof packedFileOf>>>;

const sending = slots({ atOnce: 16, waitingMax: 4000, waitMs: 60_000 });
/** A client that reads nothing for this long loses its slot. */
const stallMs = 20_000;
/** A slow reader loses its slot after this time if others wait. */
const holdMs = 60_000;

/** Streams packed samples from the file store to the client without buffering them in memory. */
export async function sendSamples(
  store: FileStore,
  file: PackedFile,
  { range, encodings, client }: { range: string | undefined; encodings: string | undefined; client: string },
): Promise<RawReply> {
  const release = await sending.take(client);
  try {
    const isGzip = file.media_type === gzipType;
    const reply = await sendFile(store, file, isGzip ? undefined : range);
    const body = reply.body as Readable | undefined;
    if (!body) {
      release();
      return reply;
    }
    const sent = limited(body, release, isGzip && !acceptsGzip(encodings));
    if (!isGzip) return { ...reply, body: sent };
    const { 'content-length': length = '', 'accept-ranges': _, ...headers } = reply.headers;
    const encoded = { 'content-encoding': 'gzip', 'content-length': length };
    return {
      ...reply,
      headers: { ...headers, vary: 'accept-encoding', ...(acceptsGzip(encodings) && encoded) },
      body: sent,
    };
  } catch (error) {
    release();
    throw error;
  }
}

const acceptsGzip = (encodings = ''): boolean =>
  /(?:^|[\s,])(?:gzip|\*)(?:$|\s*[,;](?!\s*q=0(?:\.0*)?\s*(?:,|$)))/.test(encodings);

/** Releases the slot when the last byte is read, the client disconnects, or it stops reading. */
function limited(source: Readable, release: () => void, isUnzipped: boolean): Readable {
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
  if (!isUnzipped) return source;
  const plain = createGunzip();
  void pipeline(source, plain).catch(() => {});
  return plain;
}
