import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

let world: TestDatabase;
beforeAll(async () => {
  world = await testDatabase();
});
afterAll(() => world.close());

const failureOf = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);

test('a lock timeout responds retry later, and a bug stays an internal error', async () => {
  await world.db.transaction().execute(async (holder) => {
    await sql`lock table users in exclusive mode`.execute(holder);
    const waiter = world.db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '20ms'`.execute(tx);
      await sql`lock table users in exclusive mode`.execute(tx);
    });
    expect(isDatabaseUnavailable(await failureOf(waiter))).toBe(true);
  });
  expect(isDatabaseUnavailable(await failureOf(sql`select nothing`.execute(world.db)))).toBe(false);
});
