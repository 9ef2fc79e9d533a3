import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Below this, the headers weigh more than what is saved. */
export const worthCompressingBytes = 600;

export function encodingFor(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(acceptEncoding)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(acceptEncoding)) return 'gzip';
  return 'identity';
}

/** `thorough` is worth its time for what is sent many times, `quick` for what is sent once. */
export type Effort = 'quick' | 'thorough';

const brotliOptions = (size: number, effort: Effort) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: effort === 'quick' ? 4 : 9,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
});
const gzipOptions = (effort: Effort) => ({ level: effort === 'quick' ? 4 : 8 });

const brotliLater = promisify(brotliCompress);
const gzipLater = promisify(gzip);

/** On another thread: for pages, which are large. */
export function compress(body: Buffer, encoding: 'br' | 'gzip', effort: Effort): Promise<Buffer> {
  return encoding === 'br'
    ? brotliLater(body, brotliOptions(body.length, effort))
    : gzipLater(body, gzipOptions(effort));
}

export function compressNow(body: Buffer, encoding: 'br' | 'gzip', effort: Effort): Buffer {
  return encoding === 'br'
    ? brotliCompressSync(body, brotliOptions(body.length, effort))
    : gzipSync(body, gzipOptions(effort));
}
