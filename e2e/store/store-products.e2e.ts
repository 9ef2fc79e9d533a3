import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../apps/server/src/testing/waiting/eventually.ts';
import { caller } from '../harness/api.ts';
import { openSite, type Site } from '../harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ DEMO: 'small' });
});
afterEach(() => site.settle());
afterAll(() => site?.close());

const html = (path: string) => caller(() => site.origin).request<string>('GET', path);

test('the store lists its products by category and filter, each with its page, and the URL holds the state (S100 R245 R246)', async () => {
  const { page, open } = await site.visitor();
  await open('/products');
  await page.getByRole('link', { name: /^Flash tools/ }).click();
  await page.waitForURL('**/products?category=tools');
  await page.getByRole('link', { name: /^Boot \d/ }).click();
  await page.waitForURL(/filters=connection:boot/);
  await page.getByRole('link', { name: 'FlashZilla Pro' }).click();
  await page.waitForURL('**/products/flashzilla-pro');
  await page.getByRole('heading', { level: 1, name: 'FlashZilla Pro' }).waitFor();
  const plain = await html('/products/flashzilla-pro');
  expect(plain.body).toContain('application/ld+json');
  expect(plain.body).toContain('rel="canonical"');
  expect((await html('/products/no-such-thing')).status).toBe(404);
});

test('a selection changes the price, a quantity is clamped, and the product is in the cart immediately', async () => {
  const { page, open } = await site.visitor();
  await open('/products/flashzilla-v3');
  const main = page.getByRole('main');
  await main.getByRole('radio', { name: /Hard case/ }).check();
  await eventually(async () => expect(await main.textContent()).toContain('788'));
  const quantity = main.getByLabel('Quantity', { exact: true });
  await quantity.fill('77');
  await eventually(async () => expect(await quantity.inputValue()).toBe('20'));
  await quantity.fill('2');
  await quantity.press('Enter');
  await main.getByRole('button', { name: 'Add to cart' }).first().click();
  await page
    .getByRole('dialog', { name: /Cart/ })
    .getByText('FlashZilla V3')
    .filter({ visible: true })
    .first()
    .waitFor();
});

test('each tool has a page that sells it, and dealer prices are shown to dealers only (R220 R226 R227 R228 R229 R224)', async () => {
  const pages = [
    ['/flashzilla', 'FlashZilla V3'],
    ['/fzpro', 'FlashZilla Pro'],
    ['/kess', 'KESS Link'],
    ['/cmd', 'CMDflash Desk'],
    ['/flex', 'Flex Link'],
    ['/dealertools', 'Dealer starter kit'],
  ] as const;
  for (const [path, product] of pages) {
    const { status, body } = await html(path);
    expect([status, body.includes(product), body.includes('In the box')], path).toEqual([200, true, true]);
    expect(body, path).not.toContain('Dealer price');
  }
  const { page, open } = await site.logInAs('dealer');
  await open('/dealertools');
  await page.getByText('Dealer price').filter({ visible: true }).first().waitFor();
});

test('the three tesla URLs redirect to products for sale (S056 R036 R037 R038)', async () => {
  const { page, open } = await site.visitor();
  for (const model of ['model-s', 'model-3', 'model-y']) {
    await open(`/tesla/${model}`);
    await page.waitForURL(`**/products/tesla-${model}`);
    await page.getByRole('button', { name: 'Add to cart' }).first().waitFor();
  }
});

test('staff list, create, show and edit products, and book stock at one location (S094 S095 R173 R174 R175 R176 R180 R181)', async () => {
  const { page, open } = await site.logInAs('admin');
  await open('/admin/products');
  await page.getByRole('link', { name: 'New product' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Copper washer');
  await page.getByLabel('URL slug').fill('copper-washer');
  await page.getByRole('button', { name: 'Create product' }).click();
  await page.waitForURL(/\/admin\/products\/\d+$/);
  await page.getByRole('link', { name: 'Edit product' }).click();
  await page.getByLabel('SKU').fill('CW-1');
  await page.getByRole('button', { name: 'Save product' }).click();
  // The message of the first save may still be visible.
  await page.locator('[data-dirty]').waitFor({ state: 'detached' });
  await page.getByText('Saved.').filter({ visible: true }).first().waitFor();
  await page.getByRole('link', { name: 'Back to product' }).click();
  await page.getByText('CW-1').filter({ visible: true }).first().waitFor();
  await open('/admin/stock');
  await page.getByRole('heading', { level: 1, name: /^Stock/ }).waitFor();
  await open('/admin/stock/product/copper-washer/location/main-warehouse');
  await page.getByLabel('Quantity', { exact: true }).fill('12');
  await page.getByLabel('Reason').fill('First delivery');
  await page.getByRole('button', { name: 'Record movement' }).click();
  await page.getByText('12 on hand now.').filter({ visible: true }).first().waitFor();
  await page.getByRole('cell', { name: 'Goods received' }).waitFor();
});
