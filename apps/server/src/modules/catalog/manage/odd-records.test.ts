import type { CallKey } from '@tuneport/contract/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cachesRefreshed, catalogFactories } from '../../../testing/catalog.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';

let server: TestServer;
let editor: Client;
let makeId: number;
beforeAll(async () => {
  server = await testServer({ REGIONS: '1,2' });
  editor = await server.as({ role: 0, flags: ['tcrw'] });
  makeId = (await create('makes', { name: 'Marque' })).body.id;
});
afterAll(() => server.close());

const create = async (kind: string, body: object) => {
  const reply = await editor.call(`POST /v1/admin/ecu/${kind}` as CallKey, { body });
  return { status: reply.status, body: reply.body as { id: number; slug: string; year: string; errors?: object } };
};

test('a make cannot have the slug of a page under /catalog', async () => {
  for (const slug of ['all-tunes', 'engine', 'diesel', 'stage-1-tuning', 'add-on-tunes']) {
    const { status, body } = await create('makes', { name: `Make ${slug}`, slug });
    expect([status, Object.keys(body.errors ?? {})], slug).toEqual([422, ['slug']]);
  }
  expect((await create('makes', { name: 'Diesel' })).body.slug).toBe('diesel-2');
});

test('models, engines and transmissions cannot have the slug add-on-tunes', async () => {
  for (const kind of ['models', 'engines', 'transmissions']) {
    const { status } = await create(kind, { make_id: makeId, name: 'Odd', slug: 'add-on-tunes' });
    expect(status, kind).toBe(422);
    expect((await create(kind, { make_id: makeId, name: 'Add-on tunes' })).body.slug, kind).toBe('add-on-tunes-2');
  }
});

test('a year is stored in one normalized form and must be plausible', async () => {
  const year = (text: string) => create('years', { make_id: makeId, year: text });
  expect((await year('2015.5')).body.year).toBe('2015.5');
  for (const again of ['2015.50', '02015.5', '2015.500']) expect((await year(again)).status, again).toBe(422);
  expect((await year('02016')).body.year).toBe('2016');
  for (const wrong of ['99999', '12', '0', '2015.x', 'series']) expect((await year(wrong)).status, wrong).toBe(422);
  expect((await year('Series')).status).toBe(201);
});

test('a role discount requires a known role', async () => {
  const discount = (key: string) =>
    create('engines', { make_id: makeId, name: `Of ${key}`, other_role_discounts: [{ key, percent: '10' }] });
  expect((await discount('dealer')).status).toBe(201);
  expect((await discount('vip')).status).toBe(422);
});

test('attaching a tune without a target is refused', async () => {
  const tune = await create('tunes', { name: 'Stage 1' });
  const { status } = await editor.call('POST /v1/admin/ecu/tunes/:id/mass-attach', {
    params: { id: tune.body.id },
    body: {},
  });
  expect(status).toBe(422);
});

test('dyno runs of a tune of another region respond 421', async () => {
  const make = catalogFactories(server.db);
  const tune = await make.tune({ regions: [2] });
  const run = await make.dyno(tune.id);
  await cachesRefreshed(server);
  expect((await server.anonymous.call('GET /dyno-csv/:id', { params: { id: run.id } })).status).toBe(421);
  expect((await server.anonymous.call('GET /dyno-csv', { query: { tune: tune.id } })).status).toBe(421);
  expect((await server.anonymous.call('GET /dyno-csv/:id', { params: { id: 424_242 } })).status).toBe(404);
});
