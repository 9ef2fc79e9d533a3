import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import type { Tx } from '../db.ts';
import { retryOnDeadlock } from './retry-on-deadlock.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const lock = (db: Tx, key: number) => sql`select pg_advisory_xact_lock(${key})`.execute(db);

/** Opens when both have arrived, and stays open. */
function gate() {
  let arrived = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  return () => {
    arrived += 1;
    if (arrived === 2) resolve();
    return promise;
  };
}

test('two deadlocked transactions both succeed after a retry', async () => {
  let tries = 0;
  const bothHold = gate();
  const takeBoth = (first: number, second: number) =>
    retryOnDeadlock(database.db, async (tx) => {
      tries += 1;
      await lock(tx, first);
      await bothHold();
      await lock(tx, second);
      return first;
    });
  expect(await Promise.all([takeBoth(1, 2), takeBoth(2, 1)])).toEqual([1, 2]);
  expect(tries).toBe(3);
});

test('any other error is thrown immediately, and nothing is stored', async () => {
  let tries = 0;
  const work = retryOnDeadlock(database.db, async (tx) => {
    tries += 1;
    await tx
      .insertInto('client_events')
      .values({ name: 'lost', visitor: Buffer.from('x') })
      .execute();
    throw new Error('a bug');
  });
  await expect(work).rejects.toThrow('a bug');
  expect(tries).toBe(1);
  expect(await database.db.selectFrom('client_events').select('id').where('name', '=', 'lost').execute()).toEqual([]);
});
