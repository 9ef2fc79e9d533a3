import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { until } from '../../../testing/waiting/eventually.ts';
import { grantedMs } from '../../../testing/waiting/granted-time.ts';
import { listen } from './listen.ts';

let world: TestDatabase;
beforeAll(async () => {
  world = await testDatabase();
});
afterAll(() => world.close());

const log = { info: () => {}, warn: () => {} };

test('a listener receives notifications of committed transactions only', async () => {
  const heard: string[] = [];
  const ear = listen(world.connection, { channels: { news: (text) => heard.push(text) }, onReconnect: () => {}, log });
  await ear.ready;
  await world.db
    .transaction()
    .execute(async (tx) => {
      await sql`select pg_notify('news', 'never')`.execute(tx);
      throw new Error('undo');
    })
    .catch(() => {});
  await sql`select pg_notify('news', 'catalog')`.execute(world.db);
  await until(() => heard.length > 0);
  expect(heard).toEqual(['catalog']);
  await ear.close();
});

test('a listener reconnects after a disconnect, reports it, and receives again', async () => {
  const heard: string[] = [];
  let reconnects = 0;
  const ear = listen(world.url, {
    channels: { news: (text) => heard.push(text) },
    onReconnect: () => {
      reconnects += 1;
    },
    log,
  });
  await ear.ready;
  expect(ear.connected).toBe(true);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'tuneport listen' and datname = current_database()`.execute(world.db);
  await until(() => reconnects === 1);
  await sql`select pg_notify('news', 'after')`.execute(world.db);
  await until(() => heard.length > 0);
  expect(heard).toEqual(['after']);
  await ear.close();
  expect(ear.connected).toBe(false);
});

test('a listener can be closed while the database is down', async () => {
  const ear = listen(
    { host: '/tmp/nothing-listens-here', user: 'x', database: 'x' },
    { channels: {}, onReconnect: () => {}, log },
  );
  await sleep(50);
  const started = grantedMs();
  await ear.close();
  expect(grantedMs() - started).toBeLessThan(3_000);
});
