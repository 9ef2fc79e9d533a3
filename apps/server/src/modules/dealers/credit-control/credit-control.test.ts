import { randomUUID } from 'node:crypto';
import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountDealer, estimated, payLater, tuneShop } from '../../../testing/money/purchases.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { postTransfer, setLimit } from '../../ledger/index.ts';
import { receivable } from '../accounts.ts';
import { reviewAccount } from './review-account.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const day = 86_400_000;
const origin = 'http://localhost:3000';
const ago = (days: number) => new Date(Date.now() - days * day);
const review = (id: number, now = new Date()) =>
  server.db.transaction().execute((tx) => reviewAccount(tx, origin, id, now));

async function team(limitMinor = 100_000n) {
  const boss = await server.make.user({ role: 4 });
  const dealer = await server.make.dealer({ managers: [boss.id] });
  const email = `bills-${dealer.id}@example.test`;
  await server.db.updateTable('dealers').set({ billing_email: email }).where('id', '=', dealer.id).execute();
  await setLimit(server.db, receivable(dealer.id, 'CAD'), { maxMinor: limitMinor, at: ago(900), reason: 'Opened' });
  const mails = async () =>
    (
      await server.db
        .selectFrom('mail_outbox')
        .select(['kind', 'subject'])
        .where('to_address', '=', email)
        .orderBy('id')
        .execute()
    ).map(({ kind, subject }) => `${kind}: ${subject}`);
  return { dealer, params: { id: dealer.id }, manager: await server.as(boss), mails };
}
/** A sale on account, due 30 days later. */
const sell = (dealerId: number, subject: string, amountMinor: bigint, at: Date) =>
  postTransfer(server.db, {
    key: randomUUID(),
    kind: 'purchase.charged',
    subject,
    at,
    legs: [
      { account: receivable(dealerId, 'CAD'), amountMinor },
      { account: platformAccount('rev', 'CAD'), amountMinor: -amountMinor },
    ],
  });
const pausedAt = async (id: number) =>
  (await server.db.selectFrom('dealers').select('account_paused_at').where('id', '=', id).executeTakeFirstOrThrow())
    .account_paused_at;

test('a dealer is reminded of an overdue sale once per level', async () => {
  const { dealer, mails } = await team();
  await sell(dealer.id, 'purchase:7001', 10_000n, ago(32));
  expect(await review(dealer.id)).toBe(false);
  const later = (days: number) => new Date(Date.now() + days * day);
  expect(await review(dealer.id, later(2))).toBe(true);
  expect(await review(dealer.id, later(2))).toBe(false);
  await review(dealer.id, later(13));
  expect(await mails()).toEqual([
    'dealer-reminder: Payment reminder: 100.00\u00a0CAD overdue',
    'dealer-reminder: Second payment reminder: 100.00\u00a0CAD overdue',
  ]);
});

test('a dealer is warned at 80 and 95 per cent of its limit, again only after it used less', async () => {
  const { dealer, mails } = await team(10_000n);
  await sell(dealer.id, 'purchase:7101', 8_500n, ago(1));
  await review(dealer.id);
  await review(dealer.id);
  await sell(dealer.id, 'purchase:7102', 1_200n, ago(1));
  await review(dealer.id);
  expect(await mails()).toEqual([
    'dealer-credit-warning: 80% of your credit limit is used',
    'dealer-credit-warning: 95% of your credit limit is used',
  ]);
  await sell(dealer.id, 'purchase:7102', -5_000n, ago(0));
  expect(await review(dealer.id)).toBe(false);
  await sell(dealer.id, 'purchase:7103', 4_000n, ago(0));
  await review(dealer.id);
  expect(await mails()).toHaveLength(3);
});

test('sales on account pause when an invoice is long overdue and resume when it is paid', async () => {
  const { dealer, params, manager, mails } = await team();
  await sell(dealer.id, 'purchase:7201', 10_000n, ago(80));
  await review(dealer.id);
  expect(await pausedAt(dealer.id)).not.toBeNull();
  const paid = await manager.call('POST /v1/dealers/:id/payment', {
    params,
    body: { currency: 'CAD', method: { token: 'test_ok' } },
    idempotencyKey: randomUUID(),
  });
  expect(paid.status).toBe(200);
  expect(await pausedAt(dealer.id)).toBeNull();
  expect((await mails()).map((mail) => mail.split(':')[0])).toEqual([
    'dealer-reminder',
    'dealer-account-paused',
    'dealer-payment',
    'dealer-account-resumed',
  ]);
});

test('a paused dealer buys on account only while a second person has released it', async () => {
  const shop = await tuneShop(server);
  const { dealer, member } = await accountDealer(server, { limitMinor: 10_000_000n });
  const hash = await estimated(member, shop.selection);
  await sell(dealer.id, 'purchase:7301', 10_000n, ago(80));
  await review(dealer.id);
  const barred = async () => {
    const { body } = await member.call('GET /v1/balances');
    return body.find(({ source }) => source === 'account')?.barred ?? null;
  };
  expect(await barred()).toContain('paused');
  expect((await payLater(member, hash)).body).toMatchObject({ code: 'dealer_hit_credit_limit' });
  const [first, second] = [await server.as({ role: 3 }), await server.as({ role: 3 })];
  const asked = await first.call('POST /v1/admin/approvals', {
    body: { kind: 'account-release', dealer: dealer.id, days: 7, reason: 'A transfer is on its way.' },
  });
  expect(asked.status).toBe(201);
  const approve = (client: typeof first) =>
    client.call('POST /v1/admin/approvals/:id/approve', { params: { id: asked.body.id }, body: {} });
  expect((await approve(first)).status).toBe(403);
  expect(await barred()).toContain('paused');
  expect((await approve(second)).status).toBe(200);
  expect(await barred()).toBeNull();
  expect((await payLater(member, hash)).status).toBe(200);
});
