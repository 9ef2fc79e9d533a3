import { getPriority } from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { grantedMs } from '../../../testing/waiting/granted-time.ts';
import { openDb, PoolFull } from './open.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('64-bit integers are read exactly, decimals and dates as text, timestamps as Date', async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select 9007199254740993::bigint as big, array[1, null]::bigint[] as bigs, 1.10::numeric as price, date '2026-03-29' as day,
      timestamptz '2026-03-29T01:30:00Z' as moment, interval '1 day' as span, count(*) as many from generate_series(1, 3)`.execute(
    database.db,
  );
  expect(rows[0]).toEqual({
    big: 9007199254740993n,
    bigs: [1n, null],
    price: '1.10',
    day: '2026-03-29',
    moment: new Date('2026-03-29T01:30:00Z'),
    span: '1 day',
    many: 3n,
  });
});

test('statements are never compiled, on any of the connections', async () => {
  for (const lowPriority of [false, true]) {
    const { db, close } = openDb(database.connection, { max: 1, lowPriority });
    expect((await sql`show jit`.execute(db)).rows).toEqual([{ jit: 'off' }]);
    await close();
  }
});

test('commits wait for the disk unless the work is repeated after a crash', async () => {
  const setBy = async (asyncCommit: boolean) => {
    const { db, close } = openDb(database.connection, { max: 1, asyncCommit });
    const { rows } = await sql<{ source: string; setting: string }>`
      select source, setting from pg_settings where name = 'synchronous_commit'`.execute(db);
    await close();
    return rows[0];
  };
  expect(await setBy(true)).toEqual({ source: 'client', setting: 'off' });
  // The server's own setting, which the tests relax for all.
  expect((await setBy(false))?.source).not.toBe('client');
});

test('an unavailable database is quickly distinguished from a bug', async () => {
  const nowhere = { host: '/tmp/nothing-listens-here', user: 'x', database: 'x' };
  const { db, close } = openDb(nowhere, { timeouts: { connectMs: 10_000 } });
  const started = grantedMs();
  const error = await sql`select 1`.execute(db).catch((reason: unknown) => reason);
  expect(grantedMs() - started).toBeLessThan(5_000);
  expect(isDatabaseUnavailable(error)).toBe(true);
  const mistake = await sql`select nonsense`.execute(database.db).catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(mistake)).toBe(false);
  await close();
});

test('a full pool refuses immediately instead of queueing callers', async () => {
  const { db, close } = openDb(database.connection, { max: 1, timeouts: { connectMs: 300 } });
  const busy = sql`select pg_sleep(1)`.execute(db);
  const crowd = await Promise.allSettled(Array.from({ length: 60 }, () => sql`select 1`.execute(db)));
  const reasons = crowd.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  expect(reasons).toHaveLength(60);
  expect(reasons.every(isDatabaseUnavailable)).toBe(true);
  expect(reasons.filter((reason) => reason instanceof PoolFull).length).toBeGreaterThan(20);
  await busy;
  expect((await sql`select 1 as ok`.execute(db)).rows).toEqual([{ ok: 1 }]);
  await close();
});

test('connections cut by the server are replaced, also during a transaction', async () => {
  const { db, close } = openDb(database.connection, { max: 3 });
  const cut = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db);
    await sql`select 1`.execute(tx);
  });
  await expect(cut).rejects.toSatisfy(isDatabaseUnavailable);
  expect((await sql`select 1 as ok`.execute(db)).rows).toEqual([{ ok: 1 }]);
  await close();
});

test('a statement over the time limit is cancelled by the server', async () => {
  const { db, close } = openDb(database.connection, { max: 1, timeouts: { statementMs: 100 } });
  await expect(sql`select pg_sleep(5)`.execute(db)).rejects.toMatchObject({ code: '57014' });
  await close();
});

test('connections of low priority leave processor time to the others', async () => {
  const { db, close } = openDb(database.connection, { max: 1, lowPriority: true });
  const pidOf = async (from: typeof db) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(from)).rows[0]?.pid;
  expect([getPriority(await pidOf(db)), getPriority(await pidOf(database.db))]).toEqual([10, 0]);
  const { rows } = await sql<{
    workers: string;
  }>`select current_setting('max_parallel_workers_per_gather') as workers`.execute(db);
  expect(rows).toEqual([{ workers: '0' }]);
  await close();
});
