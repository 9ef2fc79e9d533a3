import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Below this, the headers weigh more than what is saved. */
export const worthCompressingBytes = 600;

export function encodingFor(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(acceptEncoding)) return 'br';
  if (acceptsGzip(acceptEncoding)) return 'gzip';
  return 'identity';
}

export const acceptsGzip = (acceptEncoding: string | undefined): boolean =>
  acceptEncoding !== undefined && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(acceptEncoding);

// Quick rather than thorough: a page that is asked for once must not wait for compression longer than for its making.
const quick = 1;
const thorough = 10;
/** As far back as a page reaches; room for more would only have to be made. */
const quickWindowBits = 18;
const brotliOptions = (size: number, quality = quick) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
    ...(quality === quick ? { [constants.BROTLI_PARAM_LGWIN]: quickWindowBits } : {}),
  },
});
const gzipOptions = { level: 4 };

const brotliLater = promisify(brotliCompress);
const gzipLater = promisify(gzip);

/** On another thread: for what is sent once. */
export function compress(body: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  return encoding === 'br' ? brotliLater(body, brotliOptions(body.length)) : gzipLater(body, gzipOptions);
}

/** On another thread, and as small as it gets: for what is sent again and again. */
export const compressWell = (body: Buffer): Promise<Buffer> => brotliLater(body, brotliOptions(body.length, thorough));

export function compressNow(body: Buffer, encoding: 'br' | 'gzip'): Buffer {
  return encoding === 'br' ? brotliCompressSync(body, brotliOptions(body.length)) : gzipSync(body, gzipOptions);
}
