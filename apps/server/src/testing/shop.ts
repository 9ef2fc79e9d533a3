import { createHash, randomUUID } from 'node:crypto';
import type { Client, TestServer } from './server.ts';
import { makeLocation, makeProduct, type ProductInput, receive } from './store.ts';

/** A store that ships to Canada (express only there) and the United States, in both dollars. */
export async function makeShop(server: TestServer) {
  const admin = await server.as({ role: 3 });
  await setSettings(await server.as({ role: 5 }), {
    currencies: ['CAD', 'USD', 'JPY', 'KWD'],
    default_currency: 'CAD',
    conversion_rates: {
      base: 'CAD',
      rates: [
        { currency: 'USD', rate: '0.75', as_of: '2026-11-01' },
        { currency: 'JPY', rate: '108.5', as_of: '2026-11-01' },
        { currency: 'KWD', rate: '0.2213', as_of: '2026-11-01' },
      ],
    },
  });
  const rate = (zone: string, tier: string, price: string, extra = '0') => ({
    class: 'parcel',
    zone,
    tier,
    currency: 'CAD',
    price,
    extra,
  });
  await setTables(admin, {
    zones: [
      { name: 'Canada', places: [{ country_code: 'CA', state: '' }] },
      { name: 'United States', places: [{ country_code: 'US', state: '' }] },
    ],
    tiers: [
      { key: 'standard', name: 'Standard', days_min: 3, days_max: 6 },
      { key: 'express', name: 'Express', days_min: 1, days_max: 2 },
    ],
    rates: [
      rate('Canada', 'standard', '15.00', '2.50'),
      rate('Canada', 'express', '39.00', '5.00'),
      rate('United States', 'standard', '28.00'),
    ],
  });
  const location = await makeLocation(server, `warehouse-${randomUUID().slice(0, 8)}`);
  const sell = async (pieces: number, input: Partial<ProductInput> = {}) => {
    const product = await makeProduct(admin, input);
    if (pieces > 0) await receive(admin, product.slug, location.slug, pieces);
    return product;
  };
  await settled(server);
  return { admin, location, sell };
}

async function setSettings(admin: Client, body: object) {
  const { updated_at } = (await admin.call('GET /v1/admin/settings')).body;
  const saved = await admin.call('PATCH /v1/admin/settings', { body, readAt: updated_at });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
}

export async function setTables(admin: Client, table: object) {
  const { version } = (await admin.call('GET /v1/admin/shipping-table')).body;
  const saved = await admin.call('PUT /v1/admin/shipping-table', { body: { version, ...table } });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
}

export async function setTaxes(server: TestServer, admin: Client, rows: readonly object[]) {
  const { version } = (await admin.call('GET /v1/admin/tax-table')).body;
  const saved = await admin.call('PUT /v1/admin/tax-table', { body: { version, rows } });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  await settled(server);
}

/** Waits until this process has seen the latest change to the store. */
export async function settled(server: TestServer): Promise<void> {
  for (let round = 0; round < 60; round += 1) {
    const rows = await server.db.selectFrom('area_versions').select(['area', 'version']).execute();
    const known = rows.every(({ area, version }) => server.platform.versions.of(area as 'store') === String(version));
    if (known) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the store changed and this process was not notified');
}

export const vancouver = {
  country_code: 'CA',
  full_name: 'Ada Lane',
  line1: '12 Main Street',
  city: 'Vancouver',
  state: 'BC',
  postal_code: 'V5K 0A1',
  email: 'ada@example.test',
};

export const orderOf = (
  entries: readonly { slug: string; quantity: number; options?: readonly object[] }[],
  more: object = {},
) => ({
  entries,
  billing: vancouver,
  shipping_tier: 'standard',
  ...more,
});

/** Every guest has its own network address; a repeated request has the same one. */
const guestAddress = (client: Client, key: string) =>
  client.token === null
    ? { from: `10.${[...createHash('sha256').update(key).digest().subarray(0, 3)].join('.')}` }
    : {};

export const placed = (client: Client, body: object, key: string = randomUUID()) =>
  client.call('POST /order', { body, idempotencyKey: key, ...guestAddress(client, key) });

export const pay = (
  client: Client,
  order: { id: number; token?: string },
  method: object | undefined = { token: 'test_ok' },
  key: string = randomUUID(),
) =>
  client.call('POST /order/:id/payment', {
    params: { id: order.id },
    body: { token: order.token, method },
    idempotencyKey: key,
    ...guestAddress(client, key),
  });
