import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batchesOf } from './batches.ts';

const kB = 1024;
const never = new AbortController().signal;
const bytesIn = (batch: readonly Buffer[]) => batch.reduce((sum, chunk) => sum + chunk.length, 0);

test('batches contain every byte once and in order, in write-sized chunks and a remainder', async () => {
  const source = new PassThrough({ highWaterMark: 64 * kB });
  const sent = Buffer.from(Uint8Array.from({ length: 900 * kB }, (_, at) => (at * 7 + (at >> 11)) & 0xff));
  void (async () => {
    for (let at = 0; at < sent.length; at += 50_000) {
      source.write(sent.subarray(at, at + 50_000));
      await sleep(0);
    }
    source.end();
  })();
  const batches: Buffer[][] = [];
  for await (const batch of batchesOf(source, never)) batches.push(batch);
  expect(Buffer.concat(batches.flat()).equals(sent)).toBe(true);
  const sizes = batches.map(bytesIn);
  expect(sizes.slice(0, -1).every((size) => size >= 256 * kB)).toBe(true);
  expect(sizes.length).toBeLessThanOrEqual(4);
});

test('backpressure limits a fast sender to one batch being written and one being collected', async () => {
  const source = new PassThrough({ highWaterMark: 64 * kB });
  let sent = 0;
  void (async () => {
    const chunk = Buffer.alloc(32 * kB);
    while (sent < 8 * kB * kB) {
      sent += chunk.length;
      if (!source.write(chunk)) await new Promise((resume) => source.once('drain', resume));
    }
    source.end();
  })();
  let taken = 0;
  let most = 0;
  for await (const batch of batchesOf(source, never)) {
    await sleep(2);
    taken += bytesIn(batch);
    most = Math.max(most, sent - taken);
  }
  expect(taken).toBe(8 * kB * kB);
  expect(most).toBeLessThan(640 * kB);
});

test('bytes received before a connection broke are delivered before the error', async () => {
  const source = new PassThrough();
  source.write(Buffer.alloc(1000));
  setTimeout(() => source.destroy(new Error('cut')), 20);
  let got = 0;
  await expect(async () => {
    for await (const batch of batchesOf(source, never)) got += bytesIn(batch);
  }).rejects.toThrow('cut');
  expect(got).toBe(1000);
});

test('a superseded sender stops immediately and its connection is closed soon after', async () => {
  const source = new PassThrough();
  const over = new AbortController();
  const reason = new Error('somebody else');
  setTimeout(() => over.abort(reason), 20);
  await expect(async () => {
    for await (const _batch of batchesOf(source, over.signal));
  }).rejects.toBe(reason);
  expect(source.destroyed).toBe(false);
  await sleep(2500);
  expect(source.destroyed).toBe(true);
});
