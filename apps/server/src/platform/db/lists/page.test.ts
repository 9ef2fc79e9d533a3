import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { Refusal } from '../../refusal.ts';
import type { Db } from '../db.ts';
import { type ListOrder, notNull, type PagingQuery } from './keyset.ts';
import { listPage } from './page.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
  await sql`create table paged (id integer primary key, at timestamptz not null, price bigint, currency text not null)`.execute(
    db,
  );
  // Every fourth price is missing, and many are equal.
  await sql`insert into paged select n, timestamptz '2026-01-01' + n * interval '1.000001 second',
    case when n % 4 = 0 then null else n % 7 end, case when n % 2 = 0 then 'CAD' else 'EUR' end
    from generate_series(1, 10230) n`.execute(db);
});
afterAll(() => database.close());

const order: ListOrder = { columns: { at: notNull('t.at'), price: 't.price' }, first: '-at', id: 't.id' };
type Row = { id: number };
const page = (
  query: Partial<PagingQuery> & { sums?: 'yes' },
  of: Partial<ListOrder> = {},
  where = sql<boolean>`true`,
) => {
  // biome-ignore lint/suspicious/noExplicitAny: the table exists in this test only
  const rows = (db as any).selectFrom('paged as t').where(where);
  const sums = { columns: { price: 't.price' }, currency: 't.currency' };
  return listPage<never, never, Row>(db, rows, rows.select('t.id'), { page: 1, ...query }, { ...order, ...of }, sums);
};
const ids = (data: readonly Row[]) => data.map(({ id }) => id);

async function walk(sort: string, where = sql<boolean>`t.id <= 130`) {
  const forward: number[][] = [];
  const backward: number[][] = [];
  let at = await page({ sort }, {}, where);
  for (;;) {
    forward.push(ids(at.data));
    if (!at.next) break;
    at = await page({ sort, after: at.next }, {}, where);
  }
  for (;;) {
    backward.unshift(ids(at.data));
    if (!at.previous) break;
    at = await page({ sort, before: at.previous }, {}, where);
  }
  return { forward, backward };
}

test.each(['at', '-at', 'price', '-price'])(
  'cursors by %s visit every row once, forwards and backwards',
  async (sort) => {
    const { forward, backward } = await walk(sort);
    expect(new Set(forward.flat()).size).toBe(130);
    expect(forward.flat()).toHaveLength(130);
    expect(backward.flat()).toEqual(forward.flat());
    const wanted = sql<Row>`select id from paged t where id <= 130 order by ${sql.raw(
      `${sort.replace('-', '')} ${sort.startsWith('-') ? 'desc' : 'asc'} nulls last, id ${sort.startsWith('-') ? 'desc' : 'asc'}`,
    )}`;
    expect(forward.flat()).toEqual(ids((await wanted.execute(db)).rows));
  },
);

test('a page by number shows the same rows as its cursor', async () => {
  const first = await page({ sort: 'price', per_page: 50 });
  const second = await page({ sort: 'price', per_page: 50, page: 2 });
  const next = await page({ sort: 'price', per_page: 50, page: 2, after: first.next });
  expect(next).toEqual(second);
  expect([second.page, ids(second.data).length]).toEqual([2, 50]);
});

test('a long list is counted to 10,000 rows, and its last page is reached by cursor', async () => {
  expect(await page({})).toMatchObject({ total: 10_000, capped: true, page_count: 400 });
  expect(await page({}, {}, sql`t.id <= 30`)).toMatchObject({ total: 30, page_count: 2 });
  expect(await page({}, {}, sql`t.id <= 30`)).not.toHaveProperty('capped');
});

test('sums cover all matching rows per currency, not the page, and only when they are asked for', async () => {
  expect(await page({})).not.toHaveProperty('sums');
  const { sums } = await page({ sums: 'yes' }, {}, sql`t.id in (1, 2, 3, 5)`);
  expect(sums).toEqual({
    price: [
      { amount: '0.02', currency: 'CAD' },
      { amount: '0.09', currency: 'EUR' },
    ],
  });
});

test('an order without cursors is paged by number', async () => {
  const found = await page({ page: 2 }, { first: 't.price desc nulls last, t.at' }, sql`t.id <= 60`);
  expect([found.data.length, found.next, found.total]).toEqual([25, undefined, 60]);
});

test('a cursor of another sort order returns the first page, and an invalid one is refused', async () => {
  const { next } = await page({ sort: 'at' });
  expect(ids((await page({ sort: '-at', after: next })).data)).toEqual(ids((await page({ sort: '-at' })).data));
  const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const cursors = [
    'x',
    '',
    forged(['at', 'soon', '1']),
    forged(['at', null, '1; drop']),
    forged({}),
    forged(['at', 'a\0', '1']),
  ];
  for (const after of cursors) await expect(page({ sort: 'at', after })).rejects.toBeInstanceOf(Refusal);
});
