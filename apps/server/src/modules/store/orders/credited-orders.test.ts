import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, settled, vancouver } from '../../../testing/shop.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof makeShop>>;
beforeAll(async () => {
  server = await testServer();
  shop = await makeShop(server);
});
afterAll(() => server?.close());

let serial = 0;
const affiliateWith = async (tag: string, code?: string) => {
  const user = await server.make.user();
  const { id } = await server.make.affiliate({ members: [user.id] });
  await server.db.updateTable('affiliates').set({ share_percent: '10' }).where('id', '=', id).execute();
  const member = await server.as({ id: user.id });
  await member.call('POST /v1/affiliates/:id/tracking-tags', { params: { id }, body: { tag } });
  if (code)
    await member.call('POST /v1/affiliates/:id/discount-codes', { params: { id }, body: { code, amount: '10' } });
  return { id, user, member };
};
const buy = async (client: Client, tag: string | null, more: object = {}) => {
  const { slug } = await shop.sell(3, {});
  await settled(server);
  const own = client.token === null ? '' : `__Host-tuneport=${client.token}; `;
  const cookie = `${own}${tag === null ? '' : `tag=${tag}`}`;
  const input = orderOf([{ slug, quantity: 1 }], more);
  serial += 1;
  const from = client.token === null ? { from: `198.51.100.${serial}` } : {};
  const made = await client.call('POST /order', {
    body: input,
    headers: { cookie },
    idempotencyKey: randomUUID(),
    ...from,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id, token } = made.body;
  const row = await server.db
    .selectFrom('orders')
    .select(['id', 'affiliate_id', 'affiliate_share_percent', 'tracking_tag_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...row, token };
};

test('a visit by a tag sets the cookie that credits an order for 30 days, and the last tag wins', async () => {
  const visit = await server.anonymous.call('POST /global/v1/tag', { body: { tag: 'some.tag' } });
  expect(String(visit.headers['set-cookie'])).toMatch(/^tag=some\.tag; Max-Age=2592000; Path=\/; HttpOnly/);
});

test('an order is credited to the affiliate of its tag, and a code wins over a tag', async () => {
  const byTag = await affiliateWith('credit-tag');
  const byCode = await affiliateWith('other-tag', 'CREDIT10');
  expect(await buy(server.anonymous, 'credit-tag')).toMatchObject({
    affiliate_id: byTag.id,
    affiliate_share_percent: '10.00',
    tracking_tag_id: expect.any(Number),
  });
  expect(await buy(server.anonymous, 'credit-tag', { codes: ['CREDIT10'] })).toMatchObject({
    affiliate_id: byCode.id,
    tracking_tag_id: null,
  });
  for (const tag of ['unknown', '../x', null])
    expect(await buy(server.anonymous, tag), `${tag}`).toMatchObject({ affiliate_id: null, tracking_tag_id: null });
});

test('own purchases, those of colleagues and suspended affiliates earn nothing', async () => {
  const { id, user, member } = await affiliateWith('self-tag');
  expect(await buy(member, 'self-tag')).toMatchObject({ affiliate_id: null });
  const colleague = await server.make.user();
  await server.make.dealer({ managers: [user.id], members: [colleague.id] });
  expect(await buy(await server.as({ id: colleague.id }), 'self-tag')).toMatchObject({ affiliate_id: null });
  expect(await buy(server.anonymous, 'self-tag', { billing: { ...vancouver, email: user.email } })).toMatchObject({
    affiliate_id: null,
  });
  await server.db.updateTable('affiliates').set({ state: 'suspended' }).where('id', '=', id).execute();
  expect(await buy(server.anonymous, 'self-tag')).toMatchObject({ affiliate_id: null });
});

test('a paid order credited by a tag books the share, and the tag counts it', async () => {
  const { id, member } = await affiliateWith('paid-tag');
  expect((await pay(server.anonymous, await buy(server.anonymous, 'paid-tag'))).status).toBe(200);
  const { data } = (await member.call('GET /v1/affiliates/:id/entries', { params: { id } })).body;
  expect(data).toMatchObject([{ state: 'pending', rule: '10% of goods, link paid-tag', reversals: [] }]);
  const tags = (await member.call('GET /v1/affiliates/:id/tracking-tags', { params: { id } })).body;
  expect(tags).toMatchObject([{ tag: 'paid-tag', orders: 1 }]);
});
