import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
let member: Client;
let affiliateId: number;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
  const user = await server.make.user();
  member = await server.as({ id: user.id });
  affiliateId = (await server.make.affiliate({ members: [user.id] })).id;
});
afterAll(() => server.close());

const create = (client: Client, tag: string, id = affiliateId) =>
  client.call('POST /v1/affiliates/:id/tracking-tags', { params: { id }, body: { tag } });
const list = async () =>
  (await member.call('GET /v1/affiliates/:id/tracking-tags', { params: { id: affiliateId } })).body;
const visit = (tag: string, agent: string) =>
  server.anonymous.call('POST /global/v1/tag', { body: { tag }, headers: { 'user-agent': agent } });

test('affiliate and staff create tags, and visits by their links are counted (S450 C131 C132)', async () => {
  const own = await create(member, 'spring.flyer');
  expect(own.status).toBe(201);
  expect(own.body).toMatchObject({ tag: 'spring.flyer', path: '/tune/spring.flyer', visits: 0, ended_at: null });
  expect((await create(admin, 'podcast_7')).status).toBe(201);
  await Promise.all([visit('spring.flyer', 'one'), visit('spring.flyer', 'one'), visit('spring.flyer', 'two')]);
  expect(await list()).toMatchObject([
    { tag: 'podcast_7', visits: 0 },
    { tag: 'spring.flyer', visits: 2 },
  ]);
});

test('tag that is taken or has invalid characters is refused', async () => {
  expect((await create(member, 'taken')).status).toBe(201);
  const { id } = await server.make.affiliate();
  for (const [client, tag, of] of [
    [member, 'taken', affiliateId],
    [admin, 'taken', id],
    [member, 'a b', affiliateId],
    [member, '../x', affiliateId],
    [member, '.', affiliateId],
    [member, '..', affiliateId],
    [member, 'x'.repeat(65), affiliateId],
    [member, '', affiliateId],
  ] as const) {
    const { status, body } = await create(client, tag, of);
    expect([status, Object.keys((body as { errors?: object }).errors ?? {})], tag).toEqual([422, ['tag']]);
  }
  const race = await Promise.all(Array.from({ length: 6 }, () => create(member, 'race')));
  expect(race.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
});

test('tags of another affiliate respond 404, and users without an affiliate are refused', async () => {
  const { id } = await server.make.affiliate();
  expect((await create(member, 'foreign', id)).status).toBe(404);
  expect((await create(admin, 'nobody', 999_999)).status).toBe(404);
  expect((await create(await server.as({ role: 0 }), 'user')).status).toBe(403);
  const made = (await create(admin, 'of-another', id)).body;
  const params = { id: affiliateId, tagId: made.id };
  expect((await member.call('DELETE /v1/affiliates/:id/tracking-tags/:tagId', { params })).status).toBe(404);
});

test('expired tag is no longer counted and its name is not reused (C133)', async () => {
  const { id: tagId } = (await create(member, 'short-run')).body;
  await visit('short-run', 'first');
  const end = () =>
    member.call('DELETE /v1/affiliates/:id/tracking-tags/:tagId', { params: { id: affiliateId, tagId } });
  expect((await end()).status).toBe(204);
  expect((await end()).status).toBe(404);
  await visit('short-run', 'second');
  const ended = (await list()).find(({ tag }) => tag === 'short-run');
  expect(ended).toMatchObject({ visits: 1, ended_at: expect.any(String) });
  expect((await create(member, 'short-run')).status).toBe(422);
});
