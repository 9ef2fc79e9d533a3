import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { demoEmail, demoPassword } from '../../apps/server/src/seeds/demo-accounts.ts';
import { openSite, type Site } from '../harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.settle());
afterAll(() => site?.close());

async function loggedIn(who: string) {
  const visitor = await site.visitor();
  const { page, open } = visitor;
  await open('/auth/login?redirect=/garage');
  await page.getByLabel('E-mail').fill(demoEmail(who));
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/login'));
  await open('/garage');
  return visitor;
}

test('vehicle passport is read, shared with a stranger and handed over to a new owner (X166 X167)', async () => {
  const owner = await loggedIn('customer');
  const { page } = owner;
  await page.getByRole('link', { name: 'Vehicle passport of Daily' }).click();
  await page.getByRole('heading', { name: 'History' }).waitFor();
  await page.getByText('After the tune').waitFor();
  const vin = page.locator('code').first();
  expect(await vin.textContent()).toMatch(/^WVW•+\d{3}$/);
  await page
    .getByRole('navigation', { name: 'Show' })
    .getByRole('link', { name: /Dyno sheets/ })
    .click();
  await page.waitForURL(/kind=dyno/);
  await page.getByText('302 hp · 323 lb-ft').waitFor();

  await page.getByRole('button', { name: 'Share passport' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('not opened yet').waitFor();

  const stranger = await site.visitor();
  await stranger.open(new URL(link).pathname);
  await stranger.page.getByText('302 hp · 323 lb-ft').waitFor();
  expect(await stranger.page.getByText('Oil and filter').count()).toBe(0);
  expect(await stranger.page.content()).not.toContain('Casey');

  await page.getByRole('button', { name: 'End link without a name' }).click();
  await page.getByText('Link ended.').waitFor();
  stranger.allow(/status of 404/);
  await stranger.page.reload();
  expect(await stranger.page.getByText('302 hp').count()).toBe(0);

  await page.getByRole('button', { name: 'Create hand-over code' }).click();
  await page.getByRole('button', { name: 'Create code' }).click();
  const code = await page.getByRole('textbox', { name: 'Hand-over code' }).inputValue();
  await page.getByRole('button', { name: 'I have copied the code' }).click();

  const buyer = await loggedIn('admin');
  await buyer.page.getByRole('button', { name: 'Enter hand-over code' }).click();
  await buyer.page.getByRole('textbox', { name: 'Hand-over code' }).fill(code);
  await buyer.page.getByRole('button', { name: 'Take over car' }).click();
  await buyer.page.waitForURL(/\/garage\/\d+$/);
  await buyer.page.getByText('Changed owner').waitFor();
  await buyer.page.getByText('302 hp · 323 lb-ft').waitFor();
  expect(await buyer.page.getByText('Oil and filter').count()).toBe(0);

  await page.reload();
  await page.getByText(/Handed over on/).waitFor();
});
