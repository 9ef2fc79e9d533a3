import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { spoolFilePath } from '../../../platform/files/form-folders.ts';
import { type AnswerFile, answerFiles } from './answer-files.ts';

const file = (sizeBytes: number) =>
  vi.fn(async (): Promise<AnswerFile> => {
    const path = spoolFilePath();
    await writeFile(path, Buffer.alloc(sizeBytes));
    return { path, sizeBytes };
  });

test('callers who ask for the same answer share one file, which is removed after its last use', async () => {
  const files = answerFiles({ bytesMax: 1000, idleMs: 20 });
  const write = file(100);
  const taken = await Promise.all(Array.from({ length: 5 }, () => files.take('a', write)));
  expect(write).toHaveBeenCalledTimes(1);
  const path = taken[0]?.path ?? '';
  for (const { release } of taken.slice(1)) release();
  await sleep(60);
  expect(existsSync(path)).toBe(true);
  taken[0]?.release();
  taken[0]?.release();
  await vi.waitFor(() => expect(existsSync(path)).toBe(false));
  expect(files.bytes).toBe(0);
  (await files.take('a', write)).release();
  expect(write).toHaveBeenCalledTimes(2);
});

test('the least recently used file is removed first when they exceed the limit, and files in use stay', async () => {
  const files = answerFiles({ bytesMax: 250, idleMs: 60_000 });
  const inUse = await files.take('in use', file(100));
  for (const key of ['old', 'new']) (await files.take(key, file(100))).release();
  const again = file(100);
  (await files.take('new', again)).release();
  expect(again).not.toHaveBeenCalled();
  (await files.take('old', again)).release();
  expect(again).toHaveBeenCalledTimes(1);
  expect(files.bytes).toBe(200);
  expect(existsSync(inUse.path)).toBe(true);
});

test('no further file is written while those in use take twice the limit', async () => {
  const files = answerFiles({ bytesMax: 100, idleMs: 60_000 });
  const big = await files.take('big', file(300));
  await expect(files.take('next', file(1))).rejects.toMatchObject({ code: 'unavailable' });
  big.release();
  (await files.take('next', file(1))).release();
});

test('a writer that waited for its turn finds out that there is no room any more', async () => {
  const files = answerFiles({ bytesMax: 100, idleMs: 60_000 });
  const turn = Promise.withResolvers<void>();
  const late = files.take('late', async () => {
    await turn.promise;
    files.requireRoom();
    return file(300)();
  });
  const big = await files.take('big', file(300));
  turn.resolve();
  await expect(late).rejects.toMatchObject({ code: 'unavailable' });
  big.release();
  expect(files.bytes).toBe(0);
});

test('a failure reaches all who wait and is not kept', async () => {
  const files = answerFiles({ bytesMax: 100, idleMs: 60_000 });
  const fails = () => Promise.reject(new Error('disk full'));
  const both = await Promise.allSettled([files.take('a', fails), files.take('a', fails)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  (await files.take('a', file(1))).release();
});
