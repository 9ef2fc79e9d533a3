import { editNode, type KitNode, newNode } from '@tuneport/domain/catalog/kit-tree';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CatalogFactories, cachesRefreshed, catalogFactories, storeSetting } from '../../testing/catalog.ts';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let make: CatalogFactories;
let admin: Client;
let tuneId: number;
beforeAll(async () => {
  server = await testServer({ REGIONS: '1,2' });
  make = catalogFactories(server.db);
  admin = await server.as({ role: 3 });
  const { engine } = await make.vehicle({ make: 'Alpha', year: '2015', model: 'One', regions: [1] });
  tuneId = (await make.tune({ name: 'Stage 1', engines: [engine.id] })).id;
});
afterAll(() => server.close());

const tree = (): KitNode => ({
  ...newNode('start'),
  title: 'What do you drive?',
  children: [
    { ...newNode('petrol', 'Petrol'), title: 'Petrol kit', products: [{ slug: 'flash-port', quantity: 2 }] },
    { ...newNode('diesel', 'Diesel'), title: 'Diesel kit', tunes: [tuneId] },
  ],
});
const read = async () => (await admin.call('GET /v1/admin/kit-builder/tree')).body;
const store = (wanted: unknown, readAt: string, client = admin) =>
  client.call('PUT /v1/admin/kit-builder/tree', { body: { tree: wanted }, readAt });
const walk = (headers: Record<string, string> = {}) => server.anonymous.call('GET /kit-builder/tree', { headers });

test('the tree is stored as a whole, and a stale save is refused with the newer version (C273)', async () => {
  const first = await read();
  expect(first).toMatchObject({ tree: null, shown: false });
  const saved = await store(tree(), first.updated_at);
  expect(saved).toMatchObject({ status: 200, body: { tree: tree(), tunes: [{ id: tuneId, name: 'Stage 1' }] } });
  const other = editNode(tree(), 'petrol', { title: 'Other' });
  const stale = await store(other, first.updated_at);
  expect(stale).toMatchObject({ status: 412, body: { current: { tree: { title: 'What do you drive?' } } } });
  expect((await store(other, saved.body.updated_at)).status).toBe(200);
  expect((await read()).tree).toEqual(other);
});

test('dead ends and missing tunes are reported at their node, and nothing is stored (C273)', async () => {
  const before = await read();
  const bad = editNode(editNode(tree(), 'petrol', { products: [] }), 'diesel', { tunes: [tuneId, 424242] });
  expect(await store(bad, before.updated_at)).toMatchObject({
    status: 422,
    body: {
      errors: {
        'nodes.petrol': [expect.stringContaining('dead end')],
        'nodes.diesel': ['Tune 424242 does not exist.'],
      },
    },
  });
  const noNumber = editNode(tree(), 'petrol', { products: [{ slug: 'no such/thing', quantity: 0 }] });
  expect((await store(noNumber, before.updated_at)).status).toBe(422);
  expect(await read()).toEqual(before);
});

test('the kit builder responds 404 while disabled, and lists the tunes of the region when enabled (C272 S080)', async () => {
  await cachesRefreshed(server);
  expect((await walk()).status).toBe(404);
  await storeSetting(server, 'www_kit_builder', true);
  await cachesRefreshed(server);
  expect((await walk()).body).toMatchObject({
    tree: { title: 'What do you drive?' },
    tunes: [
      {
        id: tuneId,
        name: 'Stage 1',
        vehicle: '2015 Alpha One',
        path: expect.stringMatching(/^\/catalog\/alpha\/2015\/one\/.*\?tune=stage-1$/),
      },
    ],
  });
  expect((await walk({ cookie: 'region=2' })).body).toMatchObject({ tunes: [] });
});
