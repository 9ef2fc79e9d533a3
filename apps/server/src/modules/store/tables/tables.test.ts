import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeLocation, makeProduct, receive } from '../../../testing/store.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());

const categories = async () => (await admin.call('GET /v1/admin/product-category-table')).body;
const locations = async () => (await admin.call('GET /v1/admin/stock-location-table')).body;
const errorsOf = ({ body }: { body: unknown }) => (body as { errors: Record<string, string[]> }).errors;

test('categories are added, renamed, reordered and removed in one save', async () => {
  const { version, rows } = await categories();
  const first = await admin.call('PUT /v1/admin/product-category-table', {
    body: { version, rows: [...rows, { slug: 'one', name: 'One' }, { slug: 'two', name: 'Two' }] },
  });
  const [one, two] = first.body.rows.slice(-2);
  const swapped = await admin.call('PUT /v1/admin/product-category-table', {
    body: {
      version: first.body.version,
      rows: [
        { ...two, id: two?.id ?? 0, slug: 'one', name: 'Two now one' },
        { ...one, id: one?.id ?? 0, slug: 'two', name: 'One' },
      ],
    },
  });
  expect(swapped.body.rows.map(({ id, slug }) => [id, slug])).toEqual([
    [two?.id, 'one'],
    [one?.id, 'two'],
  ]);
  const emptied = await admin.call('PUT /v1/admin/product-category-table', {
    body: { version: swapped.body.version, rows: [] },
  });
  expect(emptied.body.rows).toEqual([]);
});

test('a category with products cannot be removed, and a stale save is refused with the current version', async () => {
  const { version } = await categories();
  const saved = await admin.call('PUT /v1/admin/product-category-table', {
    body: { version, rows: [{ slug: 'full', name: 'Full' }] },
  });
  await makeProduct(admin, { category: 'full' });
  const removed = await admin.call('PUT /v1/admin/product-category-table', {
    body: { version: saved.body.version, rows: [] },
  });
  expect(errorsOf(removed).rows).toEqual(['Full still has a product. Move it first.']);
  const stale = await admin.call('PUT /v1/admin/product-category-table', { body: { version, rows: [] } });
  expect([stale.status, stale.body]).toMatchObject([412, { current: { rows: [{ slug: 'full' }] } }]);
});

test('invalid rows are reported at their cell', async () => {
  const { version, rows: kept } = await categories();
  const rows = [
    { slug: 'a', name: 'A' },
    { slug: 'a', name: 'B' },
    { slug: 'Not a slug', name: '' },
  ];
  const refused = await admin.call('PUT /v1/admin/product-category-table', { body: { version, rows } });
  expect(Object.keys(errorsOf(refused)).sort()).toEqual(['rows.2.name', 'rows.2.slug']);
  const twice = await admin.call('PUT /v1/admin/product-category-table', {
    body: { version, rows: [...rows.slice(0, 2), ...kept] },
  });
  expect(Object.keys(errorsOf(twice))).toEqual(['rows.1.slug']);
});

test('a location that ever had stock cannot be removed; a new one can be booked to immediately', async () => {
  await makeLocation(server, 'old-room');
  const product = await makeProduct(admin);
  await receive(admin, product.slug, 'old-room', 3);
  const before = await locations();
  const added = await admin.call('PUT /v1/admin/stock-location-table', {
    body: {
      version: before.version,
      rows: [...before.rows, { slug: 'new-room', name: 'New room', region: 2, ships: false }],
    },
  });
  expect(added.body.rows.at(-1)).toMatchObject({ slug: 'new-room', region: 2, ships: false, pieces: 0 });
  const rows = added.body.rows.filter(({ slug }) => slug !== 'old-room');
  const refused = await admin.call('PUT /v1/admin/stock-location-table', {
    body: { version: added.body.version, rows },
  });
  expect(errorsOf(refused).rows?.[0]).toContain('stock history');
  await receive(admin, product.slug, 'new-room', 1);
});
