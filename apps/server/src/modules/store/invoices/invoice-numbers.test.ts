import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unmask } from '../../../platform/mail/secrets.ts';
import { estimated, payCard, tuneShop } from '../../../testing/money/purchases.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed } from '../../../testing/shop.ts';

let server: TestServer;
let admin: Client;
let slug: string;
let selection: Awaited<ReturnType<typeof tuneShop>>['selection'];
beforeAll(async () => {
  server = await testServer();
  const shop = await makeShop(server);
  admin = shop.admin;
  slug = (await shop.sell(500)).slug;
  selection = (await tuneShop(server)).selection;
});
afterAll(() => server.close());

const order = async (client: Client = server.anonymous) =>
  (await placed(client, orderOf([{ slug, quantity: 1 }]))).body;

/** The numbers of one region, of orders and purchases together. */
const numbers = async (region = 1) =>
  (
    await sql<{ no: number }>`select invoice_no as no from orders where region = ${region} and invoice_no is not null
      union all select invoice_no from catalog_purchases where region = ${region} and invoice_no is not null order by 1`.execute(
      server.db,
    )
  ).rows.map(({ no }) => no);
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test('50 orders paid at once, some of them declined, get consecutive invoice numbers', async () => {
  const before = (await numbers()).length;
  const orders = [];
  for (let at = 0; at < 50; at += 1) orders.push(await order());
  const replies = await Promise.all(
    orders.map((one, at) => pay(server.anonymous, one, { token: at % 5 === 0 ? 'test_declined' : 'test_ok' })),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 402]));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(40);
  expect(await numbers()).toEqual(upTo(before + 40));
});

test('orders and purchases of tunes share the series of their region', async () => {
  const buyer = await server.as({});
  const one = await order(buyer);
  await pay(buyer, one);
  const { purchase } = (await payCard(buyer, await estimated(buyer, selection))).body;
  const last = (await numbers()).length;
  const { data } = (await buyer.call('GET /invoices')).body;
  expect(data.map(({ number }) => number)).toEqual([last, last - 1].map((no) => `INV-NA-${`${no}`.padStart(6, '0')}`));
  expect(purchase.invoice_number).toBe(data[0]?.number);
  expect(await numbers()).toEqual(upTo(last));
  // The other region begins its own series.
  await server.db
    .updateTable('orders')
    .set({ region: 2 })
    .where('id', '=', (await order(buyer)).id)
    .execute();
  const [european] = await server.db.selectFrom('orders').select('id').where('region', '=', 2).execute();
  await pay(buyer, { id: european?.id ?? 0 });
  expect(await numbers(2)).toEqual([1]);
});

test('a rollback returns the number, and concurrent invoices wait for it', async () => {
  const [first, second] = [await order(), await order()];
  const before = await numbers();
  let paid: Promise<unknown> | undefined;
  await expect(
    server.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ no: number }>`update orders set paid_at = now() where id = ${first.id}
        returning invoice_no as no`.execute(tx);
      expect(rows[0]?.no).toBe(before.length + 1);
      paid = pay(server.anonymous, second);
      await new Promise((resolve) => setTimeout(resolve, 200));
      throw new Error('undo');
    }),
  ).rejects.toThrow('undo');
  await paid;
  expect(await numbers()).toEqual(upTo(before.length + 1));
});

test('the number of an invoice is never changed or taken away', async () => {
  const one = await order();
  await pay(server.anonymous, one);
  const change = (set: object) => server.db.updateTable('orders').set(set).where('id', '=', one.id).execute();
  for (const set of [{ invoice_no: 9999 }, { region: 2 }, { paid_at: null, invoice_no: null }])
    await expect(change(set)).rejects.toThrow('the number of an invoice is never changed');
  await expect(sql`delete from document_counters`.execute(server.db)).rejects.toThrow();
});

test('staff find a sale by the number of its invoice, in lists, in the search and in the export', async () => {
  const buyer = await server.as({});
  const one = await order(buyer);
  await pay(buyer, one);
  const { number } = (await buyer.call('GET /invoices/:id', { params: { id: one.id } })).body;
  const orders = (await admin.call('GET /v1/admin/orders', { query: { search: number } })).body.data;
  expect(orders).toMatchObject([{ id: one.id, invoice_number: number }]);
  const transactions = (await admin.call('GET /v1/admin/transactions', { query: { search: number } })).body.data;
  expect(transactions).toMatchObject([{ order_id: one.id, invoice_number: number }]);
  const found = (await admin.call('GET /v1/admin/search', { query: { q: number.toLowerCase() } })).body.data;
  expect(found[0]).toMatchObject({ kind: 'order', id: one.id });
  const exporter = await server.as({ flags: ['tex'] });
  const { raw } = await exporter.request('GET', '/api/v1/admin/transactions/export');
  expect(raw.body).toContain(number);
  const mails = await server.db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('kind', '=', 'order-confirmation')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  expect(mails.map((mail) => unmask(mail).text_body)[0]).toContain(number);
});
