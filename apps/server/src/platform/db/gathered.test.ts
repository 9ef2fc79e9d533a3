import { expect, test } from 'vitest';
import type { Db } from './db.ts';
import { gathered } from './gathered.ts';

const db = {} as Db;

test('whoever asks while a statement is under way goes with the next one, and gets their own answer', async () => {
  const runs: number[][] = [];
  const ask = gathered(async (_db, items: readonly number[]) => {
    runs.push([...items]);
    await new Promise((settle) => setTimeout(settle, 5));
    return items.map((item) => item * 10);
  });
  expect(await Promise.all([1, 2, 3].map((item) => ask(db, item)))).toEqual([10, 20, 30]);
  expect(runs).toEqual([[1], [2, 3]]);
  expect(await ask(db, 4)).toBe(40);
});

test('a statement that fails fails for those in it, and not for the next', async () => {
  const ask = gathered(async (_db, items: readonly string[]) => {
    if (items.includes('bad')) throw new Error('refused');
    return items;
  });
  const [first, bad, good] = await Promise.allSettled([ask(db, 'first'), ask(db, 'bad'), ask(db, 'good')]);
  expect([first.status, bad.status, good.status]).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await ask(db, 'good')).toBe('good');
});
