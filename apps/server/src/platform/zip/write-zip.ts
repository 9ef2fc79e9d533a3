import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export type ZipEntry = {
  /** A path with forward slashes, unique in the archive. */
  readonly name: string;
  readonly changedAt: Date;
  readonly content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
};

type Written = { name: Buffer; time: number; crc: number; packed: number; size: number; offset: number };

/** Values from here on are in the ZIP64 fields. */
const max32 = 0xffffffff;
const max16 = 0xffff;
/** A size that follows the content, a UTF-8 name. */
const flags = 0x0808;
const deflated = 8;
const version = 20;
const version64 = 45;

/**
 * Writes a ZIP archive as a stream: one entry at a time, each chunk as it is compressed. An archive can exceed 4 GiB; a
 * single entry cannot.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, changedAt, content } of entries) {
    const entry = { name: Buffer.from(name), time: dosTime(changedAt), crc: 0, packed: 0, size: 0, offset };
    const head = localHeader(entry);
    offset += head.length;
    yield head;
    const deflate = createDeflateRaw();
    // An error of the source also ends the iteration below.
    pipeline(Readable.from(measured(entry, content)), deflate, () => {});
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      entry.packed += chunk.length;
      offset += chunk.length;
      yield chunk;
    }
    if (entry.size > max32 || entry.packed > max32) throw new Error(`${name} is too large for a ZIP archive.`);
    const after = fields([4, 0x08074b50], [4, entry.crc], [4, entry.packed], [4, entry.size]);
    offset += after.length;
    yield after;
    written.push(entry);
  }
  let size = 0;
  for (const entry of written) {
    const line = directoryLine(entry);
    size += line.length;
    yield line;
  }
  yield endOf(written.length, size, offset);
}

async function* measured(entry: Written, content: ZipEntry['content']): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk as Uint8Array);
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    yield bytes;
  }
}

const localHeader = ({ name, time }: Written) =>
  Buffer.concat([
    fields([4, 0x04034b50], [2, version], [2, flags], [2, deflated], [4, time]),
    fields([4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]),
    name,
  ]);

function directoryLine({ name, time, crc, packed, size, offset }: Written): Buffer {
  const extra = offset < max32 ? Buffer.alloc(0) : fields([2, 1], [2, 8], [8, offset]);
  return Buffer.concat([
    fields([4, 0x02014b50], [2, version64], [2, extra.length > 0 ? version64 : version], [2, flags], [2, deflated]),
    fields([4, time], [4, crc], [4, packed], [4, size], [2, name.length], [2, extra.length]),
    fields([2, 0], [2, 0], [2, 0], [4, 0], [4, Math.min(offset, max32)]),
    name,
    extra,
  ]);
}

function endOf(count: number, size: number, offset: number): Buffer {
  const is64 = count >= max16 || size >= max32 || offset >= max32;
  const end64 = Buffer.concat([
    fields([4, 0x06064b50], [8, 44], [2, version64], [2, version64], [4, 0], [4, 0]),
    fields([8, count], [8, count], [8, size], [8, offset]),
    fields([4, 0x07064b50], [4, 0], [8, offset + size], [4, 1]),
  ]);
  return Buffer.concat([
    ...(is64 ? [end64] : []),
    fields([4, 0x06054b50], [2, 0], [2, 0], [2, Math.min(count, max16)], [2, Math.min(count, max16)]),
    fields([4, Math.min(size, max32)], [4, Math.min(offset, max32)], [2, 0]),
  ]);
}

/** Little-endian numbers, each with its length in bytes. */
function fields(...values: readonly (readonly [2 | 4 | 8, number])[]): Buffer {
  return Buffer.concat(
    values.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes);
      if (bytes === 8) field.writeBigUInt64LE(BigInt(value));
      else field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );
}

/** Date and time of MS-DOS in one number: two-second steps from 1980 on, in UTC. */
function dosTime(at: Date): number {
  const year = Math.max(0, at.getUTCFullYear() - 1980);
  const date = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return date * 0x10000 + time;
}
