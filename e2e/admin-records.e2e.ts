import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../apps/server/src/testing/waiting/eventually.ts';
import { caller } from './harness/api.ts';
import { type Filled, recordEditor } from './harness/record-editor.ts';
import { openSite, type Site } from './harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.settle());
afterAll(() => site?.close());

type Kind = {
  readonly list: string;
  readonly heading: string;
  readonly what: string;
  /** Button labels, if they differ from the default. */
  readonly buttons?: { readonly make: string; readonly save: string };
  readonly made: Filled;
  readonly changed: Filled;
  /** Name of the record, and the text on its page after the change. */
  readonly name: string;
  readonly shows: string;
};

/** Every kind of partner record that involves money. */
const kinds: readonly Kind[] = [
  {
    list: '/admin/dealers',
    heading: 'Dealers',
    what: 'dealer',
    made: { name: 'Lakeside Motors', slug: 'lakeside-motors', credit_limit: '500' },
    changed: { legal_name: 'Lakeside Motors Incorporated' },
    name: 'Lakeside Motors',
    shows: 'Lakeside Motors Incorporated',
  },
  {
    list: '/admin/tuners',
    heading: 'Tuners',
    what: 'tuner',
    made: { name: 'Mira Example', slug: 'mira-example', share_percent: '30' },
    changed: { share_percent: '35.5' },
    name: 'Mira Example',
    shows: '35.5%',
  },
  {
    list: '/admin/tuner-brands',
    heading: 'Tuner brands',
    what: 'brand',
    made: { name: 'Salt Flat Tunes', slug: 'salt-flat-tunes' },
    changed: { description: 'Made where the road is straight.' },
    name: 'Salt Flat Tunes',
    shows: 'Made where the road is straight.',
  },
  {
    list: '/admin/affiliates',
    heading: 'Affiliates',
    what: 'affiliate',
    made: { name: 'Torque Talk', share_percent: '5' },
    changed: { share_percent: '7' },
    name: 'Torque Talk',
    shows: '7%',
  },
  {
    list: '/admin/dealer-credit-deals',
    heading: 'Credit deals',
    what: 'deal',
    buttons: { make: 'Draft deal', save: 'Save draft' },
    made: {
      Dealer: { find: 'North Bay Performance' },
      title: 'Ten for nine',
      price: '900',
      universal_credits: '10',
    },
    changed: { note: 'Valid for one car each.' },
    name: 'Ten for nine',
    shows: 'Valid for one car each.',
  },
];

test('every kind of partner record is listed, created, shown and edited (S092 R155 R157 R158 R159 R160 R161 R162 R163 R164 R165 R169 R170 R171 R172)', async () => {
  const { page, open } = await site.logInAs('admin');
  const { fill, press, heading, go } = recordEditor(page);
  const main = page.getByRole('main');
  await open('/admin/dealers');
  for (const kind of kinds) {
    await go(kind.list);
    await heading(kind.heading);
    await main.getByRole('link', { name: new RegExp(`^New .*${kind.what}$`) }).click();
    await page.waitForURL(`**${kind.list}/new`);
    await heading(/^New /);
    await fill(kind.made);
    expect(await press(kind.buttons?.make ?? `Create ${kind.what}`), kind.what).toBe(201);
    await page.waitForURL(new RegExp(`${kind.list}/\\d+$`));
    await heading(kind.name);
    await main.getByRole('link', { name: `Edit ${kind.what}`, exact: true }).click();
    await page.waitForURL(new RegExp(`${kind.list}/\\d+/edit$`));
    await heading(/^Edit /);
    await fill(kind.changed);
    expect(await press(kind.buttons?.save ?? `Save ${kind.what}`), kind.what).toBe(200);
    await page.waitForURL(new RegExp(`${kind.list}/\\d+$`));
    await main.getByText(kind.shows).filter({ visible: true }).first().waitFor();
    await go(kind.list);
    await heading(kind.heading);
    await main.getByRole('link', { name: kind.name }).first().waitFor();
  }
});

/** A paid order, placed by a guest over the API. */
async function buy(slug: string): Promise<{ number: string }> {
  const guest = caller(() => site.origin);
  const keyed = () => ({ 'idempotency-key': randomUUID() });
  const product = await guest.request<{ options: { id: number; selections: { id: number }[] }[] }>(
    'GET',
    `/api/store/product/${slug}`,
  );
  const options = product.body.options.map(({ id, selections }) => ({ option: id, selection: selections[0]?.id }));
  const billing = {
    country_code: 'CA',
    full_name: 'Ada Guest',
    line1: '12 Invented Road',
    city: 'North Bay',
    state: 'ON',
    postal_code: 'P1B 1A1',
    email: 'ada@example.test',
  };
  const entries = [{ slug, options, quantity: 1 }];
  const quote = await guest.request<{ tiers: { key: string }[] }>('POST', '/api/order/shipping', {
    body: { entries, address: billing },
  });
  const order = await guest.request<{ id: number; number: string; token: string }>('POST', '/api/order', {
    body: { entries, billing, shipping_tier: quote.body.tiers[0]?.key },
    headers: keyed(),
  });
  const paid = await guest.request('POST', `/api/order/${order.body.id}/payment`, {
    body: { token: order.body.token, method: { token: 'test_ok' } },
    headers: keyed(),
  });
  expect([quote.status, order.status, paid.status]).toEqual([200, 201, 200]);
  return order.body;
}

test('staff find sales, ship and export them (S018 R153 R177 R178 R179)', async () => {
  const { number } = await buy('flashzilla-v3');
  const { page, open } = await site.logInAs('admin');
  const { heading, go } = recordEditor(page);
  const main = page.getByRole('main');
  await open('/admin/orders?kind=FLASHZILLAV3');
  await heading('Orders');
  await main.getByRole('link', { name: number }).click();
  await page.waitForURL(/\/admin\/transactions\/\d+/);
  await main.getByText('FlashZilla V3').filter({ visible: true }).first().waitFor();
  await main.getByLabel('Tracking number').fill('1Z-2027');
  await main.getByRole('button', { name: 'Ship order' }).click();
  await page.getByText('Order shipped. The buyer will get an e-mail.').filter({ visible: true }).first().waitFor();
  await go('/admin/transactions');
  await heading('Transactions');
  await main.getByRole('link', { name: number }).first().waitFor();
  await go('/admin/transactions-export');
  await heading('Export transactions');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const rows = await new Response((await file.createReadStream()) as never).text();
  expect(rows).toContain('FlashZilla V3');
  await go('/admin/products');
  await heading('Products');
  await go('/admin/stock?search=FlashZilla%20V3');
  await heading('Stock');
  await main
    .getByRole('link', { name: /FlashZilla V3/ })
    .first()
    .waitFor();
});

test('a tool is traded in: offered, valued, shipped and credited (R231 R271 S024 S111)', async () => {
  const visitor = await site.visitor();
  await visitor.open('/trade-in');
  const form = visitor.page.getByRole('form', { name: 'Trade-in request' });
  await form.getByRole('button', { name: 'Request an offer' }).click();
  await form.getByText('The serial number is required.').waitFor();
  visitor.allow(/status of 422/);
  await form.getByLabel('Tool model').fill('FlashZilla V2');
  await form.getByLabel('Serial number').fill('FZ2-4711');
  await form.getByLabel('Condition').selectOption('used');
  await form.getByLabel('Name').fill('Ada Guest');
  await form.getByLabel('E-mail').fill('ada@example.test');
  await form.getByRole('button', { name: 'Request an offer' }).click();
  await visitor.page.waitForURL(/\/trade-in\/\d+\/.+/);
  await visitor.page.getByText('We are reviewing it').filter({ visible: true }).first().waitFor();
  const picture = sharp({ create: { width: 200, height: 150, channels: 3, background: '#c2410c' } });
  await visitor.page.locator('input[type=file]').setInputFiles({
    name: 'tool.jpg',
    mimeType: 'image/jpeg',
    buffer: await picture.jpeg().toBuffer(),
  });
  await visitor.page.getByAltText('The tool, view 1').waitFor();

  const { page, open } = await site.logInAs('admin');
  const main = page.getByRole('main');
  await open('/admin/trade-in-requests');
  await main
    .getByRole('link', { name: /FlashZilla V2|TI-/ })
    .first()
    .click();
  await page.waitForURL(/\/admin\/trade-in-requests\/\d+$/);
  await main.getByAltText('The tool, view 1').waitFor();
  await main.getByLabel('Value').fill('140');
  await main.getByRole('button', { name: 'Make offer' }).click();
  await main.getByText('Offer made').filter({ visible: true }).first().waitFor();

  await visitor.page.reload();
  const offer = visitor.page.getByRole('region', { name: 'Our offer' });
  await offer.getByText('140').filter({ visible: true }).first().waitFor();
  await offer.getByLabel('By bank transfer').check();
  await offer.getByRole('button', { name: 'Accept offer' }).click();
  await visitor.page.getByLabel('Tracking number').fill('P-1');
  await visitor.page.getByRole('button', { name: 'Mark as shipped' }).click();
  await visitor.page.getByText('On its way to us.').filter({ visible: true }).first().waitFor();

  await page.reload();
  await main.getByLabel('Stock as').selectOption({ index: 1 });
  await main.getByLabel('Where').selectOption({ index: 1 });
  await main.getByRole('button', { name: 'Receive tool' }).click();
  await main.getByRole('button', { name: 'Credit value' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Credit value' }).click();
  await main.getByText('Credited').filter({ visible: true }).first().waitFor();
});

test('the shipping table reports an invalid price at its cell, saves, and previews the parcel price; a stale save asks for confirmation', async () => {
  const { page, open, allow } = await site.logInAs('admin');
  allow(/status of 4(22|12)/);
  const main = page.getByRole('main');
  await open('/admin/shipping');
  const cell = main.getByLabel(/: first item$/).first();
  await cell.fill('cheap');
  await main.getByRole('button', { name: 'Save shipping' }).click();
  await main.getByText('Enter an amount such as 12.50.').filter({ visible: true }).first().waitFor();
  expect(await cell.getAttribute('aria-invalid')).toBe('true');
  await cell.fill('19.50');
  await main.getByRole('button', { name: 'Save shipping' }).click();
  await page.getByText('Saved.').filter({ visible: true }).first().waitFor();

  const other = await site.logInAs('super');
  await other.open('/admin/taxes');
  await open('/admin/taxes');
  const rows = main.getByLabel('Percent');
  await rows.first().fill('6');
  await main.getByRole('button', { name: 'Save taxes' }).click();
  await page.getByText('Saved.').filter({ visible: true }).first().waitFor();
  other.allow(/status of 412/);
  await other.page.getByRole('main').getByLabel('Percent').first().fill('7');
  await other.page.getByRole('button', { name: 'Save taxes' }).click();
  const conflictDialog = other.page.getByRole('dialog', { name: 'Someone else saved changes' });
  await conflictDialog.getByRole('button', { name: 'Save my version' }).click();
  await conflictDialog.waitFor({ state: 'hidden' });
  await page.reload();
  await eventually(async () => expect(await rows.first().inputValue()).toBe('7'));
});
