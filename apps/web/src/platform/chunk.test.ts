import { expect, test } from 'vitest';
import { ChunkError, isChunkError, loadChunk } from './chunk.ts';

/** Manually triggered timers. */
function fakeTimers() {
  const waiting = new Map<number, { act: () => void; ms: number }>();
  let next = 1;
  return {
    waiting,
    setTimeout: (act: () => void, ms: number) => {
      waiting.set(next, { act, ms });
      return next++;
    },
    clearTimeout: (timer: number) => void waiting.delete(timer),
  };
}

test('a chunk that loads is returned and its timer is stopped', async () => {
  const timers = fakeTimers();
  expect(await loadChunk(async () => 'chunk', timers)).toBe('chunk');
  expect(timers.waiting.size).toBe(0);
});

test('a chunk that fails throws an error with a readable message (S409)', async () => {
  const timers = fakeTimers();
  const failing = loadChunk(() => Promise.reject(new TypeError('Failed to fetch')), timers);
  await expect(failing).rejects.toBeInstanceOf(ChunkError);
  await expect(failing).rejects.toThrow(
    'This part of the site could not be loaded. Check your connection and try again.',
  );
  expect(timers.waiting.size).toBe(0);
});

test('a chunk that does not load within 120 seconds throws the same error (S410 S433)', async () => {
  const timers = fakeTimers();
  const hanging = loadChunk(() => new Promise(() => {}), timers);
  const [timer] = timers.waiting.values();
  expect(timer?.ms).toBe(120_000);
  timer?.act();
  await expect(hanging).rejects.toBeInstanceOf(ChunkError);
});

test('native browser chunk errors are recognized (S409)', () => {
  expect(isChunkError(new ChunkError(null))).toBe(true);
  expect(isChunkError(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))).toBe(true);
  expect(isChunkError(new TypeError('Importing a module script failed.'))).toBe(true);
  expect(isChunkError(new TypeError('x is not a function'))).toBe(false);
});
