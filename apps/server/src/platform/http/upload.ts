import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Endpoint } from '@tuneport/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { cleanName } from '../files/clean-name.ts';
import { makeFormFolder } from '../files/form-folders.ts';
import { Refusal } from '../refusal.ts';
import type { ReceivedFile } from './context.ts';

const fieldBytesMax = 64 * 1024;
const fieldsMax = 50;
/** Many times what any form has. */
const seamsMax = 10_000;

export type Upload = { fields: Record<string, string>; files: readonly ReceivedFile[]; discard(): Promise<void> };

/** Streams a multipart body to temporary files, hashing on the way; whatever happens, `discard` leaves none behind. */
export async function receiveUpload(request: FastifyRequest, limits: NonNullable<Endpoint['upload']>): Promise<Upload> {
  if (!request.isMultipart())
    throw new Refusal('unsupported_media_type', { message: 'This request must be sent as multipart/form-data.' });
  const folder = await makeFormFolder();
  const discard = () => rm(folder, { recursive: true, force: true });
  const fields: Record<string, string> = Object.create(null);
  const files: ReceivedFile[] = [];
  try {
    const parts = request.parts({
      limits: {
        fileSize: limits.maxBytes,
        files: limits.maxFiles,
        fields: fieldsMax,
        fieldSize: fieldBytesMax,
        // Past a limit of parts the parser listens to none of them any more, and a form that breaks off then ends the process.
        // Fields and files are counted above; a part that is neither costs nothing.
        parts: Number.POSITIVE_INFINITY,
      },
    });
    // Whoever hung up while it was asked who they are is gone, and the parser would wait for them for ever.
    if (request.raw.destroyed) throw new Refusal('bad_request', { message: brokenFormText });
    const endless = whenEndless(request);
    for await (const part of untilSilent(request.raw, parts, endless)) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw new Refusal('too_large');
        fields[part.fieldname] = String(part.value);
        continue;
      }
      const path = join(folder, String(files.length));
      const hash = createHash('sha256');
      let sizeBytes = 0;
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          sizeBytes += chunk.length;
          done(null, chunk);
        },
      });
      await pipeline(part.file, measure, createWriteStream(path, { mode: 0o600 }));
      if (part.file.truncated) throw new Refusal('too_large');
      files.push({
        field: part.fieldname,
        name: cleanName(part.filename),
        mediaType: part.mimetype.replace(/\p{Cc}/gu, '').slice(0, 100),
        path,
        sizeBytes,
        sha256: hash.digest(),
      });
    }
    return { fields, files, discard };
  } catch (error) {
    await discard();
    throw isBrokenForm(error) ? new Refusal('bad_request', { message: brokenFormText }) : error;
  }
}

/** How long after the last byte the parser may take to say what it was. */
const patienceMs = 1000;

/** Of a part whose head is not one the parser says nothing, and never that the form is over: then it was no form. */
async function* untilSilent<T>(
  raw: IncomingMessage,
  parts: AsyncIterator<T>,
  endless: Promise<never>,
): AsyncGenerator<T> {
  for (;;) {
    const silence = Promise.withResolvers<never>();
    let timer: NodeJS.Timeout | undefined;
    const wait = () => {
      timer = setTimeout(() => silence.reject(new Refusal('bad_request', { message: brokenFormText })), patienceMs);
    };
    if (raw.readableEnded) wait();
    else raw.once('end', wait);
    try {
      const step = await Promise.race([parts.next(), silence.promise, endless]);
      if (step.done) return;
      yield step.value;
    } finally {
      clearTimeout(timer);
      raw.off('end', wait);
    }
  }
}

const farewellMs = 2000;

/** A part without a name is neither field nor file and passes every other limit; a million of them would keep the process busy. */
function whenEndless({ raw, headers }: FastifyRequest): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  const edge = /boundary="?([^";]{1,200})/i.exec(headers['content-type'] ?? '')?.[1];
  if (edge === undefined) return promise;
  const seam = Buffer.from(`--${edge}`, 'latin1');
  let seams = 0;
  raw.on('data', (chunk: Buffer) => {
    if (seams > seamsMax) return;
    for (let at = chunk.indexOf(seam); at >= 0; at = chunk.indexOf(seam, at + seam.length)) seams += 1;
    if (seams <= seamsMax) return;
    // The parser hears no more of it, and the sender hears why; one that goes on all the same is cut.
    raw.unpipe();
    raw.resume();
    setTimeout(() => raw.destroy(), farewellMs).unref();
    reject(new Refusal('bad_request', { message: 'This form has far too many parts. Nothing was stored.' }));
  });
  return promise;
}

const brokenFormText = 'The file did not arrive whole. Nothing was stored; please send it again.';

/** What the parser says of a form that breaks off or has no seams. It gives such errors no code. */
const isBrokenForm = (error: unknown): boolean =>
  error instanceof Error && !('code' in error) && /multipart|needle/i.test(error.message);
