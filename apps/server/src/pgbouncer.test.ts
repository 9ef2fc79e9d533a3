import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { bumpArea } from './platform/cache/area-versions.ts';
import { checkDatabase } from './platform/db/connection/check-database.ts';
import { openDb } from './platform/db/connection/open.ts';
import { prepared } from './platform/db/prepared.ts';
import { type TestServer, testServer } from './testing/server.ts';
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from './testing/servers/pgbouncer.ts';

// Skipped if Debian's package pgbouncer is not installed. TEST_PGBOUNCER=on runs any other suite through a pooler.
describe.skipIf(!hasPgbouncer)('pgbouncer in transaction mode', () => {
  let pooler: Pgbouncer;
  let server: TestServer;
  let url: string;
  beforeAll(async () => {
    pooler = await startPgbouncer(inject('database').server, 3);
    server = await testServer({}, async (to) => {
      url = pooler.url(typeof to === 'string' ? new URL(to).pathname.slice(1) : to.database);
      return url;
    });
  });
  afterAll(async () => {
    await server.close();
    await pooler.stop();
  });

  test('serves reads, writes, notifications and jobs', async () => {
    const { id } = await server.make.user();
    const client = await server.as({ id });
    expect((await client.call('GET /auth/sessions')).status).toBe(200);
    const before = server.platform.versions.of('catalog');
    await server.db.transaction().execute((tx) => bumpArea(tx, 'catalog'));
    await expect.poll(() => server.platform.versions.of('catalog')).not.toBe(before);
    expect((await server.app.inject({ url: '/readyz' })).statusCode).toBe(200);
  });

  test('limits each transaction and leaves no session state behind', async () => {
    const { db, close } = openDb(url, { max: 6, timeouts: { statementMs: 4_321, lockMs: 1_234 } });
    const setting = (on: typeof db) =>
      sql<{ statement: string; lock: string }>`
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`.execute(on);
    const { rows } = await db.transaction().execute((tx) => setting(tx));
    expect(rows).toEqual([{ statement: '4321ms', lock: '1234ms' }]);
    const after = await Promise.all(Array.from({ length: 12 }, () => setting(db)));
    for (const result of after) expect(result.rows).toEqual([{ statement: '0', lock: '0' }]);
    await close();
  });

  test('runs prepared statements of many clients on few sessions', async () => {
    const { db, close } = openDb(url, { max: 12 });
    const ask = async (n: number) =>
      (await sql<{ n: number }>`${prepared}select ${n}::integer as n, pg_sleep(0.005)`.execute(db)).rows[0]?.n;
    const numbers = Array.from({ length: 120 }, (_, n) => n);
    expect(await Promise.all(numbers.map(ask))).toEqual(numbers);
    await close();
  });

  test('is named in the startup error without DATABASE_DIRECT_URL', async () => {
    const plain = url.replace('?pgbouncer=true', '');
    await expect(checkDatabase('DATABASE_URL', plain)).rejects.toThrow(/is a pooler.*DATABASE_DIRECT_URL/);
  });
});
