import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { BytesDiffer } from './bytes.ts';

export const readableOf = (source: string | Readable): Readable =>
  typeof source === 'string' ? createReadStream(source) : source;

/**
 * Passes bytes through and fails if they do not match the hash. The last chunk is held back until the hash is known, so
 * a receiver that counts bytes never gets a complete wrong file.
 */
export function checked(sha256: Buffer, sizeBytes: number): Transform {
  const hash = createHash('sha256');
  let seen = 0;
  let held: Buffer | undefined;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      seen += chunk.length;
      if (seen > sizeBytes) return done(new BytesDiffer('There are more bytes than declared.'));
      const ready = held;
      held = chunk;
      done(null, ready);
    },
    flush(done) {
      if (seen === sizeBytes && hash.digest().equals(sha256)) done(null, held);
      else done(new BytesDiffer('The bytes do not match the declared hash.'));
    },
  });
}
