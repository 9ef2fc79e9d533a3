import { latin1 } from './bytes.ts';
import { type RecordFormat, readRecord } from './hex-records.ts';

const erased = 0xff;
const textBytesMax = 12 * 1024 * 1024;

/** Records that follow each other without a gap. */
type Run = { readonly address: number; to: number; readonly pieces: Uint8Array[] };
/** A stretch that one of the two writes, and where it stands among all of them. */
type Stretch = { readonly from: number; to: number; at: number };

const isRecords = (format: string): format is RecordFormat => format === 'Intel HEX' || format === 'Motorola S-record';

/**
 * Two files of records as the memory they stand for, side by side, without what neither of them writes: programs break the same memory
 * into other lines and leave out what is erased. null where one of them is none, or longer
 * than the records of any control unit.
 */
export function recordMemories(
  one: { readonly format: string; readonly bytes: Uint8Array },
  two: { readonly format: string; readonly bytes: Uint8Array },
): readonly [Uint8Array, Uint8Array] | null {
  if (!isRecords(one.format) || !isRecords(two.format)) return null;
  if (Math.max(one.bytes.length, two.bytes.length) > textBytesMax) return null;
  const [left, right] = [runsOf(one.bytes, one.format), runsOf(two.bytes, two.format)];
  const stretches = stretchesOf([...left, ...right]);
  return [memoryOf(left, stretches), memoryOf(right, stretches)];
}

function stretchesOf(runs: readonly Run[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const { address, to } of [...runs].sort((one, two) => one.address - two.address)) {
    const last = stretches.at(-1);
    if (last && address <= last.to) last.to = Math.max(last.to, to);
    else stretches.push({ from: address, to, at: 0 });
  }
  let at = 0;
  for (const stretch of stretches) {
    stretch.at = at;
    at += stretch.to - stretch.from;
  }
  return stretches;
}

function memoryOf(runs: readonly Run[], stretches: readonly Stretch[]): Uint8Array {
  const last = stretches.at(-1);
  const memory = new Uint8Array(last ? last.at + last.to - last.from : 0).fill(erased);
  for (const { address, pieces } of runs) {
    const stretch = stretches[placeOf(stretches, address)];
    if (!stretch) continue;
    let at = stretch.at + address - stretch.from;
    for (const piece of pieces) {
      memory.set(piece, at);
      at += piece.length;
    }
  }
  return memory;
}

/** The last stretch that begins at or before an address. */
function placeOf(stretches: readonly Stretch[], address: number): number {
  let [least, most] = [0, stretches.length - 1];
  while (least < most) {
    const half = Math.ceil((least + most) / 2);
    if ((stretches[half] as Stretch).from <= address) least = half;
    else most = half - 1;
  }
  return least;
}

function runsOf(bytes: Uint8Array, format: RecordFormat): readonly Run[] {
  const runs: Run[] = [];
  let last: Run | undefined;
  let base = 0;
  for (const line of latin1(bytes).split(/[\r\n]+/)) {
    const record = readRecord(format, line.trim());
    if (record?.kind === 'base') base = record.address;
    if (record?.kind !== 'data' || record.data.length === 0) continue;
    const address = base + record.address;
    if (last?.to !== address) {
      last = { address, to: address, pieces: [] };
      runs.push(last);
    }
    last.pieces.push(record.data);
    last.to += record.data.length;
  }
  return runs;
}
