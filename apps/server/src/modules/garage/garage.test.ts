import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogFactories } from '../../testing/catalog.ts';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';
import { form } from '../../testing/tuning.ts';

let server: TestServer;
let owner: Client;
let stranger: Client;
const golf = { make: 'volkswagen', year: '2015', model: 'golf-r', engine: 'ea888' };
/** A real check digit. */
const vin = 'WVWZZZ1KZFW000001';
const americanVin = '1HGCM82633A004352';

beforeAll(async () => {
  server = await testServer();
  const catalog = catalogFactories(server.db);
  await catalog.vehicle({ make: 'Volkswagen', model: 'Golf R', engine: 'EA888', transmissions: ['DSG'] });
  await catalog.vehicle({ make: 'Volkswagen', model: 'Golf R', engine: 'VR6' });
  owner = await server.as({});
  stranger = await server.as({});
});
afterAll(() => server?.close());

const added = async (body: object, client = owner) => {
  const reply = await client.call('POST /vehicles', { body });
  expect([reply.status, reply.body]).toEqual([201, expect.anything()]);
  return reply.body;
};

test('a car is added by picker and listed for its owner only (C409 C410 S148)', async () => {
  const car = await added({ ...golf, transmission: 'dsg', nickname: 'Daily' });
  expect(car).toMatchObject({
    ...golf,
    title: '2015 Volkswagen Golf R',
    detail: 'EA888 · DSG',
    path: '/catalog/volkswagen/2015/golf-r/ea888/dsg',
    nickname: 'Daily',
    tunes: [],
    logs: 0,
    next: { label: 'See tunes', to: '/catalog/volkswagen/2015/golf-r/ea888/dsg' },
  });
  expect((await owner.call('GET /vehicles')).body.map(({ id }) => id)).toContain(car.id);
  expect((await stranger.call('GET /vehicles')).body).toEqual([]);
  expect((await server.anonymous.call('GET /vehicles')).status).toBe(401);
});

describe('adding a car', () => {
  test('takes a VIN alone, decodes it and names the car after it (C410)', async () => {
    const car = await added({ vin: ' 1hgcm82633a004352 ' }, stranger);
    expect(car).toMatchObject({ vin: americanVin, title: '2003 Honda', next: { label: 'Choose the engine' } });
    expect(car.vin_facts).toMatchObject({ status: 'valid', makes: ['Honda'] });
  });
  test('rejects a wrong check digit where it is mandatory, at its field (C410)', async () => {
    const reply = await owner.call('POST /vehicles', { body: { vin: '1HGCM82643A004352' } });
    expect(reply).toMatchObject({ status: 422, body: { errors: { vin: [expect.any(String)] } } });
  });
  test.each([
    [{}, 'vin'],
    [{ vin: 'not a vin' }, 'vin'],
    [{ make: 'volkswagen', model: 'golf-r' }, 'year'],
    [{ ...golf, engine: 'w16' }, 'engine'],
    [{ make: 'nowhere' }, 'make'],
    [{ ...golf, nickname: 'x'.repeat(61) }, 'nickname'],
  ])('rejects %o at its field', async (body, field) => {
    const reply = await owner.call('POST /vehicles', { body });
    expect(reply).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });
  });
  test('accepts a VIN once per garage, and in another garage too', async () => {
    const [first, second] = [await server.as({}), await server.as({})];
    await added({ vin, ...golf }, first);
    const again = await first.call('POST /vehicles', { body: { vin } });
    expect(again).toMatchObject({ status: 422, body: { errors: { vin: [expect.stringContaining('already')] } } });
    await added({ vin }, second);
    const races = await Promise.all([1, 2, 3].map(() => second.call('POST /vehicles', { body: { vin: americanVin } })));
    expect(races.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  });
  test('stops at fifty cars, under concurrency too', async () => {
    const full = await server.as({});
    await sql`insert into garage_vehicles (user_id, make, title)
      select ${full.userId}, 'volkswagen', 'Car' from generate_series(1, 49)`.execute(server.db);
    const tries = await Promise.all([1, 2, 3].map(() => full.call('POST /vehicles', { body: golf })));
    expect(tries.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
  test('says when VIN and car contradict each other', async () => {
    const owner = await server.as({});
    const { id, vin_conflict } = await added({ ...golf, vin: americanVin }, owner);
    expect(vin_conflict).toBe('This VIN belongs to a Honda.');
    await server.db.updateTable('users').set({ language: 'de' }).where('id', '=', owner.userId).execute();
    const headers = { 'accept-language': 'de' };
    const german = await owner.call('GET /vehicles/:id', { params: { id }, headers });
    expect(german.body.vin_conflict).toBe('Diese Fahrgestellnummer gehört zu einem Honda.');
  });
});

test('changing a car keeps the rest and clears the parts after a changed one (C411)', async () => {
  const { id } = await added({ ...golf, transmission: 'dsg', nickname: 'Track car' });
  const change = (body: object) => owner.call('PATCH /vehicles/:id', { params: { id }, body });
  expect((await change({ tool: 'Bench cable' })).body).toMatchObject({
    tool: 'Bench cable',
    nickname: 'Track car',
    engine: 'ea888',
  });
  expect((await change({ engine: 'vr6' })).body).toMatchObject({ engine: 'vr6', transmission: null, detail: 'VR6' });
  expect((await change({ vin: 'WVW' })).status).toBe(422);
  expect((await change({ make: null })).status).toBe(422);
  // Renaming still works when the catalogue no longer has the car.
  await sql`update garage_vehicles set engine = 'gone' where id = ${id}`.execute(server.db);
  expect((await change({ nickname: 'Old friend' })).body).toMatchObject({ nickname: 'Old friend', engine: 'gone' });
});

test('a car of another user responds 404 to every call, and deleting removes it (C411 C412)', async () => {
  const { id } = await added(golf);
  const foreign = [
    await stranger.call('GET /vehicles/:id', { params: { id } }),
    await stranger.call('PATCH /vehicles/:id', { params: { id }, body: { nickname: 'Mine' } }),
    await stranger.call('DELETE /vehicles/:id', { params: { id } }),
    await stranger.call('DELETE /vehicles/:id/photo', { params: { id } }),
    await (await server.as({ role: 3 })).call('DELETE /vehicles/:id', { params: { id } }),
  ];
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect((await owner.call('DELETE /vehicles/:id', { params: { id } })).status).toBe(204);
  expect((await owner.call('DELETE /vehicles/:id', { params: { id } })).status).toBe(404);
});

test('the photo of a car is re-encoded, shown to its owner and hidden from others', async () => {
  const { id } = await added(golf);
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#b33' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .toBuffer();
  const sent = form({}, { name: 'car.jpg', bytes });
  const set = await owner.request('POST', `/api/vehicles/${id}/photo`, { body: sent.body, headers: sent.headers });
  expect(set).toMatchObject({ status: 200, body: { photo: { width: 900, height: 600, widths: [400, 800, 900] } } });
  const read = (client: Client) => client.request('GET', `/api/vehicles/${id}/photo/400`);
  const photo = await read(owner);
  expect(photo.headers['content-type']).toBe('image/webp');
  expect(photo.raw.rawPayload.includes('secret place')).toBe(false);
  expect([(await read(stranger)).status, (await read(server.anonymous)).status]).toEqual([404, 401]);
  const wrong = form({}, { name: 'car.svg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') });
  const svg = await owner.request('POST', `/api/vehicles/${id}/photo`, { body: wrong.body, headers: wrong.headers });
  expect(svg.status).toBe(422);
  expect((await owner.call('DELETE /vehicles/:id/photo', { params: { id } })).body).toMatchObject({ photo: null });
});

describe('requests of the owner', () => {
  const request = (userId: number | null, state: string, more: { vin?: string; path?: string }) =>
    sql`insert into tune_requests (state, purpose, mode, region, user_id, sniffed, identified, information, vehicle_path, state_at, created_at, updated_at)
      values (${state}, 'tune', 'manual', 1, ${userId}, '{}', '{}', ${JSON.stringify({ vin: more.vin ?? '', read_with: 'KESS' })},
        ${more.path ?? null}, now(), now(), now())`.execute(server.db);
  const path = '/catalog/volkswagen/2015/golf-r/ea888';

  test('belong to the car with their VIN, else to the only car of that engine', async () => {
    const client = await server.as({});
    const car = await added({ ...golf, vin }, client);
    await request(client.userId, 'closed', { vin: americanVin, path });
    expect((await client.call('GET /vehicles')).body[0]?.request).toBeNull();
    await request(client.userId, 'delivered', { path: `${path}/dsg` });
    await request(stranger.userId, 'queued', { vin });
    const [shown] = (await client.call('GET /vehicles')).body;
    expect(shown).toMatchObject({ id: car.id, request: { state: 'delivered' }, tool: 'KESS' });
    expect(shown?.next).toMatchObject({ label: 'Get your tuned file' });
    // A second car of that engine makes the path ambiguous.
    await added(golf, client);
    const both = (await client.call('GET /vehicles')).body;
    expect(both.map((one) => one.request)).toEqual([null, null]);
    await request(client.userId, 'matched', { vin });
    expect((await client.call('GET /vehicles/:id', { params: { id: car.id } })).body.request).toMatchObject({
      state: 'matched',
    });
  });
});
