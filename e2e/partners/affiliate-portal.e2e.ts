import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectRefused } from '../harness/refused.ts';
import { openSite, type Site } from '../harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ DEMO: 'small' });
});
afterEach(() => site.settle());
afterAll(() => site?.close());

const affiliateId = async () =>
  (await site.db.selectFrom('affiliates').select('id').where('name', '=', 'Gravel & Apex').executeTakeFirstOrThrow())
    .id;

test('the program pages open without a login and lead to the application (R136 R137 R138 S089 S090)', async () => {
  const visitor = await site.visitor();
  const { page, open } = visitor;
  await open('/affiliate');
  await page.getByRole('heading', { level: 1, name: 'Earn with every recommendation' }).waitFor();
  await page.getByRole('link', { name: 'How it works' }).click();
  await page.waitForURL('**/affiliate/info');
  await page.getByRole('link', { name: 'Read the terms' }).click();
  await page.waitForURL('**/affiliate/terms');
  await page.getByRole('heading', { level: 1, name: 'Affiliate terms' }).waitFor();
  await expectRefused(visitor, '/affiliate/not-a-number/group');
  const customer = await site.logInAs('customer');
  await customer.open('/affiliate');
  await customer.page.getByLabel('What do you do, and who follows you?').fill('I film dyno days.');
  await customer.page.getByLabel('Link to your channel, page or profile').fill('https://video.example/casey');
  await customer.page.getByRole('button', { name: 'Send application' }).click();
  await customer.page.getByRole('heading', { name: 'Your application' }).waitFor();
});

test('an affiliate sees earnings and its group, creates a code and a link, and follows a payout (S087 S088 R142 R143 R144 R145 R146 R147)', async () => {
  const id = await affiliateId();
  const { page, open } = await site.logInAs('affiliate');
  await open(`/affiliate/${id}`);
  await page.waitForURL(`**/affiliate/${id}/group`);
  await page.getByText('Ari Linkson').filter({ visible: true }).first().waitFor();
  await open(`/affiliate/${id}/promotion`);
  await page.getByLabel('Tag', { exact: true }).fill('winter-2027');
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('row', { name: /winter-2027/ }).waitFor();
  await open(`/affiliate/${id}/disbursements`);
  await page.getByRole('link', { name: /^PR-/ }).first().click();
  await page.waitForURL(new RegExp(`/affiliate/${id}/transfer-group/\\d+`));
  await page.getByRole('link', { name: /^PO-/ }).first().click();
  await page.waitForURL(new RegExp(`/affiliate/${id}/transfer/\\d+`));
  await page.getByText('EFT 20455').waitFor();
  const pdf = await page.request.get(
    (await page.getByRole('link', { name: 'Download PDF' }).getAttribute('href')) ?? '',
  );
  expect(pdf.headers()['content-type']).toBe('application/pdf');
  await open(`/affiliate/${id}/terms`);
  await page
    .getByText(/^Accepted/)
    .first()
    .waitFor();
  await open(`/affiliate/${id}/branding`);
  await page.getByRole('textbox', { name: /^Colour/ }).fill('#0f766e');
  await page.getByRole('button', { name: 'Save branding' }).click();
  await page.getByText('Branding saved.').waitFor();
  await open(`/affiliate/${id}/settings`);
  await page.getByLabel('Website').fill('https://gravel.example');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('Profile saved.').waitFor();
  const stranger = await site.logInAs('customer');
  await expectRefused(stranger, `/affiliate/${id}/settings`);
});

test('a feedback link takes an answer, which staff read (R189 R251)', async () => {
  const id = await affiliateId();
  const staff = await site.logInAs('admin');
  await staff.open('/admin/affiliate/info');
  const made = await staff.page.request.post(`/api/v1/admin/affiliates/${id}/feedback-links`, {
    headers: { origin: site.origin },
  });
  const { link } = (await made.json()) as { link: string };
  const { page, open } = await site.visitor();
  await open(new URL(link).pathname);
  await page.getByRole('radio', { name: '5' }).check();
  await page.getByLabel(/What should we change or add/).fill('Keep the codes.');
  await page.getByRole('button', { name: 'Send feedback' }).click();
  await page.getByText('Thank you for your feedback.').waitFor();
  await staff.page.reload();
  await staff.page.getByText('Keep the codes.').waitFor();
});
