import { hasText, latin1 } from './bytes.ts';

export type ZipMember = {
  readonly name: string;
  readonly packedBytes: number;
  /** NaN if the size follows the data and the directory is missing. */
  readonly unpackedBytes: number;
};

const membersMax = 2000;
const nameBytesMax = 1024;

export function isZip(head: Uint8Array): boolean {
  const at = startOf(head);
  const [third, fourth] = [head[at + 2], head[at + 3]];
  return head[at] === 0x50 && head[at + 1] === 0x4b && ((third === 3 && fourth === 4) || (third === 5 && fourth === 6));
}

/** A split archive that ended up as a single volume has a marker before its first member. */
const startOf = (head: Uint8Array): number => (hasText(head, 0, 'PK00PK') ? 4 : 0);

/**
 * Lists an archive's members without unpacking, so the declared size does not matter. Uses the directory at the end;
 * for a truncated or malformed archive only the members at its start.
 */
export function zipMembers(head: Uint8Array, tail: Uint8Array): readonly ZipMember[] {
  const listed = fromDirectory(tail);
  return listed.length > 0 ? listed : fromLocalHeaders(head);
}

function fromDirectory(tail: Uint8Array): ZipMember[] {
  const view = viewOf(tail);
  const found: ZipMember[] = [];
  for (let at = 0; at + 46 <= tail.length && found.length < membersMax; ) {
    if (view.getUint32(at, true) !== 0x02014b50) {
      at += 1;
      continue;
    }
    const nameLength = view.getUint16(at + 28, true);
    if (nameLength === 0 || nameLength > nameBytesMax || at + 46 + nameLength > tail.length) {
      at += 4;
      continue;
    }
    found.push({
      name: latin1(tail, at + 46, at + 46 + nameLength),
      packedBytes: view.getUint32(at + 20, true),
      unpackedBytes: view.getUint32(at + 24, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return found;
}

function fromLocalHeaders(head: Uint8Array): ZipMember[] {
  const view = viewOf(head);
  const found: ZipMember[] = [];
  for (let at = startOf(head); at + 30 <= head.length && found.length < membersMax; ) {
    if (view.getUint32(at, true) !== 0x04034b50) break;
    const nameLength = view.getUint16(at + 26, true);
    const packedBytes = view.getUint32(at + 18, true);
    if (nameLength === 0 || nameLength > nameBytesMax || at + 30 + nameLength > head.length) break;
    found.push({
      name: latin1(head, at + 30, at + 30 + nameLength),
      packedBytes,
      unpackedBytes: (view.getUint16(at + 6, true) & 8) === 0 ? view.getUint32(at + 22, true) : Number.NaN,
    });
    at += 30 + nameLength + view.getUint16(at + 28, true) + packedBytes;
  }
  return found;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
