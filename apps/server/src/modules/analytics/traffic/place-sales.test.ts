import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { move } from '@tuneport/domain/ledger/ledger-legs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { grantedMs } from '../../../testing/waiting/granted-time.ts';
import { postTransfer } from '../../ledger/index.ts';
import { valueSales } from './place-sales.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const sales = 3_000;

test('the last thousands of sales are valued in one pass, by either name of a purchase', {
  timeout: 120_000,
}, async () => {
  const { db } = database;
  const now = new Date();
  const legs = move(platformAccount('cash', 'CAD'), platformAccount('rev', 'CAD'), 100n);
  const kinds = ['order', 'purchase', 'purchase-account'] as const;
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < sales; n += 1)
      await postTransfer(tx, { key: `sale:${n}`, kind: 'test.sold', subject: `${kinds[n % 3]}:${n}`, at: now, legs });
    await sql`insert into sale_sources (subject, at, source, medium, campaign, first_source, first_medium, first_campaign)
      select sale_subject(subject), at, '', '', '', '', '', '' from ledger_transfers`.execute(tx);
  });
  const begun = grantedMs();
  await valueSales(db, now);
  expect(grantedMs() - begun).toBeLessThan(2_500);
  const { rows } = await sql`select currency, net_minor::integer as net, count(*)::integer as n from sale_sources
    group by 1, 2`.execute(db);
  expect(rows).toEqual([{ currency: 'CAD', net: 100, n: sales }]);
});
