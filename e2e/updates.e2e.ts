import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../apps/server/src/testing/waiting/eventually.ts';
import { proxyTo } from './harness/proxy.ts';
import { openSite, type Site } from './harness/site.ts';
import { openVisit } from './harness/visit.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.settle());
afterAll(() => site?.close());

/** Blocked in some of these tests, so that every request is seen where it is made. */
const noWorker = /service worker could not be registered/;

test('a new version is announced, and only Refresh loads it (S268 S269 S411)', async () => {
  const answers = new Map<string, string>();
  const proxy = await proxyTo(site.product.port, answers);
  const { page, open, context, problems } = await openVisit(site.browser, proxy.origin, {});
  const marked = () => page.evaluate('window.marked === true');
  try {
    await open('/');
    await eventually(async () => expect(await page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true));
    await page.evaluate('window.marked = true');
    const worker = await (await fetch(`${site.origin}/sw.js`)).text();
    answers.set('/sw.js', `${worker}\n// another version\n`);
    await page.evaluate('navigator.serviceWorker.getRegistration().then((each) => each.update())');
    const banner = page.getByRole('status').filter({ hasText: 'New Content is Available:' });
    await banner.waitFor();
    expect(await marked(), 'it did not reload by itself').toBe(true);
    await banner.getByRole('button', { name: 'Refresh' }).click();
    await eventually(async () => expect(await marked().catch(() => true)).toBe(false));
    await page.waitForLoadState('networkidle');
    expect(await banner.count()).toBe(0);
    expect(problems()).toEqual([]);
  } finally {
    await context.close();
    proxy.close();
  }
});

test('a chunk that fails to load is reported with a next step (S409)', async () => {
  const { page, open, context, allow } = await site.visitor({ serviceWorkers: 'block' });
  allow(noWorker, /net::ERR_(FAILED|CONNECTION_FAILED)/, /ChunkError|did not arrive|dynamically imported/);
  await open('/');
  await page.waitForLoadState('networkidle');
  await context.route('**/assets/*.js', (route) => route.abort('failed'));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie preferences' }).click();
  await page.getByRole('heading', { name: 'This could not be loaded.' }).waitFor();
  await context.unroute('**/assets/*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: 'Cookie preferences' }).waitFor();
});

test('the start page loads at most 135 kB of script before any click, including panels', async () => {
  const { page, open, allow } = await site.visitor({ serviceWorkers: 'block' });
  allow(noWorker);
  await open('/');
  await page.getByRole('button', { name: 'Contact' }).waitFor();
  await page.waitForLoadState('networkidle');
  const files = await page.evaluate<[name: string, bytes: number][]>(
    "performance.getEntriesByType('resource').filter((each) => each.name.endsWith('.js')).map((each) => [each.name.split('/').pop(), each.encodedBodySize])",
  );
  const bytes = files.reduce((sum, [, size]) => sum + size, 0);
  expect(bytes / 1000).toBeGreaterThan(50);
  expect(bytes / 1000, files.map(([name, size]) => `${name} ${size}`).join(', ')).toBeLessThanOrEqual(135);
});
