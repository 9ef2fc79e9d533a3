import { latin1 } from './bytes.ts';
import { eachLine, isRecordFormat, type RecordFormat, recordIn } from './hex-records.ts';

/**
 * Verifies a file's own checksums where the format defines them. The checksums of raw images are specific to their
 * family and not public.
 */
export type ChecksumResult =
  | { readonly state: 'right'; readonly checked: number }
  | { readonly state: 'wrong'; readonly checked: number; readonly at: number; readonly what: string }
  | { readonly state: 'unknown' };

export function checkChecksums(bytes: Uint8Array, format: string): ChecksumResult {
  if (isRecordFormat(format)) return checkRecords(bytes, format);
  if (format === 'VBF') return checkVbf(bytes);
  return { state: 'unknown' };
}

function checkRecords(bytes: Uint8Array, format: RecordFormat): ChecksumResult {
  let [checked, at] = [0, 0];
  let isRight = true;
  eachLine(bytes, (from, to) => {
    at += 1;
    if (isBlank(bytes, from, to)) return true;
    isRight = recordIn(format, bytes, from, to) !== null;
    if (isRight) checked += 1;
    return isRight;
  });
  return isRight ? { state: 'right', checked } : { state: 'wrong', checked, at, what: `line ${at}` };
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if ((bytes[at] as number) > 32) return false;
  return true;
}

/** Blocks after the header: address, length, data and a CRC-16 each, and one CRC-32 over all of them. */
function checkVbf(bytes: Uint8Array): ChecksumResult {
  const start = endOfHeader(bytes);
  if (start === null) return { state: 'wrong', checked: 0, at: 0, what: 'the header' };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let checked = 0;
  for (let at = start; at < bytes.length; ) {
    if (at + 10 > bytes.length) return { state: 'wrong', checked, at, what: `block ${checked + 1}` };
    const length = view.getUint32(at + 4);
    const end = at + 8 + length;
    if (end + 2 > bytes.length || crc16(bytes.subarray(at + 8, end)) !== view.getUint16(end))
      return { state: 'wrong', checked, at, what: `block ${checked + 1}` };
    checked += 1;
    at = end + 2;
  }
  const statedChecksum = /file_checksum\s*=\s*0x([0-9A-Fa-f]{1,8})/.exec(latin1(bytes, 0, start))?.[1];
  if (statedChecksum !== undefined && Number.parseInt(statedChecksum, 16) !== crc32(bytes.subarray(start)))
    return { state: 'wrong', checked, at: start, what: 'the checksum of the whole file' };
  return { state: 'right', checked: checked + (statedChecksum === undefined ? 0 : 1) };
}

/** The offset after the closing brace of the header; ignores braces in quotes and comments. */
function endOfHeader(bytes: Uint8Array): number | null {
  const text = latin1(bytes, 0, 256 * 1024);
  let depth = 0;
  for (let at = text.indexOf('{'); at >= 0 && at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = text.indexOf('"', at + 1);
    else if (sign === '/' && text[at + 1] === '/') at = text.indexOf('\n', at);
    else if (sign === '/' && text[at + 1] === '*') at = text.indexOf('*/', at + 2);
    else if (sign === '{') depth += 1;
    else if (sign === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
    if (at < 0) return null;
  }
  return null;
}

export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] as number);
  return (crc ^ 0xffffffff) >>> 0;
}
