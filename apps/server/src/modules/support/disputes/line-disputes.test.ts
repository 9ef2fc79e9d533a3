import { randomUUID } from 'node:crypto';
import { partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { dayMs } from '@tuneport/domain/units/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { earn } from '../../../testing/money/earnings.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { system } from '../../audit/index.ts';
import { reviewAccount } from '../../dealers/credit-control/review-account.ts';
import {
  balanceOf,
  earningOfSale,
  makePayout,
  openEarnings,
  postTransfer,
  setLimit,
  verifyLedger,
} from '../../ledger/index.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
});
beforeEach(() => server.db.deleteFrom('rate_limits').execute());
afterAll(async () => {
  expect((await verifyLedger(server.db)).problem_count ?? 0).toBe(0);
  await server.close();
});

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
const reason = 'This was charged twice.';

/** A dealer that owes 300.00, 200.00 and 100.00, the first being the oldest. */
async function owing() {
  const { id: userId } = await server.make.user({ role: 4 });
  const dealer = await server.make.dealer({ managers: [userId] });
  const account = partyAccount('ar', `dealer:${dealer.id}`, 'CAD');
  await setLimit(server.db, account, { maxMinor: 1_000_000n, at: daysAgo(200), reason: 'Opened' });
  const sales = [
    [`purchase-account:${dealer.id}01`, 30_000n, 120],
    [`purchase-account:${dealer.id}02`, 20_000n, 110],
    [`purchase-account:${dealer.id}03`, 10_000n, 1],
  ] as const;
  for (const [subject, amountMinor, days] of sales)
    await postTransfer(server.db, {
      key: `${subject}:charged`,
      kind: 'purchase.charged',
      subject,
      at: daysAgo(days),
      legs: [
        { account, amountMinor },
        { account: platformAccount('rev', 'CAD'), amountMinor: -amountMinor },
      ],
    });
  const holder = `dealer:${dealer.id}` as const;
  return { dealer, holder, account, client: await server.as({ id: userId }), sales: sales.map(([subject]) => subject) };
}
const dispute = (client: Client, holder: string, line = '', body: object = {}) =>
  client.call('POST /v1/line-disputes', {
    body: { holder, account: 'owed', line, currency: 'CAD', reason, ...body },
    idempotencyKey: randomUUID(),
  });
const decide = (id: number, body: object, client = admin) =>
  client.call('POST /v1/admin/line-disputes/:id/decide', {
    params: { id },
    body: { reason: 'Checked the invoice.', ...body },
    idempotencyKey: randomUUID(),
  });
const withdraw = (client: Client, id: number) =>
  client.call('POST /v1/line-disputes/:id/withdraw', { params: { id }, idempotencyKey: randomUUID() });
const balanceShown = async (client: Client, id: number) =>
  (await client.call('GET /v1/dealers/:id/balance', { params: { id } })).body[0];

describe('a disputed sale on account', () => {
  test('is frozen, not overdue, not payable, and linked to a ticket in both directions', async () => {
    const { dealer, holder, client, sales } = await owing();
    const [first = '', second = ''] = sales;
    const opened = await dispute(client, holder, first);
    expect(opened).toMatchObject({
      status: 201,
      body: { state: 'open', label: expect.stringContaining('Tunes'), amount: { amount: '300.00' }, reason },
    });
    const { ticket } = opened.body;
    const { body: seen } = await client.call('GET /customer-tickets/:id', { params: { id: ticket.id } });
    expect(seen).toMatchObject({ description: reason, dispute: { id: opened.body.id, state: 'open' } });
    const staffTicket = await admin.call('GET /v1/admin/tickets/:id', { params: { id: ticket.id } });
    expect(staffTicket.body.dispute).toMatchObject({ number: opened.body.number });
    expect(await balanceShown(client, dealer.id)).toMatchObject({
      owed: { amount: '600.00' },
      payable: { amount: '300.00' },
      due: { amount: '200.00' },
      // The newest sale is due in 29 days; the disputed one is not expected.
      forecast: Array.from({ length: 8 }, (_, week) => ({ due: { amount: week === 4 ? '100.00' : '0.00' } })),
      open_items: [{ subject: first, bucket: 'disputed', dispute: { ticket_id: ticket.id } }, {}, { dispute: null }],
    });
    const pay = (items: string[]) =>
      client.call('POST /v1/dealers/:id/payment', {
        params: { id: dealer.id },
        body: { currency: 'CAD', items, method: { token: 'test_ok' } },
        idempotencyKey: randomUUID(),
      });
    expect((await pay([first])).status).toBe(409);
    // Without a choice, everything but the disputed sale is paid.
    expect(await pay([])).toMatchObject({ status: 200, body: { amount: '300.00' } });
    expect(await balanceShown(client, dealer.id)).toMatchObject({
      owed: { amount: '300.00' },
      payable: { amount: '0.00' },
      open_items: [{ subject: first }],
    });
    expect(second).not.toBe('');
  });

  test('does not pause the account, and does again once the dispute is rejected', async () => {
    const { dealer, holder, client, sales } = await owing();
    const review = () =>
      server.db.transaction().execute((tx) => reviewAccount(tx, 'http://localhost', dealer.id, new Date()));
    const paused = async () =>
      (
        await server.db
          .selectFrom('dealers')
          .select('account_paused_at')
          .where('id', '=', dealer.id)
          .executeTakeFirstOrThrow()
      ).account_paused_at !== null;
    const [one, two] = [await dispute(client, holder, sales[0]), await dispute(client, holder, sales[1])];
    await review();
    expect(await paused()).toBe(false);
    expect(await decide(one.body.id, { outcome: 'rejected' })).toMatchObject({
      status: 200,
      body: { state: 'rejected', correction: null, decision: 'Checked the invoice.', may_decide: false },
    });
    await review();
    expect(await paused()).toBe(true);
    expect((await decide(two.body.id, { outcome: 'rejected', reason: '' })).status).toBe(422);
  });

  test('opens a paused account again, and the mail thanks for no payment', async () => {
    const { dealer, holder, client, sales } = await owing();
    const review = () =>
      server.db.transaction().execute((tx) => reviewAccount(tx, 'http://localhost', dealer.id, new Date()));
    await review();
    for (const sale of sales.slice(0, 2)) await dispute(client, holder, sale);
    await review();
    const mails = await server.db
      .selectFrom('mail_outbox')
      .select('text_body')
      .where('kind', '=', 'dealer-account-resumed')
      .execute();
    expect(mails).toMatchObject([
      { text_body: expect.stringContaining('You no longer have invoices that are long overdue') },
    ]);
  });

  test('is shown on the ticket that its ticket was merged into', async () => {
    const { holder, client, sales } = await owing();
    const { body } = await dispute(client, holder, sales[0]);
    const input = { title: 'Same invoice', description: 'See there.', customer_name: 'Robin' };
    const other = (await client.call('POST /tickets', { body: input })).body;
    const params = { id: body.ticket.id };
    const merged = await admin.call('POST /v1/admin/tickets/:id/merge', { params, body: { into: other.id } });
    expect(merged.status).toBe(200);
    const kept = await admin.call('GET /v1/admin/tickets/:id', { params: { id: other.id } });
    expect(kept.body.dispute).toMatchObject({ id: body.id, state: 'open' });
  });

  test('is corrected when upheld, and the correction counts for this sale', async () => {
    const { dealer, holder, account, client, sales } = await owing();
    const { body } = await dispute(client, holder, sales[1]);
    expect((await decide(body.id, { outcome: 'upheld', amount: '200.01' })).status, 'more than the line').toBe(422);
    expect((await decide(body.id, { outcome: 'upheld' })).status, 'no amount').toBe(422);
    expect(await decide(body.id, { outcome: 'upheld', amount: '150' })).toMatchObject({
      status: 200,
      body: { state: 'upheld', correction: { amount: '150.00' }, history: [{ event: 'Opened' }, { event: 'Upheld' }] },
    });
    expect((await balanceOf(server.db, account)).postedMinor).toBe(45_000n);
    expect(await balanceShown(client, dealer.id)).toMatchObject({
      open_items: [
        { subject: sales[0], open: { amount: '300.00' } },
        { subject: sales[1], open: { amount: '50.00' }, dispute: null },
        { subject: sales[2], open: { amount: '100.00' } },
      ],
    });
    const entries = await client.call('GET /v1/dealers/:id/entries', { params: { id: dealer.id } });
    expect(entries.body.data[0]).toMatchObject({ label: `Correction after dispute ${body.number}` });
    const mail = await server.db
      .selectFrom('mail_outbox')
      .select(['subject', 'text_body'])
      .where('kind', '=', 'line-dispute')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(mail.subject).toContain('was upheld');
    expect(mail.text_body).toContain('Checked the invoice.');
    expect((await dispute(client, holder, sales[1])).status, 'a decided line').toBe(409);
  });

  test('above the limit of one person is decided by a second one', async () => {
    const { holder, account, client, sales } = await owing();
    const { body } = await dispute(client, holder, sales[0]);
    const large = { outcome: 'upheld', amount: '300' };
    const staff = await server.as({ role: 3 });
    for (const amount of ['200', '200', '200', '200'])
      expect(
        (
          await staff.call('POST /v1/admin/dealers/:id/entries', {
            params: { id: (await server.make.dealer()).id },
            body: { amount, currency: 'CAD', reason },
            idempotencyKey: randomUUID(),
          })
        ).status,
      ).toBe(201);
    expect(await decide(body.id, large, staff)).toMatchObject({ status: 403, body: { code: 'approval_required' } });
    const request = { kind: 'line-dispute', dispute: body.id, amount: '300', reason: 'Not delivered.' };
    const asked = await staff.call('POST /v1/admin/approvals', { body: request, idempotencyKey: randomUUID() });
    expect(asked).toMatchObject({ status: 201, body: { subject: `line-dispute:${body.id}` } });
    const approve = (who: Client) =>
      who.call('POST /v1/admin/approvals/:id/approve', {
        params: { id: asked.body.id },
        body: {},
        idempotencyKey: randomUUID(),
      });
    expect((await approve(staff)).status, 'the requester').toBe(403);
    expect((await approve(admin)).status).toBe(200);
    expect((await balanceOf(server.db, account)).postedMinor).toBe(30_000n);
    expect((await decide(body.id, { outcome: 'rejected' })).status).toBe(409);
  });
});

describe('a disputed earning', () => {
  const now = () => new Date();
  async function earning() {
    const { id: userId } = await server.make.user();
    const { id } = await server.make.affiliate({ members: [userId] });
    const owner = `affiliate:${id}` as const;
    const sale = `order:${910_000_000 + id}`;
    await earn(server.db, owner, sale, 5_000n, daysAgo(2), { available: true });
    await earn(server.db, owner, `order:${920_000_000 + id}`, 700n, daysAgo(2), { available: true });
    return { id, owner, sale, client: await server.as({ id: userId }) };
  }
  const payout = (owner: `affiliate:${number}`) =>
    server.db
      .transaction()
      .execute((db) =>
        makePayout(db, system, { owner, currency: 'CAD', requestKey: randomUUID(), until: now() }, now()),
      );

  test('is in no payout until it is decided, and its correction is a line of its own', async () => {
    const { id, owner, sale, client } = await earning();
    const { body, status } = await dispute(client, owner, sale, { account: 'earning' });
    expect(status).toBe(201);
    const { body: entries } = await client.call('GET /v1/affiliates/:id/entries', {
      params: { id },
      query: { state: 'disputed' },
    });
    expect(entries.data).toMatchObject([{ state: 'disputed', dispute: { id: body.id, ticket_id: body.ticket.id } }]);
    expect((await payout(owner)).amount_minor).toBe(700n);
    expect(await openEarnings(server.db, owner, 'CAD', now())).toEqual([]);
    expect((await decide(body.id, { outcome: 'upheld', amount: '12.50' })).status).toBe(200);
    const open = await openEarnings(server.db, owner, 'CAD', now());
    expect(open.map(({ sale: of, availableMinor }) => [of, availableMinor])).toEqual([
      [sale, 5_000n],
      [`line-dispute:${body.id}`, 1_250n],
    ]);
    expect(await earningOfSale(server.db, owner, 'CAD', sale)).toMatchObject({ state: 'available', dispute: null });
  });

  test('that was refunded after its payout is still deducted', async () => {
    const { owner, sale, client } = await earning();
    await payout(owner);
    await earn(server.db, owner, sale, -5_000n, now(), { available: true });
    expect((await dispute(client, owner, sale, { account: 'earning' })).status).toBe(201);
    const open = await openEarnings(server.db, owner, 'CAD', now());
    expect(open.map((one) => one.availableMinor - one.inTransferMinor)).toEqual([-5_000n]);
  });

  test('and a payout at the same time exclude each other', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { owner, sale, client } = await earning();
      const [opened, made] = await Promise.allSettled([
        dispute(client, owner, sale, { account: 'earning' }),
        payout(owner),
      ]);
      expect(opened).toMatchObject({ status: 'fulfilled', value: { status: 201 } });
      if (made.status === 'rejected') throw made.reason;
      const line = await earningOfSale(server.db, owner, 'CAD', sale);
      expect([0n, 5_000n]).toContain(line?.inTransferMinor);
      expect(line?.state).toBe(line?.inTransferMinor === 0n ? 'disputed' : 'in_transfer');
    }
  });
});

describe('a dispute', () => {
  test('sent twice at once is opened once', async () => {
    const { holder, client, sales } = await owing();
    const replies = await Promise.all([1, 2, 3].map(() => dispute(client, holder, sales[0])));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const { body } = await client.call('GET /v1/line-disputes', { query: { holder } });
    expect(body.total).toBe(1);
  });

  test('is withdrawn by any member while it is open, and the line can be disputed again', async () => {
    const { dealer, holder, client, sales } = await owing();
    const { id: colleagueId } = await server.make.user({ role: 4 });
    await server.db
      .insertInto('dealer_members')
      .values({ dealer_id: dealer.id, user_id: colleagueId, kind: 'member' })
      .execute();
    const colleague = await server.as({ id: colleagueId });
    const { body } = await dispute(client, holder, sales[0]);
    const ended = await Promise.all([withdraw(colleague, body.id), withdraw(client, body.id)]);
    expect(ended.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await decide(body.id, { outcome: 'rejected' })).status).toBe(409);
    expect((await dispute(client, holder, sales[0])).status).toBe(201);
  });

  test('decided and withdrawn at once ends once', async () => {
    const { holder, client, sales, account } = await owing();
    const { body } = await dispute(client, holder, sales[2]);
    const ended = await Promise.all([
      decide(body.id, { outcome: 'upheld', amount: '10' }),
      decide(body.id, { outcome: 'upheld', amount: '10' }, await server.as({ role: 3 })),
      withdraw(client, body.id),
    ]);
    expect(ended.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { state } = await server.db
      .selectFrom('line_disputes')
      .select('state')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    expect((await balanceOf(server.db, account)).postedMinor).toBe(state === 'upheld' ? 59_000n : 60_000n);
  });

  test('is refused to strangers, former members, members of a suspended partner, and for lines of others', async () => {
    const { dealer, holder, client, sales } = await owing();
    const other = await owing();
    const { body } = await dispute(client, holder, sales[0]);
    expect((await dispute(other.client, holder, sales[1])).status).toBe(404);
    expect((await dispute(client, holder, other.sales[0])).status, 'a line of another dealer').toBe(404);
    expect((await dispute(client, holder, 'order:1')).status, 'no such line').toBe(404);
    expect((await withdraw(other.client, body.id)).status).toBe(404);
    expect((await other.client.call('GET /v1/line-disputes', { query: { holder } })).status).toBe(404);
    expect((await dispute(admin, holder, sales[1])).status, 'staff who are not members').toBe(404);
    const setState = (state: string) =>
      server.db.updateTable('dealers').set({ state }).where('id', '=', dealer.id).execute();
    await setState('suspended');
    expect([403, 404]).toContain((await dispute(client, holder, sales[1])).status);
    await setState('active');
    const params = { id: dealer.id, userId: client.userId ?? 0 };
    await admin.call('DELETE /v1/admin/dealers/:id/members/:userId', { params });
    const former = await server.as({ id: client.userId ?? 0 });
    expect([403, 404]).toContain((await withdraw(former, body.id)).status);
  });

  test('is not decided by staff of the own business, nor by other people', async () => {
    const { dealer, holder, client, sales } = await owing();
    const own = await server.as({ role: 3 });
    await server.db
      .insertInto('dealer_members')
      .values({ dealer_id: dealer.id, user_id: own.userId ?? 0, kind: 'member' })
      .execute();
    const { body } = await dispute(client, holder, sales[2]);
    expect((await decide(body.id, { outcome: 'upheld', amount: '10' }, own)).status).toBe(403);
    expect((await decide(body.id, { outcome: 'rejected' }, client)).status).toBe(403);
    const request = { kind: 'line-dispute', dispute: body.id, amount: '10', reason };
    expect((await own.call('POST /v1/admin/approvals', { body: request })).status).toBe(403);
    expect((await decide(999_999, { outcome: 'rejected' })).status).toBe(404);
  });

  test('is listed for staff by state and counted on the home page', async () => {
    const { holder, client, sales } = await owing();
    const { body } = await dispute(client, holder, sales[0]);
    const open = await admin.call('GET /v1/admin/line-disputes', { query: { state: 'open', search: body.number } });
    expect(open.body).toMatchObject({ total: 1, data: [{ id: body.id, holder: { owner: holder }, reason }] });
    const work = await admin.call('GET /v1/admin/work-queues');
    expect(work.body.counts.line_disputes).toBeGreaterThan(0);
    await withdraw(client, body.id);
    const decided = { state: '!open', search: body.number };
    expect((await admin.call('GET /v1/admin/line-disputes', { query: decided })).body.total).toBe(1);
  });
});
