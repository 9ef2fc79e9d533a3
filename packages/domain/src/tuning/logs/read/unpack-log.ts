import { extensionOf, logExtensions } from '../../flash-files/formats.ts';
import { isZip } from '../../flash-files/zip-members.ts';
import type { ReadLog } from '../log-types.ts';
import { createLogReader } from './read-log.ts';

// A log in a ZIP or gzip file, as a stream of its bytes.

/** Text compresses to about a tenth; a much higher ratio indicates a decompression bomb. */
const growthMax = 40;
const bytesFree = 16 * 1024 * 1024;

/** Reads a log from a file, compressed or not. For a damaged archive, uses what could be read. */
export async function readLogFile(file: Blob): Promise<ReadLog> {
  const reader = createLogReader();
  const bytesMax = isPacked(await bytesOf(file.slice(0, 4))) ? Math.max(bytesFree, file.size * growthMax) : file.size;
  let seen = 0;
  try {
    const stream = (await unpackLogFile(file))?.getReader();
    for (let part = await stream?.read(); part && !part.done; part = await stream?.read()) {
      seen += part.value.length;
      if (seen > bytesMax) break;
      reader.push(part.value);
      if (reader.isFull) break;
    }
    await stream?.cancel();
  } catch {
    // The rest of the archive is missing.
  }
  return seen > bytesMax ? { ok: false, failure: 'too-large', format: null } : reader.end();
}

const tailBytes = 66_000;
const membersMax = 2000;

export const isPacked = (head: Uint8Array): boolean => isGzip(head) || isZip(head);
const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

/** The file itself, the content of a gzip file, or the log in an archive; null for an archive without one. */
async function unpackLogFile(file: Blob): Promise<ReadableStream<Uint8Array> | null> {
  const head = await bytesOf(file.slice(0, 4));
  if (isGzip(head)) return inflated(file, 'gzip');
  if (!isZip(head)) return file.stream();
  const member = largestLog(await membersOf(file));
  if (!member) return null;
  const local = viewOf(await bytesOf(file.slice(member.at, member.at + 30)));
  if (local.byteLength < 30 || local.getUint32(0, true) !== 0x04034b50) return null;
  const from = member.at + 30 + local.getUint16(26, true) + local.getUint16(28, true);
  const packed = file.slice(from, from + member.packedBytes);
  if (member.method === 0) return packed.stream();
  return member.method === 8 ? inflated(packed, 'deflate-raw') : null;
}

type Member = {
  readonly name: string;
  readonly at: number;
  readonly method: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
};

/** Reads the directory at the end of the archive. */
async function membersOf(file: Blob): Promise<Member[]> {
  const tail = await bytesOf(file.slice(Math.max(0, file.size - tailBytes)));
  const view = viewOf(tail);
  const members: Member[] = [];
  for (let at = 0; at + 46 <= tail.length && members.length < membersMax; ) {
    if (view.getUint32(at, true) !== 0x02014b50) {
      at += 1;
      continue;
    }
    const nameBytes = view.getUint16(at + 28, true);
    members.push({
      name: new TextDecoder().decode(tail.subarray(at + 46, at + 46 + nameBytes)),
      method: view.getUint16(at + 10, true),
      packedBytes: view.getUint32(at + 20, true),
      unpackedBytes: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    });
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return members;
}

function largestLog(members: readonly Member[]): Member | undefined {
  const files = members.filter(
    ({ name, unpackedBytes }) => unpackedBytes > 0 && !/(?:^|\/)(?:__MACOSX\/|\.)|\/$/.test(name),
  );
  // RaceChrono's own archive is not a table; the program can export one.
  if (files.some(({ name }) => name === 'session.json')) return undefined;
  return files
    .filter(({ name }) => logExtensions.has(extensionOf(name)) || files.length === 1)
    .sort((a, b) => b.unpackedBytes - a.unpackedBytes)[0];
}

const inflated = (packed: Blob, format: 'gzip' | 'deflate-raw'): ReadableStream<Uint8Array> =>
  packed.stream().pipeThrough(new DecompressionStream(format) as ReadableWritablePair<Uint8Array, Uint8Array>);

const bytesOf = async (part: Blob): Promise<Uint8Array> => new Uint8Array(await part.arrayBuffer());
const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
