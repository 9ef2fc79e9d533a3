import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { BytesDiffer } from './store.ts';

export const readableOf = (source: string | Readable): Readable =>
  typeof source === 'string' ? createReadStream(source) : source;

/** Lets bytes through and fails at the end when they are not the promised ones. */
export function checked(sha256: Buffer, sizeBytes: number): Transform {
  const hash = createHash('sha256');
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      seen += chunk.length;
      if (seen > sizeBytes) done(new BytesDiffer('There are more bytes than promised.'));
      else done(null, chunk);
    },
    flush(done) {
      const same = seen === sizeBytes && hash.digest().equals(sha256);
      done(same ? null : new BytesDiffer('The bytes are not the promised ones.'));
    },
  });
}
