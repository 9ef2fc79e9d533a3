import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { move } from '@tuneport/domain/ledger/ledger-legs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountDealer, estimated, payLater, tuneShop } from '../../../testing/money/purchases.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { receivable } from '../../dealers/index.ts';
import { postTransfer } from '../../ledger/index.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof tuneShop>>;
beforeAll(async () => {
  server = await testServer();
  shop = await tuneShop(server);
});
afterAll(() => server.close());

const addTo = async (dealerId: number, kind: 'manager' | 'member') => {
  const client = await server.as({ role: 4 });
  await server.db
    .insertInto('dealer_members')
    .values({ dealer_id: dealerId, user_id: client.userId ?? 0, kind })
    .execute();
  return client;
};
/** A dealer with a manager and two members who bought a tune each: 450.00 before tax, 500.00 and 50.00 in the list. */
async function team() {
  const { member, dealer } = await accountDealer(server, { limitMinor: 1_000_000n });
  const [manager, other] = [await addTo(dealer.id, 'manager'), await addTo(dealer.id, 'member')];
  const purchases = [];
  for (const client of [member, other]) {
    const bought = await payLater(client, await estimated(client, shop.selection), { dealer: dealer.slug });
    expect(bought.status).toBe(200);
    purchases.push(bought.body.purchase.id);
  }
  return { dealer, manager, member, other, purchases };
}
const read = async (client: Client, id: number, query: object = {}) =>
  client.call('GET /v1/dealers/:id/statistics', { params: { id }, query });

describe('statistics of a dealer', () => {
  test('sum the ledger before tax, by month, kind, make and member, with savings', async () => {
    const { manager, dealer } = await team();
    const { body } = await read(manager, dealer.id, { compare: 'previous' });
    expect(body).toMatchObject({
      scope: 'dealer',
      currency: 'CAD',
      current: {
        spend: { tunes: { amount: '900.00' }, store: { amount: '0.00' }, total: { amount: '900.00' } },
        list: { amount: '1100.00' },
        saved: { amount: '200.00' },
        purchases: 2,
        requests: { sent: 0, delivered: 0, median_hours: null },
      },
      comparison: { spend: { total: { amount: '0.00' } }, purchases: 0 },
      makes: [{ tunes: 2, spend: { amount: '900.00' } }],
      members: [
        { purchases: 1, spend: { amount: '450.00' } },
        { purchases: 1, spend: { amount: '450.00' } },
      ],
    });
    expect(body.months.at(-1)).toMatchObject({ tunes: { amount: '900.00' }, total: { amount: '900.00' } });
    expect(body.months).toHaveLength(13);
    expect(body.comparison?.to).toBe(new Date(Date.parse(body.current.from) - 86_400_000).toISOString().slice(0, 10));
  });

  test('show a member their own part only, and others nothing', async () => {
    const { dealer, member } = await team();
    const { body } = await read(member, dealer.id);
    expect(body).toMatchObject({
      scope: 'own',
      current: { spend: { total: { amount: '450.00' } }, purchases: 1 },
      members: [],
    });
    const stranger = await team();
    expect((await read(stranger.manager, dealer.id)).status).toBe(404);
    expect((await read(await server.as({}), dealer.id)).status).toBe(403);
    expect((await read(shop.admin, dealer.id)).body).toMatchObject({ scope: 'dealer', current: { purchases: 2 } });
  });

  test('subtract refunds and agree with the ledger', async () => {
    const { dealer, manager, purchases } = await team();
    const { rows } = await sql<{ id: number }>`
      select id from payments where subject = ${`purchase-account:${purchases[0]}`}`.execute(server.db);
    const refunded = await shop.admin.call('POST /v1/admin/transactions/:id/fully-refund', {
      params: { id: rows[0]?.id ?? 0 },
      body: { reason: 'Wrong car' },
      idempotencyKey: crypto.randomUUID(),
    });
    expect(refunded.status).toBe(200);
    expect((await read(manager, dealer.id)).body.current).toMatchObject({ spend: { total: { amount: '450.00' } } });
  });

  test('count days in the time zone of the company', async () => {
    const { dealer, manager } = await team();
    const deal = await server.db
      .insertInto('dealer_credit_deals')
      .values({
        dealer_id: dealer.id,
        kind: 'credit_pack',
        state: 'fulfilled',
        title: 'Ten credits',
        currency: 'CAD',
        price_minor: 10_000n,
        ecu_credits: 10,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await postTransfer(server.db, {
      key: `credit-deal:${deal.id}:account`,
      kind: 'credit-deal.charged',
      subject: `credit-deal:${deal.id}`,
      // 23:30 of 31 January in Vancouver.
      at: new Date('2026-02-01T07:30:00Z'),
      legs: move(receivable(dealer.id, 'CAD'), platformAccount('defer.credits', 'CAD'), 10_000n),
    });
    const spent = async (from: string, to: string) => {
      const { body } = await read(manager, dealer.id, { from, to });
      expect(body.zone).toBe('America/Vancouver');
      return body.current.spend.credits.amount;
    };
    expect(await spent('2026-01-01', '2026-01-31')).toBe('100.00');
    expect(await spent('2026-02-01', '2026-02-28')).toBe('0.00');
    expect((await read(manager, dealer.id, { from: '2026-02-01', to: '2026-01-01' })).status).toBe(422);
    expect((await read(manager, dealer.id, { from: '2020-01-01', to: '2026-01-01' })).status).toBe(422);
  });

  test('are downloaded as CSV by month', async () => {
    const { dealer, manager } = await team();
    const reply = await manager.request('GET', `/api/v1/dealers/${dealer.id}/statistics/csv`);
    expect(reply.status).toBe(200);
    const lines = String(reply.body).trim().split('\n');
    expect(lines[0]).toContain('Month,Currency,Tunes');
    expect(lines.at(-1)).toMatch(/^\d{4}-\d{2},CAD,900\.00,0\.00,0\.00,900\.00/);
  });
});
