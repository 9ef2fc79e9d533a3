import type { LogChannel, ParsedLog } from './log-types.ts';
import { bytesPerValue, type ColumnCode, codeOf, columnBytes, decoderOf } from './packed-column.ts';

// Binary format of a log: a magic number, the length of a JSON header, the header, then all clocks and channels in
// header order. Decimal columns are integers of the smallest width (see packed-column.ts). Version 1 had only floats,
// with columns aligned to eight bytes, and is still supported.

const markOf1 = 0x31504c54; // "TLP1"
const mark = 0x32504c54; // "TLP2"

type Head1 = Omit<ParsedLog, 'channels' | 'clocks'> & {
  channels: (Omit<LogChannel, 'values'> & { at: number; count: number; wide: boolean })[];
  clocks: { at: number; count: number }[];
};
type Head2 = Omit<ParsedLog, 'channels' | 'clocks'> & {
  channels: (Omit<LogChannel, 'values'> & { count: number; code: ColumnCode })[];
  clocks: { count: number; code: ColumnCode }[];
};

/** Offset of a column after the header, and its encoding. */
export type PackedColumn = { readonly at: number; readonly count: number; readonly code: ColumnCode };

export type PackedHead = {
  readonly about: Omit<ParsedLog, 'channels' | 'clocks'>;
  readonly clocks: readonly PackedColumn[];
  readonly channels: readonly { readonly about: Omit<LogChannel, 'values'>; readonly column: PackedColumn }[];
  /** The first byte after the header. */
  readonly dataAt: number;
};

const aligned = (place: number): number => Math.ceil(place / 8) * 8;

/** Yields the parts one by one, so the packed log is never completely in memory. */
export function* packedParts(log: ParsedLog): Generator<Uint8Array<ArrayBuffer>> {
  const clocks = log.clocks.map((clock) => ({ count: clock.length, code: codeOf(clock, { rises: true, wide: true }) }));
  const channels = log.channels.map(({ values, ...about }) => {
    const wide = needsMore(about.quantity, values);
    return { ...about, count: values.length, code: codeOf(values, { rises: false, wide }) };
  });
  const head = new TextEncoder().encode(JSON.stringify({ ...log, clocks, channels } satisfies Head2));
  const start = new Uint8Array(8 + head.length);
  const view = new DataView(start.buffer);
  view.setUint32(0, mark, true);
  view.setUint32(4, head.length, true);
  start.set(head, 8);
  yield start;
  for (const [nth, clock] of log.clocks.entries()) yield columnBytes(clock, (clocks[nth] as { code: ColumnCode }).code);
  for (const [nth, { values }] of log.channels.entries())
    yield columnBytes(values, (channels[nth] as { code: ColumnCode }).code);
}

export function packLog(log: ParsedLog): Uint8Array<ArrayBuffer> {
  const parts = [...packedParts(log)];
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Seven digits suffice for a sensor, but not for a position or seconds since 1970. */
const needsMore = (quantity: LogChannel['quantity'], values: Float64Array): boolean =>
  quantity === 'time' || quantity === 'latitude' || quantity === 'longitude' || hasLarge(values);

function hasLarge(values: Float64Array): boolean {
  for (let nth = 0; nth < values.length; nth++) if (Math.abs(values[nth] as number) > 100_000) return true;
  return false;
}

/** Length of magic number and header; null if the first eight bytes are not those of a packed log. */
export function headBytesOf(start: Uint8Array): number | null {
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  if (start.length < 8 || ![mark, markOf1].includes(view.getUint32(0, true))) return null;
  return 8 + view.getUint32(4, true);
}

/** Parses the first `headBytesOf` bytes of a packed log. Throws if they are damaged. */
export function readPackedHead(bytes: Uint8Array): PackedHead {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = 8 + view.getUint32(4, true);
  const text = new TextDecoder().decode(bytes.subarray(8, end));
  if (view.getUint32(0, true) === markOf1) return head1(JSON.parse(text) as Head1, aligned(end));
  return head2(JSON.parse(text) as Head2, end);
}

function head1({ clocks, channels, ...about }: Head1, dataAt: number): PackedHead {
  return {
    about,
    dataAt,
    clocks: clocks.map(({ at, count }) => ({ at, count, code: { as: 'f64' } })),
    channels: channels.map(({ at, count, wide, ...channel }) => ({
      about: channel,
      column: { at, count, code: wide ? { as: 'f64' } : { as: 'f32' } },
    })),
  };
}

function head2({ clocks, channels, ...about }: Head2, dataAt: number): PackedHead {
  let at = 0;
  const place = (count: number, code: ColumnCode): PackedColumn => {
    const column = { at, count, code };
    at += count * bytesPerValue(code);
    return column;
  };
  return {
    about,
    dataAt,
    clocks: clocks.map(({ count, code }) => place(count, code)),
    channels: channels.map(({ count, code, ...channel }) => ({ about: channel, column: place(count, code) })),
  };
}

/** null if the bytes are not a packed log or are damaged. */
export function unpackLog(bytes: Uint8Array): ParsedLog | null {
  try {
    return unpacked(bytes);
  } catch {
    return null;
  }
}

function unpacked(bytes: Uint8Array): ParsedLog | null {
  const headBytes = headBytesOf(bytes);
  if (headBytes === null || headBytes > bytes.length) return null;
  const head = readPackedHead(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = ({ at, count, code }: PackedColumn): Float64Array => {
    const width = bytesPerValue(code);
    if (!(count >= 0 && head.dataAt + at + count * width <= bytes.length)) throw new Error('A column is truncated.');
    const next = decoderOf(code);
    const column = new Float64Array(count);
    for (let nth = 0, place = head.dataAt + at; nth < count; nth++, place += width) column[nth] = next(view, place);
    return column;
  };
  return {
    ...head.about,
    clocks: head.clocks.map(values),
    channels: head.channels.map(({ about, column }) => ({ ...about, values: values(column) })),
  };
}
