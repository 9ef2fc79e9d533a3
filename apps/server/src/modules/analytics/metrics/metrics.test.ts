import { type AccountKind, partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import type { Currency } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chanceOf } from '../../../testing/money/payment-orders.ts';
import { accountDealer, estimated, payCard, payLater, tuneShop } from '../../../testing/money/purchases.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed } from '../../../testing/shop.ts';
import { postTransfer } from '../../ledger/index.ts';
import { countTraffic } from '../traffic/count-traffic.ts';

let server: TestServer;
let admin: Client;
/** Real sales: an order of two products, and two purchases of a tune, one by a dealer. */
let sales: string[];
const today = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  server = await testServer();
  const shop = await makeShop(server);
  admin = shop.admin;
  const [one, two] = [await shop.sell(50), await shop.sell(50)];
  const order = (
    await placed(
      server.anonymous,
      orderOf([
        { slug: one.slug, quantity: 2 },
        { slug: two.slug, quantity: 1 },
      ]),
    )
  ).body;
  expect((await pay(server.anonymous, order)).status).toBe(200);
  const tunes = await tuneShop(server);
  const customer = await server.as({ role: 0 });
  const bought = await payCard(customer, await estimated(customer, tunes.selection));
  expect(bought.status).toBe(200);
  const { member, dealer } = await accountDealer(server, { limitMinor: 1_000_000n });
  const onAccount = await payLater(member, await estimated(member, { ...tunes.selection, dealer: dealer.slug }), {
    dealer: dealer.slug,
  });
  expect(onAccount.status, JSON.stringify(onAccount.body)).toBe(200);
  sales = [`order:${order.id}`];
  for (const { id } of await server.db.selectFrom('catalog_purchases').select('id').execute())
    sales.push(`purchase:${id}`);
});
afterAll(() => server.close());

const kinds: readonly AccountKind[] = [
  'rev',
  'rev.shipping',
  'defer.goods',
  'defer.work',
  'cogs',
  'cost.comm',
  'goodwill',
];
const units: readonly Currency[] = ['CAD', 'USD'];

/** Postings around month ends, midnights and changes of daylight saving. */
async function postAnything(count: number): Promise<void> {
  const chance = chanceOf(11);
  const start = Date.parse('2026-02-25T00:00:00Z');
  for (let nth = 0; nth < count; nth += 1) {
    const unit = units[Math.floor(chance() * units.length)] ?? 'CAD';
    const kind = kinds[Math.floor(chance() * kinds.length)] ?? 'rev';
    const amountMinor = BigInt(Math.floor(chance() * 200_000) - 60_000) || 1n;
    const at = start + Math.floor(chance() * 40) * 86_400_000 + Math.floor(chance() * 48) * 1_800_000 - 1;
    await postTransfer(server.db, {
      key: `test:${nth}`,
      kind: 'test.posted',
      subject: chance() < 0.7 ? (sales[Math.floor(chance() * sales.length)] ?? 'test:1') : 'test:1',
      at: new Date(at),
      legs: [
        { account: platformAccount(kind, unit), amountMinor },
        { account: platformAccount('cash', unit), amountMinor: -amountMinor },
      ],
    });
  }
}

type Entry = { transfer_id: bigint; at: Date; kind: string; unit: string; amount: bigint };
const minor = (amount: string) => BigInt(amount.replace('.', ''));
const figureNames = ['sales', 'refunds', 'revenue', 'cogs', 'commissions', 'goodwill', 'margin'] as const;

/** The day of a moment in a zone, by the calendar of the runtime and not of the database. */
const dayIn = (at: Date, zone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at);

/** The same figures from raw ledger rows. */
function recompute(entries: readonly Entry[], unit: string, from: string, to: string, zone: string) {
  const of = entries.filter(
    (entry) => entry.unit === unit && dayIn(entry.at, zone) >= from && dayIn(entry.at, zone) <= to,
  );
  const sum = (is: (kind: string) => boolean, among = of) =>
    among.reduce((total, { kind, amount }) => (is(kind) ? total + amount : total), 0n);
  const isRevenue = (kind: string) => kind.startsWith('rev');
  let [sold, back] = [0n, 0n];
  for (const id of new Set(of.map(({ transfer_id }) => transfer_id))) {
    const net = -sum(
      (kind) => isRevenue(kind) || kind.startsWith('defer.'),
      of.filter((entry) => entry.transfer_id === id),
    );
    if (net > 0n) sold += net;
    else back -= net;
  }
  const [revenue, cogs, commissions, goodwill] = [
    -sum(isRevenue),
    sum((kind) => kind === 'cogs'),
    sum((kind) => kind === 'cost.comm'),
    sum((kind) => kind === 'goodwill'),
  ];
  return {
    sales: sold,
    refunds: back,
    revenue,
    cogs,
    commissions,
    goodwill,
    margin: revenue - cogs - commissions - goodwill,
  };
}

describe('money', () => {
  test('figures, breakdowns and lists equal the ledger to the cent in any range and time zone (C064 C065 C066)', async () => {
    await postAnything(160);
    const { rows: entries } = await sql<Entry>`
      select e.transfer_id, e.at, a.kind, a.unit, e.amount_minor as amount from ledger_entries e
      join ledger_accounts a on a.id = e.account_id where not e.pending and a.owner = 'house'`.execute(server.db);
    const chance = chanceOf(5);
    const ranges = [
      ['2026-02-28', '2026-02-28', 'UTC'],
      ['2026-02-01', '2026-02-28', 'America/St_Johns'],
      ['2026-03-01', '2026-03-31', 'Pacific/Auckland'],
      ['2026-03-08', '2026-03-08', 'America/Toronto'],
      ['2026-03-29', '2026-03-29', 'Europe/Berlin'],
      ['2026-02-25', today, 'UTC'],
      ...Array.from({ length: 6 }, () => {
        const day = (offset: number) =>
          new Date(Date.parse('2026-02-20') + offset * 86_400_000).toISOString().slice(0, 10);
        const first = Math.floor(chance() * 40);
        return [
          day(first),
          day(first + Math.floor(chance() * 20)),
          ['Asia/Kathmandu', 'America/Vancouver', 'UTC'][Math.floor(chance() * 3)] ?? 'UTC',
        ];
      }),
    ] as [string, string, string][];
    for (const [nth, [from, to, zone]] of ranges.entries()) {
      const { body, status } = await admin.call('GET /v1/admin/metrics', { query: { from, to, zone, type: 'month' } });
      expect(status, JSON.stringify(body)).toBe(200);
      for (const unit of units) {
        const label = `${from} to ${to} in ${zone}, ${unit}`;
        const expected = recompute(entries, unit, from, to, zone);
        const found = body.current.currencies.find(({ currency }) => currency === unit);
        for (const figure of figureNames)
          expect(minor(found?.[figure].amount ?? '0'), `${figure} ${label}`).toBe(expected[figure]);
        const steps = body.series.flatMap(({ currencies }) => currencies.filter(({ currency }) => currency === unit));
        expect(
          steps.reduce((sum, { revenue }) => sum + minor(revenue.amount), 0n),
          label,
        ).toBe(expected.revenue);
        if (nth % 3 !== 1) continue;
        for (const by of ['tune', 'product', 'vehicle', 'make', 'region', 'country', 'dealer', 'source'] as const) {
          const { rows, totals } = (
            await admin.call('GET /v1/admin/metrics/breakdown', { query: { from, to, zone, by, limit: 2 } })
          ).body;
          const own = rows.filter(({ currency }) => currency === unit);
          for (const figure of figureNames) {
            const sum = own.reduce((total, row) => total + minor(row[figure].amount), 0n);
            expect(sum, `${figure} by ${by}, ${label}`).toBe(expected[figure]);
            expect(minor(totals.find(({ currency }) => currency === unit)?.[figure].amount ?? '0')).toBe(
              expected[figure],
            );
          }
        }
      }
    }
  }, 240_000);

  test('the list behind a figure has exactly the postings of it (C064)', async () => {
    const range = { from: '2026-02-25', to: today, zone: 'America/Toronto' };
    const { body } = await admin.call('GET /v1/admin/metrics', { query: range });
    const { rows: byTune } = (await admin.call('GET /v1/admin/metrics/tunes', { query: range })).body;
    const sumOf = async (query: object) => {
      const list = await admin.call('GET /v1/admin/metrics/rows', {
        query: { ...range, ...query, sums: 'yes', per_page: 100 },
      });
      expect(list.status, JSON.stringify(list.body)).toBe(200);
      return { sum: list.body.sums?.amount?.[0]?.amount ?? '0.00', total: list.body.total };
    };
    for (const { currency, ...figures } of body.current.currencies)
      for (const figure of figureNames)
        expect((await sumOf({ figure, currency })).sum, `${figure} ${currency}`).toBe(figures[figure].amount);
    const tune = byTune.find(({ key, currency }) => key.startsWith('tune:') && currency === 'CAD');
    expect((await sumOf({ figure: 'revenue', currency: 'CAD', by: 'tune', value: tune?.key })).sum).toBe(
      tune?.revenue.amount,
    );
    expect((await sumOf({ figure: 'orders' })).total).toBe(body.current.orders);
    expect(body.current.orders).toBe(3);
  });
});

test('orders are counted by dealer, vehicle and make, and pieces by product (C066)', async () => {
  const range = { from: today, to: today };
  const rows = async (by: string) =>
    (await admin.call('GET /v1/admin/metrics/breakdown', { query: { ...range, by } })).body.rows.filter(
      ({ sold }) => sold > 0,
    );
  expect((await rows('dealer')).map(({ sold }) => sold).sort()).toEqual([1, 2]);
  expect(
    (await rows('product'))
      .filter(({ key }) => key !== '')
      .map(({ sold }) => sold)
      .sort(),
  ).toEqual([1, 2]);
  expect((await rows('tune')).filter(({ key }) => key.startsWith('tune:'))).toMatchObject([
    { name: expect.stringContaining('Stage 1'), sold: 2 },
  ]);
  const vehicles = (await admin.call('GET /v1/admin/metrics/vehicles', { query: { ...range, by: 'vehicle' } })).body;
  expect(vehicles.rows.filter(({ key }) => key !== '').map(({ sold }) => sold)).toEqual([2]);
});

test('dealers, buyers and returning buyers of a period are counted, each with its list (C064)', async () => {
  const { current } = (await admin.call('GET /v1/admin/metrics', { query: { from: today, to: today } })).body;
  expect(current).toMatchObject({ orders: 3, buyers: 3, returning_buyers: 0, dealers: { active: 1, lost: 0 } });
  const rows = async (figure: string) =>
    (await admin.call('GET /v1/admin/metrics/rows', { query: { figure, from: today, to: today } })).body.total;
  expect(await rows('dealers')).toBe(current.dealers.active);
  expect(await rows('joined')).toBe(current.dealers.joined);
  expect(await rows('deliveries')).toBe(current.deliveries.count);
});

test('the dealer dashboard shows what each dealer bought and owes, and sums to the figures by dealer', async () => {
  const query = { from: today, to: today };
  const { body } = await admin.call('GET /v1/admin/dealer-dashboard', { query });
  expect(body).toMatchObject({ active: 1, lost: 0, orders: 1, applications_open: 0 });
  const [dealer] = body.dealers.filter(({ orders }) => orders > 0);
  const { rows } = (await admin.call('GET /v1/admin/metrics/breakdown', { query: { ...query, by: 'dealer' } })).body;
  const row = rows.find(({ key, currency }) => key === String(dealer?.id) && currency === 'CAD');
  expect(dealer?.sales).toEqual(row?.sales);
  expect(body.sales).toEqual([row?.sales]);
  expect(body.series).toEqual([{ from: today, sales: [row?.sales] }]);
  expect(minor(dealer?.owed.amount ?? '0')).toBeGreaterThan(0n);
  expect(body.owed).toEqual([dealer?.owed]);
  const staff = await server.as({ role: 0, flags: ['da'] });
  expect((await staff.call('GET /v1/admin/dealer-dashboard', { query })).status).toBe(200);
  expect((await (await server.as({ role: 0 })).call('GET /v1/admin/dealer-dashboard', { query })).status).toBe(403);
  expect((await staff.call('GET /v1/admin/affiliate-dashboard', { query })).status).toBe(403);
});

test('a dealer in credit does not lower what the others owe', async () => {
  const query = { from: today, to: today };
  const before = (await admin.call('GET /v1/admin/dealer-dashboard', { query })).body.owed;
  const { id } = await server.make.dealer();
  await postTransfer(server.db, {
    key: 'credit:test',
    kind: 'test.credit',
    subject: 'test:1',
    at: new Date(),
    legs: [
      { account: platformAccount('cash', 'CAD'), amountMinor: 5000n },
      { account: partyAccount('ar', `dealer:${id}`, 'CAD'), amountMinor: -5000n },
    ],
    beyondLimits: true,
  });
  const { body } = await admin.call('GET /v1/admin/dealer-dashboard', { query });
  expect(body.dealers.find((dealer) => dealer.id === id)?.owed.amount).toBe('-50.00');
  expect(body.owed).toEqual(before);
});

test('the affiliate dashboard equals the totals by affiliate', async () => {
  const { id } = await server.make.affiliate();
  const at = new Date();
  await postTransfer(server.db, {
    key: 'affiliate:test',
    kind: 'test.earned',
    subject: sales[0] ?? '',
    at,
    legs: [
      { account: platformAccount('cost.comm', 'CAD'), amountMinor: 1234n },
      { account: partyAccount('earn.hold', `affiliate:${id}`, 'CAD'), amountMinor: -1234n },
    ],
  });
  await server.db.insertInto('tracking_tags').values({ tag: 'partner-link', affiliate_id: id }).execute();
  await server.anonymous.call('POST /global/v1/tag', { body: { tag: 'partner-link' } });
  const { body } = await admin.call('GET /v1/admin/affiliate-dashboard', { query: { from: today, to: today } });
  const stats = (await admin.call('GET /affiliate-stats', { query: { from: today, to: today } })).body;
  const sum = (key: 'orders' | 'visits') => stats.affiliates.reduce((all, one) => all + one[key], 0);
  expect(body).toMatchObject({ visits: 1, sales: 1, earned: [{ amount: '12.34', currency: 'CAD' }] });
  expect([body.visits, body.sales]).toEqual([sum('visits'), sum('orders')]);
  expect(body.series).toEqual([{ from: today, visits: 1, sales: 1, earned: body.earned }]);
});

test('revenue per source is what the ledger says of its sales, after commissions (C063)', async () => {
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const buyer = { headers: { 'user-agent': agent }, from: '203.0.113.61' };
  await server.anonymous.call('POST /global/v1/page-view', { body: { p: '/', r: 'https://forum.example/' }, ...buyer });
  const slug = (await server.db.selectFrom('products').select('slug').executeTakeFirstOrThrow()).slug;
  const order = (
    await server.anonymous.call('POST /order', {
      body: orderOf([{ slug, quantity: 1 }]),
      idempotencyKey: crypto.randomUUID(),
      ...buyer,
    })
  ).body;
  expect((await pay(server.anonymous, order)).status).toBe(200);
  await server.platform.buffer.flush();
  await countTraffic(server.platform);
  const { body } = await admin.call('GET /v1/admin/analytics/traffic-acquisition-scoped', {
    query: { start: today, end: today },
  });
  const row = body.current.rows.find(({ value }) => value === 'forum.example');
  const { rows } = await sql<{ net: bigint }>`
    select -sum(e.amount_minor)::bigint as net from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    join ledger_accounts a on a.id = e.account_id
    where t.subject = ${`order:${order.id}`} and a.owner = 'house' and (a.kind like 'rev%' or a.kind like 'defer.%')`.execute(
    server.db,
  );
  expect(row).toMatchObject({ visits: 1, orders: 1 });
  expect(minor(row?.revenue[0]?.amount ?? '0')).toBe(rows[0]?.net);
  expect(rows[0]?.net).toBeGreaterThan(0n);
  expect(body.current.rows.reduce((sum, { orders }) => sum + orders, 0)).toBe(body.current.totals.orders);
  // The funnel of the period ends with the same order.
  const { funnel } = (await admin.call('GET /v1/admin/analytics/overview', { query: { start: today, end: today } }))
    .body;
  expect(funnel.at(-1)).toEqual({ step: 'order', visits: body.current.totals.orders });
});

test('metrics are for staff with the right, and refuse an impossible range or zone (C064 C065 C066)', async () => {
  const keys = ['GET /v1/admin/metrics', 'GET /v1/admin/metrics/tunes', 'GET /v1/admin/metrics/vehicles'] as const;
  const seller = await server.as({ role: 0, flags: ['tsa'] });
  for (const key of keys) {
    expect((await seller.call(key, { query: { from: today, to: today } })).status, key).toBe(200);
    expect((await (await server.as({ role: 0 })).call(key, { query: { from: today, to: today } })).status).toBe(403);
    expect((await admin.call(key, { query: { from: '2026-03-02', to: '2026-03-01' } })).status).toBe(422);
    expect((await admin.call(key, { query: { from: today, to: today, zone: "UTC'; drop" } })).status).toBe(422);
  }
});
