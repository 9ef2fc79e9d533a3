import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

test('a tool copies the name of its product, keeps it when the product is renamed, and refuses unknown products', async () => {
  await server.db.insertInto('products').values({ slug: 'desk-tool', name: 'Desk Tool' }).execute();
  const admin = await server.as({ role: 3 });
  const create = (fields: object) =>
    admin.call('POST /v1/admin/ecu/tools', { body: { name: 'Another name', currency: 'CAD', ...fields } });
  expect(await create({ product_slug: 'no-such-product' })).toMatchObject({
    status: 422,
    body: { errors: { product_slug: ['The store has no product with this slug.'] } },
  });
  const made = await create({ product_slug: 'desk-tool', rental_slug: '' });
  expect(made.body).toMatchObject({ name: 'Desk Tool', product_slug: 'desk-tool', rental_slug: null });

  const nameOf = async () =>
    await server.db
      .selectFrom('tools')
      .select(['name', 'product_slug'])
      .where('id', '=', made.body.id)
      .executeTakeFirstOrThrow();
  const version = async () =>
    (await server.db.selectFrom('area_versions').select('version').where('area', '=', 'catalog').executeTakeFirst())
      ?.version;
  const before = await version();
  await server.db.updateTable('products').set({ name: 'Desk Tool 2', slug: 'desk-tool-2' }).execute();
  expect(await nameOf()).toEqual({ name: 'Desk Tool 2', product_slug: 'desk-tool-2' });
  expect(await version()).not.toBe(before);
  await server.db.deleteFrom('products').execute();
  expect(await nameOf()).toEqual({ name: 'Desk Tool 2', product_slug: null });
});
