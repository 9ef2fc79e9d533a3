import { randomUUID } from 'node:crypto';
import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { amountText } from '@tuneport/domain/money/money-text';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderAttachment } from '../../../areas.ts';
import { readPdf } from '../../../testing/pdf-text.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed } from '../../../testing/shop.ts';
import { postTransfer, setLimit } from '../../ledger/index.ts';
import { receivable } from '../accounts.ts';
import { mailStatements } from './statement-mails.ts';
import { issueStatements } from './statements.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

async function team() {
  const boss = await server.make.user({ role: 4 });
  const dealer = await server.make.dealer({ managers: [boss.id] });
  return { boss, dealer, params: { id: dealer.id }, manager: await server.as(boss) };
}
const pdfOf = async (client: Awaited<ReturnType<typeof team>>['manager'], path: string) => {
  const reply = await client.request('GET', `/api${path}`);
  return { status: reply.status, headers: reply.headers, bytes: reply.raw.rawPayload };
};

test('a statement and a range of days are the same document as PDF, and the monthly mail carries it', async () => {
  const { boss, dealer, manager } = await team();
  const at = new Date('2025-03-10T12:00:00Z');
  await setLimit(server.db, receivable(dealer.id, 'CAD'), { maxMinor: 1_000_000n, at, reason: 'Opened' });
  await postTransfer(server.db, {
    key: randomUUID(),
    kind: 'purchase.charged',
    subject: 'purchase:951',
    at,
    legs: [
      { account: receivable(dealer.id, 'CAD'), amountMinor: 123_450n },
      { account: platformAccount('rev', 'CAD'), amountMinor: -123_450n },
    ],
  });
  await server.db
    .updateTable('dealers')
    .set({ billing_email: `bills-${dealer.id}@example.test`, legal_name: 'Zażółć GmbH' })
    .where('id', '=', dealer.id)
    .execute();
  const now = new Date('2025-04-02T10:00:00Z');
  await issueStatements(server.db, server.platform, now);
  const [row] = (await manager.call('GET /v1/dealers/:id/statements', { params: { id: dealer.id } })).body.data;
  const path = `/v1/dealers/${dealer.id}/statements/${row?.id}/pdf`;
  const { headers, bytes } = await pdfOf(manager, path);
  expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' });
  expect(headers['content-disposition']).toContain(`${row?.number}.pdf`);
  const { text } = readPdf(bytes);
  for (const part of [row?.number ?? '', 'Zażółć GmbH', 'Tunes TN-000951', amountText('-1234.50'), row?.sha256 ?? ''])
    expect(text.replaceAll('\n', '')).toContain(part);
  const range = await pdfOf(manager, `/v1/dealers/${dealer.id}/statements/range/pdf?start=2025-03-01&end=2025-03-31`);
  expect(readPdf(range.bytes).text).toContain('Tunes TN-000951');
  expect(
    (await pdfOf(manager, `/v1/dealers/${dealer.id}/statements/range/pdf?start=2025-03-01&end=2025-02-01`)).status,
  ).toBe(422);
  const stranger = await team();
  expect((await pdfOf(stranger.manager, path)).status).toBe(404);
  expect((await pdfOf(stranger.manager, `/v1/dealers/${stranger.dealer.id}/statements/${row?.id}/pdf`)).status).toBe(
    404,
  );

  await mailStatements(server.db, 'http://localhost:3000', now);
  const mail = await server.db
    .selectFrom('mail_outbox')
    .select('attachment')
    .where('to_address', '=', `bills-${dealer.id}@example.test`)
    .executeTakeFirstOrThrow();
  const file = await renderAttachment(server.platform, mail.attachment ?? '', `bills-${dealer.id}@example.test`);
  expect(file.bytes.equals(bytes)).toBe(true);
  await server.db.updateTable('users').set({ language: 'de' }).where('id', '=', boss.id).execute();
  const { email } = await server.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', boss.id)
    .executeTakeFirstOrThrow();
  const german = await renderAttachment(server.platform, mail.attachment ?? '', email);
  for (const part of [
    'Kontoauszug',
    'Anfangssaldo',
    'Endsaldo',
    amountText('-1234.50')
      .replace(',', '.')
      .replace(/\.(\d\d)$/, ',$1'),
  ])
    expect(readPdf(german.bytes).text).toContain(part);
});

test('an invoice of a dealer is a PDF for its members only', async () => {
  const shop = await makeShop(server);
  const { slug } = await shop.sell(20);
  const { dealer, manager } = await team();
  const order = (await placed(manager, orderOf([{ slug, quantity: 2 }]))).body;
  await pay(manager, order);
  await server.db.updateTable('orders').set({ dealer_id: dealer.id }).where('id', '=', order.id).execute();
  const { bytes } = await pdfOf(manager, `/invoices/${order.id}/pdf?dealer=${dealer.slug}`);
  const { text } = readPdf(bytes);
  expect(text).toContain(`Order ${order.number}`);
  expect(text).toContain(order.total.currency);
  const stranger = await team();
  expect((await pdfOf(stranger.manager, `/invoices/${order.id}/pdf`)).status).toBe(404);
  expect((await pdfOf(manager, `/invoices/${order.id}/pdf?dealer=${stranger.dealer.slug}`)).status).toBe(404);
});

test('a remittance advice is a PDF for its own partner, and the bank account of a dealer is set by managers only', async () => {
  const { dealer, params, manager } = await team();
  const account = { holder: 'Example Garage', account: 'DE02120300000000202051', country_code: 'DE' };
  const put = (client: typeof manager) => client.call('PUT /v1/dealers/:id/bank-account', { params, body: account });
  expect((await put(await server.as({ role: 3 }))).status).toBe(403);
  const helper = await server.make.user({ role: 4 });
  await server.db
    .insertInto('dealer_members')
    .values({ dealer_id: dealer.id, user_id: helper.id, kind: 'member' })
    .execute();
  expect((await put(await server.as(helper))).status).toBe(403);
  expect((await put(manager)).body).toEqual({ account_end: '2051' });
  const now = new Date();
  const { id } = await server.db
    .insertInto('payouts')
    .values({
      owner: `dealer:${dealer.id}`,
      request_key: randomUUID(),
      currency: 'CAD',
      amount_minor: 5_000n,
      made_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { text } = readPdf((await pdfOf(manager, `/v1/dealers/${dealer.id}/transfers/${id}/pdf`)).bytes);
  expect(text).toContain('Remittance advice');
  expect(text).toContain('50.00 CAD');
  expect(text).toContain('Account ending in 2051');
  const stranger = await team();
  expect((await pdfOf(stranger.manager, `/v1/dealers/${stranger.dealer.id}/transfers/${id}/pdf`)).status).toBe(404);
});

test('an issued statement names its entries in the language of the reader, and its text and hash stay', async () => {
  const { dealer, manager, params } = await team();
  await setLimit(server.db, receivable(dealer.id, 'CAD'), { maxMinor: 1_000_000n, at: new Date('2025-05-01') });
  const post = (kind: string, subject: string, amountMinor: bigint, reason?: string) =>
    postTransfer(server.db, {
      key: randomUUID(),
      kind,
      subject,
      at: new Date('2025-05-10T12:00:00Z'),
      ...(reason === undefined ? {} : { reason }),
      legs: [
        { account: receivable(dealer.id, 'CAD'), amountMinor },
        { account: platformAccount('rev', 'CAD'), amountMinor: -amountMinor },
      ],
    });
  await post('purchase.charged', 'purchase:952', 10_000n);
  await post('payment.refunded', 'order-account:12', -2_000n);
  await post('dealer-payment.dispute-lost', 'dealer-payment:7', 500n);
  await post('dealer.corrected', `dealer:${dealer.id}`, -100n, 'Tunes TN-000952 were late');
  await issueStatements(server.db, server.platform, new Date('2025-06-02T10:00:00Z'));
  const [row] = (await manager.call('GET /v1/dealers/:id/statements', { params })).body.data;
  const stored = () =>
    server.db
      .selectFrom('dealer_statements')
      .select(['body', 'sha256'])
      .where('id', '=', row?.id ?? 0)
      .executeTakeFirst();
  const before = await stored();
  const read = async (language: string) => {
    const path = `/api/v1/dealers/${dealer.id}/statements/${row?.id}`;
    const headers = { 'accept-language': language };
    const reply = await manager.request('GET', path, { headers });
    const body = JSON.parse(reply.raw.payload) as { sha256: string; body: { entries: { label: string }[] } };
    const pdf = await manager.request('GET', `${path}/pdf`, { headers });
    const labels = body.body.entries.map(({ label }) => label);
    const text = readPdf(pdf.raw.rawPayload).text.replaceAll('\n', ' ');
    for (const label of labels.slice(0, 2)) expect(text).toContain(label);
    return { labels, sha256: body.sha256 };
  };
  const english = ['Tunes TN-000952', 'Refund of order TP-000012', 'Payment DP-000007, reversed by the bank'];
  expect((await read('en')).labels).toEqual([...english, 'Tunes TN-000952 were late']);
  const german = await read('de');
  expect(german.labels.slice(0, 3).filter((label) => english.includes(label))).toEqual([]);
  expect(german.labels[1]).toBe('Erstattung der Bestellung TP-000012');
  expect(german.labels[3]).toBe('Tunes TN-000952 were late');
  expect([german.sha256, await stored()]).toEqual([row?.sha256, before]);
});
