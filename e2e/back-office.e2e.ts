import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../apps/server/src/testing/waiting/eventually.ts';
import { openSite, type Site } from './harness/site.ts';
import { hydrated } from './harness/visit.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.settle());
afterAll(() => site?.close());

test('granting a right in the back office ends the other session and is in the audit log (S006 R274 R275)', async () => {
  const customer = await site.logInAs('customer');
  customer.allow(/status of 401/);
  await customer.open('/profile');

  const { page, open } = await site.logInAs('super');
  await open('/admin/users');
  await page.getByRole('searchbox', { name: 'Search name or e-mail' }).fill('casey');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/users?*search=casey*');
  const table = page.getByRole('table');
  await eventually(async () => expect(await table.getByRole('row').count()).toBe(2));
  await table.getByRole('link', { name: 'Casey Driver' }).click();
  await page.getByRole('heading', { level: 1, name: 'Casey Driver' }).waitFor();
  await page.getByRole('link', { name: 'Role and rights' }).click();
  const right = page.getByRole('switch').or(page.getByRole('checkbox')).first();
  await right.check();
  await page.getByRole('button', { name: 'Save rights' }).click();
  await page.getByText('Saved.').waitFor();

  await customer.page.evaluate("window.__reactRouterDataRouter.navigate('/profile/security')");
  await customer.page.waitForURL('**/auth/login**');

  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  await page.getByRole('link', { name: 'Changes to this user' }).click();
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
  await page.getByRole('table').getByText('Sasha Prime').filter({ visible: true }).first().waitFor();
});

test('no contact widget, banner, cart, public menu or cookie panel in the back office (S036 S038 S039)', async () => {
  const { page, open, quiet } = await site.logInAs('super');
  for (const path of ['/admin/users', '/admin/settings', '/admin', '/admin/lead-engine', '/catalog-manage/makes']) {
    await open(path);
    await quiet();
    for (const button of ['Contact', /^Open cart/, 'Open menu'])
      expect(await page.getByRole('button', { name: button, exact: true }).count(), `${path} ${button}`).toBe(0);
    expect(await page.getByRole('navigation', { name: 'Main' }).count(), path).toBe(0);
    expect(await page.getByRole('dialog', { name: 'Cookies on this site' }).count(), path).toBe(0);
    expect(await page.getByRole('link', { name: 'Shop Now' }).count(), path).toBe(0);
    expect(await page.getByRole('link', { name: 'Cookie preferences' }).count(), path).toBe(1);
  }
});

test('a missing record keeps the back-office menu in place', async () => {
  const { page, open, allow } = await site.logInAs('super');
  allow(/status of 404/);
  await open('/catalog-manage/engines/999999');
  await page.getByRole('heading', { level: 1, name: 'This record does not exist.' }).waitFor();
  expect(await page.getByRole('navigation', { name: 'Back office', exact: true }).isVisible()).toBe(true);
});

test('a changed setting is visible to the next visitor (R273)', async () => {
  const { page, open } = await site.logInAs('super');
  await open('/admin/settings');
  await page.getByLabel(/^Phone/).fill('+1 604 555 0199');
  await page.getByRole('button', { name: 'Save settings' }).first().click();
  await page.getByText('Saved.').waitFor();
  const visitor = await site.visitor();
  await visitor.open('/');
  await visitor.page.getByRole('contentinfo').getByRole('link', { name: '+1 604 555 0199' }).waitFor();
});

test('an invalid setting shows its error at its own field, which takes the focus (R273)', async () => {
  const { page, open, allow } = await site.logInAs('super');
  allow(/status of 422/);
  await open('/admin/settings');
  const days = page.getByLabel(/^Rental period/);
  await days.fill('many');
  await page.getByRole('button', { name: 'Save settings' }).first().click();
  await page.locator('input[aria-invalid="true"]:focus').waitFor();
  expect(await page.locator('input:focus').getAttribute('id')).toBe(await days.getAttribute('id'));
  expect(await days.getAttribute('aria-describedby')).toContain('-error');
  await days.fill('7');
  await page.getByRole('button', { name: 'Add rate' }).click();
  await page.getByRole('button', { name: 'Save settings' }).first().click();
  await page.locator('fieldset[data-invalid]:focus').getByText('Conversion rates', { exact: true }).waitFor();
});

test('a published alert is visible to the next visitor (R269)', async () => {
  const { page, open } = await site.logInAs('admin');
  await open('/admin/alerts');
  await page.getByRole('link', { name: 'New alert' }).click();
  await page.getByLabel('Text', { exact: true }).fill('New dyno cell in March.');
  await page.getByRole('button', { name: 'Publish alert' }).click();
  await page.getByText('Saved.').waitFor();
  const visitor = await site.visitor();
  await visitor.open('/');
  await visitor.page.getByText('New dyno cell in March.').waitFor();
});

test('two people edit the settings concurrently: the second sees both versions and overwrites nothing unseen', async () => {
  const first = await site.logInAs('super');
  await first.open('/admin/settings');
  const second = await site.logInAs('super');
  second.allow(/status of 412/);
  await second.open('/admin/settings');
  const save = async ({ page }: typeof first, phone: string) => {
    await page.getByLabel(/^Phone/).fill(phone);
    await page.getByRole('button', { name: 'Save settings' }).first().click();
  };
  await save(first, '111 first');
  await first.page.getByText('Saved.').waitFor();
  await save(second, '222 second');
  const merge = second.page.getByRole('dialog', { name: 'Someone else saved changes' });
  await merge.getByText('111 first').waitFor();
  await merge.getByText('222 second').waitFor();
  await merge.getByRole('radio', { name: /Phone: keep theirs/ }).check();
  await merge.getByRole('button', { name: 'Save this version' }).click();
  await merge.waitFor({ state: 'hidden' });
  await second.page.reload();
  await hydrated(second.page);
  await eventually(async () => expect(await second.page.getByLabel(/^Phone/).inputValue()).toBe('111 first'));
});

test('an unsaved change is not lost by a click on a link', async () => {
  const { page, open } = await site.logInAs('super');
  await open('/admin/settings');
  await page.getByLabel(/^Phone/).fill('333');
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page
    .getByRole('dialog')
    .filter({ hasText: /not saved|unsaved|changes/i })
    .waitFor();
  expect(page.url()).toContain('/admin/settings');
});

test('a tool developer has a page of their own (R259)', async () => {
  const { page, open } = await site.logInAs('developer');
  await open('/developer');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBeTruthy();
});
