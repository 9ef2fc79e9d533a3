import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { caller, loggedIn } from './harness/api.ts';
import { openSite, type Site } from './harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.settle());
afterAll(() => site?.close());

test('staff write and send a newsletter, which has a public page with a sign-up form (R247)', async () => {
  const { page, open } = await site.logInAs('admin');
  await open('/admin/newsletters/new');
  await page.getByLabel('Title').fill('Tunes of the month');
  await page.locator('[contenteditable="true"]').first().fill('Two new gearboxes.');
  await page.getByRole('button', { name: /^Create/ }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
  await page.getByText('Sending started.').waitFor();

  const reader = await site.visitor();
  await reader.open('/newsletter/tunes-of-the-month');
  await reader.page.getByRole('heading', { name: 'Tunes of the month', level: 1 }).waitFor();
  await reader.page.getByLabel('E-mail address').fill('reader@example.test');
  await reader.page.getByRole('button', { name: 'Subscribe' }).click();
  await reader.page.getByText('Check your inbox.').waitFor();

  await open('/admin/newsletter-subscribers?search=reader@example.test');
  await page.getByText('Not confirmed').waitFor();
});

test('mail templates show every kind as HTML and as text', async () => {
  const { page, open } = await site.logInAs('admin');
  await open('/admin/mail-kinds?kind=order-confirmation');
  const sample = page.frameLocator('iframe');
  await sample.getByRole('heading', { name: 'Thank you for your order' }).waitFor();
  await page.getByRole('link', { name: 'Plain text' }).click();
  await page.getByText('Total paid:').waitFor();
});

test('contact form offers answers first, works without script and opens a ticket (R221)', async () => {
  const { page, open } = await site.visitor();
  await open('/contact-us');
  await page.getByLabel('Message', { exact: true }).fill('Does a tune void the warranty?');
  await page.getByText('These answers may help').waitFor();

  const plain = await site.visitor({ javaScriptEnabled: false });
  await plain.page.goto('/contact-us');
  await plain.page.getByLabel('Message', { exact: true }).fill('Where is my parcel?');
  await plain.page.getByLabel('Your name').fill('Robin Sample');
  await plain.page.getByLabel('E-mail address').fill('robin@example.test');
  await plain.page.getByRole('button', { name: 'Send message' }).click();
  await plain.page.getByText('We received your message').waitFor();
  const admin = await loggedIn(() => site.origin, 'admin');
  const { body } = await admin.request<{ data: { title: string }[] }>('GET', '/api/v1/admin/tickets?search=parcel');
  expect(body.data.map(({ title }) => title)).toContain('Contact form: Where is my parcel?');
});

test('old addresses lead to their new pages (S054, S055)', async () => {
  const visitor = caller(() => site.origin);
  for (const [from, to] of [
    ['/ktag', '/kess'],
    ['/dealer-blog', '/blog'],
    ['/dealer-blog/1/hello', '/blog/1/hello'],
    ['/dealer-blog/a/b/c', '/blog'],
  ] as const) {
    const { status, headers } = await visitor.request('GET', from);
    expect([status, headers.get('location')], from).toEqual([expect.any(Number), to]);
    expect(status, from).toBeGreaterThanOrEqual(300);
  }
});

test('ending the mails about dealer posts opens the page that says so (R248)', async () => {
  const { page, open } = await site.visitor();
  await open('/mail/unsubscribed/dealer-blog-posts');
  await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
  await page.getByRole('link', { name: 'Go to the blog' }).click();
  await page.waitForURL('**/blog');
});

test('a customer joins a beta program, sends feedback and leaves; staff see it (R256, R257, R270, S116)', async () => {
  const { page, open } = await site.logInAs('affiliate');
  await open('/beta');
  await page.getByRole('link', { name: 'Smoother gearbox tunes' }).click();
  await page.getByLabel('I have read and accept these terms').check();
  await page.getByRole('button', { name: 'Join program' }).click();
  await page.getByText('Taking part').waitFor();
  await page.getByLabel('Rating').selectOption('4');
  await page.getByLabel('What did you find?').fill('Calmer in town.');
  await page.getByRole('button', { name: 'Send feedback' }).click();
  await page.getByText('Thank you for your feedback.').waitFor();

  const staff = await site.logInAs('admin');
  await staff.open('/admin/beta-programs');
  await staff.page.getByRole('link', { name: 'Smoother gearbox tunes' }).click();
  await staff.page.getByText('Calmer in town.').waitFor();

  await page.getByRole('button', { name: 'Leave program' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave program' }).click();
  await page.getByText('You left the program.').waitFor();
});
