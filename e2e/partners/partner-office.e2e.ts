import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../apps/server/src/testing/waiting/eventually.ts';
import { loggedIn } from '../harness/api.ts';
import { expectRefused } from '../harness/refused.ts';
import { openSite, type Site } from '../harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ DEMO: 'small' });
});
afterEach(() => site.settle());
afterAll(() => site?.close());

test('a workshop applies as a dealer and staff approve it, which opens its portal (R230 S112 R184 R185)', async () => {
  const { page, open } = await site.logInAs('customer');
  await open('/new-dealer');
  await page.getByLabel('Company name').fill('Casey Motors');
  await page.getByLabel('Phone').first().fill('+1 604 555 0101');
  const form = page.getByRole('form', { name: 'Dealer application' });
  await form.getByLabel('Country').selectOption('CA');
  await form.getByLabel('Address', { exact: true }).fill('18 Willow Court');
  await form.getByLabel('City').fill('Vancouver');
  await form.getByLabel(/Province|State/).selectOption('BC');
  await form.getByLabel(/Postal code/).fill('V5K 0A1');
  await form.getByRole('button', { name: 'Send application' }).click();
  await page.getByRole('heading', { name: 'Your application' }).waitFor();

  const staff = await site.logInAs('admin');
  await staff.open('/admin/dealer/info');
  await staff.page.getByRole('main').getByRole('link', { name: 'Applications' }).click();
  await staff.page.waitForURL('**/admin/dealer/applications**');
  await staff.page.getByText('Casey Motors').filter({ visible: true }).first().click();
  await staff.page.getByLabel('Credit limit').fill('1000');
  await staff.page.getByRole('button', { name: 'Approve application' }).click();
  await staff.page.getByText('Approved. The applicant manages the new dealer.').waitFor();
  // The new role ended the sessions of the applicant, who logs in again.
  const again = await loggedIn(() => site.origin, 'customer');
  const portal = await again.request('GET', '/dealer/casey-motors/group');
  expect(portal.status).toBe(200);
});

test('a visitor finds a dealer by place and writes to it (R223)', async () => {
  const { page, open } = await site.visitor();
  await open('/dealers');
  await page.getByRole('heading', { level: 2, name: 'Quayside Motors' }).waitFor();
  await page.getByLabel('Near').fill('Calgary');
  await page.getByRole('button', { name: 'Find dealers' }).click();
  await page.waitForURL(/near=Calgary/);
  const nearest = page.getByRole('list').getByRole('heading', { level: 2 }).first();
  await eventually(async () => expect(await nearest.innerText()).toBe('Prairie Torque Works'));
  await page.getByRole('button', { name: 'Write to this dealer: Prairie Torque Works' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your name').fill('Sam Visitor');
  await dialog.getByLabel('Your e-mail').fill('sam@example.test');
  await dialog.getByLabel('Message').fill('Do you tune trucks? See https://spam.example/x');
  await dialog.getByRole('button', { name: 'Send message' }).click();
  await page.getByText('Your message was sent to Prairie Torque Works.').waitFor();
  const mail = await site.db
    .selectFrom('mail_outbox')
    .select(['to_address', 'text_body'])
    .where('kind', '=', 'dealer-contact')
    .executeTakeFirstOrThrow();
  expect(mail.to_address).toBe('bills@prairie-torque.tuneport.test');
  expect(mail.text_body).not.toContain('spam.example');
});

test('staff record a drawn signature, replace it and withdraw the authority (R190 R191 S058)', async () => {
  const { page, open } = await site.logInAs('super');
  await open('/dealer/signature-authority');
  await page.waitForURL('**/admin/dealer-signature-authority');
  await page.getByRole('button', { name: 'Record signature' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill('Dana');
  await dialog
    .getByRole('list', { name: 'Found' })
    .getByRole('button', { name: /Dana Northbay/ })
    .click();
  await dialog.getByLabel('Legal name').fill('Dana Marie Northbay');
  const pad = dialog.getByLabel('Draw the signature here');
  // Waits until the pad no longer moves: the dialog grows with the person that was chosen.
  await pad.hover();
  const board = await pad.boundingBox();
  if (!board) throw new Error('no board to draw on');
  await page.mouse.move(board.x + 20, board.y + 20);
  await page.mouse.down();
  await page.mouse.move(board.x + 120, board.y + 60, { steps: 5 });
  await page.mouse.up();
  await dialog.getByRole('button', { name: 'Record signature' }).click();
  await page.waitForURL(/\/admin\/dealer-signature-authority\/\d+$/);
  await page.getByRole('img', { name: 'Signature of Dana Marie Northbay' }).waitFor();
  await page.getByRole('button', { name: 'Withdraw authority' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw authority' }).click();
  await page.getByText('Withdrawn', { exact: true }).filter({ visible: true }).first().waitFor();
  const dealer = await site.logInAs('dealer');
  await expectRefused(dealer, '/admin/dealer-signature-authority');
});
