import type { RawReply } from '../http/context.ts';
import { Refusal } from '../refusal.ts';
import { BytesMissing } from './bytes.ts';
import { cleanName } from './clean-name.ts';
import type { StoredFile } from './keep-file.ts';
import type { ByteRange, FileStore } from './store.ts';

type Sendable = Pick<StoredFile, 'sha256' | 'size_bytes' | 'name'>;

/**
 * Sends a file as a download that browsers neither display, execute nor cache. The caller has checked access for this
 * request: each byte range is a separate request.
 */
export async function sendFile(store: FileStore, file: Sendable, rangeHeader?: string): Promise<RawReply> {
  const size = Number(file.size_bytes);
  const range = readRange(rangeHeader, size);
  if (range === 'none') {
    return {
      status: 416,
      headers: { ...safeHeaders(file.name), 'content-range': `bytes */${size}`, 'content-length': '0' },
    };
  }
  const length = range ? range.end - range.start + 1 : size;
  const headers = { ...safeHeaders(file.name), 'content-length': String(length) };
  const body = size === 0 ? undefined : await openOrRefuse(store, file.sha256, range);
  if (!range) return { status: 200, headers, ...(body && { body }) };
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${range.start}-${range.end}/${size}` },
    ...(body && { body }),
  };
}

async function openOrRefuse(store: FileStore, sha256: Buffer, range: ByteRange | undefined) {
  try {
    return await store.open(sha256, range);
  } catch (error) {
    if (error instanceof BytesMissing) throw new Refusal('not_found');
    throw error;
  }
}

const safeHeaders = (name: string) => ({
  'content-type': 'application/octet-stream',
  'content-disposition': attachment(name),
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
  'accept-ranges': 'bytes',
});

/** The name twice: as plain ASCII for old clients, and in full as in RFC 5987. */
export function attachment(name: string): string {
  const clean = cleanName(name);
  const plain = clean.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%;]/g, '_');
  const whole = encodeURIComponent(clean).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}

/** One range or none; a list of ranges gets the whole file, as the standard allows. */
function readRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const tail = Math.min(Number(last), size);
    return tail === 0 ? 'none' : { start: size - tail, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'none' : { start, end };
}
