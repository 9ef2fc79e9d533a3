import { defaultSupportHours } from '@tuneport/domain/support/support-hours';
import { dayIn } from '@tuneport/domain/support/wall-clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeSetting } from '../../../testing/catalog.ts';
import { estimated, payCard, tuneShop } from '../../../testing/money/purchases.ts';
import { readPdf } from '../../../testing/pdf-text.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed, settled } from '../../../testing/shop.ts';

let server: TestServer;
let slug: string;
beforeAll(async () => {
  server = await testServer();
  slug = (await (await makeShop(server)).sell(50)).slug;
});
afterAll(() => server.close());

const byLink = (id: number, token: string) =>
  server.anonymous.call('GET /order/:id/:token/invoice', { params: { id, token } });

test('an invoice opens with its token without a login; a wrong token is refused (C370 S103)', async () => {
  const order = (await placed(server.anonymous, orderOf([{ slug, quantity: 2 }]))).body;
  expect((await byLink(order.id, order.token)).status).toBe(404);
  await pay(server.anonymous, order);
  const { status, body, headers } = await byLink(order.id, order.token);
  expect(status).toBe(200);
  expect(body).toMatchObject({ order: { id: order.id, total: order.total }, refunded: { amount: '0.00' } });
  expect(String(headers['cache-control'])).toContain('no-store');
  const other = (await placed(server.anonymous, orderOf([{ slug, quantity: 1 }]))).body;
  await pay(server.anonymous, other);
  expect((await byLink(order.id, other.token)).status).toBe(404);
  expect((await byLink(order.id, `${order.token}x`)).status).toBe(404);
});

test.each([
  ['en', 'Paid on {day} by card', 'Still due'],
  ['de', 'Bezahlt am {day} mit Karte', 'Noch zu zahlen'],
  ['fr', 'Payé le {day} par carte', 'Reste à payer'],
])('an invoice says how it was paid and that nothing is due (%s)', async (language, paid, due) => {
  const buyer = await server.as({});
  const order = (await placed(buyer, orderOf([{ slug, quantity: 1 }]))).body;
  await pay(buyer, order);
  const { body } = await byLink(order.id, order.token);
  expect(body.payment).toMatchObject({
    parts: [{ means: 'card', amount: order.total }],
    withheld: { amount: '0.00' },
    due: { amount: '0.00' },
  });
  const pdf = await buyer.request('GET', `/api/invoices/${order.id}/pdf`, { headers: { 'accept-language': language } });
  const { text } = readPdf(pdf.raw.rawPayload);
  const flat = text.replaceAll(/\s+/g, ' ');
  expect(flat).toContain(paid.replace('{day}', body.issued_on));
  expect(flat).toContain(`${due} ${language === 'en' ? '0.00' : '0,00'}`);
});

test('an invoice has the tax numbers of the company below its address', async () => {
  const admin = await server.as({ role: 3 });
  const { body: before } = await admin.call('GET /v1/admin/settings');
  const company = { company_address: 'Musterweg 1\n10115 Berlin', company_tax_ids: 'USt-IdNr. DE000000000' };
  await admin.call('PATCH /v1/admin/settings', { body: company, readAt: before.updated_at });
  const order = (await placed(server.anonymous, orderOf([{ slug, quantity: 1 }]))).body;
  await pay(server.anonymous, order);
  const { body } = await byLink(order.id, order.token);
  expect(body.seller.address).toBe('Musterweg 1\n10115 Berlin\nUSt-IdNr. DE000000000');
});

test('invoices and credit notes are dated by the day of the company', async () => {
  const admin = await server.as({ role: 5 });
  const order = (await placed(server.anonymous, orderOf([{ slug, quantity: 1 }]))).body;
  await pay(server.anonymous, order);
  await admin.call('POST /v1/admin/orders/:id/cancel', { params: { id: order.id }, body: { reason: 'Sold out' } });
  const printed = new Set<string>();
  // It is never the same day in both places.
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await storeSetting(server, 'support_hours', { ...defaultSupportHours, timeZone });
    await settled(server);
    const { body } = await byLink(order.id, order.token);
    const day = dayIn(new Date(body.issued_at), timeZone);
    expect(body.issued_on).toBe(day);
    const pdf = await admin.request('GET', `/api/invoices/${order.id}/pdf`);
    expect(readPdf(pdf.raw.rawPayload).text).toContain(day);
    const id = body.credit_notes[0]?.id ?? 0;
    const note = (await admin.call('GET /credit-notes/:id', { params: { id } })).body;
    expect(note.invoice.issued_on).toBe(day);
    expect(note.issued_on).toBe(dayIn(new Date(note.issued_at), timeZone));
    printed.add(day);
  }
  expect(printed.size).toBe(2);
});

test('an invoice is visible to its buyer and staff only (C373)', async () => {
  const buyer = await server.as({});
  const order = (await placed(buyer, orderOf([{ slug, quantity: 1 }]))).body;
  await pay(buyer, order);
  const read = async (client: typeof buyer) =>
    (await client.call('GET /invoices/:id', { params: { id: order.id } })).status;
  expect(await read(buyer)).toBe(200);
  expect(await read(await server.as({ role: 3 }))).toBe(200);
  expect(await read(await server.as({}))).toBe(404);
});

test('the invoice list contains the paid orders of the actor and their dealers only (C434)', async () => {
  const buyer = await server.as({});
  const open = (await placed(buyer, orderOf([{ slug, quantity: 1 }]))).body;
  const numbers = async (client: typeof buyer) => (await client.call('GET /invoices')).body.data.map(({ id }) => id);
  expect(await numbers(buyer)).toEqual([]);
  await pay(buyer, open);
  const { body } = await buyer.call('GET /invoices');
  expect(body).toMatchObject({ page: 1, total: 1, data: [{ id: open.id, total: open.total }] });
  const whole = await buyer.call('GET /invoices/:id', { params: { id: open.id } });
  expect(body.data[0]).toMatchObject({ number: whole.body.number, issued_at: whole.body.issued_at });
  expect(await numbers(await server.as({}))).toEqual([]);
  expect(await numbers(await server.as({ role: 3 }))).not.toContain(open.id);
  expect((await server.anonymous.call('GET /invoices')).status).toBe(401);
  const member = await server.as({ role: 4 });
  const dealer = await server.make.dealer({ members: [member.userId ?? 0] });
  await server.db.updateTable('orders').set({ dealer_id: dealer.id }).where('id', '=', open.id).execute();
  expect([await numbers(member), await numbers(buyer)]).toEqual([[open.id], []]);
  const ofDealer = async (client: typeof buyer, slug: string) =>
    (await client.call('GET /invoices/:id', { params: { id: open.id }, query: { dealer: slug } })).status;
  const other = await server.make.dealer({ members: [member.userId ?? 0] });
  expect([await ofDealer(member, dealer.slug), await ofDealer(member, other.slug)]).toEqual([200, 404]);
  expect(await ofDealer(await server.as({}), dealer.slug)).toBe(404);
});

test('the invoice list contains tune purchases and orders, newest first (C434)', async () => {
  const shop = await tuneShop(server);
  const buyer = await server.as({});
  const order = (await placed(buyer, orderOf([{ slug, quantity: 1 }]))).body;
  await pay(buyer, order);
  const { purchase } = (await payCard(buyer, await estimated(buyer, shop.selection))).body;
  const { body } = await buyer.call('GET /invoices');
  expect(body).toMatchObject({
    total: 2,
    data: [
      { sale: 'purchase', id: purchase.id, total: purchase.total },
      { sale: 'order', id: order.id, total: order.total },
    ],
  });
  const whole = await buyer.call('GET /catalog-purchases/:id/invoice', { params: { id: purchase.id } });
  expect(body.data[0]).toMatchObject({ number: whole.body.number, issued_at: whole.body.issued_at });
  expect((await (await server.as({})).call('GET /invoices')).body.total).toBe(0);
});
