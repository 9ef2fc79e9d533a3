import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientConfig, usualTimeouts } from '../../platform/db/connection/connection.ts';
import { type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const secret = 'S3cret_Canary-0123456789';
const migration = new URL('../../../migrations/0078-cut-secret-links.sql', import.meta.url);

test('the migration redacts secrets in stored links and leaves everything else unchanged', async () => {
  const paths = [`/trade-in/7/${secret}`, `/tuning-ticket/7/${secret}`, `/FZ/rescue/7/${secret}`]
    .concat([`/profile/purchases/7/${secret}/invoice`, `/api/order/7/${secret}/invoice`, `/api/graph/${secret}`])
    .concat([`/api/ecu/notify/unsubscribe/${secret}`]);
  const visitor = Buffer.from('x');
  for (const path of [...paths, '/catalog/audi', '/trade-in', '/profile/purchases']) {
    const visit = { path, referrer: `https://other.example${path}`, title: `See ${path}` };
    await server.db
      .insertInto('page_views')
      .values({ ...visit, visitor })
      .execute();
    const data = JSON.stringify({ from: path, more: [`"${path}"`] });
    await server.db.insertInto('client_events').values({ name: 'x', visitor, data }).execute();
    await server.db
      .insertInto('client_errors')
      .values({ message: `at (${path}) x`, path, user_agent: 'x' })
      .execute();
  }
  // Uses a separate connection, because the migration defines a session-local function.
  const client = new pg.Client(clientConfig(server.database.connection, usualTimeouts, 'test'));
  await client.connect();
  await client.query(await readFile(migration, 'utf8'));
  await client.end();
  const stored = JSON.stringify([
    await server.db.selectFrom('page_views').select(['path', 'referrer', 'title']).execute(),
    await server.db.selectFrom('client_events').select('data').execute(),
    await server.db.selectFrom('client_errors').select(['message', 'path']).execute(),
  ]);
  expect(stored).not.toContain(secret);
  for (const text of ['/trade-in/7/-', '/profile/purchases/7/-/invoice', 'See /catalog/audi', 'at (/trade-in) x'])
    expect(stored).toContain(text);
});
