import { describe, expect, test } from 'vitest';
import type { Db } from './db/db.ts';
import { takeProcessLimit } from './rate-limit.ts';

const limit = { max: 2, windowS: 60 };
/** Identifies a server only. */
const someDb = () => ({}) as Db;

describe('limit of one process', () => {
  test('refuses a client above its limit, and no other one', () => {
    const db = someDb();
    takeProcessLimit(db, 'a', limit);
    takeProcessLimit(db, 'a', limit);
    expect(() => takeProcessLimit(db, 'a', limit)).toThrow('Too many attempts');
    takeProcessLimit(db, 'b', limit);
    takeProcessLimit(someDb(), 'a', limit);
  });

  test('remembers a client that keeps calling while a hundred thousand others call', () => {
    const db = someDb();
    takeProcessLimit(db, 'a', { ...limit, max: 20 });
    let calls = 1;
    for (let nth = 0; nth < 100_000; nth += 1) {
      takeProcessLimit(db, `other ${nth}`, limit);
      if (nth % 10_000 === 0) {
        takeProcessLimit(db, 'a', { ...limit, max: 20 });
        calls += 1;
      }
    }
    expect(calls).toBe(11);
    expect(() => takeProcessLimit(db, 'a', { ...limit, max: calls })).toThrow('Too many attempts');
  });
});
