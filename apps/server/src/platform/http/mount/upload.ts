import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { Endpoint } from '@tuneport/contract/endpoint';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { cleanName } from '../../files/clean-name.ts';
import { makeFormFolder } from '../../files/form-folders.ts';
import { type FormSender, takeFormSpace } from '../../files/form-space.ts';
import { Refusal } from '../../refusal.ts';
import type { ReceivedFile } from '../context.ts';

const fieldBytesMax = 64 * 1024;
const fieldsMax = 50;
/** Far more than any form has. */
const seamsMax = 10_000;

/** Allowance for fields and part headers besides the files. */
const formOverheadBytes = 1024 * 1024;

export const formBytesMax = ({ maxBytes, maxFiles }: UploadLimits): number => maxBytes * maxFiles + formOverheadBytes;

type UploadLimits = NonNullable<Endpoint['upload']>;

/** Multipart is parsed only here; any other type is refused by the call itself, after authentication. */
export function mountUploads(app: FastifyInstance, routes: readonly RouteOptions[]): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
    for (const route of routes) scope.route(route);
  });
}

type Upload = { fields: Record<string, string>; files: readonly ReceivedFile[]; discard(): Promise<void> };

/** Streams a multipart body to temporary files, hashing on the way; `discard` removes them in every case. */
export async function receiveUpload(
  request: FastifyRequest,
  limits: UploadLimits,
  sender: FormSender,
): Promise<Upload> {
  if (!request.isMultipart())
    throw new Refusal('unsupported_media_type', { message: 'This request must be sent as multipart/form-data.' });
  const folder = await makeFormFolder();
  const space = takeFormSpace(sender);
  const discard = async () => {
    await rm(folder, { recursive: true, force: true });
    space.release();
  };
  const fields: Record<string, string> = Object.create(null);
  const files: ReceivedFile[] = [];
  try {
    const parts = request.parts({
      limits: {
        fileSize: limits.maxBytes,
        files: limits.maxFiles,
        fields: fieldsMax,
        fieldSize: fieldBytesMax,
        // Beyond a parts limit the parser stops listening to them, and a form that is cut off then crashes the process.
        // Fields and files are limited above; a part that is neither costs nothing.
        parts: Number.POSITIVE_INFINITY,
      },
    });
    // If the client disconnected during authentication, the parser would wait for it forever.
    if (request.raw.destroyed) throw new Refusal('bad_request', { message: brokenFormText });
    const endless = rejectWhenTooLarge(request, formBytesMax(limits), space.add);
    for await (const part of untilIdle(request.raw, parts, endless)) {
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
      // The parser would read an oversized file to its end before reporting it.
      part.file.once('limit', () => measure.destroy(new Refusal('too_large')));
      endless.catch((error: Error) => measure.destroy(error));
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
    // The rest of a rejected form is not read; the connection closes with the response.
    request.raw.unpipe();
    await discard();
    throw isBrokenForm(error) ? new Refusal('bad_request', { message: brokenFormText }) : error;
  }
}

/** How long after the last byte the parser may take to report the last part. */
const patienceMs = 1000;

/**
 * The parser never reports a part with malformed headers, nor the end of such a form: after a timeout it is rejected.
 */
async function* untilIdle<T>(
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

/**
 * Rejects when a form without a declared length exceeds the limit of its call or the space for forms, or has too many
 * parts: one without a name is neither field nor file and passes every other limit, and a million of them would block
 * the process.
 */
function rejectWhenTooLarge(
  { raw, headers }: FastifyRequest,
  bytesMax: number,
  takeSpace: (bytes: number) => void,
): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  const edge = /boundary="?([^";]{1,200})/i.exec(headers['content-type'] ?? '')?.[1];
  const seam = edge === undefined ? null : Buffer.from(`--${edge}`, 'latin1');
  let seams = 0;
  let bytes = 0;
  const stop = (refusal: Refusal) => {
    raw.off('data', look);
    raw.unpipe();
    reject(refusal);
  };
  const look = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax) return stop(new Refusal('too_large'));
    try {
      takeSpace(chunk.length);
    } catch (error) {
      return stop(error as Refusal);
    }
    for (let at = seam ? chunk.indexOf(seam) : -1; seam && at >= 0; at = chunk.indexOf(seam, at + seam.length))
      seams += 1;
    if (seams > seamsMax)
      stop(new Refusal('bad_request', { message: 'This form has too many parts. Nothing was saved.' }));
  };
  raw.on('data', look);
  return promise;
}

const brokenFormText = 'The file did not arrive completely. Nothing was saved. Please upload it again.';

/** Errors of the parser for a truncated form or one without boundaries. They have no code. */
const isBrokenForm = (error: unknown): boolean =>
  error instanceof Error && !('code' in error) && /multipart|needle/i.test(error.message);
