/** Intel HEX and Motorola S-records: an image written as lines of hex digits, each with its own checksum. */
export type HexRecord = {
  readonly kind: 'data' | 'base' | 'other';
  readonly address: number;
  readonly data: Uint8Array;
};

export type RecordFormat = 'Intel HEX' | 'Motorola S-record';

const lineMax = 600;

/** Which of the two a text is, judged by the first whole lines: one line that is none settles it. */
export function recordFormatOf(text: string, complete: boolean): RecordFormat | null {
  const lines = text.split(/\r\n|\n|\r/, 40);
  if (!complete || lines.length === 40) lines.pop();
  const filled = lines.map((line) => line.trim()).filter((line) => line !== '');
  if (filled.length === 0) return null;
  const first = filled.slice(0, 20);
  if (first.every((line) => intelRecord(line) !== null)) return 'Intel HEX';
  if (first.every((line) => motorolaRecord(line) !== null)) return 'Motorola S-record';
  return null;
}

export const readRecord = (format: RecordFormat, line: string): HexRecord | null =>
  format === 'Intel HEX' ? intelRecord(line) : motorolaRecord(line);

function intelRecord(line: string): HexRecord | null {
  if (line[0] !== ':' || line.length < 11) return null;
  const bytes = hexBytes(line, 1);
  if (!bytes || bytes.length !== (bytes[0] ?? 0) + 5 || sumOf(bytes) !== 0) return null;
  const type = bytes[3] ?? 0;
  const address = ((bytes[1] ?? 0) << 8) | (bytes[2] ?? 0);
  const data = bytes.subarray(4, -1);
  if (type === 0) return { kind: 'data', address, data };
  const value = ((data[0] ?? 0) << 8) | (data[1] ?? 0);
  if (type === 4) return { kind: 'base', address: value * 0x10000, data };
  if (type === 2) return { kind: 'base', address: value * 16, data };
  return type <= 5 ? { kind: 'other', address: 0, data } : null;
}

function motorolaRecord(line: string): HexRecord | null {
  const type = line.charCodeAt(1) - 48;
  if ((line[0] !== 'S' && line[0] !== 's') || type < 0 || type > 9 || line.length < 8) return null;
  const bytes = hexBytes(line, 2);
  if (!bytes || bytes.length !== (bytes[0] ?? 0) + 1 || sumOf(bytes) !== 0xff) return null;
  const width =
    type === 0 || type === 1 || type === 5 || type === 9 ? 2 : type === 2 || type === 8 || type === 6 ? 3 : 4;
  let address = 0;
  for (let at = 1; at <= width; at += 1) address = address * 256 + (bytes[at] ?? 0);
  const isData = type >= 1 && type <= 3;
  return { kind: isData ? 'data' : 'other', address, data: bytes.subarray(1 + width, -1) };
}

function hexBytes(line: string, from: number): Uint8Array | null {
  const length = line.length - from;
  if (length % 2 !== 0 || length > lineMax) return null;
  const bytes = new Uint8Array(length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    const high = digit(line.charCodeAt(from + 2 * index));
    const low = digit(line.charCodeAt(from + 2 * index + 1));
    if (high < 0 || low < 0) return null;
    bytes[index] = high * 16 + low;
  }
  return bytes;
}

function digit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

function sumOf(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum += byte;
  return sum & 0xff;
}
