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
