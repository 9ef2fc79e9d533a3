import type { LogChannel, ParsedLog } from './log-types.ts';

// A log as one run of bytes: a mark, the length of a JSON head, the head, then every clock and channel as little-endian floats, each
// at a multiple of eight. Clocks and positions keep 64 bits, everything else 32.

const mark = 0x31504c54; // "TLP1"

type PackedChannel = Omit<LogChannel, 'values'> & { at: number; count: number; wide: boolean };
type Head = Omit<ParsedLog, 'channels' | 'clocks'> & {
  channels: PackedChannel[];
  clocks: { at: number; count: number }[];
};

const aligned = (place: number): number => Math.ceil(place / 8) * 8;

export function packLog(log: ParsedLog): Uint8Array<ArrayBuffer> {
  let at = 0;
  const take = (bytes: number): number => {
    const place = at;
    at = aligned(at + bytes);
    return place;
  };
  const clocks = log.clocks.map((clock) => ({ at: take(clock.length * 8), count: clock.length }));
  const channels = log.channels.map((one): PackedChannel => {
    const { values, ...channel } = one;
    const wide = needsMore(one);
    return { ...channel, at: take(values.length * (wide ? 8 : 4)), count: values.length, wide };
  });
  const head = new TextEncoder().encode(JSON.stringify({ ...log, clocks, channels } satisfies Head));
  const start = aligned(8 + head.length);
  const bytes = new Uint8Array(start + at);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, mark, true);
  view.setUint32(4, head.length, true);
  bytes.set(head, 8);
  for (const [nth, clock] of log.clocks.entries())
    new Float64Array(bytes.buffer, start + (clocks[nth]?.at ?? 0), clock.length).set(clock);
  for (const [nth, { values }] of log.channels.entries()) {
    const place = channels[nth] as PackedChannel;
    if (place.wide) new Float64Array(bytes.buffer, start + place.at, values.length).set(values);
    else new Float32Array(bytes.buffer, start + place.at, values.length).set(values);
  }
  return bytes;
}

/** Seven digits are enough for a sensor, not for a position or a count of seconds since 1970. */
const needsMore = ({ quantity, values }: LogChannel): boolean =>
  quantity === 'time' || quantity === 'latitude' || quantity === 'longitude' || hasLarge(values);

function hasLarge(values: Float64Array): boolean {
  for (let nth = 0; nth < values.length; nth++) if (Math.abs(values[nth] as number) > 100_000) return true;
  return false;
}

/** null for bytes that are no packed log, or one that was damaged on its way. */
export function unpackLog(bytes: Uint8Array): ParsedLog | null {
  try {
    return unpacked(bytes);
  } catch {
    return null;
  }
}

function unpacked(bytes: Uint8Array): ParsedLog | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8 || view.getUint32(0, true) !== mark) return null;
  const headBytes = view.getUint32(4, true);
  if (8 + headBytes > bytes.length) return null;
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + headBytes))) as Head;
  const start = aligned(8 + headBytes);
  const floats = (at: number, count: number, wide: boolean): Float64Array => {
    const from = bytes.byteOffset + start + at;
    const piece = bytes.buffer.slice(from, from + count * (wide ? 8 : 4));
    return wide ? new Float64Array(piece) : Float64Array.from(new Float32Array(piece));
  };
  return {
    ...head,
    clocks: head.clocks.map(({ at, count }) => floats(at, count, true)),
    channels: head.channels.map(({ at, count, wide, ...channel }) => ({ ...channel, values: floats(at, count, wide) })),
  };
}
