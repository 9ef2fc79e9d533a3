import { createHash, randomUUID } from 'node:crypto';
import { roles } from '@tuneport/domain/identity/roles';
import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { move } from '@tuneport/domain/ledger/ledger-legs';
import { money } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeSetting } from '../../../testing/catalog.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { balanceOf, postTransfer, setLimit, verifyLedger } from '../../ledger/index.ts';
import { paymentOfSubject, refundPayment, settleDispute } from '../../payments/index.ts';
import { receivable } from '../accounts.ts';
import { entryLabel } from './entry-labels.ts';
import { mailStatements } from './statement-mails.ts';
import { issueStatements } from './statements.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day);

async function team() {
  const boss = await server.make.user({ role: 4 });
  const dealer = await server.make.dealer({ managers: [boss.id] });
  await setLimit(server.db, receivable(dealer.id, 'CAD'), { maxMinor: 100_000_000n, at: ago(900), reason: 'Opened' });
  return { dealer, params: { id: dealer.id }, manager: await server.as(boss) };
}
/** Books a sale (or, negative, its refund) on the dealer's account. */
const sell = (dealerId: number, subject: string, amountMinor: bigint, at: Date) =>
  postTransfer(server.db, {
    key: `test:${randomUUID()}`,
    kind: amountMinor > 0n ? 'purchase.charged' : 'payment.refunded',
    subject,
    at,
    legs: [
      { account: receivable(dealerId, 'CAD'), amountMinor },
      { account: platformAccount('rev', 'CAD'), amountMinor: -amountMinor },
    ],
  });
const balanceOfDealer = async (client: Client, id: number) => {
  const { body } = await client.call('GET /v1/dealers/:id/balance', { params: { id } });
  const [first] = body;
  if (!first) throw new Error('no balance');
  return first;
};
const pay = (client: Client, id: number, more: object = {}, key: string = randomUUID()) =>
  client.call('POST /v1/dealers/:id/payment', {
    params: { id },
    body: { currency: 'CAD', method: { token: 'test_ok' }, ...more },
    idempotencyKey: key,
  });

describe('balance of a dealer', () => {
  test('is the sum of its entries, negative when owed, with limit and ageing (C170 C155)', async () => {
    const { dealer, params, manager } = await team();
    await sell(dealer.id, 'purchase:901', 10_000n, ago(130));
    await sell(dealer.id, 'purchase:902', 20_000n, ago(50));
    await sell(dealer.id, 'purchase:902', -5_000n, ago(40));
    await sell(dealer.id, 'purchase:903', 30_000n, ago(3));
    const balance = await balanceOfDealer(manager, dealer.id);
    expect(balance).toMatchObject({
      currency: 'CAD',
      balance: { amount: '-550.00' },
      owed: { amount: '550.00' },
      due: { amount: '250.00' },
      credit_limit: { amount: '1000000.00' },
    });
    expect(balance.open_items.map(({ subject, open, bucket }) => [subject, open.amount, bucket])).toEqual([
      ['purchase:901', '100.00', 'days_over_90'],
      ['purchase:902', '150.00', 'days_1_30'],
      ['purchase:903', '300.00', 'not_due'],
    ]);
    const { body } = await manager.call('GET /v1/dealers/:id/entries', { params });
    expect(body.data.map(({ amount, balance: after }) => [amount.amount, after.amount])).toEqual([
      ['-300.00', '-550.00'],
      ['50.00', '-250.00'],
      ['-200.00', '-300.00'],
      ['-100.00', '-100.00'],
    ]);
    const range = await manager.call('GET /v1/dealers/:id/entries', {
      params,
      query: { from: ago(60).toISOString().slice(0, 10), to: ago(30).toISOString().slice(0, 10) },
    });
    expect(range.body.data.map(({ balance: after }) => after.amount)).toEqual(['-250.00', '-300.00']);
  });

  test('is invisible to members of another dealer', async () => {
    const { params } = await team();
    const { manager: other } = await team();
    for (const part of ['balance', 'entries', 'statements', 'transfers'])
      expect((await other.request('GET', `/api/v1/dealers/${params.id}/${part}`)).status, part).toBe(404);
  });
});

test('entry label says what was sold, paid, refunded or reversed', () => {
  const labelOf = (subject: string, kind: string) => entryLabel({ kind, subject, memo: null, reason: null });
  expect(labelOf('purchase:12', 'purchase.charged')).toBe('Tunes TN-000012');
  expect(labelOf('purchase-account:12', 'payment.refunded')).toBe('Refund of tunes TN-000012');
  expect(labelOf('dealer-payment:7', 'payment.refunded')).toBe('Refund of payment DP-000007');
  expect(labelOf('dealer-payment:7', 'dealer-payment.dispute-lost')).toBe('Payment DP-000007, reversed by the bank');
  expect(labelOf('credit-deal:3', 'credit-deal.dispute-lost')).toBe('Credit deal CD-000003, reversed by the bank');
});

describe('payment of the balance', () => {
  test('pays everything, a part, or chosen sales, the oldest first (C171)', async () => {
    const { dealer, manager } = await team();
    await sell(dealer.id, 'purchase:911', 10_000n, ago(20));
    await sell(dealer.id, 'purchase:912', 20_000n, ago(10));
    await sell(dealer.id, 'purchase:913', 30_000n, ago(5));
    const open = async () =>
      (await balanceOfDealer(manager, dealer.id)).open_items.map(({ subject, open }) => [subject, open.amount]);
    expect((await pay(manager, dealer.id, { items: ['purchase:913'] })).status).toBe(200);
    expect(await open()).toEqual([
      ['purchase:911', '100.00'],
      ['purchase:912', '200.00'],
    ]);
    await pay(manager, dealer.id, { amount: '150' });
    expect(await open()).toEqual([['purchase:912', '150.00']]);
    expect((await pay(manager, dealer.id, { amount: '150.01' })).status).toBe(422);
    expect((await pay(manager, dealer.id, { items: ['purchase:911'] })).status).toBe(409);
    await pay(manager, dealer.id);
    expect(await balanceOfDealer(manager, dealer.id)).toMatchObject({ owed: { amount: '0.00' }, open_items: [] });
    expect((await pay(manager, dealer.id)).status).toBe(409);
    expect((await verifyLedger(server.db)).problems).toEqual([]);
  });

  test('is charged once when the same request is sent several times, and not when the card is declined', async () => {
    const { dealer, manager } = await team();
    await sell(dealer.id, 'purchase:921', 10_000n, ago(5));
    expect((await pay(manager, dealer.id, { method: { token: 'test_declined' } })).status).toBe(402);
    expect((await balanceOfDealer(manager, dealer.id)).owed.amount).toBe('100.00');
    const key = randomUUID();
    await Promise.all(Array.from({ length: 5 }, () => pay(manager, dealer.id, { amount: '40' }, key)));
    expect((await balanceOfDealer(manager, dealer.id)).owed.amount).toBe('60.00');
  });

  test('above the debt becomes prepaid money when two payments meet', async () => {
    const { dealer, manager } = await team();
    await sell(dealer.id, 'purchase:931', 10_000n, ago(5));
    await Promise.all([pay(manager, dealer.id), pay(manager, dealer.id)]);
    const { balance, owed, prepaid } = await balanceOfDealer(manager, dealer.id);
    expect(owed.amount).toBe('0.00');
    expect(balance.amount).toBe(prepaid.amount);
  });

  test('that went back is owed and open again, whichever sales it was for', async () => {
    for (const how of ['refunded', 'disputed'] as const) {
      const { dealer, manager } = await team();
      await sell(dealer.id, 'purchase:935', 10_000n, ago(50));
      await sell(dealer.id, 'purchase:936', 5_000n, ago(5));
      await pay(manager, dealer.id, { items: ['purchase:935'] });
      const { id } = await server.db
        .selectFrom('dealer_payments')
        .select('id')
        .where('dealer_id', '=', dealer.id)
        .executeTakeFirstOrThrow();
      const payment = await paymentOfSubject(server.db, `dealer-payment:${id}`);
      if (!payment) throw new Error('not paid');
      const cost = await balanceOf(server.db, platformAccount('goodwill', 'CAD'));
      if (how === 'refunded') {
        const refund = { reason: 'Wrong card', requestKey: randomUUID(), actorId: null };
        await refundPayment(server.platform, { paymentId: payment.id, amount: money(4_000n, 'CAD'), ...refund });
      } else {
        const dispute = { id: `dp_${id}`, intentId: null, amountMinor: payment.capturedMinor };
        await settleDispute(server.platform, payment, { ...dispute, status: 'open' });
        await settleDispute(server.platform, payment, { ...dispute, status: 'lost' });
        await settleDispute(server.platform, payment, { ...dispute, status: 'lost' });
      }
      const { owed, open_items } = await balanceOfDealer(manager, dealer.id);
      expect([how, owed.amount]).toEqual([how, how === 'refunded' ? '90.00' : '150.00']);
      const sum = open_items.reduce((minor, { open }) => minor + Math.round(Number(open.amount) * 100), 0);
      expect([how, sum]).toEqual([how, how === 'refunded' ? 9_000 : 15_000]);
      expect(open_items[0]?.subject).toBe('purchase:935');
      expect(await balanceOf(server.db, platformAccount('goodwill', 'CAD'))).toEqual(cost);
      // What is owed again can be paid again.
      expect((await pay(manager, dealer.id)).status).toBe(200);
      expect((await balanceOfDealer(manager, dealer.id)).owed.amount).toBe('0.00');
    }
    expect((await verifyLedger(server.db)).problems).toEqual([]);
  });

  test('by bank transfer is booked once per bank reference', async () => {
    const { dealer, params, manager } = await team();
    await sell(dealer.id, 'purchase:941', 10_000n, ago(5));
    const admin = await server.as({ role: roles.Admin });
    const body = { currency: 'CAD', amount: '60', reference: 'BANK-1' };
    const record = (client: Client) => client.call('POST /v1/admin/dealers/:id/payments', { params, body });
    expect((await record(manager)).status).toBe(403);
    expect((await record(admin)).status).toBe(201);
    expect((await record(admin)).status).toBe(409);
    expect((await balanceOfDealer(manager, dealer.id)).owed.amount).toBe('40.00');
  });
});

describe('monthly statement', () => {
  const inMonth = (month: string, dayOfMonth: number) =>
    new Date(`${month}-${String(dayOfMonth).padStart(2, '0')}T12:00:00Z`);
  const run = (month: string) => issueStatements(server.db, server.platform, new Date(`${month}-02T10:00:00Z`));

  test('has opening, entries, closing and open items, and is never changed by a later payment (C172 C173)', async () => {
    const { dealer, params, manager } = await team();
    await sell(dealer.id, 'purchase:951', 10_000n, inMonth('2025-03', 10));
    await sell(dealer.id, 'purchase:952', 5_000n, inMonth('2025-04', 10));
    await run('2025-04');
    await run('2025-05');
    const list = async () => (await manager.call('GET /v1/dealers/:id/statements', { params })).body.data;
    const [april, march] = await list();
    expect(march).toMatchObject({ month: '2025-03', opening: { amount: '0.00' }, closing: { amount: '-100.00' } });
    expect(april).toMatchObject({ month: '2025-04', opening: { amount: '-100.00' }, closing: { amount: '-150.00' } });
    const read = async () =>
      (
        await manager.call('GET /v1/dealers/:id/statements/:statementId', {
          params: { ...params, statementId: april?.id },
        })
      ).body;
    const before = await read();
    expect(before.body.entries).toMatchObject([{ amount: { amount: '-50.00' }, balance: { amount: '-150.00' } }]);
    expect(before.body.open_items).toHaveLength(2);
    await pay(manager, dealer.id);
    expect(await read()).toEqual(before);
    await expect(
      server.db
        .updateTable('dealer_statements')
        .set({ closing_minor: 0n })
        .where('id', '=', april?.id ?? 0)
        .execute(),
    ).rejects.toThrow();
    const stranger = await team();
    const foreign = { id: stranger.dealer.id, statementId: april?.id };
    expect(
      (await stranger.manager.call('GET /v1/dealers/:id/statements/:statementId', { params: foreign })).status,
    ).toBe(404);
  });

  test('is verified by its hash without a login, and a wrong hash is not found', async () => {
    const { dealer, params, manager } = await team();
    await sell(dealer.id, 'purchase:961', 10_000n, inMonth('2025-03', 10));
    await run('2025-04');
    const [row] = (await manager.call('GET /v1/dealers/:id/statements', { params })).body.data;
    const stored = await server.db
      .selectFrom('dealer_statements')
      .select('body')
      .where('id', '=', row?.id ?? 0)
      .executeTakeFirstOrThrow();
    expect(createHash('sha256').update(stored.body).digest('hex')).toBe(row?.sha256);
    const verify = (hash: string) => server.anonymous.call('GET /statements/:hash/verify', { params: { hash } });
    expect((await verify(row?.sha256 ?? '')).body).toMatchObject({ number: row?.number, closing: row?.closing });
    expect((await verify('0'.repeat(64))).status).toBe(404);
  });

  test('is issued and mailed exactly once by several processes', async () => {
    const teams = [];
    for (let at = 0; at < 6; at += 1) {
      const one = await team();
      await server.db
        .updateTable('dealers')
        .set({ billing_email: `bills-${one.dealer.id}@example.test` })
        .where('id', '=', one.dealer.id)
        .execute();
      await sell(one.dealer.id, `purchase:97${at}`, 10_000n, inMonth('2025-06', 10));
      teams.push(one.dealer.id);
    }
    const now = new Date('2025-07-01T12:00:00Z');
    await Promise.all(Array.from({ length: 4 }, () => issueStatements(server.db, server.platform, now)));
    await Promise.all(Array.from({ length: 4 }, () => mailStatements(server.db, 'http://localhost:3000', now)));
    const { rows } = await sql<{ statements: bigint; mails: bigint }>`
      select (select count(*) from dealer_statements s where s.dealer_id = any(${teams}) and s.month = '2025-06-01') as statements,
        (select count(*) from mail_outbox m where m.kind = 'dealer-statement'
          and m.to_address = any(${teams.map((id) => `bills-${id}@example.test`)})) as mails`.execute(server.db);
    expect(rows[0]).toEqual({ statements: 6n, mails: 6n });
    expect(await issueStatements(server.db, server.platform, now)).toBe(0);
  });

  test('is a notification alone when its mail is switched off', async () => {
    const { dealer, manager } = await team();
    const { email } = await server.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', manager.userId ?? 0)
      .executeTakeFirstOrThrow();
    await server.db
      .updateTable('dealers')
      .set({ billing_email: email, notify_statements: false })
      .where('id', '=', dealer.id)
      .execute();
    await sell(dealer.id, 'purchase:979', 10_000n, inMonth('2025-06', 10));
    const now = new Date('2025-07-01T12:00:00Z');
    await issueStatements(server.db, server.platform, now);
    for (let times = 0; times < 2; times += 1) await mailStatements(server.db, 'http://localhost:3000', now);
    expect((await manager.call('GET /user/notifications')).body.data).toMatchObject([
      { kind: 'dealer-statement', path: expect.stringMatching(/^\/dealer\/[\w-]+\/statements\/\d+$/) },
    ]);
    const mails = await server.db.selectFrom('mail_outbox').select('id').where('to_address', '=', email).execute();
    expect(mails).toEqual([]);
  });

  test('keeps an entry that was booked late out of the earlier statement and in the next', async () => {
    const { dealer, params, manager } = await team();
    await sell(dealer.id, 'purchase:981', 10_000n, inMonth('2025-03', 10));
    await run('2025-04');
    await sell(dealer.id, 'purchase:982', 1_000n, inMonth('2025-03', 31));
    await sell(dealer.id, 'purchase:983', 2_000n, inMonth('2025-04', 5));
    await run('2025-05');
    const [april, march] = (await manager.call('GET /v1/dealers/:id/statements', { params })).body.data;
    expect(march?.closing.amount).toBe('-100.00');
    expect(april).toMatchObject({ opening: { amount: '-100.00' }, closing: { amount: '-130.00' } });
  });

  test('continues the statement before it after a month without one and after a change of the time zone', async () => {
    const inZone = (timeZone: string) =>
      storeSetting(server, 'support_hours', { opens: '09:00', closes: '17:00', weekdays: [1], timeZone });
    await inZone('UTC');
    const { dealer, params, manager } = await team();
    await sell(dealer.id, 'purchase:985', 10_000n, inMonth('2025-03', 10));
    await run('2025-04');
    // Booked late, so that nothing is owed and April has no statement.
    await sell(dealer.id, 'purchase:985', -10_000n, inMonth('2025-03', 31));
    await run('2025-05');
    await sell(dealer.id, 'purchase:986', 2_000n, new Date('2025-05-31T23:30:00Z'));
    await run('2025-06');
    await inZone('Europe/Berlin');
    try {
      await sell(dealer.id, 'purchase:987', 3_000n, inMonth('2025-06', 10));
      await run('2025-07');
    } finally {
      await inZone('UTC');
    }
    const statements = (await manager.call('GET /v1/dealers/:id/statements', { params })).body.data;
    expect(statements.map(({ month, opening, closing }) => [month, opening.amount, closing.amount])).toEqual([
      ['2025-06', '-20.00', '-50.00'],
      ['2025-05', '-100.00', '-20.00'],
      ['2025-03', '0.00', '-100.00'],
    ]);
    for (const { id, opening, closing } of statements) {
      const { body } = (
        await manager.call('GET /v1/dealers/:id/statements/:statementId', { params: { ...params, statementId: id } })
      ).body;
      const sum = body.entries.reduce((minor, { amount }) => minor + Math.round(Number(amount.amount) * 100), 0);
      expect(Math.round(Number(opening.amount) * 100) + sum).toBe(Math.round(Number(closing.amount) * 100));
    }
  });

  test('is made up for every month in which no job ran, in their order', async () => {
    const { dealer, params, manager } = await team();
    const at = (month: string) => inMonth(month, 10);
    await sell(dealer.id, 'purchase:1001', 1_000n, at('2026-01'));
    await run('2026-02');
    await sell(dealer.id, 'purchase:1002', 2_000n, at('2026-02'));
    await sell(dealer.id, 'purchase:1003', 4_000n, at('2026-04'));
    await run('2026-05');
    const { data } = (await manager.call('GET /v1/dealers/:id/statements', { params })).body;
    expect(data.map(({ month, opening, closing }) => [month, opening.amount, closing.amount])).toEqual([
      ['2026-04', '-30.00', '-70.00'],
      ['2026-03', '-30.00', '-30.00'],
      ['2026-02', '-10.00', '-30.00'],
      ['2026-01', '0.00', '-10.00'],
    ]);
    expect(await run('2026-05')).toBe(0);
  });

  test('is not issued in a currency that was neither used in the month nor has a balance', async () => {
    const { dealer, params, manager } = await team();
    const [owed, sold] = [receivable(dealer.id, 'EUR'), platformAccount('rev', 'EUR')];
    for (const [from, to] of [
      [owed, sold],
      [sold, owed],
    ] as const)
      await postTransfer(server.db, {
        key: randomUUID(),
        kind: 'purchase.charged',
        subject: 'purchase:1010',
        at: inMonth('2026-05', 10),
        legs: move(from, to, 1_000n),
        beyondLimits: true,
      });
    await sell(dealer.id, 'purchase:1011', 1_000n, inMonth('2026-05', 10));
    await run('2026-06');
    await run('2026-07');
    const { data } = (await manager.call('GET /v1/dealers/:id/statements', { params })).body;
    expect(data.map(({ month, currency }) => `${month} ${currency}`)).toEqual([
      '2026-06 CAD',
      '2026-05 CAD',
      '2026-05 EUR',
    ]);
  });

  test('covers the month in the zone of the settings, also across daylight saving (C174)', async () => {
    const { dealer, params, manager } = await team();
    await sell(dealer.id, 'purchase:991', 10_000n, new Date('2025-03-31T23:59:59Z'));
    await sell(dealer.id, 'purchase:992', 20_000n, new Date('2025-04-15T12:00:00Z'));
    const range = (start: string, end: string) =>
      manager.call('GET /v1/dealers/:id/statements/range', { params, query: { start, end } });
    const whole = (await range('2025-03-30', '2025-04-20')).body;
    expect(whole).toMatchObject({ sha256: null, body: { number: null, closing: { amount: '-300.00' } } });
    expect(whole.body.entries).toHaveLength(2);
    expect((await range('2025-04-10', '2025-04-20')).body.body).toMatchObject({
      opening: { amount: '-100.00' },
      entries: [{ amount: { amount: '-200.00' }, balance: { amount: '-300.00' } }],
      closing: { amount: '-300.00' },
    });
    // The day of the first entry is that of the zone, not of UTC.
    const zone = whole.body.time_zone;
    const local = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date('2025-03-31T23:59:59Z'));
    expect((await range(local, local)).body.body.entries).toHaveLength(1);
    expect((await range('2025-05-01', '2025-04-01')).status).toBe(422);
    expect((await range('2000-01-01', '2025-04-01')).status).toBe(422);
  });
});

test('transfers to a dealer are listed and opened by its members only (C156 C157 C158)', async () => {
  const { dealer, params, manager } = await team();
  const now = new Date();
  const payoutOf = async (owner: string) =>
    (
      await server.db
        .insertInto('payouts')
        .values({
          owner,
          request_key: randomUUID(),
          currency: 'CAD',
          amount_minor: 5_000n,
          made_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const [mine, theirs] = [await payoutOf(`dealer:${dealer.id}`), await payoutOf('dealer:999999')];
  const { body } = await manager.call('GET /v1/dealers/:id/transfers', { params });
  expect(body.data.map(({ id }) => id)).toEqual([mine]);
  const open = (transfer: number) =>
    manager.call('GET /v1/dealers/:id/transfers/:transfer', { params: { ...params, transfer } });
  expect((await open(mine)).status).toBe(200);
  expect((await open(theirs)).status).toBe(404);
  const group = await manager.call('GET /v1/dealers/:id/transfer-groups/:transfer', {
    params: { ...params, transfer: 1 },
  });
  expect(group.status).toBe(404);
});
