import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import '../../areas.ts';
import { verifyLedger } from '../../modules/ledger/index.ts';
import { readConfig } from '../../platform/config.ts';
import { makeLog } from '../../platform/log.ts';
import { makeServer, type Server } from '../../server.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { loadDemo } from '../loading/load-demo.ts';
import { type HistorySize, loadHistory } from './history.ts';
import { startHistory } from './history-process.ts';
import { payInTime } from './pay-in-time.ts';
import { actorFor } from './people.ts';

const now = new Date('2026-11-16T09:00:00Z');
const patient = { timeout: 240_000 };
const size: HistorySize = { orders: 24, requests: 12, purchases: 6, tickets: 12, rentals: 6, tradeIns: 9, months: 3 };
const folder = mkdtempSync(join(tmpdir(), 'tuneport-history-test-'));
let database: TestDatabase;
let server: Server;

beforeAll(async () => {
  database = await testDatabase();
  const config = readConfig({ DATA_DIR: folder, JOBS: 'off', DATABASE_POOL: '8' });
  const log = makeLog('silent');
  server = await makeServer({ config, log, connection: database.connection, pages: false });
  await loadDemo(server.platform, { direct: database.connection, now, catalog: 'small' });
});

afterAll(async () => {
  await server.stop();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const count = async (what: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${what}`.execute(database.db);
  return rows[0]?.n ?? 0;
};
const orders = () => count(sql`orders where request_key like 'demo history %'`);

test('demo history › an interrupted load is completed by the next one, without a record twice', patient, async () => {
  const stop = new AbortController();
  const load = (signal?: AbortSignal) =>
    loadHistory(server.platform, {
      direct: database.connection,
      size,
      ...(signal ? { signal, onProgress: () => stop.abort() } : {}),
    });
  expect(await load(stop.signal)).toBe(true);
  const first = await orders();
  expect(first).toBeGreaterThan(0);
  expect(await load()).toBe(true);
  expect(await orders()).toBeGreaterThan(first);
  const whole = await orders();
  expect(await load()).toBe(false);
  expect(await orders()).toBe(whole);
});

test(
  'demo history › invoices and credit notes are numbered by date without gaps, also in the mails',
  patient,
  async () => {
    const { rows } = await sql<{ late: number; gaps: number; notes: number; mails: number }>`
    with invoices as (
      select region, invoice_no as no, paid_at as at from orders where invoice_no is not null
      union all select region, invoice_no, paid_at from catalog_purchases where invoice_no is not null
      union all select region, invoice_no, invoiced_at from dealer_credit_deals where invoice_no is not null
    ), ordered as (select no, at, lag(at) over (partition by region order by no) as before from invoices)
    select (select count(*) from ordered where at < before)::integer as late,
      (select coalesce(sum(last - number), 0) from (select max(no) as last, count(distinct no) as number from invoices group by region) r)::integer
        as gaps,
      (select count(*) from (select issued_at, lag(issued_at) over (order by id) as before from credit_notes) n
        where issued_at < before)::integer as notes,
      (select count(*) from mail_outbox m join orders o on m.kind = 'order-confirmation' and o.invoice_no is not null
        and m.text_body like '%TP-' || lpad(o.id::text, 6, '0') || '%'
        where m.text_body not like '%INV-NA-' || lpad(o.invoice_no::text, 6, '0') || '%')::integer as mails`.execute(
      database.db,
    );
    expect(rows).toEqual([{ late: 0, gaps: 0, notes: 0, mails: 0 }]);
  },
);

test('demo history › statements have every entry of their month', patient, async () => {
  const wrong = await count(sql`dealer_statements s where s.closing_minor <> s.opening_minor - (
    select coalesce(sum(e.amount_minor), 0) from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where a.kind = 'ar' and a.owner = 'dealer:' || s.dealer_id and a.unit = s.currency and not e.pending
      and e.at >= s.starts_at and e.at < s.ends_at)`);
  expect(wrong).toBe(0);
});

test('demo history › an order that ended before it was paid stays unpaid', patient, async () => {
  const cart = await database.db
    .selectFrom('orders')
    .select(['id', 'user_id'])
    .where('request_key', 'like', 'demo history order%')
    .where('user_id', 'is not', null)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await sql`update orders set state = 'cancelled', cancelled_at = now(), cancelled_by = 'system' where id = ${cart.id}`.execute(
    database.db,
  );
  const actor = actorFor(cart.user_id ?? 0, { name: 'Robin', email: 'robin@example.test' } as never);
  expect(await payInTime(server, { id: cart.id, actor, now })).toBe(false);
  await expect(payInTime(server, { id: 999_999_999, actor, now })).rejects.toThrow();
});

test('demo history › has rentals and trade-ins that came to an end', patient, async () => {
  const rentals = sql`rentals r join orders o on o.id = r.order_id and o.request_key like 'demo history rental %'`;
  expect(await count(rentals)).toBeGreaterThan(3);
  expect(await count(sql`${rentals} where r.state = 'closed'`)).toBeGreaterThan(0);
  expect(await count(sql`trade_ins where serial like 'H1%'`)).toBeGreaterThan(5);
  expect(await count(sql`trade_ins where serial like 'H1%' and state = 'credited'`)).toBeGreaterThan(0);
});

test('demo history › dates its records in the past and keeps the ledger consistent', patient, async () => {
  expect(await verifyLedger(server.platform.db)).toMatchObject({ ok: true, beyond_limits: 0 });
  const from = sql`${new Date('2026-09-01T00:00:00Z')}`;
  for (const table of ['orders', 'catalog_purchases'])
    expect(
      await count(
        sql`${sql.table(table)} where request_key like 'demo history %' and placed_at not between ${from} and ${now}`,
      ),
    ).toBe(0);
  expect(
    await count(sql`payments p join orders o on p.subject = 'order:' || o.id
      where o.request_key like 'demo history %' and p.created_at <> o.placed_at`),
  ).toBe(0);
  expect(await count(sql`tickets where created_at < ${now}`)).toBeGreaterThan(10);
});

test('demo history › no purchase of tunes is captured after its delivery', patient, async () => {
  const delivered = sql`catalog_purchases c join payments p on p.subject in ('purchase:' || c.id, 'purchase-account:' || c.id)`;
  const isLate = (at: ReturnType<typeof sql>) => sql`c.delivered_at is not null and ${at} > c.delivered_at`;
  const late = await sql<{ key: string; what: string }>`
    select c.request_key as key, 'payment' as what from ${delivered} join payment_history h on h.payment_id = p.id
      where h.event = 'capture' and ${isLate(sql`h.at`)}
    union select c.request_key, 'created' from ${delivered} where ${isLate(sql`p.created_at`)}
    union select c.request_key, 'ledger' from ${delivered} join ledger_transfers t on t.subject = p.subject
      where t.kind = 'payment.captured' and ${isLate(sql`t.at`)} order by 1, 2`.execute(database.db);
  expect(late.rows).toEqual([]);
  expect(await count(sql`${delivered} where c.delivered_at is not null`)).toBeGreaterThan(5);
});

test('demo history › queues no mail for its people', patient, async () => {
  expect(
    await count(
      sql`mail_outbox where state = 'queued' and to_address ~ '@(customer|dealer|tuner|affiliate)[.]tuneport[.]test$'`,
    ),
  ).toBe(0);
});

// Last, because it leaves a month unfinished.
test('demo history › is loaded by a process of its own, which can be stopped', patient, async () => {
  const problems: object[] = [];
  const parts: number[] = [];
  const { connection } = database;
  const start = () =>
    startHistory(
      { connection, direct: connection },
      {
        log: { error: (fields: object) => void problems.push(fields) },
        onProgress: (part) => void parts.push(part),
        env: { ...process.env, DATA_DIR: folder, DATABASE_POOL: '8', LOG_LEVEL: 'silent' },
      },
    );
  await sql`delete from demo_steps where step = 'history' or step in (
    select step from demo_steps where step like 'history %' order by step desc limit 1)`.execute(database.db);
  await start().stop();
  const before = await orders();
  // The whole size makes more records in that month than the small one did.
  const running = start();
  await expect.poll(orders, { timeout: 60_000 }).toBeGreaterThan(before);
  await running.stop();
  expect(problems).toEqual([]);
});
