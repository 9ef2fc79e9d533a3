import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { openSite, type Site } from '../harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ DEMO: 'small' });
});
afterEach(() => site.settle());
afterAll(() => site?.close());

test('a dealer disputes a line, staff uphold it from the queue, and the dealer sees the correction (X161 X162)', async () => {
  const { page, open } = await site.logInAs('dealer');
  await open('/dealer/north-bay/balance');
  const items = page.getByLabel('Account in CAD');
  await items
    .getByRole('button', { name: /^Dispute / })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Dispute this line' }).click();
  await dialog.getByLabel('What is wrong with it?').fill('The second parcel never arrived.');
  await dialog.getByRole('button', { name: 'Dispute this line' }).click();
  await page.getByText(/^Disputed\. We will answer in ticket/).waitFor();
  await items.getByText('Disputed: open ticket').waitFor();
  const card = page.locator('#disputes');
  await card.getByText('Under review').waitFor();
  await card.getByRole('link').first().click();
  await page.getByText('The second parcel never arrived.').waitFor();
  await page.getByText('We are checking this line. It is frozen until we decide.').waitFor();

  const staff = await site.logInAs('admin');
  await staff.open('/admin/home');
  await staff.page.getByRole('link', { name: /Disputed lines to decide/ }).click();
  await staff.page.waitForURL('**/admin/disputes?state=open');
  await staff.page.getByRole('link', { name: /^LD-/ }).first().click();
  await staff.page.getByText('The second parcel never arrived.').waitFor();
  await staff.page.getByLabel('Correction').fill('25');
  await staff.page.getByLabel('Reason').fill('The carrier lost it.');
  await staff.page.getByRole('button', { name: 'Save decision' }).click();
  await staff.page.getByText('Upheld. The correction is booked.').waitFor();

  await open('/dealer/north-bay/balance');
  await page.locator('#disputes').getByText('The carrier lost it.').waitFor();
  await page
    .getByText(/^Correction after dispute LD-/)
    .filter({ visible: true })
    .first()
    .waitFor();
});

test('a partner withdraws a dispute, and the line is open again', async () => {
  const { page, open } = await site.logInAs('dealer');
  await open('/dealer/north-bay/balance');
  await page
    .getByLabel('Account in CAD')
    .getByRole('button', { name: /^Dispute / })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('What is wrong with it?').fill('Wrong price.');
  await page.getByRole('dialog').getByRole('button', { name: 'Dispute this line' }).click();
  await page.getByText(/^Disputed\. We will answer in ticket/).waitFor();
  await page.getByRole('button', { name: /^Withdraw dispute LD-/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw dispute' }).click();
  await page.getByText('Dispute withdrawn.').waitFor();
  await page.locator('#disputes').getByText('Withdrawn').waitFor();
});
