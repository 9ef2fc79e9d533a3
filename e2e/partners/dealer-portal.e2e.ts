import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { unmask } from '../../apps/server/src/platform/mail/secrets.ts';
import { expectRefused } from '../harness/refused.ts';
import { openSite, type Site } from '../harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ DEMO: 'small' });
});
afterEach(() => site.settle());
afterAll(() => site?.close());

const base = '/dealer/north-bay';
const dealerId = async () =>
  (await site.db.selectFrom('dealers').select('id').where('slug', '=', 'north-bay').executeTakeFirstOrThrow()).id;
/** The path of the link in the newest mail of a kind. */
async function mailedPath(kind: string, pattern: RegExp): Promise<string> {
  const row = await site.db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return pattern.exec(unmask(row).text_body)?.[0] ?? '';
}

test('a manager invites a colleague, who joins by the mailed link; nobody else finds the dealer (R119 S084 S330)', async () => {
  const manager = await site.logInAs('dealer');
  await manager.open(base);
  await manager.page.waitForURL(`**${base}/group`);
  await manager.page.getByLabel('E-mail').fill('customer@demo.tuneport.test');
  await manager.page.getByRole('button', { name: 'Send invitation' }).click();
  await manager.page.getByText('Invitation sent to customer@demo.tuneport.test.').waitFor();
  const path = await mailedPath('dealer-invite', /\/dealer\/north-bay\/accept-invite\/\S+/);
  const stranger = await site.logInAs('tuner');
  await expectRefused(stranger, `${base}/group`);
  const customer = await site.logInAs('customer');
  await customer.open(path);
  await customer.page.getByRole('button', { name: 'Accept invitation' }).click();
  await customer.page.waitForURL(`**${base}/group`);
  await customer.page.getByText('Casey Driver (you)').waitFor();
});

test('a manager changes settings and branding, and text that is hard to read is refused (R120 R130)', async () => {
  const { page, open, allow } = await site.logInAs('dealer');
  await open(`${base}/settings`);
  const entry = page.locator('#directory');
  await entry.getByLabel('Phone').first().fill('+1 705 555 0199');
  await entry.getByRole('button', { name: 'Save directory entry' }).click();
  await page.getByText('Settings saved.').waitFor();
  await open(`${base}/branding`);
  allow(/status of 422/);
  await page.getByRole('textbox', { name: /^Brand colour/ }).fill('#ff6a2b');
  await page.getByRole('textbox', { name: /^Text on the brand colour/ }).fill('#ffffff');
  await page.getByText('Too low: text needs at least 4.5:1').waitFor();
  await page.getByRole('button', { name: 'Save branding' }).click();
  await page.getByText('The contrast is 2.8:1.').waitFor();
  await page.getByRole('textbox', { name: /^Text on the brand colour/ }).fill('');
  await page.getByRole('button', { name: 'Save branding' }).click();
  await page.getByText('Branding saved.').waitFor();
  await page.reload();
  expect(await page.getByRole('textbox', { name: /^Text on the brand colour/ }).inputValue()).toBe('#000000');
  const member = await site.logInAs('dealer-member');
  await member.open(`${base}/branding`);
  await member.page.getByText('Only managers can change the branding.').waitFor();
});

test('a manager approves the waiting purchase of a member (X173)', async () => {
  const { page, open } = await site.logInAs('dealer');
  await open(`${base}/approvals`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Approve purchase' }).click();
  await page.getByText(/was approved and bought/).waitFor();
});

test('the balance fits a phone without broken words (R121)', async () => {
  const { page, open } = await site.logInAs('dealer', { viewport: { width: 360, height: 800 } });
  await open(`${base}/balance`);
  const dispute = page.getByRole('button', { name: /^Dispute/ }).filter({ visible: true });
  await dispute.first().waitFor();
  const boxes = await Promise.all((await dispute.all()).map((one) => one.boundingBox()));
  const heights = boxes.map((box) => box?.height ?? 0);
  expect(heights.length).toBeGreaterThan(0);
  // One line of text; "Disp-ute" had two.
  expect(Math.max(...heights)).toBeLessThan(44);
  const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate<number>(over)).toBe(0);
});

test('a manager pays a part of the balance by card and sees the new balance (R121 R122)', async () => {
  const { page, open } = await site.logInAs('dealer');
  const balance = async () => {
    await open(`${base}/balance`);
    const text = await page.getByLabel('Account in CAD').getByText(/^−/).filter({ visible: true }).first().innerText();
    return Number(text.replace('−', '-').replace(/[^\d.-]/g, ''));
  };
  const before = await balance();
  await page.getByRole('link', { name: 'Pay balance' }).click();
  await page.waitForURL(`**${base}/pay-balance`);
  await page.getByRole('radio', { name: 'A part' }).check();
  await page.getByLabel('Amount (CAD)').fill('100');
  await page.getByLabel('Test card number').fill('4242 4242 4242 4242');
  await page.getByRole('button', { name: /^Pay 100/ }).click();
  await page.getByText('Payment received.').waitFor();
  await page.waitForURL(`**${base}/balance`);
  expect(await balance()).toBeCloseTo(before + 100, 2);
});

test('a manager pays a credit deal, and its credits are available (R123 R129)', async () => {
  const { page, open } = await site.logInAs('dealer');
  await open(`${base}/tune-credits`);
  await page.getByRole('link', { name: 'View offer' }).first().click();
  await page.waitForURL(new RegExp(`${base}/pay-credit-deal/`));
  await page.getByRole('heading', { level: 1, name: 'Ten tunes for the winter season' }).waitFor();
  await page.getByLabel('Test card number').fill('4242 4242 4242 4242');
  await page.getByRole('button', { name: /^Pay 4/ }).click();
  await page.waitForURL(`**${base}/tune-credits`);
  await page.getByText('10 ECU credits').filter({ visible: true }).first().waitFor();
});

test('statements open, print without the frame of the site and download as PDF (R124 R133 R134 S085 S086)', async () => {
  const { page, open } = await site.logInAs('dealer-member');
  await open(`${base}/balance`);
  await page.locator('#statements').getByRole('link').first().click();
  await page.waitForURL(new RegExp(`${base}/statements/\\d+$`));
  const statement = page.url().split('/').at(-1);
  await page.getByText('Closing balance').waitFor();
  const pdf = await page.request.get(
    (await page.getByRole('link', { name: 'Download PDF' }).getAttribute('href')) ?? '',
  );
  expect([pdf.headers()['content-type'], (await pdf.body()).subarray(0, 5).toString()]).toEqual([
    'application/pdf',
    '%PDF-',
  ]);
  for (const path of [`print-statement/${statement}`, 'print-statement-range?start=2026-01-01&end=2026-12-31']) {
    await open(`${base}/${path}`);
    await page.getByRole('heading', { level: 1, name: 'Statement' }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await page.getByRole('link', { name: 'Download PDF' }).waitFor();
  }
});

test('orders and disbursements show their records (R125 R126 R127 R128 R132)', async () => {
  const id = await dealerId();
  const now = new Date();
  const run = await site.db
    .insertInto('payout_runs')
    .values({ request_key: randomUUID(), currency: 'CAD', cut_off: now, opened_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await site.db
    .insertInto('payouts')
    .values({
      owner: `dealer:${id}`,
      request_key: randomUUID(),
      run_id: run.id,
      currency: 'CAD',
      amount_minor: 12_300n,
      made_at: now,
      updated_at: now,
    })
    .execute();
  const { page, open } = await site.logInAs('dealer');
  await open(`${base}/disbursements`);
  await page.getByRole('link', { name: /^PO-/ }).first().click();
  await page.waitForURL(new RegExp(`${base}/transfer/\\d+`));
  await page.getByText('123.00').filter({ visible: true }).first().waitFor();
  await page.getByRole('link', { name: /^Group / }).click();
  await page.waitForURL(new RegExp(`${base}/transfer-group/\\d+`));
  await page.getByText('123.00').filter({ visible: true }).first().waitFor();
  await site.db
    .updateTable('orders')
    .set({ dealer_id: id, kind: 'FZPRO' })
    .where('paid_at', 'is not', null)
    .where('id', '=', (eb) => eb.selectFrom('orders').select(eb.fn.min('id').as('id')).where('paid_at', 'is not', null))
    .execute();
  await open(`${base}/fz-orders`);
  await page.getByRole('link', { name: 'As ordered' }).first().click();
  await page.waitForURL(new RegExp(`${base}/snapshot\\?order=\\d+`));
  await page.getByRole('heading', { level: 1, name: 'Order' }).waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
});
