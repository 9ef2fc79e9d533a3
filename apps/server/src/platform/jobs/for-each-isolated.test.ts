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

test('one that cannot does not keep the others, leaves nothing behind, and is told when all are done', async () => {
  const run = inOwnTransactions(database.db, [1, 2, 3, 4, 5], async (tx, id) => {
    await sql`insert into followed values (${id})`.execute(tx);
    if (id === 2) throw new Error('the second cannot');
    if (id === 3) throw new Refusal('invalid_transition');
    return id !== 4;
  });
  await expect(run).rejects.toThrow('1 could not follow their time');
  await expect(run).rejects.toMatchObject({ errors: [{ message: 'the second cannot' }] });
  const { rows } = await sql<{ id: number }>`select id from followed order by id`.execute(database.db);
  expect(rows.map(({ id }) => id)).toEqual([1, 4, 5]);
});

test('what is due may be asked for as it goes', async () => {
  const seen: number[] = [];
  async function* due() {
    yield* [1, 2];
    yield seen.length + 1;
  }
  const done = await inOwnTransactions(database.db, due(), async (_, one) => seen.push(one) > 0);
  expect([done, seen]).toEqual([3, [1, 2, 3]]);
});

test('it counts those that did something, and a refusal is none', async () => {
  const done = await inOwnTransactions(database.db, ['did', 'did not', 'refused'], async (_, one) => {
    if (one === 'refused') throw new Refusal('conflict');
    return one === 'did';
  });
  expect(done).toBe(1);
});
