import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Below this size, compression does not pay for its headers. */
export const worthCompressingBytes = 600;

export function encodingFor(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(acceptEncoding)) return 'br';
  if (acceptsGzip(acceptEncoding)) return 'gzip';
  return 'identity';
}

export const acceptsGzip = (acceptEncoding: string | undefined): boolean =>
  acceptEncoding !== undefined && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(acceptEncoding);

// Fast rather than strong: compressing a page that is sent once must not take longer than rendering it.
const quick = 1;
const thorough = 10;
/** Covers the size of a page; a larger window would only cost memory. */
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

/** Off the main thread, for one-off content. */
export function compress(body: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  return encoding === 'br' ? brotliLater(body, brotliOptions(body.length)) : gzipLater(body, gzipOptions);
}

/** Off the main thread at high quality, for content that is sent repeatedly. */
export const compressWell = (body: Buffer): Promise<Buffer> => brotliLater(body, brotliOptions(body.length, thorough));

export function compressNow(body: Buffer, encoding: 'br' | 'gzip'): Buffer {
  return encoding === 'br' ? brotliCompressSync(body, brotliOptions(body.length)) : gzipSync(body, gzipOptions);
}
