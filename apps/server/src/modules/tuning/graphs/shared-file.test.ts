import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { spoolFilePath } from '../../../platform/files/form-folders.ts';
import { openShared } from './shared-file.ts';

const written: string[] = [];
async function fileOf(bytes: Buffer): Promise<string> {
  const path = spoolFilePath();
  await writeFile(path, bytes);
  written.push(path);
  return path;
}
afterEach(() => Promise.all(written.splice(0).map((path) => rm(path, { force: true }))));

test('a shared file is read completely, whatever its size', async () => {
  for (const size of [0, 1, 65_536, 65_537, 300_000]) {
    const bytes = randomBytes(size);
    const path = await fileOf(bytes);
    const read = await Promise.all([1, 2, 3].map(async () => buffer(await openShared(path))));
    expect(read.map((one) => one.equals(bytes))).toEqual([true, true, true]);
  }
  // More than the blocks that are kept.
  const large = randomBytes(20 * 1024 * 1024 + 7);
  expect((await buffer(await openShared(await fileOf(large)))).equals(large)).toBe(true);
});

test('many readers of one file need the memory of one', async () => {
  const path = await fileOf(randomBytes(4 * 1024 * 1024));
  const used = () => process.memoryUsage().arrayBuffers;
  const before = used();
  let most = 0;
  for (let nth = 0; nth < 40; nth += 1)
    for await (const _ of await openShared(path)) most = Math.max(most, used() - before);
  expect(most).toBeLessThan(24 * 1024 * 1024);
});

test('a reader that is closed early closes the file, and a missing file is an error', async () => {
  const path = await fileOf(randomBytes(1024 * 1024));
  const open = () => readdirSync('/proc/self/fd').length;
  const before = open();
  const readers = await Promise.all(Array.from({ length: 20 }, () => openShared(path)));
  const closed = readers.map((reader) => once(reader, 'close'));
  for (const reader of readers) {
    reader.resume();
    reader.destroy();
  }
  await Promise.all(closed);
  expect(open()).toBeLessThan(before + 10);
  await expect(openShared(`${path}-none`)).rejects.toThrow('ENOENT');
});
