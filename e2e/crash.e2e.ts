import { afterEach, expect, test } from 'vitest';
import { isAlive, readPostmaster } from '../apps/server/src/platform/postgres/postmaster.ts';
import { caller, loggedIn } from './harness/api.ts';
import { crash } from './harness/crash.ts';
import { cleanUp, folder, start } from './harness/demo-folder.ts';

afterEach(cleanUp);

const alert = (text: string) => ({ text, level: 'info', audience: 'staff' });

test('app and database killed three times during writes lose no acknowledged write and restart automatically', async () => {
  const report = await crash({ rounds: 3, dataDir: await folder() });
  expect(report.lost).toEqual([]);
  expect(report.unexpected).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(40);
  // The median round, to tolerate a busy machine.
  expect(report.databaseBackMs[1]).toBeLessThan(10_000);
  expect(report.appBackMs[1]).toBeLessThan(20_000);
});

test('two processes on one data folder share one database, and either can die', async () => {
  const dataDir = await folder();
  const [first, second] = await Promise.all([start(dataDir.path), start(dataDir.path)]);
  const postmaster = dataDir.postmaster();
  const atFirst = await loggedIn(() => first.origin, 'admin');
  const atSecond = caller(() => second.origin, atFirst.cookie);
  expect((await atFirst.request('POST', '/api/v1/admin/alerts', { body: alert('Said at the first') })).status).toBe(
    201,
  );
  const read = await atSecond.request<{ data: { text: string }[] }>('GET', '/api/v1/admin/alerts');
  expect(read.body.data.map(({ text }) => text)).toContain('Said at the first');

  await first.kill();
  expect((await atSecond.request('POST', '/api/v1/admin/alerts', { body: alert('Said alone') })).status).toBe(201);
  expect(dataDir.postmaster()).toBe(postmaster);

  const third = await start(dataDir.path);
  expect(dataDir.postmaster()).toBe(postmaster);
  expect((await third.stop()).code).toBe(0);
  const left = readPostmaster(dataDir.cluster);
  expect(left && isAlive(dataDir.cluster, left), 'the database runs while somebody uses it').toBe(true);
  expect((await second.stop()).code).toBe(0);
  expect(dataDir.postmaster(), 'the last one stops it').toBe(0);
});
