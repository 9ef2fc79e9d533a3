import { orderNumber } from '@tuneport/domain/store/order-states';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../apps/server/src/testing/waiting/eventually.ts';
import { openSite, type Site } from '../harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ DEMO: 'small' });
});
afterEach(() => site.settle());
afterAll(() => site?.close());

const cartOf = (page: Page) => page.getByRole('dialog', { name: /Cart/ });

async function addTool(page: Page, open: (path: string) => Promise<void>) {
  await open('/products/flashzilla-v3');
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await cartOf(page).getByText('FlashZilla V3').filter({ visible: true }).first().waitFor();
}

async function fillAddress(page: Page) {
  await page.getByLabel('E-mail').fill('guest@example.test');
  await page.getByLabel('Name', { exact: true }).fill('Ada Guest');
  await page.getByLabel('Address', { exact: true }).fill('12 Invented Road');
  await page.getByLabel('Country').selectOption('CA');
  await page.getByLabel('City').fill('North Bay');
  await page.getByLabel('State or province').selectOption('ON');
  await page.getByLabel('Postal code').fill('P1B 1A1');
}

async function payWith(page: Page, number: string) {
  await page.getByLabel('Test card number').fill(number);
  await page.getByRole('button', { name: /^Pay/ }).click();
}

test('the cart slides in, closes, and a change in one tab shows in the other (S106 S108 S226)', async () => {
  const { page, open, tab } = await site.visitor();
  await addTool(page, open);
  const other = await tab();
  await open('/products', other);
  await other.getByRole('button', { name: /cart/i }).first().click();
  await cartOf(other).getByText('FlashZilla V3').filter({ visible: true }).first().waitFor();
  await cartOf(other)
    .getByLabel(/Quantity of/)
    .fill('3');
  await cartOf(other)
    .getByLabel(/Quantity of/)
    .press('Enter');
  await eventually(async () =>
    expect(
      await cartOf(page)
        .getByLabel(/Quantity of/)
        .inputValue(),
    ).toBe('3'),
  );
  await cartOf(page)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await cartOf(other).getByText('Your cart is empty.').waitFor();
  await cartOf(page).getByRole('button', { name: 'Close Cart' }).click();
  await cartOf(page).waitFor({ state: 'hidden' });
});

test('a product added before the scripts are loaded is in the cart once they are', async () => {
  const { page } = await site.visitor();
  let load = () => {};
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await loaded;
    await route.continue();
  });
  await page.goto('/products/flashzilla-v3', { waitUntil: 'commit' });
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  load();
  await cartOf(page).getByText('FlashZilla V3').filter({ visible: true }).first().waitFor();
});

test('a guest buys: cart, address, shipping, a refused card, an accepted one, the invoice by its link (S012 S099 S103 S107 R219 R242)', async () => {
  const { page, open, allow } = await site.visitor();
  allow(/402/);
  await addTool(page, open);
  await cartOf(page).getByRole('button', { name: 'Checkout' }).click();
  await page.waitForURL('**/checkout');
  await fillAddress(page);
  await page.getByLabel('Test card number').waitFor();
  await payWith(page, '4000 0000 0000 0069');
  await page
    .getByText(/expired/i)
    .first()
    .waitFor();
  expect(await page.getByLabel('Postal code').inputValue()).toBe('P1B 1A1');
  await payWith(page, '4242 4242 4242 4242');
  await page.getByRole('heading', { name: 'Thank you, your order is placed.' }).waitFor();

  const order = await site.db.selectFrom('orders').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(order).toMatchObject({ state: 'paid', email: 'guest@example.test' });
  const charged = await site.db
    .selectFrom('payments')
    .select(['captured_minor', 'state'])
    .where('subject', '=', `order:${order.id}`)
    .execute();
  expect(charged).toEqual([{ captured_minor: order.total_minor, state: 'captured' }]);

  await page.getByRole('link', { name: 'Open the invoice' }).click();
  await page.getByRole('heading', { name: 'Invoice' }).waitFor();
  await page.getByText(orderNumber(order.id)).filter({ visible: true }).first().waitFor();
  const address = new URL(page.url()).pathname;
  const wrong = await page.request.get(address.replace(/\/[^/]+\/invoice$/, '/not-the-token-of-this-order/invoice'));
  expect(wrong.status()).toBe(404);
});

test('a customer pays with a saved address and finds the order and its snapshot; staff ship and refund it (S166 R241 R243)', async () => {
  const customer = await site.logInAs('customer');
  await addTool(customer.page, customer.open);
  await customer.open('/checkout');
  await customer.page.getByLabel('Saved address').first().waitFor();
  await payWith(customer.page, '4242 4242 4242 4242');
  await customer.page.getByRole('heading', { name: 'Thank you, your order is placed.' }).waitFor();
  const { id } = await site.db.selectFrom('orders').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  await customer.open('/profile/orders');
  await customer.page.getByText(orderNumber(id)).waitFor();
  await customer.open(`/profile/${id}/snapshot`);
  await customer.page.getByRole('heading', { name: 'Order', exact: true }).waitFor();

  const { page, open } = await site.logInAs('admin');
  await open('/admin/transactions');
  await page.getByRole('link', { name: orderNumber(id) }).click();
  await page.waitForURL(/transactions\/\d+/);
  await page.getByLabel('Tracking number', { exact: true }).fill('1Z-TEST-1');
  await page.getByRole('button', { name: 'Ship order' }).click();
  await page.getByText('Shipped').filter({ visible: true }).first().waitFor();
  await page.getByLabel('Amount').fill('10.00');
  await page.getByLabel('Reason').fill('Scratched box');
  await page.getByRole('button', { name: 'Preview refund' }).click();
  await page.getByRole('button', { name: /^Refund 10.00/ }).click();
  await page.getByText('Partly refunded').filter({ visible: true }).first().waitFor();
});

test('a customer returns a tool, staff receive and refund it from the queue, and the customer sees it (X169)', async () => {
  const customer = await site.logInAs('customer');
  await addTool(customer.page, customer.open);
  await customer.open('/checkout');
  await customer.page.getByLabel('Saved address').first().waitFor();
  await payWith(customer.page, '4242 4242 4242 4242');
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
