import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compressPiece, stitchGzip } from './stitched-gzip.ts';

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }).map(compressPiece),
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
);

test('pieces stitched together are one gzip member with their bytes in order', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const plain = Buffer.concat(pieces.map((one) => (Buffer.isBuffer(one) ? one : one.plain)));
      expect(gunzipSync(stitchGzip(pieces)).equals(plain)).toBe(true);
    }),
  );
});

test('a piece longer than one stored block is kept whole', () => {
  const long = Buffer.alloc(200_000, 'ab');
  expect(gunzipSync(stitchGzip([compressPiece('<'), long, compressPiece('>')])).toString()).toBe(`<${long}>`);
});
