import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const failureOf = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);

test('a lock timeout counts as unavailable, a bug does not', async () => {
  await database.db.transaction().execute(async (holder) => {
    await sql`lock table users in exclusive mode`.execute(holder);
    const waiter = database.db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '20ms'`.execute(tx);
      await sql`lock table users in exclusive mode`.execute(tx);
    });
    expect(isDatabaseUnavailable(await failureOf(waiter))).toBe(true);
  });
  expect(isDatabaseUnavailable(await failureOf(sql`select nothing`.execute(database.db)))).toBe(false);
});
