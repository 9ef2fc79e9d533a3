import { hourMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import { cachesRefreshed } from '../../../testing/catalog.ts';
import { estimated, payCard, tuneShop } from '../../../testing/money/purchases.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { queuedRequest } from '../../../testing/tuning.ts';
import { homeJobs } from './home-proof.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof tuneShop>>;
beforeAll(async () => {
  server = await testServer();
  shop = await tuneShop(server);
});
afterAll(() => server.close());

async function home() {
  await bumpArea(server.db, 'content');
  await cachesRefreshed(server);
  return (await server.anonymous.call('GET /v1/home')).body;
}

/** Copies a request, delivered some hours after it was queued; the promise is the time it was made for. */
async function deliver(id: number, count: number, { hours, promised }: { hours: number; promised: number }) {
  const at = new Date(server.platform.clock.now().getTime() - 24 * hourMs);
  const queued = new Date(at.getTime() - hours * hourMs);
  await sql`insert into tune_requests (state, purpose, mode, region, user_id, terms_sha256, sniffed, identified, tuner_id,
      state_at, created_at, updated_at, queued_at, delivered_at, promised_at)
    select 'closed', purpose, mode, region, user_id, terms_sha256, sniffed, identified, tuner_id, ${at}, ${queued}, ${at},
      ${queued}, ${at}, ${new Date(queued.getTime() + promised * hourMs)}
    from tune_requests, generate_series(1, ${count}) where id = ${id}`.execute(server.db);
}

test('the start page has no figures while there are too few records', async () => {
  expect(await home()).toEqual({
    deliveries: null,
    tuners: [],
    chosen: [],
    measured: [],
    posts: [],
    dealers: { total: 0, towns: [] },
  });
});

test('the start page counts real deliveries: the median time, kept promises and the tuners by name', async () => {
  const { id } = await queuedRequest(await server.as({}), shop);
  await deliver(id, 14, { hours: 5, promised: 8 });
  await deliver(id, 5, { hours: 20, promised: 8 });
  expect((await home()).deliveries, 'one too few').toBeNull();
  await deliver(id, 1, { hours: 20, promised: 8 });
  expect(await home()).toMatchObject({
    deliveries: { last_30_days: 20, median_hours: 5, kept_percent: 70 },
    tuners: [{ name: expect.any(String), deliveries: 20 }],
  });
  await server.db.updateTable('tuners').set({ state: 'suspended' }).where('id', '=', shop.tuner.id).execute();
  expect((await home()).tuners, 'a suspended tuner is not named').toEqual([]);
});

test('the start page names a tune once three customers bought it, and not for refunded purchases', async () => {
  const buy = async () => {
    const client = await server.as({});
    return (await payCard(client, await estimated(client, shop.selection))).body.purchase.id;
  };
  const [first] = [await buy(), await buy()];
  // The request of the test before was bought too.
  expect(await home()).toMatchObject({
    chosen: [
      { path: '/catalog/testwagen/2015/runner/2.0l-4-cyl-turbo?tune=stage-1', vehicle: 'Testwagen Runner', buyers: 3 },
    ],
  });
  await server.db.updateTable('catalog_purchases').set({ state: 'refunded' }).where('id', '=', first).execute();
  expect((await home()).chosen).toEqual([]);
});

test('the start page compares measured curves only, never calculated ones', async () => {
  const stock = await shop.make.tune({ name: 'Stock', isStock: true, engines: [shop.engine.id] });
  await shop.make.dyno(stock.id, { source: 'calculated' });
  await shop.make.dyno(shop.tune.id, { factor: 1.3 });
  expect((await home()).measured).toEqual([]);
  await shop.make.dyno(stock.id);
  expect((await home()).measured).toMatchObject([{ tune: 'Stage 1', before_hp: 210, after_hp: 273 }]);
});

test('the start page offers the towns of listed dealers', async () => {
  const address = { line1: '1 Main', city: 'Calgary', state: 'AB', postal_code: 'T2P 1J9', country_code: 'CA' };
  for (const listed of [true, true, false]) {
    const dealer = await server.make.dealer({});
    await server.db
      .updateTable('dealers')
      .set({ listed, directory_address: JSON.stringify(address) })
      .where('id', '=', dealer.id)
      .execute();
  }
  expect((await home()).dealers).toEqual({ total: 2, towns: [{ name: 'Calgary', near: 'Calgary, CA' }] });
});

test('the cached start page is renewed by its job', async () => {
  const versionOf = async () =>
    (await server.db.selectFrom('area_versions').select('version').where('area', '=', 'content').executeTakeFirst())
      ?.version;
  const before = await versionOf();
  for (const job of homeJobs) await job.run({ db: server.db } as never, {} as never);
  expect(await versionOf()).not.toBe(before);
});
