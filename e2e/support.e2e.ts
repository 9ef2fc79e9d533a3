import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { unmask } from '../apps/server/src/platform/mail/secrets.ts';
import { eventually } from '../apps/server/src/testing/waiting/eventually.ts';
import { openSite, type Site } from './harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ DEMO: 'small' });
});
afterEach(() => site.settle());
afterAll(() => site?.close());

test('a visitor opens a ticket with a file, staff answer, the visitor answers by link, staff resolve it (S020 R095 R262 R263)', async () => {
  const { page, open } = await site.visitor();
  await open('/tuning-ticket');
  await page.getByRole('button', { name: 'Send ticket' }).click();
  await page.getByText('ticket is not valid').waitFor();
  await page.getByLabel('Subject').fill('Rough idle after the update');
  await page.getByLabel('Description').fill('It shakes at 800 rpm when warm.');
  await page.reload();
  // The typed input is still there.
  await eventually(async () =>
    expect(await page.getByLabel('Subject').inputValue()).toBe('Rough idle after the update'),
  );
  await page.getByLabel('Your name').fill('Robin Rider');
  const log = { name: 'idle.csv', mimeType: 'text/csv', buffer: Buffer.from('time;rpm\n0;790\n1;812\n') };
  await page.getByLabel('Drop files here, or choose them').setInputFiles(log);
  await page.locator('[data-state="done"]').getByText('idle.csv').waitFor();
  await page.getByRole('button', { name: 'Send ticket' }).click();
  await page.waitForURL(/\/tuning-ticket\/\d+\/[\w-]{40,}$/);
  const link = page.url();
  await page.getByText('Received', { exact: true }).filter({ visible: true }).first().waitFor();
  // Without an account the visitor gets the link to keep.
  expect(await page.getByLabel('Link to this ticket').getByRole('textbox').inputValue()).toBe(link);
  const download = await page.request.get(
    (await page.getByRole('link', { name: 'idle.csv' }).getAttribute('href')) ?? '',
  );
  expect([download.status(), await download.text()]).toEqual([200, 'time;rpm\n0;790\n1;812\n']);

  const staff = await site.logInAs('admin');
  await staff.open('/admin/tickets');
  await staff.page
    .getByRole('link', { name: /Rough idle/ })
    .first()
    .click();
  await staff.page.waitForURL(/\/admin\/tickets\/\d+$/);
  await staff.page.getByRole('button', { name: 'Assign to me' }).click();
  await staff.page.getByText('Assigned to').filter({ visible: true }).first().waitFor();
  await staff.page.getByLabel('Answer', { exact: true }).fill('Is the air filter new?');
  await staff.page.getByRole('button', { name: 'Reply and wait' }).click();
  await staff.page.getByText('Waiting for customer').filter({ visible: true }).first().waitFor();

  await open(link);
  await page.getByText('Waiting for you').waitFor();
  await page.getByLabel('Your reply').fill('It was clogged. A new one is in.');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await page.getByText('We are on it', { exact: true }).waitFor();

  await staff.page.reload();
  await staff.page.getByText('A new one is in.').waitFor();
  await staff.page.getByRole('button', { name: 'Mark as solved' }).click();
  await staff.page.getByRole('dialog').getByRole('button', { name: 'Mark as solved' }).click();
  await staff.page.getByRole('dialog', { name: 'Mark as solved?' }).waitFor({ state: 'hidden' });
  await open(link);
  await page.getByText('Solved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Thank you for your feedback').waitFor();
});

test('a rescue is resumed with its short code, and a step is requested and answered (S023 S110 R250 R272)', async () => {
  const { page, open } = await site.visitor();
  await open('/fz/rescue');
  await page.getByLabel('What happens').selectOption('other');
  await page.getByLabel('Vehicle').fill('Audi S3 2018');
  await page.getByLabel('Tool', { exact: true }).fill('FlashZilla V3');
  await page.getByLabel('Your name').fill('Kim Rider');
  await page.getByRole('button', { name: 'Start rescue' }).click();
  await page.waitForURL(/\/fz\/rescue\/\d+\/[2-9A-Z]{4}(-[2-9A-Z]{4}){3}$/);
  const code = page.url().split('/').at(-1) ?? '';

  const phone = await site.visitor();
  await phone.open('/fz/rescue');
  phone.allow(/status of 422/);
  await phone.page.getByRole('button', { name: 'Open rescue' }).click();
  await phone.page.getByText('Enter your rescue code.').waitFor();
  await phone.page.getByLabel('Your code').fill(code.toLowerCase().replace('-', ''));
  await phone.page.getByRole('button', { name: 'Open rescue' }).click();
  await phone.page.getByRole('heading', { level: 1, name: 'Audi S3 2018' }).waitFor();
  for (const answer of ['No', '12.4 V or more', 'as usual', 'Yes, I reconnected', 'A steady light'])
    await phone.page.getByRole('radio', { name: answer }).first().check();
  await phone.page
    .getByRole('group', { name: /plugged in and awake/ })
    .getByRole('radio', { name: 'Yes' })
    .check();
  await phone.page.getByRole('button', { name: 'Send answers' }).click();
  await phone.page.getByText('A person will look at it.').waitFor();

  const staff = await site.logInAs('developer');
  await staff.open('/admin/rescue-sessions');
  await staff.page.getByRole('link', { name: 'Audi S3 2018' }).first().click();
  await staff.page.getByRole('button', { name: 'Take rescue' }).click();
  await staff.page.getByLabel('What to do').fill('Hold the button for ten seconds.');
  await staff.page.getByRole('button', { name: 'Send step' }).click();
  await staff.page.getByText('Waiting for customer').waitFor();

  // The page polls.
  await phone.page.getByText('Hold the button for ten seconds.').waitFor({ timeout: 180_000 });
  await phone.page.getByLabel('What happened').fill('It is blue now.');
  await phone.page.getByRole('button', { name: 'Send result' }).click();
  await phone.page.getByText('Someone is with you').waitFor();
  await staff.page.reload();
  await staff.page.getByText('It is blue now.').waitFor();
});

test('a customer pages through their tickets, and sees a guide before writing (R099 R112 R249)', async () => {
  const { page, open } = await site.logInAs('customer');
  await open('/tuning/support?page=2');
  await page.getByText('Page 2 does not exist.').waitFor();
  await open('/tuning/support');
  await page.getByRole('link', { name: /Boost drops/ }).click();
  await page.waitForURL(/\/tuning\/support\/\d+$/);
  await page.getByText('Timing is pulled on cylinder 3').waitFor();
  expect(await page.getByText('the map asks for nothing unusual').count()).toBe(0);
  await open('/fz/guide');
  expect(await page.getByRole('img').count()).toBe(6);
  await page.getByRole('link', { name: 'Start a rescue' }).click();
  await page.waitForURL('**/fz/rescue');
});

test('an expired link is reported and a new one is sent to the address on record', async () => {
  const { page, open, allow } = await site.visitor();
  // The page itself returns 410.
  allow(/status of 410/);
  const made = await page.request.post('/api/tickets', {
    data: { title: 'Old link', description: 'Idle', customer_name: 'Ada', email: 'old-link@example.test' },
    headers: { origin: site.origin },
  });
  const { id, token } = await made.json();
  await site.db
    .updateTable('ticket_tokens')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('ticket_id', '=', id)
    .execute();
  await open(`/tuning-ticket/${id}/${token}`);
  await page.getByRole('heading', { name: 'This link has expired.' }).waitFor();
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await page.getByText('We have sent a new link to the e-mail address on record.').waitFor();
  const mail = unmask(
    await site.db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('to_address', '=', 'old-link@example.test')
      .where('kind', '=', 'new-link')
      .executeTakeFirstOrThrow(),
  );
  await open(/\/tuning-ticket\/\S+/.exec(mail.text_body)?.[0] ?? '');
  await page.getByRole('heading', { name: 'Old link' }).waitFor();
});

test('staff take several tickets of the list at once', async () => {
  const { page, open } = await site.logInAs('super');
  await open('/admin/tickets?assignee=none');
  const rows = page.locator('tr[data-row]');
  for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Assign to me 2' }).click();
  await page.getByText('2 tickets assigned to you.').waitFor();
  await open('/admin/tickets?assignee=me');
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(2);
});
