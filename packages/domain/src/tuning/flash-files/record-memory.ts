import { eachLine, isRecordFormat, type RecordFormat, recordIn } from './hex-records.ts';

const erased = 0xff;
const textBytesMax = 12 * 1024 * 1024;

/** Consecutive records without a gap: their memory address and their offset in the decoded data. */
type Run = { readonly address: number; to: number; readonly at: number };
type Runs = { readonly runs: readonly Run[]; readonly data: Uint8Array };
/** An address range that at least one of the two writes, and its offset in the combined memory. */
type Stretch = { readonly from: number; to: number; at: number };

/**
 * Decodes two record files to comparable memory without ranges that neither writes, because programs split the same
 * memory into different lines and omit erased bytes. null if one is not a record file or is larger than any control
 * unit's.
 */
export function recordMemories(
  one: { readonly format: string; readonly bytes: Uint8Array },
  two: { readonly format: string; readonly bytes: Uint8Array },
): readonly [Uint8Array, Uint8Array] | null {
  if (!isRecordFormat(one.format) || !isRecordFormat(two.format)) return null;
  if (Math.max(one.bytes.length, two.bytes.length) > textBytesMax) return null;
  const [left, right] = [runsOf(one.bytes, one.format), runsOf(two.bytes, two.format)];
  const stretches = stretchesOf([...left.runs, ...right.runs]);
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

function memoryOf({ runs, data }: Runs, stretches: readonly Stretch[]): Uint8Array {
  const last = stretches.at(-1);
  const memory = new Uint8Array(last ? last.at + last.to - last.from : 0).fill(erased);
  for (const { address, to, at } of runs) {
    const stretch = stretches[placeOf(stretches, address)];
    if (stretch) memory.set(data.subarray(at, at + to - address), stretch.at + address - stretch.from);
  }
  return memory;
}

/** The last range that starts at or before an address. */
function placeOf(stretches: readonly Stretch[], address: number): number {
  let [least, most] = [0, stretches.length - 1];
  while (least < most) {
    const half = Math.ceil((least + most) / 2);
    if ((stretches[half] as Stretch).from <= address) least = half;
    else most = half - 1;
  }
  return least;
}

function runsOf(text: Uint8Array, format: RecordFormat): Runs {
  const runs: Run[] = [];
  // Two digits per byte.
  const data = new Uint8Array(text.length >> 1);
  let filled = 0;
  let last: Run | undefined;
  let base = 0;
  eachLine(text, (from, to) => {
    const record = recordIn(format, text, from, to);
    if (record?.kind === 'base') base = record.address;
    if (record?.kind !== 'data' || record.data.length === 0) return true;
    const address = base + record.address;
    if (last?.to !== address) {
      last = { address, to: address, at: filled };
      runs.push(last);
    }
    data.set(record.data, filled);
    filled += record.data.length;
    last.to += record.data.length;
    return true;
  });
  return { runs, data };
}
