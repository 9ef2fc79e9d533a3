import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCreditCode } from './modules/credits/index.ts';
import { makePayout, stepPayout } from './modules/ledger/index.ts';
import { grant } from './testing/money/credits.ts';
import { accountDealer, estimated, payCard, payLater } from './testing/money/purchases.ts';
import type { Client } from './testing/server.ts';
import { platformTuner, queuedRequest } from './testing/tuning.ts';

// What a suspended partner loses and keeps. Each state is set by the staff call and read from another process.

let house: Awaited<ReturnType<typeof platformTuner>>;
let other: Awaited<ReturnType<typeof house.server.another>>;
beforeAll(async () => {
  house = await platformTuner();
  other = await house.server.another();
});
afterAll(() => house.server.close());

const there = (client: Client) => other.clientWith(client.token);

async function setState(of: 'dealers' | 'tuners' | 'affiliates', id: number, state: 'active' | 'suspended') {
  const { updated_at } = (await house.admin.call(`GET /v1/admin/${of}/:id`, { params: { id } })).body;
  const saved = await house.admin.call(`PATCH /v1/admin/${of}/:id`, {
    params: { id },
    body: { state },
    readAt: updated_at,
  });
  expect(saved.status).toBe(200);
}

describe('a member of a suspended tuner', () => {
  test('cannot read, download or take requests, but can read the earnings', async () => {
    const { server, shop, customer, tuner, colleague } = house;
    const params = { id: shop.tuner.id };
    await setState('tuners', shop.tuner.id, 'active');
    const request = await queuedRequest(customer, shop);
    await server.db
      .updateTable('users')
      .set({ flags: ['t', 'ct'] })
      .where('id', '=', tuner.userId ?? 0)
      .execute();
    const replies = async (client: Client) => [
      (await client.call('GET /v1/tune-requests/:id', { params: request.params })).status,
      (await client.request('GET', `/api/v1/tune-requests/${request.id}/raw`)).status,
      (await client.call('GET /v1/admin/tune-requests')).status,
      (await client.call('GET /pipeline')).status,
      (await client.call('GET /tune-pools')).status,
      (await client.call('GET /tuners/:id/report', { params })).status,
      (await client.call('POST /v1/tune-requests/:id/steps', { params: request.params, body: { event: 'claim' } }))
        .status,
    ];
    expect((await replies(there(colleague))).slice(0, -1)).toEqual([200, 200, 200, 200, 200, 200]);
    await setState('tuners', shop.tuner.id, 'suspended');
    expect(await replies(there(tuner))).toEqual([404, 404, 403, 403, 403, 403, 404]);
    expect(await replies(there(colleague))).toEqual([404, 404, 403, 403, 403, 403, 404]);
    expect((await there(tuner).call('GET /v1/admin/ecu/makes')).status, 'flag ct').toBe(403);
    expect((await there(tuner).call('GET /tuners')).body.data).toMatchObject([
      { id: shop.tuner.id, state: 'suspended' },
    ]);
    for (const key of ['GET /tuners/:id', 'GET /tuners/:id/entries', 'GET /tuners/:id/transfers'] as const)
      expect((await there(tuner).call(key, { params })).status, key).toBe(200);
    expect((await there(tuner).call('GET /tune-sales')).status).toBe(200);
    const ui = (await there(tuner).call('GET /global/v1/ui-state')).body;
    expect(ui).toMatchObject({ tuner: null, user: { f: [] }, suspended: { tuners: [{ id: shop.tuner.id }] } });
  });

  test('cannot be assigned requests or tickets', async () => {
    const { server, shop, customer, tuner, admin } = house;
    const request = await queuedRequest(customer, shop);
    await setState('tuners', shop.tuner.id, 'suspended');
    const { data } = (await admin.call('GET /v1/admin/tune-requests/:id/tuners', { params: request.params })).body;
    expect(data.map(({ id }) => id)).not.toContain(tuner.userId);
    const body = { tuner: tuner.userId, take_over: false };
    expect((await admin.call('POST /v1/admin/tune-requests/:id/assign', { params: request.params, body })).status).toBe(
      422,
    );
    const ticket = await customer.call('POST /tickets', {
      body: { title: 'No start', description: 'It does not start.', customer_name: 'Ada Lane' },
    });
    const ticketRecord = await admin.call('GET /v1/admin/tickets/:id', { params: { id: ticket.body.id } });
    const changed = await admin.call('PATCH /v1/admin/tickets/:id', {
      params: { id: ticket.body.id },
      body: { assignee: tuner.userId },
      readAt: ticketRecord.body.updated_at,
    });
    expect(changed.status).toBe(422);
    // A previously assigned ticket is inaccessible to them too.
    await server.db
      .updateTable('tickets')
      .set({ assignee_id: tuner.userId })
      .where('id', '=', ticket.body.id)
      .execute();
    expect((await there(tuner).call('GET /customer-tickets/:id', { params: { id: ticket.body.id } })).status).toBe(404);
    await setState('tuners', shop.tuner.id, 'active');
    expect((await there(tuner).call('GET /customer-tickets/:id', { params: { id: ticket.body.id } })).status).toBe(200);
    expect((await admin.call('POST /v1/admin/tune-requests/:id/assign', { params: request.params, body })).status).toBe(
      200,
    );
  });

  test('is not paid until the tuner is active again', async () => {
    const { server, shop } = house;
    const { id } = await server.db
      .insertInto('payouts')
      .values({
        owner: `tuner:${shop.tuner.id}`,
        request_key: 'suspended payout',
        currency: 'CAD',
        amount_minor: 500n,
        made_at: new Date(),
        updated_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await setState('tuners', shop.tuner.id, 'suspended');
    const system = { userId: null, sessionId: null, address: 'test' };
    const suspended = { code: 'conflict', message: expect.stringContaining('suspended') };
    const input = {
      owner: `tuner:${shop.tuner.id}`,
      currency: 'CAD',
      requestKey: 'another',
      until: new Date(),
    } as const;
    await expect(makePayout(server.db, system, input, new Date())).rejects.toMatchObject(suspended);
    await expect(stepPayout(server.db, system, id, 'approve', new Date())).rejects.toMatchObject(suspended);
    await setState('tuners', shop.tuner.id, 'active');
    expect(await stepPayout(server.db, system, id, 'approve', new Date())).toMatchObject({ state: 'approved' });
  });
});

describe('a member of a suspended dealer', () => {
  const priceOf = async (client: Client) => {
    const { engine, tune } = house.shop;
    const { body } = await client.call('POST /v1/catalog/estimate', { body: { engine: engine.id, tunes: [tune.id] } });
    return body.lines[0]?.amount.amount;
  };

  test('pays retail prices and cannot buy on account or spend dealer credits', async () => {
    const { server, shop, admin } = house;
    const { member, dealer } = await accountDealer(server, { limitMinor: 1_000_000n });
    const lot = await grant(admin, dealer.slug, 'ecu', 2);
    const [retail, dealerPrice] = [await priceOf(await server.as({})), await priceOf(there(member))];
    expect(dealerPrice).not.toBe(retail);
    const hash = await estimated(member, shop.selection);
    await setState('dealers', dealer.id, 'suspended');
    expect(await priceOf(there(member))).toBe(retail);
    expect((await payLater(there(member), hash)).status).toBe(403);
    expect((await payCard(there(member), hash)).status, 'an estimate at dealer prices').not.toBe(200);
    const own = await estimated(member, shop.selection);
    expect((await payCard(there(member), own, { credits: [lot.id] })).status, 'credits of the dealer').toBe(422);
    const engine = (
      await there(member).call('GET /v1/catalog/engines/:engineId', { params: { engineId: shop.engine.id } })
    ).body;
    expect(JSON.stringify(engine)).not.toContain('dealerprice');
    const named = await there(member).call('POST /v1/catalog/estimate', {
      body: { ...shop.selection, dealer: dealer.slug },
    });
    expect(named.status).toBe(422);
    expect((await there(member).call('GET /stripe-payment-methods', { query: { dealer: dealer.slug } })).status).toBe(
      404,
    );
    const credits = (await there(member).call('GET /tune-credits')).body.owners;
    expect(credits.find((one) => one.dealer?.id === dealer.id)?.kinds[0]).toMatchObject({ kind: 'ecu', available: 2 });
    const bought = await payCard(there(member), await estimated(there(member), shop.selection));
    expect(bought.status, 'a personal purchase').toBe(200);
    expect(bought.body.purchase.total.amount).not.toBe('400.00');
    await setState('dealers', dealer.id, 'active');
    expect(await priceOf(there(member))).toBe(dealerPrice);
  });

  test('has role User unless another of their dealers is active', async () => {
    const { server } = house;
    const { member, dealer } = await accountDealer(server, { limitMinor: 0n });
    await setState('dealers', dealer.id, 'suspended');
    const role = async () => (await there(member).call('GET /global/v1/ui-state')).body.user?.role;
    expect(await role()).toBe(0);
    await server.make.dealer({ members: [member.userId ?? 0] });
    expect(await role()).toBe(4);
  });

  test('cannot transfer dealer credits by a code', async () => {
    const { server, admin, customer } = house;
    const { dealer } = await accountDealer(server, { limitMinor: 0n });
    await grant(admin, dealer.slug, 'ecu', 3);
    const input = { kind: 'ecu', units: 2, dealerId: dealer.id, note: '', actorId: null, now: new Date() } as const;
    const { code } = await server.db
      .transaction()
      .execute((tx) => createCreditCode(tx, 'http://localhost:3000', input));
    await setState('dealers', dealer.id, 'suspended');
    expect((await customer.call('POST /tune-credit-codes/:code/claim', { params: { code } })).status).toBe(409);
    expect((await customer.call('GET /tune-credit-codes/:code/check', { params: { code } })).status).toBe(409);
    await setState('dealers', dealer.id, 'active');
    expect((await customer.call('POST /tune-credit-codes/:code/claim', { params: { code } })).status).toBe(200);
  });

  test('is not offered as installer', async () => {
    const { server, shop, customer } = house;
    const { dealer } = await accountDealer(server, { limitMinor: 0n });
    await server.db
      .insertInto('dealer_tools')
      .values({ dealer_id: dealer.id, tool_id: shop.tool.id, install_fee_minor: 100n })
      .execute();
    const withInstaller = () =>
      customer.call('POST /v1/catalog/estimate', { body: { ...shop.selection, installer: dealer.slug } });
    expect((await withInstaller()).status).toBe(200);
    await setState('dealers', dealer.id, 'suspended');
    expect((await withInstaller()).status).toBe(422);
  });
});

test('a code of a suspended affiliate gives no discount and earns nothing', async () => {
  const { server, shop, admin, customer } = house;
  const user = await server.as({});
  const affiliate = await server.make.affiliate({ members: [user.userId ?? 0] });
  const code = 'APEX-SUSPENDED';
  const made = await admin.call('POST /v1/admin/discount-codes', {
    body: {
      code,
      name: 'Readers',
      type: 'site',
      amount: '10',
      amountType: 'percent',
      affiliate_id: affiliate.id,
      share_percent: '5',
    },
  });
  expect(made.status).toBe(201);
  const total = async () =>
    (await customer.call('POST /v1/catalog/estimate', { body: { ...shop.selection, codes: [code] } })).body.total
      ?.amount;
  const reduced = await total();
  await setState('affiliates', affiliate.id, 'suspended');
  expect(Number(await total())).toBeGreaterThan(Number(reduced));
  const bought = await payCard(customer, await estimated(customer, shop.selection, { codes: [code] }));
  expect(bought.status).toBe(200);
  const shares = await server.db
    .selectFrom('catalog_purchase_shares')
    .select('owner')
    .where('purchase_id', '=', bought.body.purchase.id)
    .execute();
  expect(shares.map(({ owner }) => owner)).not.toContain(`affiliate:${affiliate.id}`);
});
