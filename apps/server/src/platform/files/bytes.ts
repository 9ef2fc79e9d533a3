export class BytesMissing extends Error {
  override name = 'BytesMissing';
}

export class BytesDiffer extends Error {
  override name = 'BytesDiffer';
}

/** ab/cd/abcd…: keeps folders small in every store. */
export function placeOf(sha256: Buffer): string {
  if (sha256.length !== 32) throw new Error('A hash must have 32 bytes.');
  const hex = sha256.toString('hex');
  return `${hex.slice(0, 2)}/${hex.slice(2, 4)}/${hex}`;
}

export function hashOfPlace(place: string): Buffer | undefined {
  const hex = /^(?:[0-9a-f]{2}\/){2}([0-9a-f]{64})$/.exec(place)?.[1];
  return hex === undefined ? undefined : Buffer.from(hex, 'hex');
}
