import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../testing/server.ts';

let geocoder: Server;
let server: TestServer;
let offline: TestServer;
let answer: { status?: number; body: string; headers?: Record<string, string>; afterMs?: number };
const asked: URL[] = [];

beforeAll(async () => {
  geocoder = createServer((request, reply) => {
    asked.push(new URL(request.url ?? '/', 'http://geocoder'));
    setTimeout(() => {
      reply.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
      reply.end(answer.body);
    }, answer.afterMs ?? 0);
  }).listen(0, '127.0.0.1');
  await once(geocoder, 'listening');
  const { port } = geocoder.address() as AddressInfo;
  server = await testServer({ GEOCODER_URL: `http://127.0.0.1:${port}/maps?key=abc` });
  offline = await testServer();
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(async () => {
  geocoder.closeAllConnections();
  geocoder.close();
  await server.close();
  await offline.close();
});

const address = {
  country_code: 'CA',
  full_name: 'Robin Example',
  line1: '12 Invented Road',
  city: 'Toronto',
  state: 'ON',
  postal_code: 'M5V 2T6',
  email: 'robin@example.test',
  phone: '+1 416 555 0100',
};
async function dealerOf(at: TestServer) {
  const boss = await at.make.user({ role: 4 });
  const dealer = await at.make.dealer({ managers: [boss.id] });
  const manager = await at.as(boss);
  const params = { id: dealer.id };
  const save = async (change: object) => {
    const { updated_at: readAt } = (await manager.call('GET /v1/dealers/:id/settings', { params })).body;
    return manager.call('PATCH /v1/dealers/:id/settings', { params, body: change, readAt });
  };
  const position = () =>
    at.db.selectFrom('dealers').select(['latitude', 'longitude']).where('id', '=', dealer.id).executeTakeFirstOrThrow();
  return { dealer, save, position, params };
}
const found = { body: JSON.stringify([{ lat: '43.64501', lon: '-79.39012', display_name: 'Somewhere' }]) };

test('the configured geocoder is asked for the address of a dealer when it is saved, and for nothing else', async () => {
  answer = found;
  const { save, position } = await dealerOf(server);
  expect((await save({ directory_address: address })).status).toBe(200);
  expect(await position()).toEqual({ latitude: 43.64501, longitude: -79.39012 });
  expect(asked).toHaveLength(1);
  expect(asked[0]?.pathname).toBe('/maps/search');
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    key: 'abc',
    street: '12 Invented Road',
    city: 'Toronto',
    state: 'ON',
    postalcode: 'M5V 2T6',
    countrycodes: 'ca',
    format: 'jsonv2',
    limit: '1',
  });
  expect((await save({ directory_address: address, phone: '+1 416 555 0101' })).status).toBe(200);
  expect((await save({ about: 'By the lake.', billing_address: { ...address, line1: '5 Other Road' } })).status).toBe(
    200,
  );
  expect(asked).toHaveLength(1);
  expect(await position()).toEqual({ latitude: 43.64501, longitude: -79.39012 });
  expect((await save({ directory_address: null })).status).toBe(200);
  expect(await position()).toEqual({ latitude: null, longitude: null });
});

test('strangers and refused addresses do not reach the geocoder', async () => {
  answer = found;
  const { save, params } = await dealerOf(server);
  expect((await save({ directory_address: { ...address, city: '' } })).status).toBe(422);
  const stranger = await server.as({ role: 4 });
  const reply = await stranger.call('PATCH /v1/dealers/:id/settings', {
    params,
    body: { directory_address: address },
    readAt: new Date().toISOString(),
  });
  expect([403, 404]).toContain(reply.status);
  expect(asked).toEqual([]);
});

test.each([
  ['an error', { status: 500, body: '{}' }],
  ['no match', { body: '[]' }],
  ['something else', { body: '<html>' }],
  ['a place that does not exist', { body: JSON.stringify([{ lat: '143', lon: '-79' }]) }],
  ['a redirect', { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } }],
  ['too much', { body: JSON.stringify([{ lat: '1', lon: '1', text: 'x'.repeat(100_000) }]) }],
  ['nothing for too long', { ...found, afterMs: 5_000 }],
])('an answer with %s falls back to the list of towns', { timeout: 20_000 }, async (_, given) => {
  answer = given;
  const { save, position } = await dealerOf(server);
  const local = await dealerOf(offline);
  expect((await save({ directory_address: address })).status).toBe(200);
  expect((await local.save({ directory_address: address })).status).toBe(200);
  expect(asked).toHaveLength(1);
  const town = await local.position();
  expect(town.latitude).toBeGreaterThan(43);
  expect(await position()).toEqual(town);
});
