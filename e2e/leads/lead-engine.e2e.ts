import type { Page } from 'playwright-core';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { grantedMs } from '../../apps/server/src/testing/waiting/granted-time.ts';
import { loggedIn } from '../harness/api.ts';
import { openSite, type Site } from '../harness/site.ts';

const inboundSecret = 'a-secret-of-the-mail-provider';
const sent: string[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  closeTimeout: 100,
  onData(stream, _session, done) {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      sent.push(Buffer.concat(parts).toString());
      done();
    });
  },
});

let site: Site;
beforeAll(async () => {
  const port = await freePort();
  await new Promise<void>((settle) => smtp.listen(port, '127.0.0.1', settle));
  site = await openSite({
    MAIL_URL: `smtp://127.0.0.1:${port}`,
    REPLY_MAIL_DOMAIN: 'reply.example.test',
    INBOUND_MAIL_SECRET: inboundSecret,
  });
});
afterEach(() => site.settle());
afterAll(async () => {
  await site?.close();
  await new Promise<void>((settle) => smtp.close(() => settle()));
});

const base = '/admin/lead-engine';
const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const card = (page: Page, stage: string, title: string) =>
  column(page, stage).getByRole('article').filter({ hasText: title });
const grip = (page: Page, title: string) => page.getByRole('button', { name: `Move ${title}`, exact: true });

/** Adds a deal at the foot of the first column. */
async function quickAdd(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Add deal to First Contact' }).click();
  await page.getByLabel('Title of the new deal in First Contact').fill(title);
  await page.keyboard.press('Enter');
  await card(page, 'First Contact', title).waitFor();
}

test('two people on one board see each other’s moves by mouse and keyboard at once and can undo them (R208 S019)', async () => {
  const one = await site.logInAs('admin');
  const two = await site.logInAs('super');
  await Promise.all([one.open(base), two.open(base)]);
  await quickAdd(one.page, 'Two browsers');
  await card(two.page, 'First Contact', 'Two browsers').waitFor();

  const from = await card(one.page, 'First Contact', 'Two browsers').boundingBox();
  const to = await column(one.page, 'Contact Made').boundingBox();
  if (!from || !to) throw new Error('The board is not drawn.');
  await one.page.mouse.move(from.x + 20, from.y + 40);
  await one.page.mouse.down();
  await one.page.mouse.move(to.x + 60, to.y + 130, { steps: 5 });
  await one.page.mouse.up();
  const dropped = grantedMs();
  await card(two.page, 'Contact Made', 'Two browsers').waitFor();
  // Within a second on an idle machine; polling would take longer than this.
  expect(grantedMs() - dropped).toBeLessThan(5000);
  expect(await card(two.page, 'First Contact', 'Two browsers').count(), 'a card is in one column').toBe(0);

  await grip(two.page, 'Two browsers').focus();
  for (const key of ['Enter', 'ArrowRight', 'Enter']) await two.page.keyboard.press(key);
  await card(one.page, 'PDF Sent', 'Two browsers').waitFor();
  const message = await two.page.getByRole('list', { name: 'Messages' }).boundingBox();
  const content = await two.page.getByRole('main').boundingBox();
  expect((message?.x ?? 0) + (message?.width ?? 0), 'a message does not cover the board').toBeLessThanOrEqual(
    content?.x ?? 0,
  );
  await two.page.getByRole('button', { name: 'Undo' }).last().click();
  await card(one.page, 'Contact Made', 'Two browsers').waitFor();
});

test('a board that misses a change reads it again, after an error and after a lost connection', async () => {
  const { page, open, allow } = await site.logInAs('admin');
  allow(/503|ERR_INTERNET_DISCONNECTED/);
  const other = await site.logInAs('super');
  await Promise.all([open(base), other.open(base)]);
  await page.route(/\/lead-engine\/board\?.*since=/, (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
  await quickAdd(other.page, 'Missed once');
  await card(page, 'First Contact', 'Missed once').waitFor();

  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  // The form of the first deal is still open.
  await other.page.getByLabel('Title of the new deal in First Contact').fill('Missed offline');
  await other.page.keyboard.press('Enter');
  await card(other.page, 'First Contact', 'Missed offline').waitFor();
  await page.context().setOffline(false);
  await card(page, 'First Contact', 'Missed offline').waitFor();
  await expect.poll(() => page.getByText('You are offline.').count()).toBe(0);
});

test('the first cards are part of the page, and the board is current after a change of view', async () => {
  const { page, open } = await site.logInAs('admin');
  const other = await site.logInAs('super');
  await open(base);
  await quickAdd(page, 'Part of the page');
  const sent = await page.request.get(base);
  expect(await sent.text()).toMatch(/<article[^>]*>.{0,300}Part of the page/);

  await open(base);
  await card(page, 'First Contact', 'Part of the page').waitFor();
  await page.getByRole('link', { name: 'List', exact: true }).click();
  await page.getByRole('table').waitFor();
  await other.open(base);
  await quickAdd(other.page, 'Added meanwhile');
  await page.getByRole('link', { name: 'Board', exact: true }).click();
  await card(page, 'First Contact', 'Added meanwhile').waitFor();
});

test('a deal is lost only with a reason, comes back by undo, and is won (R209 S098)', async () => {
  const { page, open } = await site.logInAs('admin');
  await open(base);
  await quickAdd(page, 'Lost and found');
  await grip(page, 'Lost and found').focus();
  for (const key of ['Enter', ...Array.from({ length: 5 }, () => 'ArrowRight'), 'Enter'])
    await page.keyboard.press(key);
  const dialog = page.getByRole('dialog', { name: 'Mark this deal as lost?' });
  const focused = () =>
    page.evaluate<string>("document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName");
  await expect.poll(focused, { message: 'the reason has the focus' }).toBe('INPUT');
  await page.keyboard.press('Escape');
  await expect.poll(focused, { message: 'the focus is back on the card' }).toBe('Move Lost and found');
  for (const key of ['Enter', 'ArrowRight', 'Escape']) await page.keyboard.press(key);
  await expect.poll(focused).toBe('Move Lost and found');
  for (const key of ['Enter', ...Array.from({ length: 5 }, () => 'ArrowRight'), 'Enter'])
    await page.keyboard.press(key);
  await dialog.getByRole('button', { name: 'Mark as lost' }).click();
  await dialog
    .getByText(/reason/i)
    .first()
    .waitFor();
  await dialog.getByLabel('Reason').fill('No budget');
  await dialog.getByRole('button', { name: 'Mark as lost' }).click();
  await page.getByText('Deal marked as lost.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await card(page, 'First Contact', 'Lost and found').getByRole('link', { name: 'Lost and found' }).click();

  await page.getByRole('heading', { level: 1, name: 'Lost and found' }).waitFor();
  await page.getByLabel('Note', { exact: true }).fill('Called back.');
  await page.reload();
  await page.getByText('This is your unsent draft.').waitFor();
  expect(await page.getByLabel('Note', { exact: true }).inputValue()).toBe('Called back.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByText('Called back.').waitFor();
  await page.getByRole('button', { name: 'Comment', exact: true }).first().click();
  await page.getByLabel('Comment', { exact: true }).fill('By phone.');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await page.getByText('By phone.').waitFor();
  await page.getByRole('button', { name: 'Mark as won' }).click();
  await page.getByRole('button', { name: 'Create dealer' }).waitFor();
  expect(await page.getByText('Lost: No budget').count(), 'the undone reason is history').toBe(0);
});

test('a deal, a contact and an activity are added, found and filtered (R210 R211 R212 R213 R214)', async () => {
  const { page, open } = await site.logInAs('admin');
  // Two people with one name: the deal is of the one it was added from.
  for (const email of ['other@example.test', 'quinn@example.test']) {
    await open(`${base}/contacts/add`);
    await page.getByLabel('Name', { exact: true }).fill('Quinn Example');
    await page.getByLabel(/^E-mail addresses/).fill(email);
    await page.getByRole('button', { name: 'Add contact' }).click();
    await page.getByRole('heading', { level: 1, name: 'Quinn Example' }).waitFor();
  }
  const { pathname: contact } = new URL(page.url());
  await page.getByRole('link', { name: 'Add deal' }).click();
  await page.getByLabel('Title').fill('Training day');
  await page.getByRole('button', { name: 'Add deal' }).click();
  await page.getByRole('heading', { level: 1, name: 'Training day' }).waitFor();
  const person = page.getByRole('main').getByRole('link', { name: 'Quinn Example' }).first();
  expect(await person.getAttribute('href')).toBe(contact);
  await page.getByRole('button', { name: 'Plan activity' }).click();
  await page.getByLabel('Subject').fill('Call Quinn');
  await page.getByRole('button', { name: 'Plan activity' }).last().click();
  await page.getByLabel('Call Quinn', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Edit Call Quinn' }).click();
  await page.getByLabel('Start').fill('14:30');
  await page.getByLabel(/^Location/).fill('Workshop 2');
  await page.getByRole('button', { name: 'Save activity' }).click();
  await page.getByText(/14:30 · Workshop 2/).waitFor();
  await open(`${base}/activities?search=call+quinn`);
  await page.getByRole('link', { name: 'Call Quinn' }).waitFor();
  await open(`${base}/contacts?search=quinn@example.test`);
  await page.getByRole('table').getByRole('link', { name: 'Quinn Example' }).waitFor();
});

test('two labels that are ticked at once are both saved, and an opportunity shows its history', async () => {
  const { page, open } = await site.logInAs('admin');
  await open(base);
  await quickAdd(page, 'Quickly labelled');
  await card(page, 'First Contact', 'Quickly labelled').getByRole('link', { name: 'Quickly labelled' }).click();
  await page.getByRole('heading', { level: 1, name: 'Quickly labelled' }).waitFor();
  let saved = 0;
  await page.route(/\/deals\/\d+\/labels$/, async (route) => {
    await new Promise((settle) => setTimeout(settle, 500));
    await route.continue();
    saved += 1;
  });
  for (const label of ['Fleet', 'Race team']) await page.getByLabel(label, { exact: true }).check();
  await expect.poll(() => saved).toBe(2);
  await page.getByText('Labels: Fleet → Fleet, Race team').waitFor();
  await page.unrouteAll({ behavior: 'wait' });

  await open(`${base}/opportunities`);
  await page.getByText('Contact form: Mara Lind').click();
  const history = page.getByRole('heading', { name: 'History' });
  await history.waitFor();
  await page.getByText('No changes yet.').waitFor();
});

test('the report opens the deals behind a figure, and settings add a stage (R215 R216)', async () => {
  const { page, open } = await site.logInAs('admin');
  await open(`${base}/won-lost`);
  await page.getByRole('heading', { level: 1, name: 'Won and lost deals' }).waitFor();
  await page.getByRole('heading', { name: 'Reasons for lost deals' }).waitFor();
  for (const title of ['Won and lost', 'Forecast', 'Stages', 'Owners']) {
    const file = page.waitForEvent('download');
    await page.getByRole('region', { name: title, exact: true }).getByRole('button', { name: 'CSV' }).click();
    expect((await file).suggestedFilename()).toBe(`${title.toLowerCase().replaceAll(' ', '-')}.csv`);
  }
  const figure = page.getByRole('region', { name: 'Reasons for lost deals' }).getByRole('row').nth(1).getByRole('link');
  const count = await figure.innerText();
  await figure.click();
  await page.getByRole('heading', { name: 'Deals', exact: true }).waitFor();
  // The head of the table is a row too.
  await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(Number(count) + 1);
  await open(`${base}/settings`);
  await page.getByLabel('Stage name').fill('Negotiation');
  await page.getByRole('button', { name: 'Add stage' }).click();
  await page.getByRole('form', { name: 'Negotiation' }).waitFor();
  await page.getByLabel('Label name').fill('Feet');
  await page.getByRole('button', { name: 'Add label' }).click();
  await page.getByLabel('Name of Feet').fill('Feet and hands');
  await page.getByRole('button', { name: 'Rename label' }).click();
  await page.getByRole('form', { name: 'Label Feet and hands' }).waitFor();
  await page.getByLabel('Pipeline name').fill('Second pipeline');
  await page.getByRole('button', { name: 'Add pipeline' }).click();
  await page.getByRole('button', { name: 'Move Second pipeline up' }).click();
  await page.getByRole('button', { name: 'Move Second pipeline up', disabled: true }).waitFor();
  await page.getByRole('button', { name: 'Move Second pipeline down' }).click();
  await page.getByRole('button', { name: 'Move Second pipeline down', disabled: true }).waitFor();
  await open(base);
  await column(page, 'Negotiation').waitFor();
  const customer = await site.logInAs('customer');
  customer.allow(/status of 403/);
  await customer.open(base);
  expect(await column(customer.page, 'First Contact').count(), 'a customer has no pipeline').toBe(0);
});

test('on a phone a card moves with the buttons of its menu (R208)', async () => {
  const { page, open } = await site.logInAs('admin', { viewport: { width: 390, height: 844 } });
  await open(base);
  await quickAdd(page, 'Pocket deal');
  await grip(page, 'Pocket deal').click();
  await page.getByRole('button', { name: 'Next column' }).click();
  await page.getByRole('button', { name: 'Drop here' }).click();
  await card(page, 'Contact Made', 'Pocket deal').waitFor();
  const wide = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
  expect(wide, 'the page does not scroll sideways').toBeLessThanOrEqual(0);
});

test('on a tablet a finger that rests on a card drags it, and one that moves at once does not (R208)', async () => {
  const { page, open } = await site.logInAs('admin', { viewport: { width: 820, height: 1180 }, hasTouch: true });
  await open(base);
  await quickAdd(page, 'Touched deal');
  const from = await card(page, 'First Contact', 'Touched deal').boundingBox();
  const to = await column(page, 'Contact Made').boundingBox();
  if (!from || !to) throw new Error('The board is not drawn.');
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const swipe = async (restMs: number) => {
    const [start, end] = [
      { x: from.x + 20, y: from.y + 40 },
      { x: to.x + 60, y: to.y + 130 },
    ];
    await touch('touchStart', [start]);
    await page.waitForTimeout(restMs);
    for (const share of [0.25, 0.5, 0.75, 1])
      await touch('touchMove', [{ x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share }]);
    await page.waitForTimeout(100);
    await touch('touchEnd', []);
  };
  await swipe(0);
  expect(await card(page, 'First Contact', 'Touched deal').count(), 'the swipe scrolls').toBe(1);
  await page.evaluate("document.querySelector('[data-column]')?.parentElement?.scrollTo(0, 0)");
  await swipe(600);
  await card(page, 'Contact Made', 'Touched deal').waitFor();
});

test('an e-mail sent from a deal is answered by e-mail, and the answer is in the timeline', async () => {
  const admin = await loggedIn(() => site.origin, 'admin');
  const email = 'sam.harbour@example.test';
  const contact = (
    await admin.request('POST', '/api/v1/admin/lead-engine/contacts', {
      body: { name: 'Sam Harbour', emails: [email] },
    })
  ).body as { id: number };
  const deal = (
    await admin.request('POST', '/api/v1/admin/lead-engine/deals', { body: { title: 'Harbour', contact: contact.id } })
  ).body as { id: number };
  const { page, open } = await site.logInAs('admin');
  await open(`${base}/deals/${deal.id}`);
  await page.getByRole('button', { name: 'Send e-mail' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Subject').fill('Tools for your workshop');
  await dialog.getByLabel('Text').fill('Which vehicles do you tune most?');
  await dialog.getByRole('button', { name: 'Send e-mail' }).click();
  await page.getByText('E-mail to Sam Harbour queued.').waitFor();
  await expect.poll(() => sent.some((mail) => mail.includes(email))).toBe(true);
  const mail = sent.find((one) => one.includes(email)) ?? '';
  const replyTo = /^Reply-To: <?([^\r\n>]+)/im.exec(mail)?.[1];
  const answer = `From: Sam <${email}>\r\nTo: <${replyTo}>\r\nMessage-ID: <answer@example.test>\r\nSubject: Re: Tools\r\n\r\nMostly diesel vans.\r\n`;
  const delivered = await fetch(`${site.origin}/api/inbound-mail`, {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822', authorization: `Bearer ${inboundSecret}` },
    body: answer,
  });
  expect(await delivered.json()).toEqual({ outcome: 'stored', reason: null });
  await open(`${base}/deals/${deal.id}`);
  await page.getByText('Mostly diesel vans.').waitFor();
  expect(await page.getByText('Tools for your workshop').count()).toBeGreaterThan(0);
});
