import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import { cachesRefreshed } from '../../../testing/catalog.ts';
import { accountDealer, estimated, owes, payCard, payLater, tuneShop } from '../../../testing/money/purchases.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { matchedRequest } from '../../../testing/tuning.ts';
import { expireApprovals } from '../../dealers/index.ts';

// A dealer pays 400.00 for the tune, 50.00 for installing it and 5 % tax: 472.50.
const price = 47_250n;

let server: TestServer;
let shop: Awaited<ReturnType<typeof tuneShop>>;
beforeAll(async () => {
  server = await testServer();
  shop = await tuneShop(server);
});
afterAll(() => server.close());

type Limits = { order_limit_minor?: bigint | null; spend_limit_minor?: bigint | null; needs_approval?: boolean };
const setLimits = (dealerId: number, client: Client, limits: Limits) =>
  server.db
    .updateTable('dealer_members')
    .set(limits)
    .where('dealer_id', '=', dealerId)
    .where('user_id', '=', client.userId)
    .execute();

async function addTo(dealerId: number, kind: 'manager' | 'member') {
  const client = await server.as({ role: 4 });
  await server.db
    .insertInto('dealer_members')
    .values({ dealer_id: dealerId, user_id: client.userId ?? 0, kind })
    .execute();
  return client;
}

/** A dealer with a manager and a member who may buy for 100.00 at once without approval. */
async function team(limits: Limits = { order_limit_minor: 10_000n, needs_approval: true }) {
  const { member, dealer } = await accountDealer(server, { limitMinor: 1_000_000n });
  const manager = await addTo(dealer.id, 'manager');
  await setLimits(dealer.id, member, limits);
  return { member, manager, dealer, hash: await estimated(member, shop.selection) };
}
const ask = (client: Client, hash: string, more: object = {}) =>
  client.call('POST /v1/catalog/request-approval', {
    body: { estimate_hash: hash, note: 'The car is here.', ...more },
  });
const total = { amount: '472.50', currency: 'CAD' };
type Team = Awaited<ReturnType<typeof team>>;
const approve = (client: Client, { dealer }: Pick<Team, 'dealer'>, approvalId: number, seen: object = total) =>
  client.call('POST /v1/dealers/:id/purchase-approvals/:approvalId/approve', {
    params: { id: dealer.id, approvalId },
    body: { total: seen },
  });
const decline = (client: Client, { dealer }: Pick<Team, 'dealer'>, approvalId: number) =>
  client.call('POST /v1/dealers/:id/purchase-approvals/:approvalId/decline', {
    params: { id: dealer.id, approvalId },
    body: { reason: 'Use the credits we have.' },
  });
const listed = async (client: Client, { dealer }: Pick<Team, 'dealer'>) =>
  (await client.call('GET /v1/dealers/:id/purchase-approvals', { params: { id: dealer.id } })).body.data;
const mailsTo = async (client: Client, kind: string) => {
  const { rows } = await sql<{ subject: string; text_body: string }>`
    select m.subject, m.text_body from mail_outbox m join users u on u.email = m.to_address
    where u.id = ${client.userId} and m.kind = ${kind} order by m.id`.execute(server.db);
  return rows;
};
const bought = (dealerId: number) =>
  server.db.selectFrom('catalog_purchases').selectAll().where('dealer_id', '=', dealerId).execute();

/** The dealer price of the tune, before installation and tax. */
async function setPrice(minor: number) {
  await server.db
    .updateTable('tune_prices')
    .set({ dealer_minor: BigInt(minor) })
    .where('tune_id', '=', shop.tune.id)
    .execute();
  await bumpArea(server.db, 'catalog');
  await cachesRefreshed(server);
}

describe('a purchase above the limit of a member', () => {
  test('is not limited if no limit is set', async () => {
    const { member, hash } = await team({ needs_approval: true });
    expect((await ask(member, hash)).body).toMatchObject({ code: 'conflict' });
    expect((await payLater(member, hash)).status).toBe(200);
  });

  test('is refused without approval, and needs approval if a manager set that', async () => {
    const { member, dealer, hash } = await team({ order_limit_minor: 10_000n });
    expect((await payLater(member, hash)).body).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('100.00'),
    });
    expect((await ask(member, hash)).body).toMatchObject({ code: 'conflict' });
    await setLimits(dealer.id, member, { needs_approval: true });
    expect((await payLater(member, hash)).body).toMatchObject({ code: 'purchase_needs_approval' });
    await setLimits(dealer.id, member, { order_limit_minor: null, spend_limit_minor: 47_249n });
    expect((await payLater(member, hash)).body).toMatchObject({ code: 'purchase_needs_approval' });
    await setLimits(dealer.id, member, { spend_limit_minor: price });
    expect((await payLater(member, hash)).status).toBe(200);
  });

  test('cannot wait if a card or prepaid money pays for it, and the refusal says what can', async () => {
    const { member, dealer, hash } = await team();
    const card = { amount: '20.00', currency: 'CAD', method: { token: 'test_ok' } };
    expect((await payLater(member, hash, { card })).body).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Choose a balance for all of it and request approval'),
    });
    const prepaid = { amount: total.amount, currency: 'CAD', dealer: String(dealer.id) };
    expect((await payCard(member, hash, { prepaid, method: undefined })).body).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining("Choose the dealer's account and request approval"),
    });
  });

  test('is measured without purchases that were refunded in full', async () => {
    const { member, dealer, hash } = await team({ spend_limit_minor: price });
    const first = (await payLater(member, hash)).body.purchase;
    expect((await payLater(member, hash, { again: true })).status).toBe(409);
    const [transaction] = (await shop.admin.call('GET /v1/admin/transactions', { query: { search: first.number } }))
      .body.data;
    const refunded = await shop.admin.call('POST /v1/admin/transactions/:id/fully-refund', {
      params: { id: transaction?.id ?? 0 },
      body: { reason: 'Wrong car' },
    });
    expect(refunded.status).toBe(200);
    expect((await payLater(member, hash, { again: true })).status).toBe(200);
    expect((await owes(server, dealer.id)).posted).toBe(price);
  });

  test('is shown by the quote, asked for once, and mailed to the managers', async () => {
    const one = await team();
    const { member, manager, dealer, hash } = one;
    const quote = () => member.call('POST /v1/catalog/quote', { body: { estimate_hash: hash, dealer: dealer.slug } });
    expect((await quote()).body.account).toMatchObject({ needs_approval: true, waiting_approval: null });
    const asked = await ask(member, hash, { total });
    expect(asked.status).toBe(201);
    expect(asked.body).toMatchObject({
      state: 'waiting',
      total,
      note: 'The car is here.',
      requested_by: { id: member.userId },
      // They sum to the total.
      lines: [
        { label: 'Stage 1', amount: { amount: '400.00' } },
        { amount: { amount: '50.00' } },
        { label: 'GST 5%', amount: { amount: '22.50' } },
      ],
      can: { decide: false, withdraw: true },
    });
    expect((await quote()).body.account?.waiting_approval).toMatchObject({ id: asked.body.id });
    expect((await ask(member, hash)).body).toMatchObject({ code: 'already_committed' });
    expect(await mailsTo(manager, 'purchase-approval')).toHaveLength(1);
    const notified = (await manager.call('GET /user/notifications')).body.data.filter(
      ({ kind }) => kind === 'purchase-approval',
    );
    expect(notified).toMatchObject([{ path: expect.stringMatching(/^\/dealer\/[\w-]+\/approvals/) }]);
    expect(await mailsTo(member, 'purchase-approval')).toEqual([]);
    expect(await listed(manager, one)).toMatchObject([{ id: asked.body.id, can: { decide: true, withdraw: false } }]);
    // The manager is asked to decide; the requester reads that a manager will.
    expect((await listed(manager, one))[0]?.sentence).toContain('Approve it to charge your dealer account');
    expect(asked.body.sentence).toContain('A manager of the dealer decides');
    const colleague = await addTo(dealer.id, 'member');
    expect(await listed(colleague, one)).toEqual([]);
    const params = { id: dealer.id, approvalId: asked.body.id };
    const read = (client: Client) => client.call('GET /v1/dealers/:id/purchase-approvals/:approvalId', { params });
    expect((await read(colleague)).status).toBe(404);
    expect((await read(manager)).body).toMatchObject({ current: total, problem: null });
    expect((await owes(server, dealer.id)).posted).toBe(0n);
  });

  test('is bought for the member when a manager approves it', async () => {
    const one = await team();
    const { id } = (await ask(one.member, one.hash)).body;
    expect((await approve(one.member, one, id)).status).toBe(403);
    const approved = await approve(one.manager, one, id);
    expect(approved.body).toMatchObject({ state: 'approved', purchase: { total }, can: { decide: false } });
    expect(await bought(one.dealer.id)).toMatchObject([{ user_id: one.member.userId, total_minor: price }]);
    expect((await owes(server, one.dealer.id)).posted).toBe(price);
    expect(await mailsTo(one.member, 'purchase-approval-outcome')).toMatchObject([
      { subject: expect.stringContaining('approved') },
    ]);
    expect((await approve(one.manager, one, id)).body).toMatchObject({ code: 'invalid_transition' });
    expect((await decline(one.manager, one, id)).body).toMatchObject({ code: 'invalid_transition' });
  });

  test('is declined with a reason, which the member reads', async () => {
    const one = await team();
    const { id } = (await ask(one.member, one.hash)).body;
    expect((await decline(one.member, one, id)).status).toBe(403);
    expect((await decline(one.manager, one, id)).body).toMatchObject({
      state: 'declined',
      reason: 'Use the credits we have.',
    });
    expect((await mailsTo(one.member, 'purchase-approval-outcome'))[0]?.text_body).toContain('Use the credits');
    expect(await listed(one.member, one)).toMatchObject([{ state: 'declined', reason: 'Use the credits we have.' }]);
    expect(await bought(one.dealer.id)).toEqual([]);
    expect((await ask(one.member, one.hash)).status).toBe(201);
  });

  test('is bought at the price of the approval, which the manager must have seen', async () => {
    const one = await team();
    const { id } = (await ask(one.member, one.hash)).body;
    await setPrice(42_000);
    try {
      expect((await approve(one.manager, one, id)).body).toMatchObject({
        code: 'total_changed',
        current: { total: { amount: '493.50' } },
      });
      expect(await bought(one.dealer.id)).toEqual([]);
      const seen = { amount: '493.50', currency: 'CAD' };
      expect((await approve(one.manager, one, id, seen)).body).toMatchObject({ total, purchase: { total: seen } });
      const [mail] = await mailsTo(one.member, 'purchase-approval-outcome');
      expect(mail?.text_body.replaceAll(/\s+/g, ' ')).toMatch(/changed from 472\.50 CAD to 493\.50 CAD/);
    } finally {
      await setPrice(40_000);
    }
  });

  test('pays for a tune request, also after its price changed', async () => {
    const one = await team();
    const request = await matchedRequest(one.member, shop.engine.id);
    const params = { id: request.id };
    const priced = await one.member.call('POST /v1/tune-requests/:id/estimate', {
      params,
      body: { tune_ids: [shop.tune.id], tools: [shop.tool.id] },
    });
    const body = { estimate_hash: priced.body.hash };
    expect(
      (
        await one.member.call('POST /v1/tune-requests/:id/pay-later', {
          params,
          body,
          idempotencyKey: randomUUID(),
        })
      ).body,
    ).toMatchObject({
      code: 'purchase_needs_approval',
    });
    const asked = await one.member.call('POST /v1/tune-requests/:id/request-approval', { params, body });
    expect(asked.body).toMatchObject({ state: 'waiting', request_id: request.id });
    const stranger = await team();
    expect((await stranger.member.call('POST /v1/tune-requests/:id/request-approval', { params, body })).status).toBe(
      404,
    );
    await setPrice(42_000);
    const seen = { amount: '493.50', currency: 'CAD' };
    const approved = await approve(one.manager, one, asked.body.id, seen);
    await setPrice(40_000);
    expect(approved.body).toMatchObject({ state: 'approved', purchase: { total: seen } });
    expect((await one.member.call('GET /v1/tune-requests/:id', { params })).body).toMatchObject({ state: 'queued' });
  });

  test('is decided by one of two managers at once', async () => {
    const one = await team();
    const other = await addTo(one.dealer.id, 'manager');
    const { id } = (await ask(one.member, one.hash)).body;
    const replies = await Promise.all([
      approve(one.manager, one, id),
      decline(other, one, id),
      approve(other, one, id),
      decline(one.manager, one, id),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const [row] = await listed(one.manager, one);
    expect(await bought(one.dealer.id)).toHaveLength(row?.state === 'approved' ? 1 : 0);
  });

  test('of a manager is decided by another one, or by themselves if there is none', async () => {
    const one = await team();
    await setLimits(one.dealer.id, one.manager, { order_limit_minor: 0n, needs_approval: true });
    const hash = await estimated(one.manager, shop.selection);
    const { id, can } = (await ask(one.manager, hash)).body;
    expect(can).toEqual({ decide: true, withdraw: true });
    const second = await addTo(one.dealer.id, 'manager');
    expect((await approve(one.manager, one, id)).status).toBe(403);
    expect((await decline(one.manager, one, id)).status).toBe(403);
    await server.db.deleteFrom('dealer_members').where('user_id', '=', second.userId).execute();
    expect((await approve(one.manager, one, id)).body).toMatchObject({ state: 'approved' });
  });

  test('is not decided by staff who are plain members, and managers cannot raise their own limits', async () => {
    const one = await team();
    const staff = await server.as({ role: 0, flags: ['da'] });
    const other = await server.make.dealer();
    for (const [dealer_id, kind] of [
      [one.dealer.id, 'member'],
      [other.id, 'manager'],
    ] as const)
      await server.db
        .insertInto('dealer_members')
        .values({ dealer_id, user_id: staff.userId ?? 0, kind })
        .execute();
    const member = await ask(one.member, one.hash);
    expect((await approve(staff, one, member.body.id)).status).toBe(403);
    const change = (client: Client, memberId: number | null, body: object) =>
      client.call('PATCH /v1/dealers/:id/members/:memberId', {
        params: { id: one.dealer.id, memberId: memberId ?? 0 },
        body,
      });
    expect((await change(staff, staff.userId, { kind: 'manager' })).status).toBe(403);
    expect((await change(one.manager, one.member.userId, { order_limit: '900' })).status).toBe(200);

    const second = await addTo(one.dealer.id, 'manager');
    await setLimits(one.dealer.id, one.manager, { order_limit_minor: 10_000n, needs_approval: true });
    expect((await change(one.manager, one.manager.userId, { order_limit: '' })).status).toBe(403);
    expect((await change(one.manager, one.manager.userId, { order_limit: '100', kind: 'manager' })).status).toBe(200);
    expect((await change(second, one.manager.userId, { order_limit: '' })).status).toBe(200);
  });

  test('ends when the member leaves, withdraws it, or no manager decides for seven days', async () => {
    const one = await team();
    const params = { id: one.dealer.id };
    const { id } = (await ask(one.member, one.hash)).body;
    const withdraw = (client: Client, approvalId: number) =>
      client.call('POST /v1/dealers/:id/purchase-approvals/:approvalId/withdraw', {
        params: { ...params, approvalId },
      });
    expect((await withdraw(one.manager, id)).status).toBe(404);
    expect((await withdraw(one.member, id)).body).toMatchObject({ state: 'withdrawn' });
    const late = (await ask(one.member, one.hash)).body;
    const after = new Date(Date.parse(String(late.expires_at)) + 1000);
    expect(await expireApprovals(server.db, 'http://localhost', new Date())).toBe(0);
    expect(await expireApprovals(server.db, 'http://localhost', after)).toBeGreaterThan(0);
    expect((await approve(one.manager, one, late.id)).body).toMatchObject({ code: 'invalid_transition' });
    const left = (await ask(one.member, one.hash)).body;
    const memberId = one.member.userId ?? 0;
    await one.manager.call('DELETE /v1/dealers/:id/members/:memberId', { params: { ...params, memberId } });
    expect((await listed(one.manager, one)).map(({ state }) => state)).toEqual(['withdrawn', 'expired', 'withdrawn']);
    expect((await approve(one.manager, one, left.id)).body).toMatchObject({ code: 'invalid_transition' });
    expect((await listed(one.manager, one))[0]?.purchase).toBeNull();
  });

  test('cannot be approved while the dealer is suspended, by staff, or for a banned member', async () => {
    const one = await team();
    const { id } = (await ask(one.member, one.hash)).body;
    const setState = (state: string) =>
      server.db.updateTable('dealers').set({ state }).where('id', '=', one.dealer.id).execute();
    await setState('suspended');
    expect([403, 404]).toContain((await approve(one.manager, one, id)).status);
    await setState('active');
    expect((await approve(shop.admin, one, id)).status).toBe(403);
    expect(await listed(shop.admin, one)).toMatchObject([{ id, can: { decide: false, withdraw: false } }]);
    const other = await team();
    expect((await approve(other.manager, one, id)).status).toBe(404);
    expect((await approve(other.manager, other, id)).status).toBe(404);
    await server.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', one.member.userId).execute();
    expect((await approve(one.manager, one, id)).body).toMatchObject({ code: 'conflict' });
    expect((await decline(one.manager, one, id)).status).toBe(200);
  });

  test('stays refused above the limit that all members share', async () => {
    const one = await team();
    const { id } = (await ask(one.member, one.hash)).body;
    await server.db
      .updateTable('dealers')
      .set({ spend_limit_minor: 10_000n })
      .where('id', '=', one.dealer.id)
      .execute();
    expect((await approve(one.manager, one, id)).body).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining("the dealer's spending limit"),
    });
    expect(await listed(one.member, one)).toMatchObject([{ state: 'waiting' }]);
    expect(await bought(one.dealer.id)).toEqual([]);
  });
});
