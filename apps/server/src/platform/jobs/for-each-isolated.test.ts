import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { Refusal } from '../refusal.ts';
import { inOwnTransactions } from './for-each-isolated.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await sql`create table followed (id integer primary key)`.execute(database.db);
});
afterAll(() => database.close());

test('a failing item does not stop the others, is rolled back, and is reported at the end', async () => {
  const run = inOwnTransactions(database.db, [1, 2, 3, 4, 5], async (tx, id) => {
    await sql`insert into followed values (${id})`.execute(tx);
    if (id === 2) throw new Error('the second cannot');
    if (id === 3) throw new Refusal('invalid_transition');
    return id !== 4;
  });
  await expect(run).rejects.toThrow('1 items could not be processed');
  await expect(run).rejects.toMatchObject({ errors: [{ message: 'the second cannot' }] });
  const { rows } = await sql<{ id: number }>`select id from followed order by id`.execute(database.db);
  expect(rows.map(({ id }) => id)).toEqual([1, 4, 5]);
});

test('due items can come from an async iterator', async () => {
  const seen: number[] = [];
  async function* due() {
    yield* [1, 2];
    yield seen.length + 1;
  }
  const done = await inOwnTransactions(database.db, due(), async (_, one) => seen.push(one) > 0);
  expect([done, seen]).toEqual([3, [1, 2, 3]]);
});

test('the count includes items with an effect, not refused ones', async () => {
  const done = await inOwnTransactions(database.db, ['did', 'did not', 'refused'], async (_, one) => {
    if (one === 'refused') throw new Refusal('conflict');
    return one === 'did';
  });
  expect(done).toBe(1);
});
