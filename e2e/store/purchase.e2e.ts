import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createCreditCode } from '../../apps/server/src/modules/credits/index.ts';
import { receivable } from '../../apps/server/src/modules/dealers/index.ts';
import { balanceOf, setLimit } from '../../apps/server/src/modules/ledger/index.ts';
import { demoEmail, demoPassword } from '../../apps/server/src/seeds/demo-accounts.ts';
import { openSite, type Site } from '../harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ DEMO: 'small' });
});
afterEach(() => site.settle());
afterAll(() => site?.close());

const vehicle = '/catalog/audi/2006/a3/2.0l-4-cyl-turbo';
const selection = `/purchase/catalog?vehicle=${encodeURIComponent(vehicle)}&tune=stage-1&transmission=skip`;

const newest = () =>
  site.db.selectFrom('catalog_purchases').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
const agree = (page: Page) => page.getByLabel('I have read this and agree').check();
async function payWith(page: Page, number: string) {
  await page.getByLabel('Test card number').fill(number);
  await page.getByRole('button', { name: /^Pay/ }).click();
}

test('tunes chosen in the catalogue are bought without a file: login, disclaimer, a refused card, an accepted one, next steps (S011 S117 R237)', async () => {
  const stranger = await site.visitor();
  await stranger.open(selection);
  await stranger.page.getByText('Log in to buy with your account.').waitFor();
  expect(await stranger.page.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe(
    `/auth/register?return=${encodeURIComponent(selection)}`,
  );
  await stranger.page.getByText('You flash it yourself').waitFor();
  await stranger.page.getByLabel('E-mail').fill('buys-first@example.test');
  await stranger.page.getByRole('button', { name: 'Continue as a guest' }).click();
  await stranger.page.getByRole('heading', { name: 'Billing address' }).waitFor();
  await stranger.open('/purchase/catalog');
  await stranger.page.getByText('Nothing selected yet.').waitFor();

  const { page, open, allow } = await site.logInAs('customer');
  allow(/40[29]|422/);
  await open(`${vehicle}?tune=stage-1&transmission=skip`);
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL(/\/purchase\/catalog\?vehicle=/);
  await page.getByLabel('Saved address').waitFor();
  await page.getByText('Why this price').filter({ visible: true }).first().click();
  await page.getByText('List price').filter({ visible: true }).first().waitFor();
  // Dealers that are too far away are listed on request. The installer is part of the price.
  await page.getByText(/^No dealer within 150 km/).waitFor();
  await page.getByRole('button', { name: /^Show all \d+ dealers$/ }).click();
  await page
    .getByRole('group', { name: 'Installer' })
    .getByRole('radio', { name: /North Bay/ })
    .check();
  await page.getByText(/^Installation with .+ at /).waitFor();

  await payWith(page, '4242 4242 4242 4242');
  await page.getByText('Read and accept the disclaimer.').filter({ visible: true }).first().waitFor();
  await agree(page);
  await payWith(page, '4000 0000 0000 0069');
  await page
    .getByText(/expired/i)
    .first()
    .waitFor();
  await payWith(page, '4242 4242 4242 4242');
  await page.getByText('Next: send your file').waitFor();
  const bought = await newest();
  expect(bought).toMatchObject({ state: 'waiting_file', vehicle_path: vehicle, installer_id: expect.any(Number) });
  const charged = await site.db
    .selectFrom('payments')
    .select(['captured_minor', 'state'])
    .where('subject', '=', `purchase:${bought.id}`)
    .execute();
  expect(charged).toEqual([{ captured_minor: bought.total_minor, state: 'captured' }]);

  // The same selection is not bought twice by accident.
  await open(`${selection}&installer=north-bay`);
  await page.getByText(/You already bought this selection/).waitFor();
  await open('/profile/purchases');
  await page.getByText('2006 Audi A3').filter({ visible: true }).first().waitFor();
  await page.getByRole('link', { name: 'Invoice' }).first().click();
  await page.getByRole('heading', { name: 'Invoice' }).waitFor();
});

test('a dealer buys tunes on account, and pays the excess over the limit by card; staff see both and refund them (S013)', async () => {
  const { page, open, allow } = await site.logInAs('dealer-member');
  allow(/409/);
  await open(selection);
  await page.getByText(/left\.$/).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate<number>(over)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await agree(page);
  await page.getByRole('button', { name: /to the account$/ }).click();
  await page.getByText('Next: send your file').waitFor();
  const first = await newest();
  expect(first).toMatchObject({ card_minor: 0n, account_minor: first.total_minor, state: 'waiting_file' });

  const account = receivable(first.dealer_id ?? 0, 'CAD');
  const owed = (await balanceOf(site.db, account)).postedMinor;
  await setLimit(site.db, account, { maxMinor: owed + 10_000n, at: new Date(), reason: 'Near the limit' });
  await open(selection);
  await page.getByLabel(/again for another car/).check();
  await page.getByLabel(/the rest by card/).check();
  await agree(page);
  await payWith(page, '4242 4242 4242 4242');
  await page.getByText('Next: send your file').waitFor();
  const second = await newest();
  expect(second).toMatchObject({ account_minor: 10_000n, card_minor: second.total_minor - 10_000n });

  const staff = await site.logInAs('admin');
  await staff.open(`/admin/transactions?search=TN-${second.id}`);
  await staff.page.getByRole('link', { name: /TN-/ }).first().click();
  await staff.page.waitForURL(/transactions\/\d+/);
  await staff.page.getByText('Waiting for file').filter({ visible: true }).first().waitFor();
  await staff.page.getByLabel('Reason').fill('Wrong car');
  await staff.page.getByRole('button', { name: 'Preview refund' }).click();
  await staff.page.getByRole('button', { name: /^Refund/ }).click();
  await staff.page.getByText('Refunded').filter({ visible: true }).first().waitFor();
});

test('a credit code is checked, claimed after the login and shown as claimed; a credit pays for a tune (S115 S362 S363 R235 R239)', async () => {
  const given = (note: string, recipient?: string) =>
    createCreditCode(site.db, 'https://tuneport.test', {
      kind: 'ecu',
      units: 1,
      note,
      recipient,
      actorId: null,
      now: new Date(),
    });
  const { code } = await given('For a visitor of the show');
  const stranger = await site.visitor();
  await stranger.open(`/tcc/${code}`);
  await stranger.page.getByText('1 ECU credit', { exact: true }).waitFor();
  await stranger.page.getByRole('link', { name: 'Log in to claim' }).click();
  await stranger.page.getByLabel('E-mail').fill(demoEmail('affiliate'));
  await stranger.page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await stranger.page.getByRole('button', { name: 'Log in', exact: true }).click();
  await stranger.page.waitForURL(/\/tcc\//);
  await stranger.page.getByRole('button', { name: 'Claim 1 ECU credit' }).click();
  await stranger.page.getByText('Added to your account: 1 ECU credit.').waitFor();
  await stranger.page.getByRole('link', { name: 'View your credits' }).click();
  await stranger.page
    .getByText('Claimed with a code: For a visitor of the show')
    .filter({ visible: true })
    .first()
    .waitFor();
  stranger.allow(/409/);
  await stranger.open(`/tcc/${code}`);
  await stranger.page.getByText('This code has already been claimed. Each code works once.').waitFor();

  const { page, open, allow } = await site.logInAs('customer');
  allow(/404/);
  await given('For your patience', demoEmail('customer'));
  await open('/profile/credits');
  await page.getByText(/You have .* to claim\./).waitFor();
  await page.getByRole('button', { name: /^Claim (it|them)$/ }).click();
  await page.getByText('Claimed with a code: For your patience').filter({ visible: true }).first().waitFor();
  await page.getByLabel('Code', { exact: true }).fill('not a code');
  await page.getByRole('button', { name: 'Claim code' }).click();
  await page.getByText('We don’t recognize this code. Check the spelling.').waitFor();

  await open(selection);
  await page.getByLabel(/^2 ECU credits/).click();
  await page.getByText('paid with 1 ECU credit').filter({ visible: true }).first().waitFor();
  await agree(page);
  await page.getByRole('button', { name: 'Complete purchase' }).click();
  await page.getByText('Next: send your file').waitFor();
  const bought = await newest();
  expect(bought.credit_minor).toBeGreaterThan(0n);
  expect(bought.total_minor).toBe(bought.list_minor - bought.discount_minor - bought.credit_minor + bought.tax_minor);
  await open('/profile/credits');
  await page.getByText('1 of 2 used').waitFor();
});
