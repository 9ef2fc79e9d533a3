import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { demoEmail } from '../apps/server/src/seeds/demo-accounts.ts';
import { eventually } from '../apps/server/src/testing/waiting/eventually.ts';
import { judge } from './harness/looks.ts';
import { openSite, type Site } from './harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.settle());
afterAll(() => site?.close());

const notify = (address: string, rows: readonly (readonly [title: string, path: string | null, daysAgo: number])[]) =>
  site.db.transaction().execute(async (tx) => {
    await sql`delete from notifications n using users u where u.id = n.user_id and u.email = ${demoEmail(address)}`.execute(
      tx,
    );
    for (const [title, path, daysAgo] of rows)
      await sql`insert into notifications (user_id, kind, title, text, path, created_at)
        select id, 'payout', ${title}, 'One line of text.', ${path}, now() - make_interval(days => ${daysAgo})
        from users where email = ${demoEmail(address)}`.execute(tx);
  });

test('the bell counts, its panel opens a notification with the keyboard, and the page marks the rest (X182)', async () => {
  await notify('customer', [
    ['Without a page', null, 3],
    ['Your order shipped', '/profile/orders', 1],
    ['Your file is ready', '/tuning/requests', 0],
  ]);
  const { page, open } = await site.logInAs('customer');
  await open('/catalog');
  const bell = page.getByRole('banner').getByRole('link', { name: /^Notifications/ });
  // A job that mails the account adds one.
  const unread = async () => Number(/(\d+) unread/.exec((await bell.getAttribute('aria-label')) ?? '')?.[1] ?? 0);
  await eventually(async () => expect(await unread()).toBeGreaterThanOrEqual(3));
  const before = await unread();
  await bell.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const first = panel.getByRole('link', { name: 'Your file is ready' });
  await first.waitFor();
  const found: string[] = [];
  await judge(page, 'body', (text) => found.push(text));
  expect(found).toEqual([]);
  await first.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/tuning/requests');
  await eventually(async () => expect(await unread()).toBe(before - 1));
  await bell.click();
  await panel.getByRole('link', { name: 'All notifications' }).click();
  await page.waitForURL('**/notifications');
  await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBe(3);

  await page.getByRole('link', { name: 'Unread', exact: true }).click();
  await page.getByText('Your file is ready').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Mark as read: Without a page' }).click();
  await page.getByText('Without a page').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByText('You have read everything.').waitFor();
  await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
});

test('the bell is in the back office and not shown to visitors', async () => {
  await notify('admin', [['1 activity is due', '/admin/lead-engine/activities?done=false', 0]]);
  const { page, open } = await site.logInAs('admin');
  await open('/admin/orders');
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).click();
  await page.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: '1 activity is due' }).click();
  await page.waitForURL('**/admin/lead-engine/activities?done=false');
  await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();

  const visitor = await site.visitor();
  await visitor.open('/');
  expect(await visitor.page.getByRole('link', { name: /^Notifications/ }).count()).toBe(0);
  await visitor.open('/notifications');
  await visitor.page.waitForURL('**/auth/login**');
});
