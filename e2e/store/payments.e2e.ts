import { mkdtempSync, rmSync } from 'node:fs';
import { paymentErrorLabels } from '@tuneport/domain/api/error-texts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../apps/server/src/testing/database.ts';
import { sharedBrowser } from '../harness/browser.ts';
import { type Product, startProduct } from '../harness/product.ts';

// Cards in a real browser, with the test provider.

const dataDir = mkdtempSync('/tmp/tuneport-e2e-payments-');

let database: TestDatabase;
let product: Product;
let browser: Browser;

beforeAll(async () => {
  database = await testDatabase();
  product = await startProduct({ env: { DATABASE_URL: database.url, DATA_DIR: dataDir, JOBS: 'off', DEMO: 'off' } });
  browser = await sharedBrowser();
});
afterAll(async () => {
  await product?.stop();
  await database?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a card is stored and removed on the profile; its number is never sent in a request', async () => {
  const context = await browser.newContext({ baseURL: product.origin, viewport: { width: 390, height: 900 } });
  const headers = { origin: product.origin };
  const data = { name: 'Jo Payer', email: 'jo-pays@example.test', password: 'A long way to drive 7' };
  expect((await context.request.post('/api/auth/register', { data, headers })).ok()).toBe(true);
  await database.db.updateTable('users').set({ email_confirmed_at: new Date() }).execute();
  expect((await context.request.post('/api/auth/login', { data, headers })).ok()).toBe(true);

  const sent: string[] = [];
  context.on('request', (request) => sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`));
  const page = await context.newPage();
  await page.goto('/profile');
  const section = page.getByRole('region', { name: 'Payment methods' });
  await section.getByRole('button', { name: 'Add a card' }).click();

  await section.getByLabel('Test card number').fill('4111 1111 1111 1111');
  await section.getByRole('button', { name: 'Save card' }).click();
  await section
    .getByText('Only the listed test numbers work here. Choose one of them.')
    .filter({ visible: true })
    .first()
    .waitFor();
  expect(await section.getByLabel('Test card number').inputValue()).toBe('4111 1111 1111 1111');

  await section.getByLabel('Test card number').fill('4000 0000 0000 0069');
  await section.getByRole('button', { name: 'Save card' }).click();
  await section.getByText(paymentErrorLabels.card_expired).waitFor();

  await section.getByText('Test numbers', { exact: true }).click();
  await section.getByRole('button', { name: '4242 4242 4242 4242' }).click();
  await section.getByRole('button', { name: 'Save card' }).dblclick();
  await section.getByText('Visa ending in 4242').waitFor();
  await expect.poll(() => section.getByRole('button', { name: 'Remove Visa' }).count()).toBe(1);

  await section.getByRole('button', { name: 'Remove Visa' }).click();
  await page.getByRole('button', { name: 'Remove card' }).click();
  await expect.poll(() => section.getByText('Visa ending in 4242').count()).toBe(0);

  const stores = sent.filter((line) => line.startsWith('POST') && line.includes('/api/stripe-payment-methods'));
  expect(stores.map((line) => line.slice(line.indexOf('{')))).toEqual([
    '{"token":"test_card_expired"}',
    '{"token":"test_ok"}',
  ]);
  const digits = sent.map((line) => line.replace(/[^0-9a-z]/gi, ''));
  for (const number of ['4111111111111111', '4000000000000069', '4242424242424242'])
    expect(digits.filter((line) => line.includes(number))).toEqual([]);
  await context.close();
});
