import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { judge } from './harness/looks.ts';
import { openSite, type Site } from './harness/site.ts';
import { hydrated } from './harness/visit.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.settle());
afterAll(() => site?.close());

test('the rail opens the group of the page, filters, pins and remembers what was opened', async () => {
  const { page, open } = await site.logInAs('admin');
  await open('/admin/users');
  const rail = page.getByRole('navigation', { name: 'Back office', exact: true });
  expect(await rail.getByRole('link', { name: 'Users', exact: true }).getAttribute('aria-current')).toBe('page');
  expect(await rail.getByRole('link', { name: 'Orders', exact: true }).isVisible()).toBe(false);
  // The rail is outside of the content.
  expect(await page.getByRole('main').getByRole('navigation', { name: 'Back office' }).count()).toBe(0);

  await rail.getByRole('searchbox', { name: 'Filter menu' }).fill('coupon');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /^Discount codes/ }).waitFor();

  await rail.getByRole('button', { name: 'Orders & payments' }).click();
  await rail.getByRole('button', { name: 'Pin Orders' }).click();
  await page.reload();
  await hydrated(page);
  expect(await rail.getByRole('list', { name: 'Pinned' }).getByRole('link').allTextContents()).toEqual(['Orders']);
  await rail.getByRole('list', { name: 'Pinned' }).getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('heading', { level: 1, name: /^Orders/ }).waitFor();

  await page.getByRole('link', { name: /back office, home$/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
});

test('an unknown page of the back office is missing inside the frame, with status 404', async () => {
  const { page, open, allow } = await site.logInAs('admin');
  allow(/status of 404/);
  for (const path of ['/admin/nothing', '/catalog-manage/nothing/here', '/admin/rentals/abc']) {
    const [reply] = await Promise.all([page.waitForResponse((one) => one.url().endsWith(path)), open(path)]);
    expect(reply.status(), path).toBe(404);
    await page.getByRole('heading', { level: 1, name: /does not exist/ }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Back office', exact: true }).isVisible(), path).toBe(true);
  }
});

test('on a phone the menu is a drawer that closes on navigation', async () => {
  const { page, open } = await site.logInAs('admin', { viewport: { width: 390, height: 844 } });
  await open('/admin/users');
  await page.getByRole('button', { name: 'Open back office menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Back office' });
  await drawer.getByRole('button', { name: 'Support' }).click();
  await drawer.getByRole('link', { name: /^Tickets/ }).click();
  await page.getByRole('heading', { level: 1, name: /^Tickets/ }).waitFor();
  await drawer.waitFor({ state: 'hidden' });
});

test('a tool developer sees only the entries of their rights', async () => {
  const { page, open } = await site.logInAs('developer');
  await open('/developer');
  const rail = page.getByRole('navigation', { name: 'Back office', exact: true });
  const shown = await rail.getByRole('link').allTextContents();
  expect(shown.map((text) => text.replace(/\d.*$/, ''))).toEqual([
    'Home',
    'Rescue sessions',
    'Known fixes',
    'Developer',
    'Tool manifests',
    'Cookie preferences',
  ]);
});

test('the search finds a page by a synonym, a record by its name and an action, by keyboard alone', async () => {
  const { page, open } = await site.logInAs('admin');
  await open('/admin/home');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  const box = palette.getByRole('combobox');

  await page.getByRole('button', { name: 'Search or run a command' }).click();
  for (const [typed, found] of [
    ['coupon', /^Discount codes/],
    ['email template', /^E-mail templates.*Lead engine/],
    ['import contacts', /^Contact imports/],
    ['who changed', /^Audit log/],
  ] as const) {
    await box.fill(typed);
    await palette.getByRole('option', { name: found }).waitFor();
  }
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'hidden' });

  await page.keyboard.press('Control+k');
  await box.fill('casey');
  // Enter waits for the answer.
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Casey Driver' }).waitFor();

  await page.keyboard.press('Control+k');
  await box.fill('new product');
  expect(await palette.getByRole('option').first().textContent()).toBe('New product');
  const wrong: string[] = [];
  await judge(page, 'body', (text) => wrong.push(text));
  expect(wrong).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'New product' }).waitFor();
});

test('the home of the back office has no accessibility or contrast faults', async () => {
  const { page, open, quiet } = await site.logInAs('admin');
  await open('/admin/home');
  await quiet();
  const wrong: string[] = [];
  await judge(page, 'body', (text) => wrong.push(text));
  expect(wrong).toEqual([]);
});

test('a tune request opens inside the back office with all its tabs (R261)', async () => {
  const { page, open } = await site.logInAs('admin');
  await open('/admin/tune-requests');
  await page.locator('[data-row-focus]').first().click();
  const sections = page.getByRole('navigation', { name: 'Request sections' });
  await sections.getByRole('link', { name: 'Status' }).waitFor();
  await sections.getByRole('link', { name: /^Files/ }).click();
  await page.waitForURL(/\/admin\/tune-requests\/\d+\?tab=files$/);
  await page.getByText('SHA-256').first().waitFor();
  expect(await page.getByRole('navigation', { name: 'Back office', exact: true }).isVisible()).toBe(true);
});
