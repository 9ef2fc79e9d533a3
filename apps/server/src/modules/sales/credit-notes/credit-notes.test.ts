import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unmask } from '../../../platform/mail/secrets.ts';
import { readPdf } from '../../../testing/pdf-text.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed, setTaxes, settled } from '../../../testing/shop.ts';
import { paymentOfSubject } from '../../payments/index.ts';

let server: TestServer;
let admin: Client;
let slug: string;
beforeAll(async () => {
  server = await testServer();
  const shop = await makeShop(server);
  admin = shop.admin;
  slug = (await shop.sell(200, { prices: [{ currency: 'CAD', price: '33.33' }] })).slug;
  await setTaxes(server, admin, [
    { country_code: 'CA', state: '', name: 'GST', percent: '5' },
    { country_code: 'CA', state: '', name: 'PST', percent: '7' },
  ]);
  await settled(server);
});
afterAll(() => server.close());

async function bought(client: Client = server.anonymous) {
  const { body } = await placed(client, orderOf([{ slug, quantity: 3 }]));
  expect((await pay(client, body)).status).toBe(200);
  return body;
}
async function refund(orderId: number, amount: string) {
  const payment = await paymentOfSubject(server.db, `order:${orderId}`);
  return admin.call('POST /v1/admin/transactions/:id/partially-refund', {
    params: { id: payment?.id ?? 0 },
    body: { amount, reason: 'Late' },
    idempotencyKey: randomUUID(),
  });
}
const cancel = (id: number, lines: { line: number; quantity: number }[]) =>
  admin.call('POST /v1/admin/orders/:id/cancel', {
    params: { id },
    body: { reason: 'Sold out', lines },
    idempotencyKey: randomUUID(),
  });
const ledgerTax = async (id: number) => {
  const { rows } = await sql<{ tax: bigint }>`select sum(e.amount_minor)::bigint as tax from credit_notes n
    join ledger_transfers t on t.key = 'refund:' || n.refund_id || ':settled' join ledger_entries e on e.transfer_id = t.id
    join ledger_accounts a on a.id = e.account_id and a.kind = 'tax' where n.id = ${id}`.execute(server.db);
  return rows[0]?.tax;
};
const minor = (amount: string) => BigInt(amount.replace('.', ''));

test('a cancelled line gets a credit note with its items and tax, for the buyer, by the link, and as PDF', async () => {
  const customer = await server.as({ role: 0 });
  const order = await bought(customer);
  expect((await cancel(order.id, [{ line: 1, quantity: 1 }])).status).toBe(200);
  const invoice = (await customer.call('GET /invoices/:id', { params: { id: order.id } })).body;
  const [listed] = invoice.credit_notes;
  if (!listed) throw new Error('no credit note');
  expect(listed.total).toEqual(invoice.refunded);
  const { id } = listed;
  const note = (await customer.call('GET /credit-notes/:id', { params: { id } })).body;
  expect(note).toMatchObject({
    number: `CN-${String(id).padStart(6, '0')}`,
    invoice: { number: invoice.number },
    lines: [{ quantity: 1 }],
    total: { amount: '37.33', currency: 'CAD' },
    net: { amount: '33.33' },
    taxes: [{ name: 'GST' }, { name: 'PST' }],
  });
  const taxes = note.taxes.reduce((sum, { amount }) => sum + minor(amount.amount), 0n);
  expect(taxes).toBe(await ledgerTax(id));
  expect(minor(note.net.amount) + taxes).toBe(minor(note.total.amount));
  const pdf = await customer.request('GET', `/api/credit-notes/${id}/pdf`);
  expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect((await customer.call('GET /credit-notes', {})).body.data.map((one) => one.id)).toEqual([id]);
  const stranger = await server.as({ role: 0 });
  expect((await stranger.call('GET /credit-notes/:id', { params: { id } })).status).toBe(404);
  expect((await stranger.call('GET /credit-notes', {})).body.data).toEqual([]);
  expect((await admin.call('GET /credit-notes/:id', { params: { id } })).status).toBe(200);
});

test('an invoice and a credit note are PDF files in the language of the reader', async () => {
  const user = await server.make.user();
  const customer = await server.as(user);
  const order = await bought(customer);
  await cancel(order.id, [{ line: 1, quantity: 1 }]);
  const [note] = (await customer.call('GET /invoices/:id', { params: { id: order.id } })).body.credit_notes;
  const text = async (path: string, headers: Record<string, string>) =>
    readPdf((await customer.request('GET', `/api${path}`, { headers })).raw.rawPayload).text;
  const [invoice, credit] = [`/invoices/${order.id}/pdf`, `/credit-notes/${note?.id}/pdf`];
  for (const part of ['Invoice', 'Quantity', 'Page 1 of 1'])
    expect(await text(invoice, { 'accept-language': 'en' })).toContain(part);
  for (const part of ['Rechnung', 'Menge', 'Gesamt', 'Seite 1 von 1'])
    expect(await text(invoice, { 'accept-language': 'de' })).toContain(part);
  expect(await text(credit, { 'accept-language': 'de' })).toContain('Korrekturbetrag vor Steuern');
  // A link that is followed has the languages of the browser, not that of the page.
  await server.db.updateTable('users').set({ language: 'fr' }).where('id', '=', user.id).execute();
  const followed = { 'accept-language': 'en', 'sec-fetch-mode': 'navigate' };
  expect(await text(credit, followed)).toContain('Total de l’avoir');
  expect(await text(credit, { 'accept-language': 'en' })).toContain('Total credit');
});

test('the link of a guest opens the credit notes of that order only, and refund mails name them', async () => {
  const [first, second] = [await bought(), await bought()];
  await refund(first.id, '10.00');
  const [note] = (
    await server.anonymous.call('GET /order/:id/:token/invoice', { params: { id: first.id, token: first.token } })
  ).body.credit_notes;
  const id = note?.id ?? 0;
  const byLink = (token: string) =>
    server.anonymous.call('GET /credit-notes/:id/link/:token', { params: { id, token } });
  expect((await byLink(first.token)).body).toMatchObject({ lines: [], total: { amount: '10.00' } });
  expect((await byLink(second.token)).status).toBe(404);
  expect((await server.anonymous.call('GET /credit-notes/:id', { params: { id } })).status).toBe(401);
  const mails = await server.db.selectFrom('mail_outbox').selectAll().where('kind', '=', 'order-refunded').execute();
  expect(mails.map((mail) => unmask(mail).text_body).at(-1)).toContain('credit note');
});

test('numbers have no gaps when refunds settle at once, fail or are only previewed', async () => {
  const orders = await Promise.all([bought(), bought(), bought()]);
  await Promise.all(orders.flatMap(({ id }) => [refund(id, '1.00'), refund(id, '2.00'), refund(id, '9999.00')]));
  const payment = await paymentOfSubject(server.db, `order:${orders[0]?.id}`);
  const preview = { params: { id: payment?.id ?? 0 }, body: { amount: '1.00' } };
  expect((await admin.call('POST /v1/admin/transactions/:id/inspect-refund', preview)).status).toBe(200);
  const { rows } = await sql<{ count: number; max: number; refunds: number }>`select count(*)::integer, max(id),
    (select count(*)::integer from payment_refunds where state = 'settled') as refunds from credit_notes`.execute(
    server.db,
  );
  expect(rows[0]?.count).toBe(rows[0]?.max);
  expect(rows[0]?.count).toBe(rows[0]?.refunds);
});

test('a credit note is never changed', async () => {
  await expect(sql`update credit_notes set amount_minor = 1`.execute(server.db)).rejects.toThrow();
  await expect(sql`delete from credit_notes`.execute(server.db)).rejects.toThrow();
});
