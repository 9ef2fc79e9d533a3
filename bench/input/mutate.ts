import type { Chance } from '../../apps/server/src/testing/money-run/chance.ts';

const interesting = [0, 1, 0x7f, 0x80, 0xff, 0x0a, 0x0d, 0x22, 0x2c, 0x3b, 0x09, 0x2e, 0x2d];
const words = [
  '\r\n',
  '""',
  '"',
  ',,,,',
  ';',
  '\t',
  '1e309',
  '-',
  'NaN',
  '99999999999999999999',
  '0x',
  '\ufeff',
  '\u202e',
  'Time',
  'RPM',
  ':00000001FF',
  'S9',
  'PK\u0001\u0002',
  'MLVLG',
  '<!--',
  '../',
  '\0',
].map((word) => Buffer.from(word));

/** A valid file with some bytes flipped, removed, duplicated, moved, or replaced by those of another. */
export function mutated(files: readonly Buffer[], of: Chance, bytesMax: number): Buffer {
  let bytes: Buffer = Buffer.from(of.pick(files).subarray(0, bytesMax));
  for (let left = 1 + of.below(6); left > 0; left -= 1) bytes = once(bytes, files, of);
  return bytes.subarray(0, bytesMax);
}

function once(bytes: Buffer, files: readonly Buffer[], of: Chance): Buffer {
  const at = of.below(bytes.length + 1);
  const length = of.below(Math.min(bytes.length - at, 64) + 1);
  switch (of.below(9)) {
    case 0:
      if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << of.below(8));
      return bytes;
    case 1:
      if (at < bytes.length) bytes[at] = of.pick(interesting);
      return bytes;
    case 2:
      return bytes.subarray(0, at);
    case 3:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    case 4:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at, at + length), bytes.subarray(at)]);
    case 5:
      return Buffer.concat([bytes.subarray(0, at), of.pick(words), bytes.subarray(at)]);
    case 6: {
      const other = of.pick(files);
      return Buffer.concat([bytes.subarray(0, at), other.subarray(of.below(other.length + 1)).subarray(0, 4096)]);
    }
    case 7:
      // Overwrites a 4-byte length, count or offset.
      if (at + 4 <= bytes.length) bytes.writeUInt32LE(of.pick([0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xffff]), at);
      return bytes;
    default:
      return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(of.below(600), of.below(256)), bytes.subarray(at)]);
  }
}
