import { randomUUID } from 'node:crypto';
import type { EarningState } from '@tuneport/domain/ledger/earnings';
import { partyAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../testing/server.ts';
import { makeShop, orderOf, pay, placed, settled } from '../../testing/shop.ts';
import { balanceOf, presentEntries, releaseEarnings } from '../ledger/index.ts';
import { deliverOrders } from './orders/end-order.ts';

const inDays = (days: number) => new Date(Date.now() + days * dayMs);

let server: TestServer;
let shop: Awaited<ReturnType<typeof makeShop>>;
beforeAll(async () => {
  server = await testServer();
  shop = await makeShop(server);
});
afterAll(() => server.close());

async function sold(slugs: readonly string[]) {
  const { id } = await server.make.affiliate();
  const code = `HOLD${id}`;
  await server.db
    .insertInto('discount_codes')
    .values({ code, name: 'Hold', affiliate_id: id, amount: '10', amount_type: 'percent', share_percent: '10' })
    .execute();
  await settled(server);
  const entries = slugs.map((slug) => ({ slug, quantity: 2 }));
  const order = (await placed(server.anonymous, orderOf(entries, { codes: [code] }))).body;
  expect((await pay(server.anonymous, order)).status).toBe(200);
  const owner = `affiliate:${id}` as const;
  return {
    id: order.id,
    owner,
    available: async () => -(await balanceOf(server.db, partyAccount('earn.avail', owner, 'CAD'))).postedMinor,
    entry: async () => (await presentEntries(server.db, owner, { page: 1 }, 'UTC', new Date(), true)).data[0],
  };
}
const ship = (id: number, more: object = {}) =>
  shop.admin.call('POST /v1/admin/orders/:id/ship', {
    params: { id },
    body: { tracking_number: '1Z999AA10123456784', ...more },
    idempotencyKey: randomUUID(),
  });
const days = (at: Date | null | undefined) => at && Math.round((at.getTime() - Date.now()) / dayMs);

test('the hold of a share starts when the order is delivered', async () => {
  const { id, entry, available } = await sold([(await shop.sell(10)).slug]);
  expect(await entry()).toMatchObject({
    state: 'pending' satisfies EarningState,
    available_at: null,
    expected_at: null,
  });
  await ship(id);
  // Expected: delivered in 14 days and held for 30.
  expect(days((await entry())?.available_at)).toBe(44);
  expect((await entry())?.expected_at?.getTime()).toBeGreaterThan(inDays(44).getTime());
  await releaseEarnings(server.db, inDays(60));
  expect(await available()).toBe(0n);
  await deliverOrders(server.db, inDays(15));
  expect(days((await entry())?.available_at)).toBe(45);
  await releaseEarnings(server.db, inDays(44));
  expect(await available()).toBe(0n);
  await releaseEarnings(server.db, inDays(46));
  expect(await available()).toBeGreaterThan(0n);
});

test('a part-shipped order holds its share until the rest has shipped or is cancelled', async () => {
  const { id, entry, available } = await sold([(await shop.sell(10)).slug, (await shop.sell(10)).slug]);
  await ship(id, { lines: [{ line: 1, quantity: 2 }] });
  await deliverOrders(server.db, inDays(15));
  expect((await entry())?.available_at).toBeNull();
  await shop.admin.call('POST /v1/admin/orders/:id/cancel', {
    params: { id },
    body: { reason: 'Sold out', refund: true },
    idempotencyKey: randomUUID(),
  });
  expect(days((await entry())?.available_at)).toBe(44);
  await deliverOrders(server.db, inDays(15));
  await releaseEarnings(server.db, inDays(46));
  expect(await available()).toBeGreaterThan(0n);
});

test('downloads and services count as delivered when they are handed over', async () => {
  const [{ slug }, { slug: other }] = [await shop.sell(10), await shop.sell(10)];
  const { id, available } = await sold([slug]);
  const mixed = await sold([slug, other]);
  await ship(id);
  await ship(mixed.id);
  await sql`update products set is_digital = true, shipping_class_id = null, tracks_stock = false where slug = ${slug}`.execute(
    server.db,
  );
  await deliverOrders(server.db, inDays(0));
  const states = await server.db
    .selectFrom('orders')
    .select('state')
    .where('id', 'in', [id, mixed.id])
    .orderBy('id')
    .execute();
  expect(states).toEqual([{ state: 'delivered' }, { state: 'shipped' }]);
  await releaseEarnings(server.db, inDays(31));
  expect(await available()).toBeGreaterThan(0n);
  expect(await mixed.available()).toBe(0n);
});
