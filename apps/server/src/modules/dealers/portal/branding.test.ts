import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formWith, type Part, smallPicture } from '../../../testing/partners.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { mailBranding } from '../index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

async function team() {
  const boss = await server.make.user({ role: 4 });
  const helper = await server.make.user({ role: 4 });
  const dealer = await server.make.dealer({ managers: [boss.id], members: [helper.id] });
  return { dealer, manager: await server.as(boss), member: await server.as(helper) };
}
const save = (client: Client, id: number, colours: Record<string, string>, files: Part[] = []) =>
  client.request('PUT', `/api/v1/dealers/${id}/branding`, formWith(colours, files));
const brandOf = async (client: Client, id: number) =>
  (await client.call('GET /v1/dealers/:id/branding', { params: { id } })).body;

test('branding of a dealer is stored by managers with readable colours only (C193 C194)', async () => {
  const { dealer, manager, member } = await team();
  expect(await brandOf(member, dealer.id)).toMatchObject({ colour: null, logo: null, may_manage: false });
  expect((await save(member, dealer.id, { colour: '#1d4ed8' })).status).toBe(403);
  // White on this orange has 2.9:1.
  const faint = await save(manager, dealer.id, { colour: '#ff6a2b', text_colour: '#ffffff' });
  expect(faint.status).toBe(422);
  expect(JSON.stringify(faint.body)).toContain('2.8:1');
  expect((await save(manager, dealer.id, { colour: '', text_colour: '#ffffff' })).status).toBe(422);
  expect((await save(manager, dealer.id, { colour: 'red' })).status).toBe(422);
  expect((await save(manager, dealer.id, { colour: '#FF6A2B' })).status).toBe(200);
  expect(await brandOf(member, dealer.id)).toMatchObject({ colour: '#ff6a2b', text_colour: '#000000' });
});

test('logo of a dealer is encoded again, public while it is used, and gone after it is removed', async () => {
  const { dealer, manager } = await team();
  const secret = Buffer.from('GPS: 46.3, -79.4');
  const picture = await sharp(await smallPicture())
    .withExif({ IFD0: { ImageDescription: secret.toString() } })
    .jpeg()
    .toBuffer();
  const page = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
  expect((await save(manager, dealer.id, {}, [{ field: 'logo', name: 'logo.png', bytes: page }])).status).toBe(422);
  expect((await save(manager, dealer.id, {}, [{ field: 'logo', name: 'a.jpg', bytes: picture }])).status).toBe(200);
  const { logo } = await brandOf(manager, dealer.id);
  const shown = await server.anonymous.request('GET', logo ?? '');
  expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
  expect(shown.raw.rawPayload.includes(secret)).toBe(false);
  const params = { id: dealer.id };
  await server.db.updateTable('dealers').set({ state: 'suspended' }).where('id', '=', dealer.id).execute();
  expect((await server.anonymous.request('GET', logo ?? '')).status).toBe(404);
  await server.db.updateTable('dealers').set({ state: 'active' }).where('id', '=', dealer.id).execute();
  expect((await manager.call('DELETE /v1/dealers/:id/branding/logo', { params })).status).toBe(204);
  expect((await server.anonymous.request('GET', logo ?? '')).status).toBe(404);
  expect((await brandOf(manager, dealer.id)).logo).toBeNull();
});

test('mails about a record of a dealer carry its branding, of a suspended dealer ours', async () => {
  const { dealer, manager } = await team();
  const branding = async (id: number | null = dealer.id) =>
    (await mailBranding(server.db, 'https://tuneport.test', id)).branding;
  expect(await branding()).toBeNull();
  await save(manager, dealer.id, { colour: '#1d4ed8' });
  expect(await branding()).toEqual({ name: dealer.name, logoUrl: null, accent: '#1d4ed8' });
  await save(manager, dealer.id, { colour: '#1d4ed8' }, [
    { field: 'logo', name: 'logo.png', bytes: await smallPicture() },
  ]);
  expect((await branding())?.logoUrl).toMatch(/^https:\/\/tuneport\.test\/api\/v1\/dealer-logos\/[0-9a-f-]{36}$/);
  await server.db.updateTable('dealers').set({ state: 'suspended' }).where('id', '=', dealer.id).execute();
  expect(await branding()).toBeNull();
  expect(await branding(null)).toBeNull();
});
