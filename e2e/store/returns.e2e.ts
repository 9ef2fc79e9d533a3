import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openSite, type Site } from '../harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ DEMO: 'small' });
});
afterEach(() => site.settle());
afterAll(() => site?.close());

test('a customer returns a tool, staff receive and refund it from the queue, and the customer sees it (X169)', async () => {
  const customer = await site.logInAs('customer');
  await customer.open('/products/flashzilla-v3');
  await customer.page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await customer.open('/checkout');
  await customer.page.getByLabel('Saved address').first().waitFor();
  await customer.page.getByLabel('Test card number').fill('4242 4242 4242 4242');
  await customer.page.getByRole('button', { name: /^Pay/ }).click();
  await customer.page.getByRole('heading', { name: 'Thank you, your order is placed.' }).waitFor();
  const { id } = await site.db.selectFrom('orders').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();

  const staff = await site.logInAs('admin');
  await staff.open(`/admin/orders/${id}`);
  await staff.page.getByLabel('Tracking number', { exact: true }).fill('1Z-TEST-1');
  await staff.page.getByRole('button', { name: 'Ship order' }).click();
  await staff.page.getByText('Shipped').filter({ visible: true }).first().waitFor();

  await customer.open(`/profile/${id}/snapshot`);
  await customer.page.getByRole('button', { name: 'Return items' }).click();
  const dialog = customer.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Request return' }).click();
  await dialog.getByText('Choose a reason.').waitFor();
  await dialog.getByLabel('Reason').selectOption({ label: 'It does not work' });
  await dialog.getByLabel('Note').fill('It stays dark.');
  await dialog.getByRole('button', { name: 'Request return' }).click();
  await customer.page.getByText('Send the items to us. We e-mail you when they have been inspected.').waitFor();

  await staff.open('/admin/home');
  await staff.page.getByRole('link', { name: /Returns to handle/ }).click();
  await staff.page.waitForURL('**/admin/returns?state=**');
  await staff.page.getByRole('link', { name: /^TP-/ }).first().click();
  await staff.page.getByText('It stays dark.').waitFor();
  await staff.page.getByRole('button', { name: 'Mark as received' }).click();
  const accept = staff.page.getByRole('region', { name: /^Return \d+/ });
  await accept.getByLabel('Reason').fill('Faulty screen');
  await accept.getByRole('button', { name: 'Accept and refund' }).click();
  await staff.page.getByText('Return refunded. The buyer will get an e-mail.').waitFor();

  await customer.open(`/profile/${id}/snapshot`);
  await customer.page.getByText('We accepted the return and refunded it.').waitFor();
  const refunds = await site.db
    .selectFrom('payment_refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select('r.state')
    .where('p.subject', '=', `order:${id}`)
    .execute();
  expect(refunds).toEqual([{ state: 'settled' }]);
});
