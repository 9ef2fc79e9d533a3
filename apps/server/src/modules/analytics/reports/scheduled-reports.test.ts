import { money } from '@tuneport/domain/money/money';
import { lastPeriod } from '@tuneport/domain/site/report-periods';
import { defaultSupportHours } from '@tuneport/domain/support/support-hours';
import { dayIn } from '@tuneport/domain/support/wall-clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderAttachment } from '../../../areas.ts';
import { readPdf } from '../../../testing/pdf-text.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed } from '../../../testing/shop.ts';
import { paymentOfSubject, refundPayment, settleDispute } from '../../payments/index.ts';
import { readReport, reportCsv } from './report-kinds.ts';
import { reportPdf } from './report-pdf.ts';
import { sendReports } from './scheduled-reports.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
  await server.db.updateTable('users').set({ email_confirmed_at: new Date() }).execute();
});
afterAll(() => server.close());

const list = async (client: Client) => (await client.call('GET /v1/admin/scheduled-reports')).body;
const schedule = (client: Client, report: string, every: string) =>
  client.call('POST /v1/admin/scheduled-reports', { body: { report, every } });
const mails = () =>
  server.db
    .selectFrom('mail_outbox')
    .select(['to_address', 'subject', 'attachment'])
    .where('kind', '=', 'scheduled-report')
    .orderBy('id')
    .execute();
const zone = defaultSupportHours.timeZone;
const days = (count: number) => new Date(Date.now() + count * 86_400_000);

test('a report is sent once per period even by two processes, with its CSV, and only to its owner', async () => {
  const made = await schedule(admin, 'ledger', 'weekly');
  expect(made).toMatchObject({ status: 201, body: { title: 'Ledger account changes', runs: [] } });
  expect(await schedule(admin, 'ledger', 'weekly')).toMatchObject({ status: 422 });
  expect((await schedule(admin, 'toString', 'weekly')).status).toBe(422);
  expect((await schedule(admin, 'ledger', 'hourly')).status).toBe(422);
  // Nothing is sent about a week that ended before it was scheduled.
  expect(await sendReports(server.platform, new Date())).toBe(0);
  const other = await server.another();
  const sent = await Promise.all([
    sendReports(server.platform, days(8)),
    sendReports(other.platform, days(8)),
    sendReports(server.platform, days(8)),
  ]);
  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(1);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  const { from } = lastPeriod('weekly', days(8), zone);
  const attached = await renderAttachment(server.platform, mail?.attachment ?? '', mail?.to_address ?? '');
  expect(attached.name).toBe(`ledger-${dayIn(from, zone)}.csv`);
  expect(attached.bytes.toString()).toMatch(/^account,name,currency,debits,credits\r\n/);
  await sendReports(server.platform, days(15));
  expect(await mails()).toHaveLength(2);
  const [report] = (await list(admin)).data;
  expect(report?.runs).toHaveLength(2);
  const file = `/api/v1/admin/scheduled-reports/runs/${report?.runs[0]?.id}/file`;
  const got = await admin.request('GET', file);
  expect([got.status, got.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const colleague = await server.as({ role: 3 });
  expect((await list(colleague)).data).toEqual([]);
  expect((await colleague.request('GET', file)).status).toBe(404);
  const params = { id: report?.id ?? 0 };
  expect((await colleague.call('DELETE /v1/admin/scheduled-reports/:id', { params })).status).toBe(404);
  expect((await admin.call('DELETE /v1/admin/scheduled-reports/:id', { params })).status).toBe(204);
  expect((await list(admin)).data).toEqual([]);
});

test('a user who lost the permission no longer gets the report or its file', async () => {
  const former = await server.as({ role: 3 });
  await server.db
    .updateTable('users')
    .set({ email_confirmed_at: new Date() })
    .where('id', '=', former.userId)
    .execute();
  const fresh = await server.as({ id: former.userId ?? 0 });
  expect((await schedule(fresh, 'orders', 'monthly')).status).toBe(201);
  const before = (await mails()).length;
  await server.db.updateTable('users').set({ role: 0 }).where('id', '=', former.userId).execute();
  await sendReports(server.platform, days(35));
  expect(await mails()).toHaveLength(before);
  const { paused } = await server.db
    .selectFrom('report_schedules')
    .select('paused')
    .where('owner_id', '=', former.userId)
    .executeTakeFirstOrThrow();
  expect(paused).toContain('no longer');
  expect((await former.call('GET /v1/admin/scheduled-reports')).status).toBe(403);
});

test('a report that waits to be mailed is not sent to a user who lost the permission meanwhile', async () => {
  const former = await server.as({ role: 3 });
  const of = { id: former.userId ?? 0 };
  await server.db.updateTable('users').set({ email_confirmed_at: new Date() }).where('id', '=', of.id).execute();
  expect((await schedule(await server.as(of), 'orders', 'weekly')).status).toBe(201);
  await sendReports(server.platform, days(8));
  const mail = (await mails()).at(-1);
  const attached = () => renderAttachment(server.platform, mail?.attachment ?? '', mail?.to_address ?? '');
  expect((await attached()).name).toMatch(/^orders-/);
  await server.db.updateTable('users').set({ role: 0 }).where('id', '=', of.id).execute();
  await expect(attached()).rejects.toThrow('no longer has access');
});

test('payments report shows what was captured, refunded and disputed, to the cent of the ledger', async () => {
  const { slug } = await (await makeShop(server)).sell(5);
  const order = (await placed(server.anonymous, orderOf([{ slug, quantity: 1 }]))).body;
  await pay(server.anonymous, order);
  const subject = `order:${order.id}`;
  const payment = await paymentOfSubject(server.db, subject);
  if (!payment) throw new Error('not paid');
  const part = money(101n, payment.amount.currency);
  const refund = { reason: 'Late', requestKey: subject, actorId: null };
  await refundPayment(server.platform, { paymentId: payment.id, amount: part, ...refund });
  const dispute = { id: `dp_${order.id}`, intentId: null, amountMinor: payment.capturedMinor };
  await settleDispute(server.platform, payment, { ...dispute, status: 'open' });
  await settleDispute(server.platform, payment, { ...dispute, status: 'lost' });
  const csv = reportCsv(await readReport(server.db, 'payments', { from: days(-1), to: days(1) }));
  const [head = '', ...lines] = csv.split('\r\n');
  const mine = lines.filter((one) => one.includes(subject)).map((one) => one.split(','));
  expect(mine).toHaveLength(3);
  const [captured = 0, refunded = 0, disputed = 0] = ['captured', 'refunded', 'disputed'].map((name) =>
    mine.reduce((sum, line) => sum + Math.round(Number(line[head.split(',').indexOf(name)]) * 100), 0),
  );
  expect([captured, refunded]).toEqual([Number(payment.capturedMinor), 101]);
  const { rows } = await sql<{ cash: bigint }>`select sum(e.amount_minor)::bigint as cash from ledger_entries e
    join ledger_accounts a on a.id = e.account_id join ledger_transfers t on t.id = e.transfer_id
    where a.kind = 'cash' and t.subject = ${subject} and not e.pending`.execute(server.db);
  expect(captured - refunded - disputed).toBe(Number(rows[0]?.cash));
  // A payment is in the period of each movement, not in the one it was created in.
  const created = server.db.updateTable('payments').where('id', '=', payment.id);
  await created.set({ created_at: days(-60) }).execute();
  const linesOf = async (from: Date, to: Date) =>
    reportCsv(await readReport(server.db, 'payments', { from, to }))
      .split('\r\n')
      .filter((one) => one.includes(subject));
  expect(await linesOf(days(-61), days(-59))).toEqual([]);
  expect(await linesOf(days(-1), days(1))).toHaveLength(3);
});

test('a report as PDF is mailed and downloaded with its range, comparison, key figures, rows and page numbers', async () => {
  const owner = await server.as({ role: 3 });
  await sql`update users set email_confirmed_at = now() where id = ${owner.userId}`.execute(server.db);
  const client = await server.as({ id: owner.userId ?? 0 });
  const body = { report: 'orders', every: 'monthly', format: 'pdf' };
  const made = await client.call('POST /v1/admin/scheduled-reports', { body });
  expect(made).toMatchObject({ status: 201, body: { format: 'pdf' } });
  expect(
    (await client.call('POST /v1/admin/scheduled-reports', { body: { ...body, report: 'payouts', format: 'doc' } }))
      .status,
  ).toBe(422);
  const { slug } = await (await makeShop(server)).sell(5);
  const { number, total } = (await placed(server.anonymous, orderOf([{ slug, quantity: 1 }]))).body;
  await sendReports(server.platform, days(35));
  const mail = (await mails()).at(-1);
  const attached = await renderAttachment(server.platform, mail?.attachment ?? '', mail?.to_address ?? '');
  expect([attached.name, attached.type]).toEqual([expect.stringMatching(/^orders-.*\.pdf$/), 'application/pdf']);
  const { text, pages } = readPdf(attached.bytes);
  const period = lastPeriod('monthly', days(35), zone);
  const before = lastPeriod('monthly', period.from, zone);
  const range = ({ from, to }: typeof period) => `${dayIn(from, zone)} to ${dayIn(new Date(to.getTime() - 1), zone)}`;
  expect(text).toContain(`${range(period)}, compared with ${range(before)}`);
  for (const part of ['Orders', 'Key figures', 'Rows by day', 'Total CAD', number, total.amount, `Page 1 of ${pages}`])
    expect(text).toContain(part);
  const [run] = (await list(client)).data[0]?.runs ?? [];
  expect(run?.has_pdf).toBe(true);
  const file = (format: string) =>
    client.request('GET', `/api/v1/admin/scheduled-reports/runs/${run?.id}/file?format=${format}`);
  expect((await file('pdf')).headers['content-type']).toBe('application/pdf');
  expect((await file('csv')).headers['content-type']).toBe('text/csv; charset=utf-8');
});

test('key figures are exact sums with the change, and a long report says where the rest is', async () => {
  const period = { from: new Date('2026-03-02T00:00:00Z'), to: new Date('2026-03-09T00:00:00Z') };
  const head = ['order', 'date', 'currency', 'total'];
  const row = (at: number, total: string) => [`O-${at}`, '2026-03-03T10:00:00.000Z', 'CAD', { number: total }];
  const bytes = await reportPdf({
    title: 'Orders',
    seller: { name: 'Tuneport', address: '', email: '' },
    period,
    report: { head, cells: Array.from({ length: 1001 }, (_, at) => row(at, '-0.10')) },
    previous: {
      period: { from: new Date('2026-02-23T00:00:00Z'), to: period.from },
      report: { head, cells: [row(1, '-200.20')] },
    },
    at: period.to,
    zone: 'UTC',
  });
  const { text, pages } = readPdf(bytes);
  for (const part of ['-100.10', '-200.20', '+50%', 'The first 1000 of 1001 rows.', `Page ${pages} of ${pages}`])
    expect(text).toContain(part);
  expect(text).not.toContain('O-1000');
});
