import { constants, crc32, deflateRawSync } from 'node:zlib';

// One gzip member from pieces that were compressed once and pieces that are different each time. Every piece ends at a byte and refers
// to nothing before it, so they can be put in a row (RFC 1951, RFC 1952).

/** A piece that is sent again and again. */
export type Compressed = { readonly plain: Buffer; readonly deflated: Buffer };

export const compressPiece = (text: string): Compressed => {
  const plain = Buffer.from(text);
  return { plain, deflated: deflateRawSync(plain, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }) };
};

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff]);
const storedBytesMax = 0xffff;

/** Blocks without compression: quicker than compressing what is small. */
function stored(plain: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let at = 0; at < plain.length; at += storedBytesMax) {
    const part = plain.subarray(at, at + storedBytesMax);
    const start = Buffer.alloc(5);
    start.writeUInt16LE(part.length, 1);
    start.writeUInt16LE(~part.length & 0xffff, 3);
    blocks.push(start, part);
  }
  return blocks;
}

export function stitchGzip(pieces: readonly (Compressed | Buffer)[]): Buffer {
  const out: Buffer[] = [header];
  let sum = 0;
  let length = 0;
  for (const piece of pieces) {
    const plain = Buffer.isBuffer(piece) ? piece : piece.plain;
    sum = crc32(plain, sum);
    length += plain.length;
    if (Buffer.isBuffer(piece)) out.push(...stored(piece));
    else out.push(piece.deflated);
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(sum, 0);
  trailer.writeUInt32LE(length >>> 0, 4);
  return Buffer.concat([...out, lastBlock, trailer]);
}
