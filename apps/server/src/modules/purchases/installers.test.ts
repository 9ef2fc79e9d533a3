import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cachesRefreshed } from '../../testing/catalog.ts';
import { accountDealer, bookedFor, estimated, payCard, proveBooks, tuneShop } from '../../testing/money/purchases.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { deliverPurchase } from './deliver-purchase.ts';
import { linkPurchase } from './link-purchase.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof tuneShop>>;
let near: number;
let far: number;

const sited = async (city: string, state: string, feeMinor: bigint) => {
  const { dealer } = await accountDealer(server, { limitMinor: 0n, installPercent: '80' });
  const address = { country_code: 'CA', full_name: '', line1: '', line2: '', city, state, postal_code: '', email: '' };
  await server.db
    .updateTable('dealers')
    .set({ billing_address: JSON.stringify(address) })
    .where('id', '=', dealer.id)
    .execute();
  await server.db
    .insertInto('dealer_tools')
    .values({ dealer_id: dealer.id, tool_id: shop.tool.id, install_fee_minor: feeMinor })
    .execute();
  return dealer.id;
};

beforeAll(async () => {
  server = await testServer();
  shop = await tuneShop(server);
  far = await sited('Vancouver', 'BC', 7_500n);
  near = await sited('North Bay', 'ON', 9_900n);
  await cachesRefreshed(server);
});
afterAll(() => server.close());

describe('installers for an estimate', () => {
  test('are listed nearest first with their own fee, without dealers who lack the tool', async () => {
    const idle = (await accountDealer(server, { limitMinor: 0n })).dealer.id;
    const client = await server.as({});
    const estimate_hash = await estimated(client, shop.selection);
    const query = { estimate_hash, near: 'Toronto' };
    const { body } = await client.call('GET /v1/catalog/installers', { query });
    expect(body.near).toEqual({ label: 'Toronto, Canada', precision: 'city' });
    expect(body.data).toMatchObject([
      { id: near, place: 'North Bay, ON, CA', tools: ['Bench'], install_fee: { amount: '99.00', currency: 'CAD' } },
      { id: far, install_fee: { amount: '75.00' } },
    ]);
    expect(body.data[0]?.distance_km).toBeGreaterThan(200);
    expect(body.data[0]?.distance_km).toBeLessThan(400);
    expect(body.data.map(({ id }) => id)).not.toContain(idle);
    const nowhere = await client.call('GET /v1/catalog/installers', { query: { estimate_hash, near: 'Xyzzy' } });
    expect(nowhere.body).toMatchObject({ near: null, data: [{ distance_km: null }, { distance_km: null }] });
  });

  test('are not listed for the estimate of another user', async () => {
    const estimate_hash = await estimated(await server.as({}), shop.selection);
    const { status } = await (await server.as({})).call('GET /v1/catalog/installers', { query: { estimate_hash } });
    expect(status).toBe(422);
  });
});

describe('the chosen installer', () => {
  test('is priced with their own fee and gets their share at delivery', async () => {
    const client = await server.as({});
    const input = { ...shop.selection, installer: String(near) };
    const { body } = await client.call('POST /v1/catalog/estimate', { body: input });
    expect(body).toMatchObject({ installer: { id: near }, total: { amount: '599.00' } });
    const fee = body.lines.find(({ kind }) => kind === 'fee');
    expect(fee).toMatchObject({ amount: { amount: '99.00' } });
    expect(fee?.label).toContain('Bench at ');
    expect(fee?.derivation).toMatchObject([{ label: 'Install fee', after: { amount: '99.00' } }]);
    const bought = await payCard(client, body.hash);
    expect(bought.body.purchase).toMatchObject({ installer: { id: near }, list: { amount: '599.00' } });
    const { id } = bought.body.purchase;
    const userId = client.userId ?? 0;
    const viewer = { userId, dealerIds: [], staff: false };
    await server.db.transaction().execute(async (tx) => {
      await linkPurchase(tx, { id, requestId: 9_001, viewer, actorId: userId, now: new Date() });
      await deliverPurchase(tx, { id, actorId: null, now: new Date() });
    });
    // 80 % of 99.00.
    expect(await bookedFor(server, id, 'earn.hold', `dealer:${near}`)).toBe(-7_920n);
    await proveBooks(server);
  });

  test('may be omitted: the fee of the tool applies and no dealer gets a share', async () => {
    const client = await server.as({});
    const { body } = await payCard(client, await estimated(client, shop.selection));
    expect(body.purchase).toMatchObject({ installer: null, list: { amount: '550.00' } });
  });

  test('cannot differ between estimate and payment', async () => {
    const client = await server.as({});
    const hash = await estimated(client, shop.selection, { installer: String(near) });
    const refused = await payCard(client, hash, { installer: String(far) });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ errors: { installer: [expect.stringContaining('This price includes')] } });
  });

  test('cannot be added at payment if the estimate had none', async () => {
    const client = await server.as({});
    const { tool, selection } = shop;
    for (const fees of [{ tools: [] }, { own_tools: [tool.id] }, {}]) {
      const hash = await estimated(client, selection, fees);
      const refused = await payCard(client, hash, { installer: String(near) });
      expect(refused.status, JSON.stringify(fees)).toBe(422);
      expect(refused.body).toMatchObject({
        errors: { installer: [expect.stringContaining('does not include an installer')] },
      });
    }
    const { member, dealer } = await accountDealer(server, { limitMinor: 0n });
    const own = await payCard(member, await estimated(member, selection), { installer: dealer.slug });
    expect(own.body.purchase).toMatchObject({ installer: { id: dealer.id } });
  });

  test('must have the tools and be active', async () => {
    const client = await server.as({});
    const lacking = (await accountDealer(server, { limitMinor: 0n })).dealer.id;
    for (const installer of [String(lacking), 'nobody-at-all']) {
      const body = { ...shop.selection, installer };
      const answer = await client.call('POST /v1/catalog/estimate', { body });
      expect(answer.status, installer).toBe(422);
      expect(answer.body).toMatchObject({ errors: { installer: [expect.any(String)] } });
    }
    const hash = await estimated(client, shop.selection, { installer: String(far) });
    await server.db.updateTable('dealers').set({ state: 'suspended' }).where('id', '=', far).execute();
    expect((await payCard(client, hash)).status).toBe(422);
    await server.db.updateTable('dealers').set({ state: 'active' }).where('id', '=', far).execute();
  });
});

test('a dealer earns no install fee when the platform workshop installs, whether bought for the dealer or named by a customer', async () => {
  const inHouse = await shop.make.tool({ name: 'Mail-in', fee: 12_900 });
  await server.db.updateTable('tools').set({ is_inhouse: true }).where('id', '=', inHouse.id).execute();
  await server.db.insertInto('tune_tools').values({ tune_id: shop.tune.id, tool_id: inHouse.id }).execute();
  await cachesRefreshed(server);
  const selection = { ...shop.selection, tools: [inHouse.id] };
  const { member, dealer } = await accountDealer(server, { limitMinor: 0n });
  const { purchase } = (await payCard(member, await estimated(member, selection))).body;
  expect(purchase).toMatchObject({ dealer: { id: dealer.id }, installer: null });
  const shares = await server.db
    .selectFrom('catalog_purchase_shares')
    .select('owner')
    .where('purchase_id', '=', purchase.id)
    .execute();
  expect(shares).toEqual([{ owner: `tuner:${shop.tuner.id}` }]);
  const client = await server.as({});
  const named = await payCard(client, await estimated(client, selection), { installer: dealer.slug });
  expect(named.status).toBe(422);
  expect(named.body).toMatchObject({ errors: { installer: [expect.stringContaining('Our workshop')] } });
});

test('a dealer earns no share of the installation fee of a purchase by one of its members', async () => {
  const { member, dealer } = await accountDealer(server, { limitMinor: 0n, installPercent: '80' });
  const foreign = await shop.make.tool({ name: 'Foreign', fee: 10_000 });
  await server.db.insertInto('tune_tools').values({ tune_id: shop.tune.id, tool_id: foreign.id }).execute();
  await cachesRefreshed(server);
  const selection = { ...shop.selection, tools: [foreign.id] };
  const { purchase } = (await payCard(member, await estimated(member, selection))).body;
  expect(purchase).toMatchObject({ installer: { id: dealer.id } });
  const shares = await server.db
    .selectFrom('catalog_purchase_shares')
    .select('kind')
    .where('purchase_id', '=', purchase.id)
    .execute();
  expect(purchase.lines.some(({ kind }) => kind === 'fee')).toBe(true);
  expect(shares).toEqual([{ kind: 'tuner' }]);
});
