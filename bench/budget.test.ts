import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../apps/server/src/testing/server.ts';
import { statementsOf } from '../apps/server/src/testing/statements.ts';
import { routeTable } from '../apps/web/src/route-table.ts';
import { firstLoad } from './first-load.ts';
import { reachable } from './reachable.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());

test('the global state costs at most four queries, for a visitor and for a dealer', async () => {
  const user = await server.make.user({ role: 4 });
  await server.make.dealer({ managers: [user.id] });
  const dealer = await server.as(user);
  // Warms the in-memory caches.
  await server.anonymous.call('GET /global/v1/ui-state');
  const visitor = await statementsOf(() => server.anonymous.call('GET /global/v1/ui-state'));
  expect(visitor.length, visitor.join('\n')).toBeLessThanOrEqual(4);
  const signedIn = await statementsOf(() => dealer.call('GET /global/v1/ui-state'));
  expect(signedIn.length).toBeGreaterThan(0);
  expect(signedIn.length, signedIn.join('\n')).toBeLessThanOrEqual(4);
});

test('the start page and the catalogue need at most 130 kB of script, compressed', async () => {
  for (const page of ['R217', 'R042']) {
    const { jsBrBytes } = await firstLoad(['root', 'default', page]);
    expect(jsBrBytes).toBeGreaterThan(50_000);
    expect(jsBrBytes / 1000, page).toBeLessThanOrEqual(130);
  }
});

test('the page of an engine needs at most 133 kB of script before the first interaction', async () => {
  const { js, jsBrBytes } = await firstLoad(['root', 'default', 'R064']);
  expect(jsBrBytes / 1000).toBeLessThanOrEqual(133);
  // The interactive chart is loaded when it becomes visible.
  expect(js.filter((file) => /DynoPlot/.test(file))).toEqual([]);
});

test('no public page can load the back office, an admin contract or Mantine', () => {
  const open = routeTable.filter((row) => row.guard === null && row.file !== null).map((row) => row.file ?? '');
  const shell = ['entry.client.tsx', 'root.tsx', 'shell/frame/DefaultLayout.tsx', 'shell/frame/BlankLayout.tsx'];
  const modules = reachable([...shell, ...open]);
  expect([...modules.keys()]).toContain('apps/web/src/shell/frame/Footer.tsx');
  const forbidden = [...modules].filter(
    ([name]) =>
      name.startsWith('apps/web/src/admin/') ||
      /^packages\/contract\/src\/.*-admin\.ts$/.test(name) ||
      (name.startsWith('@mantine/') && !name.endsWith('.css')),
  );
  expect(forbidden.map(([name, from]) => `${name}, imported by ${from}`)).toEqual([]);
});
