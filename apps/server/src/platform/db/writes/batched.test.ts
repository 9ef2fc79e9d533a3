import { expect, test } from 'vitest';
import type { Db } from '../db.ts';
import { batched } from './batched.ts';

const db = {} as Db;

test('concurrent calls share a batch, later calls join the next one, and each gets its own result', async () => {
  const runs: number[][] = [];
  const ask = batched(async (_db, items: readonly number[]) => {
    runs.push([...items]);
    await new Promise((settle) => setTimeout(settle, 5));
    return items.map((item) => item * 10);
  });
  const first = [1, 2].map((item) => ask(db, item));
  while (runs.length === 0) await new Promise((settle) => setImmediate(settle));
  const next = [3, 4].map((item) => ask(db, item));
  expect(await Promise.all([...first, ...next])).toEqual([10, 20, 30, 40]);
  expect(runs).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(await ask(db, 5)).toBe(50);
});

test('a failed statement fails only the calls in its batch', async () => {
  const ask = batched(async (_db, items: readonly string[]) => {
    if (items.includes('bad')) throw new Error('refused');
    return items;
  });
  const [bad, good] = await Promise.allSettled([ask(db, 'bad'), ask(db, 'good')]);
  expect([bad.status, good.status]).toEqual(['rejected', 'rejected']);
  expect(await ask(db, 'good')).toBe('good');
});
