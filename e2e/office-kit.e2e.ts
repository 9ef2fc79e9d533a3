import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openSite, type Site } from './harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.settle());
afterAll(() => site?.close());

test('a cell of a list is edited with the keyboard and the mouse, checked by the server, and never overwrites a colleague', async () => {
  const { page, open, allow } = await site.logInAs('admin');
  // The slug of another brand.
  allow(/422/);
  const make = (slug: string) =>
    page.request.post('/api/v1/admin/tuner-brands', {
      data: { name: `Brand ${slug}`, slug },
      headers: { origin: site.origin, 'idempotency-key': `edit-in-list-${slug}` },
    });
  const first = (await (await make('first-cell')).json()) as { id: number; updated_at: string };
  await make('second-cell');
  await open('/admin/tuner-brands?search=cell');
  const cell = (text: string) => page.getByRole('button', { name: `Edit URL slug of Brand first-cell: ${text}` });
  const input = page.getByRole('textbox', { name: 'URL slug of Brand first-cell' });

  await cell('first-cell').focus();
  await page.keyboard.press('Enter');
  await input.fill('never-saved');
  await page.keyboard.press('Escape');
  const focused = cell('first-cell').and(page.locator(':focus'));
  await focused.waitFor();

  await page.keyboard.press('F2');
  await input.fill('second-cell');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  expect(await input.inputValue(), 'a refused value stays in the input').toBe('second-cell');
  await input.fill('edited-cell');
  await page.keyboard.press('Enter');
  await cell('edited-cell').waitFor();
  const read = async () =>
    (await (await page.request.get(`/api/v1/admin/tuner-brands/${first.id}`)).json()) as {
      slug: string;
      updated_at: string;
    };
  await expect.poll(async () => (await read()).slug).toBe('edited-cell');

  await cell('edited-cell').dblclick();
  const { updated_at } = await read();
  const theirs = await page.request.patch(`/api/v1/admin/tuner-brands/${first.id}`, {
    data: { slug: 'their-cell' },
    headers: { origin: site.origin, 'if-unmodified-since': new Date(updated_at).toUTCString() },
  });
  expect(theirs.status()).toBe(200);
  await input.fill('my-cell');
  await page.keyboard.press('Enter');
  await page.getByText('Someone else changed this row first').waitFor();
  await cell('their-cell').waitFor();
  expect((await read()).slug).toBe('their-cell');
});

test('the price of a product is edited in the list and nothing else of it changes', async () => {
  const { page, open } = await site.logInAs('admin');
  await open('/admin/products?search=demo-tool');
  const cell = page.getByRole('button', { name: /^Edit Price of / }).first();
  const list = await page.request.get('/api/v1/admin/products?search=demo-tool&page=1');
  const { id } = ((await list.json()) as { data: { id: number }[] }).data[0] ?? { id: 0 };
  const read = async () =>
    (await (await page.request.get(`/api/v1/admin/products/${id}`)).json()) as Record<string, unknown> & {
      prices: { currency: string; price: string }[];
    };
  const before = await read();
  await cell.dblclick();
  await page.getByRole('textbox', { name: /^Price of / }).fill('123.45');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Edit Price of .*123\.45/ }).waitFor();
  await expect.poll(async () => (await read()).prices.some(({ price }) => price === '123.45')).toBe(true);
  const { prices, updated_at, ...rest } = await read();
  expect({ ...before, ...rest, prices: before.prices, updated_at: before.updated_at }).toEqual(before);
  expect(prices.length).toBe(before.prices.length);
});

test('a long record has a list of its sections that marks the one being read; a menu on a phone', async () => {
  const { page, open } = await site.logInAs('admin');
  await page.setViewportSize({ width: 1440, height: 700 });
  await open('/admin/products');
  await page.getByRole('table').getByRole('link').first().click();
  const sections = page.getByRole('navigation', { name: 'Sections' });
  const prices = sections.getByRole('link', { name: 'Prices' });
  await prices.click();
  await expect.poll(() => prices.getAttribute('aria-current')).toBe('true');
  expect(new URL(page.url()).hash).toBe('#section-prices');
  await page.setViewportSize({ width: 390, height: 700 });
  await sections.getByRole('combobox', { name: 'Sections' }).selectOption({ label: 'Stock' });
  await expect
    .poll(async () => (await page.getByRole('heading', { name: 'Stock', exact: true }).boundingBox())?.y)
    .toBeLessThan(700);
});
