import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { demoEmail, demoPassword } from '../../apps/server/src/seeds/demo-accounts.ts';
import { openSite, type Site } from '../harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.settle());
afterAll(() => site?.close());

test('unit converter converts in the browser and keeps its input in the address (R234 S105)', async () => {
  const { page, open } = await site.visitor();
  await open('/tools/unit-converter?quantity=torque&value=280&from=lb-ft&to=nm');
  const result = page.locator('output');
  expect(await result.textContent()).toBe('379.6290255 Nm');
  await page.getByLabel('Value').fill('100');
  await expect.poll(() => result.textContent()).toBe('135.5817948 Nm');
  await expect.poll(() => new URL(page.url()).searchParams.get('value')).toBe('100');
  await page.getByRole('navigation', { name: 'Quantity' }).getByRole('link', { name: 'Temperature' }).click();
  await expect.poll(() => result.textContent()).toBe('100 °C');
  await page.getByLabel('Value').fill('-500');
  await page.getByText('This is below absolute zero.').waitFor();
});

test('unit converter works as a plain form', async () => {
  const { page } = await site.visitor({ javaScriptEnabled: false });
  await page.goto('/tools/unit-converter');
  await page.getByLabel('Value').fill('150');
  await page.getByLabel('To', { exact: true }).selectOption('ps');
  await page.getByRole('button', { name: 'Convert' }).click();
  expect(new URL(page.url()).search).toBe('?quantity=power&value=150&from=hp&to=ps');
  expect(await page.locator('output').textContent()).toContain('152.08');
});

test('a customer who came from no page lands in the garage and adds a car by VIN', async () => {
  const { page, open, allow } = await site.visitor();
  allow(/status of 422/);
  await open('/auth/login');
  await page.getByLabel('E-mail').fill(demoEmail('customer'));
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL('**/garage');
  await page.getByRole('heading', { name: 'Daily' }).waitFor();
  await page.getByRole('button', { name: 'Add car' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('VIN').fill('1HGCM82643A004352');
  await dialog.getByRole('button', { name: 'Add car' }).click();
  await dialog.locator('[aria-invalid="true"]').waitFor();
  await dialog.getByLabel('VIN').fill('WVWZZZ1KZFW000001');
  await dialog.getByRole('button', { name: 'Add car' }).click();
  await page.getByRole('heading', { name: /Volkswagen/ }).waitFor();
});
