import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from './harness/eventually.ts';
import { openSite, type Site } from './harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ REGIONS: '1,2' });
});
afterEach(() => site.settle());
afterAll(() => site?.close());

test('S001 S025 S026 S029 S030 R217 a visitor finds nav bar, footer, contact widget and the question about cookies', async () => {
  const { page, open } = await site.visitor();
  await open('/');
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(true);
  expect(await page.getByRole('contentinfo').isVisible()).toBe(true);
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  await page.getByRole('dialog', { name: 'Cookies on this site' }).waitFor();
  const contact = page.getByRole('button', { name: 'Contact' });
  await contact.click();
  await page
    .getByRole('region', { name: 'Contact' })
    .getByText(/^Support is (open|closed)$/)
    .waitFor();
  for (const path of ['/catalog', '/products', '/blog', '/dealers']) {
    await open(path);
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible(), path).toBe(true);
  }
});
