import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../apps/server/src/testing/waiting/eventually.ts';
import { openSite, type Site } from '../harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.settle());
afterAll(() => site?.close());

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const stored = async (path: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from page_views where path = ${path}`.execute(
    site.db,
  );
  return rows[0]?.n ?? 0;
};
const view = (origin: string, path: string) =>
  fetch(`${origin}/api/global/v1/page-view`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ p: path }),
  }).then(({ status }) => status);

test('page views in memory are stored before a process ends by SIGTERM', async () => {
  const product = await site.another();
  const statuses = await Promise.all(Array.from({ length: 120 }, () => view(product.origin, '/before-sigterm')));
  await product.stop();
  expect(statuses.filter((status) => status === 204)).toHaveLength(120);
  expect(await stored('/before-sigterm')).toBe(120);
});

test('a killed process loses at most the page views of its last second', async () => {
  const product = await site.another();
  const sent = await Promise.all(Array.from({ length: 50 }, () => view(product.origin, '/before-kill')));
  expect(sent.filter((status) => status === 204)).toHaveLength(50);
  await eventually(async () => expect(await stored('/before-kill')).toBe(50), 1000);
  await product.kill();
  expect(await stored('/before-kill')).toBe(50);
});

test('web traffic shows the visits of a real browser, and each figure opens its rows (R186)', async () => {
  // Another browser than in the tests above: the same one on the same day is the same visit.
  const visitor = await site.visitor({ userAgent: userAgent.replaceAll('140.0', '141.0') });
  await visitor.context.addInitScript("Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false })");
  await visitor.open('/products?utm_source=e2e-letter&utm_campaign=launch');
  await visitor.page.waitForLoadState('networkidle');
  await eventually(async () => expect(await stored('/products')).toBe(1));
  const { page, open } = await site.logInAs('admin');
  await eventually(async () => {
    await open('/admin/web-traffic?range=today');
    await page.getByRole('heading', { level: 1, name: 'Web traffic' }).waitFor();
    expect(await page.getByRole('link', { name: 'e2e-letter' }).count()).toBe(1);
  });
  await page.getByRole('link', { name: 'e2e-letter' }).click();
  await page.getByRole('heading', { level: 1, name: 'Visits' }).waitFor();
  await eventually(async () => expect(await page.getByRole('table').getByText('/products').count()).toBeGreaterThan(0));
  const customer = await site.logInAs('customer');
  customer.allow(/status of 403/);
  await customer.open('/admin/web-traffic');
  await customer.page.getByRole('heading', { name: 'You do not have access to this page.' }).waitFor();
});

test('metrics show revenue by tune and vehicle, and open the postings behind a figure (R149 R150 R151)', async () => {
  const { page, open } = await site.logInAs('admin');
  await open('/admin/metrics?range=this-year');
  await page.getByRole('heading', { level: 1, name: 'Metrics' }).waitFor();
  await page.getByRole('link', { name: /^Sales/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Sales' }).waitFor();
  await eventually(async () => expect(await page.getByRole('table').getByRole('row').count()).toBeGreaterThan(1));
  for (const [path, name, first] of [
    ['/admin/metrics/tunes', 'Tune metrics', 'Tune'],
    ['/admin/metrics/vehicles', 'Vehicle metrics', 'Vehicle'],
  ] as const) {
    await open(`${path}?range=this-year`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('columnheader', { name: first, exact: true }).waitFor();
    expect(await page.getByRole('row', { name: /^Total/ }).count()).toBe(1);
  }
});

test('the dashboards of dealers and affiliates show their partners (R183 R188)', async () => {
  const { page, open } = await site.logInAs('admin');
  await open('/admin/dealer/dashboard?range=this-year');
  await page.getByRole('heading', { level: 1, name: 'Dealer dashboard' }).waitFor();
  await page.getByRole('link', { name: 'North Bay Performance' }).waitFor();
  await open('/admin/affiliate/dashboard?range=this-year');
  await page.getByRole('heading', { level: 1, name: 'Affiliate dashboard' }).waitFor();
  await page.getByRole('link', { name: 'Gravel & Apex' }).waitFor();
});
