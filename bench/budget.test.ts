import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../apps/server/src/testing/server.ts';
import { routeTable } from '../apps/web/src/route-table.ts';
import { firstLoad } from './first-load.ts';
import { reachable } from './reachable.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());

/** The fewest statements of several tries: what else the process does now and then does not count. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const { query } = pg.Client.prototype;
  let count = 0;
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: never[]) {
    count += 1;
    return (query as (...all: never[]) => unknown).apply(this, args);
  } as typeof query;
  try {
    const counts: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      count = 0;
      await work();
      counts.push(count);
    }
    return Math.min(...counts);
  } finally {
    pg.Client.prototype.query = query;
  }
}

test('the global state costs at most four statements, for a visitor and for a dealer', async () => {
  const user = await server.make.user({ role: 4 });
  await server.make.dealer({ managers: [user.id] });
  const dealer = await server.as(user);
  expect(await statementsOf(() => server.anonymous.call('GET /global/v1/ui-state'))).toBeLessThanOrEqual(4);
  const signedIn = await statementsOf(() => dealer.call('GET /global/v1/ui-state'));
  expect(signedIn).toBeGreaterThan(0);
  expect(signedIn).toBeLessThanOrEqual(4);
});

test('the start page needs at most 135 kB of script, compressed', async () => {
  const { jsBrBytes } = await firstLoad(['root', 'default', 'R217']);
  expect(jsBrBytes).toBeGreaterThan(50_000);
  expect(jsBrBytes / 1000).toBeLessThanOrEqual(135);
});

test('the page of an engine needs at most 133 kB of script before anybody touches it', async () => {
  const { js, jsBrBytes } = await firstLoad(['root', 'default', 'R064']);
  expect(jsBrBytes / 1000).toBeLessThanOrEqual(133);
  // The chart that can be read with a cursor comes when it is seen.
  expect(js.filter((file) => /DynoPlot/.test(file))).toEqual([]);
});

test('no page that is open to everybody can load the back office, an admin contract or Mantine', () => {
  const open = routeTable.filter((row) => row.guard === null && row.file !== null).map((row) => row.file ?? '');
  const shell = ['entry.client.tsx', 'root.tsx', 'shell/DefaultLayout.tsx', 'shell/BlankLayout.tsx'];
  const modules = reachable([...shell, 'shell/NotBuilt.tsx', ...open]);
  expect([...modules.keys()]).toContain('apps/web/src/shell/Footer.tsx');
  const forbidden = [...modules].filter(
    ([name]) =>
      name.startsWith('apps/web/src/admin/') ||
      /^packages\/contract\/src\/.*-admin\.ts$/.test(name) ||
      (name.startsWith('@mantine/') && !name.endsWith('.css')),
  );
  expect(forbidden.map(([name, from]) => `${name}, imported by ${from}`)).toEqual([]);
});
