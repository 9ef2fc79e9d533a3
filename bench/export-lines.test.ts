import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportLines } from '../apps/server/src/modules/sales/transactions/transaction-queries.ts';
import type { Connection } from '../apps/server/src/platform/db/connection/connection.ts';
import { type TestServer, testServer } from '../apps/server/src/testing/server.ts';
import { makeShop, orderOf, pay, placed } from '../apps/server/src/testing/shop.ts';
import { addLines } from './analytics.ts';

const added = 12_000;

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
  const shop = await makeShop(server);
  const { slug } = await shop.sell(10);
  const order = (await placed(server.anonymous, orderOf([{ slug, quantity: 1 }]))).body;
  await pay(server.anonymous, order);
  await addLines(server.database.connection as Connection, added);
});
afterAll(() => server?.close());

/** Lines of orders that an export reads, and those it returns. */
const readBy = (filter: Parameters<typeof exportLines>[1]) =>
  server.db.transaction().execute(async (tx) => {
    // The counters may still contain what the former transactions of the connection read.
    const readSoFar = async () => {
      const { rows } = await sql<{ n: number }>`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as n
        from pg_stat_xact_user_tables where relname = 'order_lines'`.execute(tx);
      return rows[0]?.n ?? 0;
    };
    const before = await readSoFar();
    let returned = 0;
    for await (const { slug } of exportLines(tx, filter)) returned += slug === '' ? 0 : 1;
    return { returned, read: (await readSoFar()) - before };
  });

test('the export reads each line once, however many batches it takes', async () => {
  const { returned, read } = await readBy({});
  expect(returned).toBe(added + 1);
  expect(read).toBeLessThan(2 * added);
});

test('the export of sales that a filter finds reads their lines only', async () => {
  const { returned, read } = await readBy({ search: 'nobody@nowhere.test' });
  expect(returned).toBe(0);
  // The planner looks at some.
  expect(read).toBeLessThan(200);
  expect((await readBy({ search: 'ada@example.test' })).read).toBeLessThan(2 * added);
});
