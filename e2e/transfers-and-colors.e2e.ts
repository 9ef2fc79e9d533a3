import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../apps/server/src/testing/waiting/eventually.ts';
import { openSite, type Site } from './harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.settle());
afterAll(() => site?.close());

const list = '/admin/instatune-value-transfers';

test('the back office opens with the value transfers, and staff inspect and perform one (R166 R168 S091)', async () => {
  const { page, open } = await site.logInAs('super');
  await open('/admin');
  await page.waitForURL(`**${list}`);
  await page.getByRole('heading', { level: 1, name: 'Value transfers' }).waitFor();
  await page.getByRole('link', { name: 'VT-00003' }).click();
  await page.getByRole('heading', { level: 1, name: 'VT-00003' }).waitFor();
  await page.getByRole('heading', { name: 'Postings if you perform the transfer' }).waitFor();
  expect(await page.getByText('Value in transit between two requests').count()).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Perform', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Perform', exact: true }).click();
  await page.getByRole('heading', { name: 'Postings', exact: true }).waitFor();
  expect(await page.getByText('Value moved').count()).toBeGreaterThan(0);

  const customer = await site.logInAs('customer');
  const old = await page.getByRole('link', { name: /^TR-/ }).first().textContent();
  await customer.open(`/tuning/request/${Number(old?.slice(3))}/status`);
  await customer.page.getByText('The value was moved.').waitFor();
  await customer.page.getByText('This tune is locked.').waitFor();
});

test('a transfer is requested with pickers, has no edit page, and is closed to customers (R167 S093)', async () => {
  const { page, open, allow } = await site.logInAs('admin');
  allow(/status of (404|422)/);
  await open(list);
  await page.getByRole('link', { name: 'New value transfer' }).click();
  await page.getByRole('heading', { level: 1, name: 'New value transfer' }).waitFor();
  await page.getByRole('button', { name: 'Request transfer' }).click();
  await page.getByText('The reason is required.').waitFor();
  await page
    .getByRole('searchbox', { name: 'Search old request' })
    .or(page.getByLabel('Search old request'))
    .fill('TR-');
  await open(`${list}/1/edit`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  const customer = await site.logInAs('customer');
  customer.allow(/status of 403/);
  await customer.open(`${list}/new`);
  expect(await customer.page.getByRole('button', { name: 'Request transfer' }).count()).toBe(0);
});

test('saved colours reach the next visitor within the content security policy, unreadable ones are refused (R152)', async () => {
  const { page, open } = await site.logInAs('super');
  await open('/admin/colors');
  await page.getByRole('heading', { level: 1, name: 'Site colours' }).waitFor();
  const accent = page.getByLabel('Accent text and links', { exact: true }).first();
  await accent.fill('#dddddd');
  await page.getByText(/hard to read and cannot be saved/).waitFor();
  expect(await page.getByRole('button', { name: 'Save colours' }).isDisabled()).toBe(true);
  await accent.fill('#0b5fb0');
  await page.getByRole('button', { name: 'Save colours' }).click();
  await page.getByText('Saved.').waitFor();
  const visitor = await site.visitor();
  await eventually(async () => {
    await visitor.open('/');
    const color = "getComputedStyle(document.documentElement).getPropertyValue('--c-accent')";
    expect(await visitor.page.evaluate(color)).toBe('#0b5fb0');
  });
  await page.getByRole('button', { name: 'Use built-in colours' }).click();
  await page.getByText('Built-in colours restored.').waitFor();
});
