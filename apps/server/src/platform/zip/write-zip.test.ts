import { createHash, randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unzip } from '../../testing/unzip.ts';
import { writeZip, type ZipEntry } from './write-zip.ts';

const changedAt = new Date('2026-03-01T12:30:10Z');

async function* list(entries: readonly ZipEntry[]) {
  yield* entries;
}
async function zipped(entries: readonly ZipEntry[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of writeZip(list(entries))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('a ZIP archive has its entries with their names, content and checksums', async () => {
  const bytes = randomBytes(300_000);
  const archive = await zipped([
    { name: 'read.txt', changedAt, content: ['Grüße', ' aus Köln'] },
    { name: 'dateien/schlüssel.bin', changedAt, content: [bytes] },
    { name: 'empty.json', changedAt, content: [] },
  ]);
  const files = unzip(archive);
  expect([...files.keys()]).toEqual(['read.txt', 'dateien/schlüssel.bin', 'empty.json']);
  expect(files.get('read.txt')?.toString()).toBe('Grüße aus Köln');
  expect(files.get('dateien/schlüssel.bin')?.equals(bytes)).toBe(true);
  expect(files.get('empty.json')).toHaveLength(0);
});

test('a ZIP archive of a large entry is written in small chunks', async () => {
  const chunk = Buffer.alloc(64 * 1024, 'tune');
  const hash = createHash('sha256');
  async function* content() {
    for (let n = 0; n < 400; n += 1) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const parts: Buffer[] = [];
  for await (const part of writeZip(list([{ name: 'large.bin', changedAt, content: content() }]))) parts.push(part);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(70_000);
  const archive = Buffer.concat(parts);
  const nameEnd = 30 + archive.readUInt16LE(26);
  const large = inflateRawSync(archive.subarray(nameEnd));
  expect(createHash('sha256').update(large).digest('hex')).toBe(hash.digest('hex'));
});

test('a ZIP archive ends with the error of an entry that cannot be read', async () => {
  async function* broken() {
    yield Buffer.from('first');
    throw new Error('The disk is gone.');
  }
  await expect(zipped([{ name: 'a', changedAt, content: broken() }])).rejects.toThrow('The disk is gone.');
});
