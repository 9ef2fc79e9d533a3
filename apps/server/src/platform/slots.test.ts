import { expect, test } from 'vitest';
import { slots } from './slots.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test('slots are given to clients round-robin, regardless of their number of calls', async () => {
  const line = slots({ atOnce: 1, waitingMax: 64, waitMs: 1000 });
  const order: string[] = [];
  const run = async (client: string) => {
    const release = await line.take(client);
    order.push(client);
    await settled();
    release();
  };
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(run));
  expect(order.join('')).toBe('aabcaba');
  expect([line.taken, line.waiting]).toEqual([0, 0]);
});

test('a full queue drops the last call of the client with the most queued calls', async () => {
  const line = slots({ atOnce: 1, waitingMax: 4, waitMs: 1000 });
  const first = await line.take('a');
  const many = Array.from({ length: 4 }, () => line.take('a'));
  const outcomes = Promise.allSettled(many.map(async (one) => (await one)()));
  const other = line.take('b');
  await expect(line.take('a')).rejects.toMatchObject({ code: 'unavailable' });
  first();
  (await other)();
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  expect([line.taken, line.waiting]).toEqual([0, 0]);
});

test('a call that waits too long is refused and does not take a slot later', async () => {
  const line = slots({ atOnce: 1, waitingMax: 4, waitMs: 20 });
  const release = await line.take('a');
  await expect(line.take('b')).rejects.toMatchObject({ code: 'unavailable' });
  expect(line.waiting).toBe(0);
  release();
  release();
  expect(line.taken).toBe(0);
});

test('waiting operations that block the process leave turns for other requests', async () => {
  const line = slots({ atOnce: 1, waitingMax: 64, waitMs: 1000 });
  let running = 0;
  const block = async () => {
    const release = await line.take();
    running += 1;
    release();
  };
  const all = Promise.all(Array.from({ length: 20 }, block));
  const seen: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(running);
  }
  await all;
  expect(seen.at(-1)).toBeLessThan(10);
});

test('one client holds only its share of the slots, and the others stay free', async () => {
  const line = slots({ atOnce: 4, perClient: 2, waitingMax: 64, waitMs: 1000 });
  const held = [await line.take('a'), await line.take('a')];
  const third = line.take('a');
  (await line.take('b'))();
  expect([line.taken, line.waiting]).toEqual([2, 1]);
  held[0]?.();
  (await third)();
  held[1]?.();
  expect([line.taken, line.waiting]).toEqual([0, 0]);
});

test('operations that never wait start one per turn, in all groups together', async () => {
  const limits = { atOnce: 4, waitingMax: 64, waitMs: 1000, inTurns: true };
  const groups = [slots(limits), slots(limits)];
  let done = 0;
  const block = async (nth: number) => {
    const release = await groups[nth % 2]?.take(`client ${nth}`);
    done += 1;
    release?.();
  };
  const all: Promise<void>[] = [];
  // Requests received together: each is finished before the next one is read.
  for (let nth = 0; nth < 12; nth += 1) {
    all.push(block(nth));
    for (let step = 0; step < 20; step += 1) await Promise.resolve();
  }
  const seen = [done];
  for (let turn = 0; turn < 4; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(done);
  }
  await Promise.all(all);
  expect(seen[0]).toBe(1);
  expect(seen.at(-1)).toBeLessThanOrEqual(6);
  expect(groups.map(({ taken, waiting }) => [taken, waiting])).toEqual([
    [0, 0],
    [0, 0],
  ]);
});
