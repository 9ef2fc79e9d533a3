import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession } from '../apps/server/src/modules/identity/index.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { makeLog } from '../apps/server/src/platform/log.ts';
import { makeServer, type Server } from '../apps/server/src/server.ts';
import { catalogFactories } from '../apps/server/src/testing/catalog.ts';
import { type TestDatabase, testDatabase } from '../apps/server/src/testing/database.ts';
import { factories } from '../apps/server/src/testing/factories.ts';
import { type DatabaseProxy, databaseProxy } from '../apps/server/src/testing/servers/database-proxy.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
let server: Server;
let dataDir: string;
let cookies: { user: string; admin: string };
let vehicle: string;
const log: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  proxy = await databaseProxy(database.connection);
  dataDir = await mkdtemp(join(tmpdir(), 'tuneport-test-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    PUBLIC_ORIGIN: 'http://localhost:3000',
    JOBS: 'off',
    DATABASE_POOL: '2',
  });
  server = await makeServer({
    config,
    log: makeLog('error', { write: (line) => void log.push(line) }),
    connection: proxy.connection,
  });
  const make = factories(database.db);
  const session = async (role: 0 | 5) => {
    const { id } = await make.user({ role });
    const token = await openSession(database.db, {
      userId: id,
      method: 'password',
      secondFactor: true,
      address: '127.0.0.1',
      userAgent: 'test',
    });
    return `__Host-tuneport=${token}`;
  };
  cookies = { user: await session(0), admin: await session(5) };
  const made = await catalogFactories(database.db).vehicle();
  vehicle = `/catalog/${made.make.slug}/${made.year.year}/${made.model.slug}/${made.engine.slug}`;
  // Warms up the process: these tests are about pages, not about startup.
  await ask('/catalog');
});
afterAll(async () => {
  await server.stop();
  await proxy.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function ask(url: string, cookie?: string) {
  const reply = await server.app.inject({ url, headers: cookie ? { cookie } : {} });
  return { url, status: reply.statusCode, headers: reply.headers, body: reply.body };
}

/** Pages of every kind, none requested before, so that no cache can respond. */
let round = 0;
const pages = (): [url: string, cookie?: string][] => {
  round += 1;
  const query = `?page=${round}`;
  return [
    [`/${query}`],
    [`${vehicle}${query}`],
    [`/catalog/no-such-make${query}`],
    [`/products${query}`],
    [`/products/none-${round}`],
    [`${vehicle}.data${query}`],
    [`/products.data${query}`],
    ['/profile', cookies.user],
    ['/profile.data', cookies.user],
    ['/profile/orders', cookies.user],
    ['/admin/users', cookies.admin],
    ['/admin/users.data', cookies.admin],
    ['/profile/orders/1/no-such-token/invoice'],
    ['/auth/login'],
    ['/auth/reset-password/no-such-token'],
    ['/no-such-page'],
    ['/sitemap.xml'],
    ['/sitemap/1.xml'],
    ['/sitemap/products.xml'],
  ];
};

/** Pages that do not need the database keep working; none returns 500, and nothing is logged as a bug. */
const goOn = ['/auth/login', '/no-such-page', '/auth/reset-password/no-such-token'];

async function expectUnavailable() {
  log.length = 0;
  for (const page of pages()) {
    const { url, status, headers, body } = await ask(...page);
    if (goOn.includes(url) && status !== 503) {
      expect([url, status < 500]).toEqual([url, true]);
      continue;
    }
    expect([url, status]).toEqual([url, 503]);
    expect(Number(headers['retry-after']), url).toBeGreaterThan(0);
    expect(headers['cache-control'], url).toContain('no-store');
    if (String(headers['content-type']).startsWith('text/html')) expect(body, url).toContain('right back');
  }
  expect(log.filter((line) => !line.includes('"answered"'))).toEqual([]);
  expect(log.filter((line) => !line.includes('"reason":"'))).toEqual([]);
}

describe('pages respond 503 with Retry-After, like API calls', { timeout: 180_000 }, () => {
  test('while all database connections are in use', async () => {
    const { db, publicDb } = server.platform;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const publicConnections = 2 * availableParallelism() + 1;
    const taken = [db, db, ...Array.from({ length: publicConnections }, () => publicDb)].map((pool) =>
      pool.connection().execute(() => released),
    );
    let over = false;
    // Waiters that time out leave the queue, but it stays full.
    const waiter = async () => {
      while (!over) await sql`select 1`.execute(db).catch(() => sleep(5));
    };
    const queue = Array.from({ length: 60 }, waiter);
    await sleep(50);
    try {
      await expectUnavailable();
    } finally {
      over = true;
      release();
      await Promise.all([...taken, ...queue]);
    }
  });

  test('while the database does not respond', async () => {
    proxy.swallow();
    await sleep(2500);
    await expectUnavailable();
    proxy.passOn();
    await expect.poll(async () => (await ask('/readyz')).status).toBe(200);
  });

  test('while the database refuses connections', async () => {
    await proxy.close();
    await expectUnavailable();
  });
});
