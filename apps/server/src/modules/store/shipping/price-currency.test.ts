import { afterAll, beforeAll, expect, test } from 'vitest';
import { cachesRefreshed, storeSetting } from '../../../testing/catalog.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { settled } from '../../../testing/shop.ts';
import { taxShop } from '../../../testing/tax-shop.ts';

let server: TestServer;
let slug: string;
let tunes: Awaited<ReturnType<typeof taxShop>>['tunes'];
beforeAll(async () => {
  server = await testServer({ REGIONS: '1,2' });
  ({ slug, tunes } = await taxShop(server, { DE: '19' }));
  await storeSetting(server, 'default_currency', null);
  await storeSetting(server, 'currencies', ['CAD', 'EUR']);
  await storeSetting(server, 'conversion_rates', {
    base: 'CAD',
    rates: [{ currency: 'EUR', rate: '0.6', as_of: '2026-11-01' }],
  });
  await cachesRefreshed(server);
  await settled(server);
});
afterAll(() => server.close());

const inEurope = { headers: { cookie: 'region=2' } };

test('Europe sells in EUR what has prices and shipping rates in CAD only', async () => {
  const quoted = await server.anonymous.call('POST /order/shipping', {
    ...inEurope,
    body: {
      entries: [{ slug, quantity: 1, options: [] }],
      address: { country_code: 'DE', state: '', postal_code: '10115' },
    },
  });
  expect(quoted.body).toMatchObject({
    currency: 'EUR',
    lines: [{ unit_price: { amount: '20.00', currency: 'EUR' } }],
    tiers: [{ key: 'standard', price: { amount: '9.00', currency: 'EUR' } }],
  });
  const { settings } = (await server.anonymous.call('GET /global/v1/ui-state', inEurope)).body;
  expect(settings).toMatchObject({ default_currency: 'EUR', price_currency: 'CAD' });
});

test('a tune with a price in CAD only has one in Europe', async () => {
  const priced = await server.anonymous.call('POST /v1/catalog/estimate', {
    ...inEurope,
    body: tunes.selection,
  });
  expect([priced.status, priced.body.total?.currency]).toEqual([200, 'EUR']);
});
