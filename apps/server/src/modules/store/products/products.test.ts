import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { settled } from '../../../testing/shop.ts';
import { allocateStock, makeLocation, makeProduct, productFields, receive } from '../../../testing/store.ts';
import { settleStock } from '../stock/settle-stock.ts';

let server: TestServer;
let admin: Client;
let dealer: Client;

beforeAll(async () => {
  server = await testServer({ REGIONS: '1,2' });
  admin = await server.as({ role: 3 });
  const { id } = await server.make.user({ role: 4 });
  await server.make.dealer({ managers: [id] });
  dealer = await server.as({ id });
  await server.db
    .insertInto('product_categories')
    .values([
      { slug: 'tools', name: 'Tools', position: 1 },
      { slug: 'cables', name: 'Cables', position: 2 },
    ])
    .execute();
  await makeLocation(server, 'main-warehouse', 1);
});
afterAll(() => server.close());

const setting = async (name: string, value: unknown) => {
  await server.db
    .insertInto('settings')
    .values({ name, value: JSON.stringify(value) })
    .onConflict((on) => on.column('name').doUpdateSet({ value: JSON.stringify(value) }))
    .execute();
  const { bumpArea } = await import('../../../platform/cache/area-versions.ts');
  const before = server.platform.versions.of('settings');
  await bumpArea(server.db, 'settings');
  await expect.poll(() => server.platform.versions.of('settings')).not.toBe(before);
};

/** Cache invalidation arrives through NOTIFY with a short delay. */
const seen = async (look: () => Promise<unknown>, wanted: unknown) =>
  expect.poll(look, { interval: 20 }).toEqual(wanted);

const show = (client: Client, slug: string, query: Record<string, unknown> = {}) =>
  client.call('GET /store/product/:slug', { params: { slug }, query });

describe('the shop', () => {
  test('lists products with prices by currency, categories and filters (C371)', async () => {
    await makeProduct(admin, {
      slug: 'flasher',
      name: 'Flasher',
      category: 'tools',
      position: 1,
      attributes: [{ name: 'Connector', values: ['OBD-II', 'Bench'] }],
      prices: [
        { currency: 'CAD', price: '749.00', dealer_price: '599.00' },
        { currency: 'USD', price: '549.00' },
      ],
    });
    await makeProduct(admin, {
      slug: 'lead',
      name: 'Lead',
      category: 'cables',
      position: 2,
      attributes: [{ name: 'Connector', values: ['Bench'] }],
      prices: [{ currency: 'CAD', price: '39.50' }],
    });
    await seen(async () => (await server.anonymous.call('GET /store/product')).body.total, 2);
    const { body } = await server.anonymous.call('GET /store/product', { query: { sort: 'price' } });
    expect(body.data.map(({ slug }) => slug)).toEqual(['lead', 'flasher']);
    expect(body.data[1]).toMatchObject({
      pricesByCurrency: { CAD: '749.00', USD: '549.00' },
      price: { amount: '749.00' },
    });
    expect(body.categories).toMatchObject([
      { slug: 'tools', count: 1 },
      { slug: 'cables', count: 1 },
    ]);
    expect(body.filters).toMatchObject([
      {
        key: 'connector',
        values: [
          { value: 'bench', count: 2 },
          { value: 'obd-ii', count: 1 },
        ],
      },
    ]);
    const filtered = await server.anonymous.call('GET /store/product', {
      query: { filters: 'connector:obd-ii', category: 'tools' },
    });
    expect(filtered.body.data.map(({ slug }) => slug)).toEqual(['flasher']);
    expect((await server.anonymous.call('GET /store/product', { query: { category: 'nothing' } })).body.total).toBe(0);
  });

  test('shows a product with its options; drafts, retired and unknown products respond 404 (C372)', async () => {
    const options = [
      {
        name: 'Cable',
        selections: [
          { name: 'None', prices: [] },
          { name: 'Bench', prices: [{ currency: 'CAD', price: '50.00', dealer_price: '40.00' }] },
        ],
      },
    ];
    await makeProduct(admin, { slug: 'kit', options });
    const draft = await makeProduct(admin, { slug: 'secret', state: 'draft' });
    await seen(async () => (await show(server.anonymous, 'kit')).status, 200);
    const { body } = await show(server.anonymous, 'kit');
    expect(body.options).toMatchObject([
      { name: 'Cable', selections: [{ name: 'None', pricesByCurrency: {} }, { pricesByCurrency: { CAD: '50.00' } }] },
    ]);
    expect((await show(server.anonymous, draft.slug)).status).toBe(404);
    expect((await show(server.anonymous, 'no-such')).status).toBe(404);
  });

  test('a product of the other region only responds 421', async () => {
    await makeProduct(admin, { slug: 'euro-plug', regions: [2] });
    await seen(async () => (await show(server.anonymous, 'euro-plug')).status, 421);
  });

  test('dealer prices are sent to dealers and admins only, also when a dealer asked first', async () => {
    await makeProduct(admin, {
      slug: 'shared',
      prices: [{ currency: 'CAD', price: '100.00', dealer_price: '80.00' }],
    });
    await seen(async () => (await show(dealer, 'shared')).status, 200);
    const forDealer = (await show(dealer, 'shared')).body;
    expect([forDealer.dealerPricesByCurrency, forDealer.price?.amount]).toEqual([{ CAD: '80.00' }, '80.00']);
    expect((await show(admin, 'shared')).body).toMatchObject({
      dealerPricesByCurrency: { CAD: '80.00' },
      price: { amount: '100.00' },
    });
    const customer = await server.as({ role: 0 });
    for (const client of [server.anonymous, customer]) {
      const { body, raw } = await show(client, 'shared');
      expect(body.price?.amount).toBe('100.00');
      expect(raw.body).not.toContain('80.00');
      expect(raw.body).not.toContain('dealerPrices');
      const list = await client.call('GET /store/product', { query: { search: 'shared' } });
      expect(list.raw.body).not.toContain('80.00');
    }
    expect((await show(dealer, 'shared')).headers['cache-control']).toMatch(/private|no-store/);
  });

  test('a price missing in a currency is converted at the stored rate and rounded once', async () => {
    await setting('currencies', ['CAD', 'USD', 'JPY']);
    await setting('conversion_rates', {
      base: 'CAD',
      rates: [
        { currency: 'USD', rate: '0.7301', as_of: '2026-11-01' },
        { currency: 'JPY', rate: '108.337', as_of: '2026-11-01' },
      ],
    });
    await makeProduct(admin, { slug: 'converted', prices: [{ currency: 'CAD', price: '99.99' }] });
    await seen(async () => (await show(server.anonymous, 'converted')).status, 200);
    expect((await show(server.anonymous, 'converted', { currency: 'USD' })).body.price).toEqual({
      amount: '73.00',
      currency: 'USD',
    });
    expect((await show(server.anonymous, 'converted', { currency: 'JPY' })).body.price).toEqual({
      amount: '10833',
      currency: 'JPY',
    });
    expect((await show(server.anonymous, 'converted', { currency: 'GBP' })).body.currency).toBe('CAD');
  });

  test('the stock label changes when the last item is allocated and when one is released', async () => {
    const product = await makeProduct(admin, { slug: 'last-one' });
    await receive(admin, 'last-one', 'main-warehouse', 1);
    const state = async () => (await show(server.anonymous, 'last-one')).body.availability?.state;
    await seen(state, 'few');
    await allocateStock(server, 'order:900', [{ product_id: product.id, quantity: 1 }]);
    await seen(state, 'sold-out');
    await settleStock(server.db, { reference: 'order:900', how: 'RELEASE', actorId: null, now: new Date() });
    await seen(state, 'few');
  });

  test('a tool marked as short shows its back-order month, whatever its stock', async () => {
    await makeProduct(admin, { slug: 'short-tool', shortage_switch: 'fz' });
    await receive(admin, 'short-tool', 'main-warehouse', 10);
    await setting('fz-shortage', true);
    await setting('fz-shortage-month', '2027-03');
    await seen(async () => (await show(server.anonymous, 'short-tool')).body.availability, {
      state: 'back-order',
      month: '2027-03',
    });
    await setting('fz-shortage', false);
  });

  test('a percentage sale lowers the price paid and keeps the list price', async () => {
    await makeProduct(admin, { slug: 'on-sale', prices: [{ currency: 'CAD', price: '9.99' }] });
    await admin.call('POST /v1/admin/sales', {
      body: {
        name: 'Spring',
        description: '',
        type: 'products',
        amount: '12.5',
        amountType: 'percent',
        code: null,
        countdown: false,
        start: new Date(Date.now() - 1000).toISOString(),
        end: new Date(Date.now() + 60_000).toISOString(),
      },
    });
    await seen(async () => (await show(server.anonymous, 'on-sale')).body.price?.amount, '8.74');
    expect((await show(server.anonymous, 'on-sale')).body).toMatchObject({
      baseprice: { amount: '9.99' },
      sale: { name: 'Spring', percent: '12.5' },
    });
    await server.db.deleteFrom('sales').execute();
  });
});

describe('products in the back office', () => {
  test('are listed by page, search and category (C010)', async () => {
    await makeProduct(admin, { slug: 'findable', name: 'Findable 100% thing', category: 'cables' });
    const found = await admin.call('GET /v1/admin/products', { query: { search: '100%', category: 'cables' } });
    expect(found.body.data.map(({ slug }) => slug)).toEqual(['findable']);
    expect(
      (await admin.call('GET /v1/admin/products', { query: { search: '100%', category: 'tools' } })).body.total,
    ).toBe(0);
  });

  test('a created product is returned in full, and shown with its timestamp header (C011 C012)', async () => {
    const made = await admin.call('POST /v1/admin/products', {
      body: productFields({ slug: 'created', weight_g: 800 }),
    });
    expect(made.status).toBe(201);
    const shown = await admin.call('GET /v1/admin/products/:id', { params: { id: made.body.id } });
    expect(shown.body).toEqual(made.body);
    expect(shown.headers['last-modified']).toBe(new Date(made.body.updated_at).toUTCString());
    expect((await admin.call('GET /v1/admin/products/:id', { params: { id: 999_999 } })).status).toBe(404);
  });

  test.each([
    ['slug', { slug: 'Not A Slug' }],
    ['slug', { slug: 'taken' }],
    ['category', { category: 'no-such' }],
    ['shipping_class', { shipping_class: 'no-such' }],
    ['shipping_class', { shipping_class: null }],
    ['prices', { prices: [] }],
    ['prices', { prices: [{ currency: 'JPY', price: '10.50' }] }],
    ['options', { options: [{ name: 'A', selections: [{ name: 'b', prices: [{ currency: 'JPY', price: '1.5' }] }] }] }],
    ['tracks_stock', { is_digital: true, tracks_stock: true }],
    ['images', { images: [{ id: 999_999 }] }],
  ])('an invalid %s is refused at its field (C011)', async (field, input) => {
    const taken = await admin.call('GET /v1/admin/products', { query: { search: 'taken' } });
    if (taken.body.total === 0) await makeProduct(admin, { slug: 'taken' });
    const refused = await admin.call('POST /v1/admin/products', { body: productFields(input as object) });
    expect(refused.status).toBe(422);
    expect(Object.keys((refused.body as unknown as { errors: object }).errors)).toEqual([field]);
  });

  test('a save requires the timestamp of the read version, and a stale one changes nothing (S341 S342 C013)', async () => {
    const made = await makeProduct(admin, { slug: 'edited', name: 'First' });
    const params = { id: made.id };
    const body = productFields({ slug: 'edited', name: 'Second' });
    expect((await admin.call('POST /v1/admin/products/:id', { params, body })).status).toBe(428);
    const saved = await admin.call('POST /v1/admin/products/:id', { params, body, readAt: made.updated_at });
    expect([saved.status, saved.body.name]).toEqual([200, 'Second']);
    expect(saved.body.updated_at > made.updated_at).toBe(true);
    const stale = await admin.call('POST /v1/admin/products/:id', {
      params,
      body: { ...body, name: 'Third' },
      readAt: made.updated_at,
    });
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({ current: { name: 'Second' } });
    expect((await admin.call('GET /v1/admin/products/:id', { params })).body).toEqual(saved.body);
  });

  test('every save is recorded with author, time, and old and new value of each field (S145 C014)', async () => {
    const made = await makeProduct(admin, { slug: 'kept', prices: [{ currency: 'CAD', price: '10.00' }] });
    const body = productFields({ slug: 'kept', name: made.name, prices: [{ currency: 'CAD', price: '12.00' }] });
    await admin.call('POST /v1/admin/products/:id', { params: { id: made.id }, body, readAt: made.updated_at });
    const { body: changes } = await admin.call('GET /v1/admin/products/:id/changes', { params: { id: made.id } });
    expect(changes.total).toBe(2);
    expect(changes.data[0]).toMatchObject({
      by: expect.stringContaining('Test User'),
      changes: [{ field: 'prices', before: [{ price: '10.00' }], after: [{ price: '12.00' }] }],
    });
    await expect(server.db.deleteFrom('product_changes').execute()).rejects.toThrow('never changed');
    const again = await admin.call('GET /v1/admin/products/:id', { params: { id: made.id } });
    await admin.call('POST /v1/admin/products/:id', { params: { id: made.id }, body, readAt: again.body.updated_at });
    expect((await admin.call('GET /v1/admin/products/:id/changes', { params: { id: made.id } })).body.total).toBe(2);
  });

  test('options keep their ids while they keep their names, because carts reference them by id', async () => {
    const option = (...names: string[]) => [{ name: 'Size', selections: names.map((name) => ({ name, prices: [] })) }];
    const made = await makeProduct(admin, { slug: 'shirt', options: option('S', 'M') });
    await seen(async () => (await show(server.anonymous, 'shirt')).status, 200);
    const idsOf = async () =>
      (await show(admin, 'shirt')).body.options[0]?.selections.map(({ id, name }) => [name, id] as const) ?? [];
    const before = Object.fromEntries(await idsOf());
    const saved = await admin.call('POST /v1/admin/products/:id', {
      params: { id: made.id },
      body: productFields({ slug: 'shirt', options: option('L', 'M') }),
      readAt: made.updated_at,
    });
    expect(saved.status).toBe(200);
    await seen(async () => (await idsOf()).map(([name]) => name), ['L', 'M']);
    expect(Object.fromEntries(await idsOf()).M).toBe(before.M);
  });

  test('the available shipping classes are listed (C017)', async () => {
    const { body } = await admin.call('GET /v1/admin/product-shipping-classes');
    expect(body.map(({ slug }) => slug)).toContain('parcel');
  });
});

describe('pictures of products', () => {
  const edge = '----picture';
  const upload = (bytes: Buffer, name: string, type: string) =>
    admin.request('POST', '/api/v1/admin/product-images', {
      headers: { 'content-type': `multipart/form-data; boundary=${edge}` },
      body: Buffer.concat([
        Buffer.from(
          `--${edge}\r\ncontent-disposition: form-data; name="alt"\r\n\r\nA tool\r\n--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
        ),
        bytes,
        Buffer.from(`\r\n--${edge}--\r\n`),
      ]),
    });
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#c2410c' } });

  test('are uploaded as files, re-encoded in several widths, and removed (S343 C015 C016)', async () => {
    const exif = { IFD0: { ImageDescription: 'taken at 49.28 N 123.12 W' } };
    const jpeg = await picture(1000, 600).jpeg().withExif(exif).toBuffer();
    const made = await upload(jpeg, 'tool.jpg', 'image/jpeg');
    expect(made.status).toBe(201);
    const image = made.body as unknown as { id: number; url: string; width: number };
    expect(image.width).toBe(1000);
    const product = await makeProduct(admin, { slug: 'pictured', images: [{ id: image.id, alt: 'A tool' }] });
    await seen(async () => (await show(server.anonymous, 'pictured')).status, 200);
    const sizes = (await show(server.anonymous, 'pictured')).body.image?.sizes ?? [];
    expect(sizes.map(({ width }) => width)).toEqual([400, 800, 1000]);
    for (const { url, width } of sizes) {
      const sent = await server.anonymous.request('GET', url);
      expect(sent.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
      const read = await sharp(sent.raw.rawPayload).metadata();
      expect([read.format, read.width, read.exif]).toEqual(['webp', width, undefined]);
    }
    expect((await admin.call('DELETE /v1/admin/product-images/:id', { params: { id: image.id } })).status).toBe(204);
    expect((await server.anonymous.request('GET', image.url)).status).toBe(404);
    const { body } = await admin.call('GET /v1/admin/products/:id/changes', { params: { id: product.id } });
    expect(body.data[0]?.changes).toMatchObject([{ field: 'images' }]);
  });

  test.each([
    ['an SVG', 'logo.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['an SVG called PNG', 'logo.png', 'image/png', '<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ['a page', 'x.html', 'image/png', '<html><script>alert(1)</script></html>'],
    ['a broken picture', 'x.png', 'image/png', '\u0089PNG\r\n\u001a\nnot more'],
  ])('%s is refused and nothing is stored (C015)', async (_, name, type, text) => {
    const count = async () =>
      (
        await server.db
          .selectFrom('stored_files')
          .select(({ fn }) => fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n;
    const before = await count();
    const refused = await upload(Buffer.from(text, 'latin1'), name, type);
    expect(refused.status).toBe(422);
    expect(await count()).toBe(before);
  });

  test('an image with too many pixels is refused before it is decoded (C015)', async () => {
    const huge = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: 'white' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const refused = await upload(huge, 'huge.png', 'image/png');
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ errors: { file: [expect.stringContaining('40 million')] } });
  });
});

test('the sitemap contains exactly the products sold in the region', async () => {
  const sold = await makeProduct(admin);
  const draft = await makeProduct(admin, { state: 'draft' });
  await settled(server);
  const list = async () => (await server.anonymous.request('GET', '/sitemap/products.xml')).body as unknown as string;
  expect(await list()).toContain(`/products/${sold.slug}</loc>`);
  expect(await list()).not.toContain(`/products/${draft.slug}<`);
  expect((await server.anonymous.request('GET', '/sitemap.xml')).body).toContain('/sitemap/products.xml</loc>');
});
