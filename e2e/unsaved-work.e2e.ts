import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../apps/server/src/testing/waiting/eventually.ts';
import { caller, loggedIn } from './harness/api.ts';
import { openSite, type Site } from './harness/site.ts';
import type { Visit } from './harness/visit.ts';

// Nothing that was typed is lost: the guard asks, and a draft is offered again.

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.settle());
afterAll(() => site?.close());

const typed = 'The workshop is closed on Monday.';

async function newAlert(as = 'admin'): Promise<Visit> {
  const visit = await site.logInAs(as);
  await visit.open('/admin/alerts?open=new');
  await text(visit.page).fill(typed);
  return visit;
}
const text = (page: Page) => page.getByLabel('Text', { exact: true });
const stored = (page: Page) =>
  eventually(async () => expect(await page.evaluate<string>(`JSON.stringify({ ...localStorage })`)).toContain(typed));
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });

test('closing a record panel asks first, and keeps the text when the answer is no', async () => {
  const { page } = await newAlert();
  await page.getByRole('region', { name: 'New alert' }).getByRole('button', { name: 'Close' }).click();
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await question(page).waitFor({ state: 'detached' });
  expect(await text(page).inputValue()).toBe(typed);
  await page.getByRole('region', { name: 'New alert' }).getByRole('button', { name: 'Close' }).click();
  await question(page).getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('region', { name: 'New alert' }).waitFor({ state: 'detached' });
});

test('discarded changes leave no draft behind', async () => {
  const { page, open } = await newAlert();
  await stored(page);
  await page.getByRole('region', { name: 'New alert' }).getByRole('button', { name: 'Close' }).click();
  await question(page).getByRole('button', { name: 'Discard changes' }).click();
  await open('/admin/alerts?open=new');
  await text(page).waitFor();
  expect(await page.getByRole('button', { name: 'Restore draft' }).count()).toBe(0);
});

test('browser back and a filter of the list: the first asks, the second does not', async () => {
  const { page, open } = await site.logInAs('admin');
  await open('/admin/alerts');
  await page.getByRole('link', { name: 'New alert' }).first().click();
  await text(page).fill(typed);
  await stored(page);
  await page.goBack();
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  expect(await text(page).inputValue()).toBe(typed);
  await page.evaluate(`window.__reactRouterDataRouter.navigate('?open=new&per_page=50')`);
  await page.waitForURL(/per_page=50/);
  expect(await text(page).inputValue()).toBe(typed);
});

test('a closed tab keeps a draft, which is restored for the same person only', async () => {
  const { page } = await newAlert();
  await stored(page);
  const storage = await page.context().storageState();
  await page.close({ runBeforeUnload: false });

  const { page: again, open } = await site.logInAs('admin', { storageState: storage });
  await open('/admin/alerts?open=new');
  await again.getByRole('button', { name: 'Restore draft' }).click();
  expect(await text(again).inputValue()).toBe(typed);

  const other = await site.logInAs('super', { storageState: { ...storage, cookies: [] } });
  await other.open('/admin/alerts?open=new');
  await text(other.page).waitFor();
  expect(await other.page.getByRole('button', { name: 'Restore draft' }).count()).toBe(0);
});

test('a save without a connection keeps the text, and works when the connection is back', async () => {
  const { page, allow } = await newAlert();
  allow(/INTERNET_DISCONNECTED|Failed to fetch/);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Publish alert' }).click();
  await page.getByRole('alert').first().waitFor();
  expect(await text(page).inputValue()).toBe(typed);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Publish alert' }).click();
  await page.waitForURL(/open=\d+/);
  const drafts = await page.evaluate<string>(`JSON.stringify({ ...localStorage })`);
  expect(drafts).not.toContain(typed);
});

test('a staff reply to a ticket is kept when the page is left and when it is opened again', async () => {
  const { page, open } = await site.logInAs('admin');
  await open('/admin/tickets');
  await page.locator('tr[data-row] a').first().click();
  await page.getByLabel('Answer').fill('We are looking into it.');
  const ticket = page.url();
  await open('/admin/tickets');
  await open(ticket);
  await page.getByText('This is your unsent draft.').waitFor();
  expect(await page.getByLabel('Answer').inputValue()).toBe('We are looking into it.');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  expect(await page.getByLabel('Answer').inputValue()).toBe('');
});

const asAdmin = async () => (await loggedIn(() => site.origin, 'admin')).request;

/** A deal with a contact who has an e-mail address. */
async function newDeal(title: string): Promise<number> {
  const request = await asAdmin();
  const made = async (kind: 'contacts' | 'deals', body: object) =>
    ((await request('POST', `/api/v1/admin/lead-engine/${kind}`, { body })).body as { id: number }).id;
  const contact = await made('contacts', { name: title, emails: ['kim@example.test'] });
  return made('deals', { title, contact });
}

test('an e-mail that is being written survives Escape, Back and the search', async () => {
  const id = await newDeal('Half an e-mail');
  const { page, open } = await site.logInAs('admin');
  await open('/admin/lead-engine');
  await page.evaluate(`void window.__reactRouterDataRouter.navigate('/admin/lead-engine/deals/${id}')`);
  await page.getByRole('button', { name: 'Send e-mail' }).click();
  const mail = page.getByRole('dialog', { name: 'Send e-mail' });
  await mail.getByLabel('Text').fill(typed);
  await mail.getByLabel('Subject').fill('Opening hours');
  await mail.getByLabel('Subject').fill('');
  await page.keyboard.press('Escape');
  await mail.getByText('Discard what you typed?').waitFor();
  await mail.getByRole('button', { name: 'Keep editing' }).click();
  await page.goBack();
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await question(page).waitFor({ state: 'detached' });
  await page.evaluate(`void window.__reactRouterDataRouter.navigate('/admin/tickets')`);
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  expect(await mail.getByLabel('Text').inputValue()).toBe(typed);
  await mail.getByLabel('Subject').fill('Opening hours');
  await mail.getByRole('button', { name: 'Send e-mail' }).click();
  await page.getByText('E-mail to Half an e-mail queued.').waitFor();
});

test('each activity of a deal has a draft of its own', async () => {
  const dealId = await newDeal('Two activities');
  const request = await asAdmin();
  for (const subject of ['First call', 'Second call'])
    await request('POST', '/api/v1/admin/lead-engine/activities', {
      body: { dealId, type: 'call', subject, date: '2030-01-01' },
    });
  const { page, open } = await site.logInAs('admin');
  await open(`/admin/lead-engine/deals/${dealId}`);
  await page.getByRole('button', { name: 'Edit First call' }).click();
  await page.getByRole('textbox', { name: /^Location/ }).fill('Workshop 2');
  await page.getByRole('button', { name: 'Edit Second call' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('Second call');
  expect(await page.getByRole('button', { name: 'Restore draft' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Edit First call' }).click();
  await page.getByRole('button', { name: 'Restore draft' }).click();
  expect(await page.getByRole('textbox', { name: /^Location/ }).inputValue()).toBe('Workshop 2');
});

test('a field that is being edited stays as it is when its record is read again, and keeps the focus when it is saved', async () => {
  await newDeal('Labelled while typing');
  const { page, open } = await site.logInAs('admin');
  await open('/admin/lead-engine/contacts?search=Labelled+while+typing');
  await page.getByRole('table').getByRole('link', { name: 'Labelled while typing' }).click();
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Labelled, then saved');
  const read = page.waitForResponse(
    (response) => /contacts\/\d+$/.test(response.url()) && response.request().method() === 'GET',
  );
  await page.getByLabel('Fleet', { exact: true }).check();
  await read;
  await page.getByText('Unsaved changes').waitFor();
  expect(await name.inputValue()).toBe('Labelled, then saved');
  await name.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Labelled, then saved' }).waitFor();
  await expect.poll(() => page.evaluate<string>('document.activeElement?.id')).toBe(await name.getAttribute('id'));
});

test('text typed while the form is being saved is kept', async () => {
  const { page, open } = await site.logInAs('super');
  await open('/admin/settings');
  const phone = page.getByLabel(/^Phone/);
  await page.route('**/api/v1/admin/settings', async (route) => {
    if (route.request().method() !== 'GET') await new Promise((settle) => setTimeout(settle, 1_000));
    await route.continue();
  });
  await phone.fill('604 555');
  await page.getByRole('button', { name: 'Save settings' }).first().click();
  await page.getByText('Saving').first().waitFor();
  await phone.press('End');
  await phone.pressSequentially(' 0123');
  await page.getByText('Saved.').waitFor();
  expect(await phone.inputValue()).toBe('604 555 0123');
  await page.getByText('Unsaved changes').first().waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});

test('a login that ended elsewhere leaves the draft for the next login', async () => {
  // Ends the session, so it is the last test with this account.
  const { page, allow } = await newAlert('super');
  allow(/401/);
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  await caller(() => site.origin, cookie).request('POST', '/api/auth/logout');
  await page.getByRole('button', { name: 'Publish alert' }).click();
  await page.getByRole('alert').first().waitFor();
  await stored(page);
});
