import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grant } from '../../../testing/money/credits.ts';
import { estimated, payCard, tuneShop } from '../../../testing/money/purchases.ts';
import { ownedRecords } from '../../../testing/owned-records.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof tuneShop>>;
beforeAll(async () => {
  server = await testServer();
  shop = await tuneShop(server);
});
afterAll(() => server.close());

const idOf = (client: Client) => client.userId ?? 0;
const readAt = () => new Date(Date.now() + 5000).toUTCString();

async function bought(buyer: Client): Promise<{ purchase: number; transaction: number }> {
  const paid = await payCard(buyer, await estimated(buyer, shop.selection));
  expect(paid.status).toBe(200);
  const purchase = paid.body.purchase.id;
  const { id } = await server.db
    .selectFrom('payments')
    .select('id')
    .where('subject', '=', `purchase:${purchase}`)
    .executeTakeFirstOrThrow();
  return { purchase, transaction: id };
}

const refund = (staff: Client, id: number) =>
  staff.call('POST /v1/admin/transactions/:id/fully-refund', {
    params: { id },
    body: { reason: 'Not wanted' },
    idempotencyKey: randomUUID(),
  });

describe('staff cannot refund or decide their own records', () => {
  test('a refund of an own purchase or of one by a colleague is refused', async () => {
    const staff = await server.as({ role: 5 });
    const colleague = await server.as({});
    const customer = await server.as({});
    await server.make.dealer({ members: [idOf(staff), idOf(colleague)] });
    for (const buyer of [staff, colleague])
      expect((await refund(staff, (await bought(buyer)).transaction)).status).toBe(403);
    const theirs = await bought(customer);
    expect((await refund(staff, theirs.transaction)).status).toBe(200);
  });

  test('credits of an own purchase cannot be returned', async () => {
    const me = await server.make.user({ role: 3 });
    const staff = await server.as({ id: me.id });
    const lot = await grant(shop.admin, me.email, 'ecu', 1);
    const paid = await payCard(staff, await estimated(staff, shop.selection), { credits: [lot.id] });
    expect(paid.status).toBe(200);
    const purchase = paid.body.purchase.id;
    const back = await staff.call('POST /v1/admin/catalog-purchases/:id/return-credits', {
      params: { id: purchase },
      body: { reason: 'Mine' },
    });
    expect(back.status).toBe(403);
  });

  test('an own trade-in gets no offer, and the deposit of an own rental is not released', async () => {
    const staff = await server.as({ role: 3 });
    const tradeIn = await ownedRecords['GET /trade-in-requests/:id']?.make(server, { userId: idOf(staff) });
    const decided = await staff.call('PATCH /v1/admin/trade-in-requests/:id', {
      params: { id: tradeIn?.id },
      body: { state: 'rejected', note: 'No' },
      readAt: readAt(),
    });
    expect(decided.status).toBe(403);
    const rental = await ownedRecords['POST /rentals/:id/deposit']?.make(server, { userId: idOf(staff) });
    const ended = await staff.call('PATCH /v1/admin/rentals/:id', {
      params: { id: rental?.id },
      body: { state: 'cancelled', note: '' },
      readAt: readAt(),
      idempotencyKey: randomUUID(),
    });
    expect(ended.status).toBe(403);
  });
});

describe('a discount code', () => {
  const total = async (buyer: Client, code: string) =>
    (await buyer.call('POST /v1/catalog/estimate', { body: { ...shop.selection, codes: [code] } })).body.total.amount;

  test('gives no discount to the person who created or changed it, or to a colleague', async () => {
    const [staff, colleague, customer] = [await server.as({ role: 3 }), await server.as({}), await server.as({})];
    await server.make.tuner({ members: [idOf(staff), idOf(colleague)] });
    const body = { code: 'ALL-FREE', name: 'Everything', type: 'tunes', amount: '100', amountType: 'percent' };
    const made = await staff.call('POST /v1/admin/discount-codes', { body });
    expect(made.status).toBe(201);
    expect(Number(await total(customer, 'ALL-FREE'))).toBeLessThan(Number(await total(customer, 'NONE')));
    for (const buyer of [staff, colleague]) expect(await total(buyer, 'ALL-FREE')).toBe(await total(buyer, 'NONE'));
    // The last person to change it cannot use it either.
    const other = await server.as({ role: 3 });
    expect(Number(await total(other, 'ALL-FREE'))).toBeLessThan(Number(await total(other, 'NONE')));
    const changed = await other.call('PATCH /v1/admin/discount-codes/:id', {
      params: { id: made.body.id },
      body: { name: 'Nothing' },
      readAt: made.body.updated_at,
    });
    expect(changed.status).toBe(200);
    // Nor can the people who created it, after someone else changed it.
    for (const buyer of [other, staff, colleague])
      expect(await total(buyer, 'ALL-FREE')).toBe(await total(buyer, 'NONE'));
  });

  test('of a sale gives no discount to the person who created it', async () => {
    const [staff, customer] = [await server.as({ role: 3 }), await server.as({})];
    const made = await staff.call('POST /v1/admin/sales', {
      body: {
        start: new Date(Date.now() - 60_000).toISOString(),
        end: new Date(Date.now() + 3_600_000).toISOString(),
        type: 'tunes',
        amount: '90',
        amountType: 'percent',
        name: 'Secret sale',
        code: 'SECRET-SALE',
      },
    });
    expect(made.status).toBe(201);
    await expect
      .poll(async () => Number(await total(customer, 'SECRET-SALE')) < Number(await total(customer, 'NONE')))
      .toBe(true);
    expect(await total(staff, 'SECRET-SALE')).toBe(await total(staff, 'NONE'));
    const other = await server.as({ role: 3 });
    const { id, updated_at: readAt } = made.body;
    const changed = await other.call('PATCH /v1/admin/sales/:id', {
      params: { id },
      body: { description: 'For a while' },
      readAt,
    });
    expect(changed.status).toBe(200);
    for (const buyer of [other, staff])
      await expect.poll(async () => (await total(buyer, 'SECRET-SALE')) === (await total(buyer, 'NONE'))).toBe(true);
  });
});
