/** Intel HEX and Motorola S-records: an image as lines of hex digits with a checksum per line. */
type HexRecord = {
  readonly kind: 'data' | 'base' | 'other';
  readonly address: number;
  /** Valid until the next record is read. */
  readonly data: Uint8Array;
};

const recordFormats = ['Intel HEX', 'Motorola S-record'] as const;
export type RecordFormat = (typeof recordFormats)[number];

export const isRecordFormat = (format: string): format is RecordFormat =>
  (recordFormats as readonly string[]).includes(format);

const digitsMax = 600;
/** A file has hundreds of thousands of records, so all are decoded into the same buffer. */
const read = new Uint8Array(digitsMax / 2);

/** Detects the format by the first complete lines; a single invalid line rules it out. */
export function recordFormatOf(text: string, complete: boolean): RecordFormat | null {
  const lines = text.split(/\r\n|\n|\r/, 40);
  if (!complete || lines.length === 40) lines.pop();
  const filled = lines.map((line) => line.trim()).filter((line) => line !== '');
  if (filled.length === 0) return null;
  const first = filled.slice(0, 20);
  return recordFormats.find((format) => first.every((line) => isRecord(format, line))) ?? null;
}

function isRecord(format: RecordFormat, line: string): boolean {
  const text = new TextEncoder().encode(line);
  return recordIn(format, text, 0, text.length) !== null;
}

/** Parses the record between two offsets, ignoring surrounding blanks; null if it is not a record. */
export function recordIn(format: RecordFormat, text: Uint8Array, from: number, to: number): HexRecord | null {
  let start = from;
  let end = to;
  while (start < end && (text[start] as number) <= 32) start += 1;
  while (end > start && (text[end - 1] as number) <= 32) end -= 1;
  return format === 'Intel HEX' ? intelRecord(text, start, end) : motorolaRecord(text, start, end);
}

/** Calls `take` with start and end of every line, including empty ones, until it returns false. */
export function eachLine(text: Uint8Array, take: (from: number, to: number) => boolean): void {
  let from = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = text[at];
    if (at < text.length && code !== newline && code !== carriage) continue;
    if (!take(from, at)) return;
    if (code === carriage && text[at + 1] === newline) at += 1;
    from = at + 1;
  }
}

const newline = 10;
const carriage = 13;
const colon = 58;
const letterS = 115;

function intelRecord(text: Uint8Array, from: number, to: number): HexRecord | null {
  if (text[from] !== colon || to - from < 11) return null;
  const count = readDigits(text, from + 1, to);
  if (count !== (read[0] as number) + 5 || sumOf(count) !== 0) return null;
  const [, high = 0, low = 0, type = 0, first = 0, second = 0] = read;
  const data = read.subarray(4, count - 1);
  if (type === 0) return { kind: 'data', address: (high << 8) | low, data };
  const value = data.length === 0 ? 0 : data.length === 1 ? first << 8 : (first << 8) | second;
  if (type === 4) return { kind: 'base', address: value * 0x10000, data };
  if (type === 2) return { kind: 'base', address: value * 16, data };
  return type <= 5 ? { kind: 'other', address: 0, data } : null;
}

function motorolaRecord(text: Uint8Array, from: number, to: number): HexRecord | null {
  const type = (text[from + 1] ?? 0) - 48;
  if (((text[from] ?? 0) | 32) !== letterS || type < 0 || type > 9 || to - from < 8) return null;
  const count = readDigits(text, from + 2, to);
  if (count !== (read[0] as number) + 1 || sumOf(count) !== 0xff) return null;
  const width =
    type === 0 || type === 1 || type === 5 || type === 9 ? 2 : type === 2 || type === 8 || type === 6 ? 3 : 4;
  let address = 0;
  for (let at = 1; at <= width; at += 1) address = address * 256 + (at < count ? (read[at] as number) : 0);
  const isData = type >= 1 && type <= 3;
  return { kind: isData ? 'data' : 'other', address, data: read.subarray(1 + width, Math.max(1 + width, count - 1)) };
}

/** The number of decoded bytes; -1 for an invalid character or an odd number of digits. */
function readDigits(text: Uint8Array, from: number, to: number): number {
  const digits = to - from;
  if (digits % 2 !== 0 || digits > digitsMax) return -1;
  const count = digits / 2;
  for (let index = 0; index < count; index += 1) {
    const high = digit(text[from + 2 * index] as number);
    const low = digit(text[from + 2 * index + 1] as number);
    if (high < 0 || low < 0) return -1;
    read[index] = high * 16 + low;
  }
  return count;
}

function digit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

function sumOf(count: number): number {
  let sum = 0;
  for (let at = 0; at < count; at += 1) sum += read[at] as number;
  return sum & 0xff;
}
