import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { until } from '../../../testing/waiting/eventually.ts';
import { grantedMs } from '../../../testing/waiting/granted-time.ts';
import { listen } from './listen.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const log = { info: () => {}, warn: () => {} };

test('a listener receives notifications of committed transactions only', async () => {
  const received: string[] = [];
  const listener = listen(database.connection, {
    channels: { updates: (text) => received.push(text) },
    onReconnect: () => {},
    log,
  });
  await listener.ready;
  await database.db
    .transaction()
    .execute(async (tx) => {
      await sql`select pg_notify('updates', 'never')`.execute(tx);
      throw new Error('undo');
    })
    .catch(() => {});
  await sql`select pg_notify('updates', 'catalog')`.execute(database.db);
  await until(() => received.length > 0);
  expect(received).toEqual(['catalog']);
  await listener.close();
});

test('a listener reconnects after a disconnect, reports it, and receives again', async () => {
  const received: string[] = [];
  let reconnects = 0;
  const listener = listen(database.url, {
    channels: { updates: (text) => received.push(text) },
    onReconnect: () => {
      reconnects += 1;
    },
    log,
  });
  await listener.ready;
  expect(listener.connected).toBe(true);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'tuneport listen' and datname = current_database()`.execute(database.db);
  await until(() => reconnects === 1);
  await sql`select pg_notify('updates', 'after')`.execute(database.db);
  await until(() => received.length > 0);
  expect(received).toEqual(['after']);
  await listener.close();
  expect(listener.connected).toBe(false);
});

test('a listener can be closed while the database is down', async () => {
  const listener = listen(
    { host: '/tmp/nothing-listens-here', user: 'x', database: 'x' },
    { channels: {}, onReconnect: () => {}, log },
  );
  await sleep(50);
  const started = grantedMs();
  await listener.close();
  expect(grantedMs() - started).toBeLessThan(3_000);
});
