import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CatalogFactories, cachesRefreshed, catalogFactories, storeSetting } from '../../../testing/catalog.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { estimateByHash } from '../../catalog/index.ts';

let server: TestServer;
let make: CatalogFactories;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  make = catalogFactories(server.db);
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());

const input = { title: 'Stage 1 for my car', description: 'Can you do it in Calgary?', customer_name: 'Robin' };

async function car() {
  const { engine } = await make.vehicle({ make: 'Askwagen', year: '2015', model: 'Runner' });
  const tool = await make.tool({ name: 'Port', fee: 5_000 });
  const stage1 = await make.tune({ name: 'Stage 1', engines: [engine.id], tools: [tool.id], price: { base: 60_000 } });
  const unpriced = await make.tune({ name: 'Stage 3', engines: [engine.id], tools: [tool.id], price: null });
  await cachesRefreshed(server);
  const vehicle = `/catalog/askwagen/2015/runner/${engine.slug}?tune=${stage1.slug}`;
  return { engine: engine.id, stage1: stage1.id, unpriced: unpriced.id, vehicle };
}

test('a selection requested by ticket stores vehicle, tunes and price lines; staff accept it once (C257 S364)', async () => {
  const { engine, stage1, vehicle } = await car();
  const body = { ...input, selection: { engine, tunes: [stage1] }, vehicle };
  const made = await server.anonymous.call('POST /v1/catalog/via-ticket', { body });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id, offer, token } = made.body;
  expect(offer).toMatchObject({
    vehicle: expect.stringContaining('Askwagen Runner 2015'),
    path: vehicle,
    tunes: ['Stage 1'],
    total: { currency: 'CAD' },
    without_price: null,
  });
  expect(offer?.lines.map(({ label }) => label)).toContain('Stage 1');
  expect(await estimateByHash(server.db, offer?.estimate ?? '')).toBeDefined();

  const accept = () => admin.call('POST /v1/admin/tickets/:id/accept', { params: { id }, body: {} });
  expect((await accept()).status).toBe(409);
  const { updated_at: readAt } = (await admin.call('GET /v1/admin/tickets/:id', { params: { id } })).body;
  const change = { assignee: admin.userId };
  await admin.call('PATCH /v1/admin/tickets/:id', { params: { id }, body: change, readAt });
  const accepted = await accept();
  expect(accepted.body).toMatchObject({ state: 'open', accepted: true });
  expect(accepted.body.history.at(-1)).toMatchObject({ event: 'accept', detail: { estimate: offer?.estimate } });
  expect((await accept()).body).toMatchObject({ code: 'already_committed' });
  const seen = await server.anonymous.call('GET /customer-tickets/:id', { params: { id }, query: { token } });
  expect(seen.body.accepted).toBe(true);
});

test('a selection without a price can be requested, and hidden prices stay hidden from visitors (C257)', async () => {
  const { engine, stage1, unpriced } = await car();
  const ask = (tunes: number[]) =>
    server.anonymous.call('POST /v1/catalog/via-ticket', { body: { ...input, selection: { engine, tunes } } });
  expect((await ask([unpriced])).body.offer).toMatchObject({
    tunes: ['Stage 3'],
    total: null,
    without_price: expect.stringContaining('no price yet'),
  });
  await storeSetting(server, 'www_rpa', false);
  try {
    expect((await ask([stage1])).body.offer).toMatchObject({
      total: null,
      lines: [],
      without_price: 'Log in to see prices.',
    });
  } finally {
    await storeSetting(server, 'www_rpa', true);
  }
});

test('an empty field, no tune, or an unknown tune is refused and nothing is written (C257)', async () => {
  const { engine, stage1 } = await car();
  const before = (await server.db.selectFrom('tickets').select('id').execute()).length;
  const ask = async (body: object) =>
    (await server.anonymous.call('POST /v1/catalog/via-ticket', { body: { ...input, ...body } })).status;
  expect(await ask({ selection: { engine, tunes: [stage1] }, title: '' })).toBe(422);
  expect(await ask({ selection: { engine, tunes: [] } })).toBe(422);
  expect(await ask({ selection: { engine, tunes: [987_654] } })).toBe(422);
  expect(await ask({})).toBe(422);
  expect((await server.db.selectFrom('tickets').select('id').execute()).length).toBe(before);
});

test('a vehicle URL to another site is not stored (C257)', async () => {
  const { engine, stage1 } = await car();
  for (const vehicle of ['https://evil.example/catalog/x', '//evil.example', '/catalog/none/2015/such']) {
    const body = { ...input, selection: { engine, tunes: [stage1] }, vehicle };
    const { offer } = (await server.anonymous.call('POST /v1/catalog/via-ticket', { body })).body;
    expect([offer?.path, offer?.vehicle.includes('2.0L')]).toEqual([null, true]);
  }
});
