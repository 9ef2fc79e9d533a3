import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { unmask } from '../../apps/server/src/platform/mail/secrets.ts';
import { demoEmail, demoPassword } from '../../apps/server/src/seeds/demo-accounts.ts';
import { flashImage } from '../../apps/server/src/testing/tuning.ts';
import { eventually } from '../../apps/server/src/testing/waiting/eventually.ts';
import { openSite, type Site } from '../harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.settle());
afterAll(() => site?.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** The newest mailed link of a guest. */
async function mailedPath(to: string): Promise<string> {
  const mail = await site.db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('to_address', '=', to)
    .where('text_body', 'like', '%/tuning/guest/%')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return /\/tuning\/guest\/\d+\/[\w-]+/.exec(unmask(mail).text_body)?.[0] ?? '';
}

/** Sends a file with an address and chooses the car. Returns the path of the request. */
async function sendFile(page: Page, email: string): Promise<string> {
  await button(page, /agree/i).first().click();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'golf-read.bin', mimeType: 'application/octet-stream', buffer: flashImage(131_072) });
  await page.getByText('Waiting for your e-mail address').waitFor();
  await page.getByLabel('E-mail').fill(email);
  await button(page, 'Continue as a guest').click();
  await page.waitForURL(/\/tuning\/request\/\d+\/status/);
  return new URL(page.url()).pathname.replace(/\/status$/, '');
}

async function chooseCarAndTune(page: Page, at: string): Promise<void> {
  await page.getByRole('link', { name: 'Choose your car' }).click();
  await page.getByLabel('Make, model, year and engine').fill('volkswagen golf r 2015');
  await button(page, 'Search').click();
  await page.getByRole('list', { name: 'Cars found' }).getByRole('button', { name: 'Choose' }).first().click();
  await page.waitForURL(`**${at}/tunes`);
  await page.getByRole('group', { name: 'Engine tune' }).getByRole('radio').nth(1).check();
  await button(page, 'See the price').click();
  await page.waitForURL(`**${at}/purchase`);
}

async function pay(page: Page, at: string): Promise<void> {
  // The price with tax is slow: nobody can pay an outdated one meanwhile.
  await page.getByText('Enter your address to see the total and pay.').waitFor();
  await page.route('**/api/v1/catalog/quote', async (route) => {
    await sleep(2_000);
    await route.continue();
  });
  await page.getByLabel('Name', { exact: true }).fill('Robin Visitor');
  await page.getByLabel('Address', { exact: true }).fill('7 Main Street');
  await page.getByLabel('Country').selectOption('CA');
  await page.getByLabel('City').fill('North Bay');
  await page.getByLabel('State or province').selectOption('ON');
  await page.getByLabel('Postal code').fill('P1B 1A1');
  await page.getByLabel('I have read this and agree').check();
  await page.getByLabel('Test card number').fill('4242 4242 4242 4242');
  await button(page, /^Pay/).click();
  await page.waitForURL(`**${at}/status`);
  await page.getByText('In the queue').filter({ visible: true }).first().waitFor();
}

test('visitor buys a tune with an e-mail address, follows it by the mailed link, sets a password and finds it in the garage (X165)', async () => {
  const email = `visitor-${randomUUID()}@example.test`;
  const { page, open, calls, allow } = await site.visitor();
  // Its open page asks again after the account was made elsewhere.
  allow(/status of 401/);
  await open('/tuning');
  const at = await sendFile(page, email);
  expect(calls('POST /auth/guest')).toHaveLength(1);
  await page.getByText('You are continuing as a guest.').waitFor();
  await chooseCarAndTune(page, at);
  await eventually(async () => expect(await page.getByLabel('E-mail').inputValue()).toBe(email));
  await pay(page, at);
  // Everything else of an account asks for a login.
  await open('/garage');
  await page.waitForURL('**/auth/login**');
  await open('/tuning/requests');
  await page.getByRole('heading', { name: 'Tune requests' }).waitFor();
  await page
    .getByText(/Golf R/)
    .first()
    .waitFor();

  // The mail is read on another device, which has no session.
  const phone = await site.visitor({ viewport: { width: 390, height: 844 } });
  await phone.open(await mailedPath(email));
  await phone.page.getByRole('heading', { name: 'Your tune requests' }).waitFor();
  await phone.page.getByText('In the queue').first().waitFor();
  await button(phone.page, 'Open my requests').click();
  await phone.page.waitForURL('**/tuning/requests');
  await phone.open(`${at}/status`);
  await phone.page.getByText('In the queue').filter({ visible: true }).first().waitFor();

  await phone.open(await mailedPath(email));
  await phone.page.getByLabel('Name').fill('Robin Visitor');
  await phone.page.getByLabel('Password', { exact: true }).fill('winter tyres in november');
  await button(phone.page, 'Create account').click();
  await phone.page.waitForURL('**/garage');
  await phone.page
    .getByRole('heading', { name: /Golf R/ })
    .first()
    .waitFor();
  await phone.open('/tuning/requests');
  await phone.page
    .getByText(/Golf R/)
    .first()
    .waitFor();
  // The browser that entered the address is a stranger now.
  await page.goto(`${site.origin}${at}/status`);
  await page.waitForURL('**/auth/login**');
});

test('owner of an account adds what they sent as a guest to it', async () => {
  const email = demoEmail('customer');
  const { page, open, allow } = await site.visitor();
  allow(/status of 401/);
  await open('/tuning');
  const at = await sendFile(page, email);
  const path = await mailedPath(email);
  const owner = await site.visitor();
  await owner.open(path);
  await owner.page.getByRole('heading', { name: 'You already have an account' }).waitFor();
  await owner.page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).click();
  await owner.page.waitForURL('**/auth/login**');
  await owner.page.getByLabel('E-mail').fill(email);
  await owner.page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await owner.page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
  await owner.page.waitForURL(`**${path}`);
  await button(owner.page, 'Add to my account').click();
  await owner.page.waitForURL('**/tuning/requests');
  await owner.open(`${at}/status`);
  await owner.page.getByRole('link', { name: 'Choose your car' }).waitFor();
});
