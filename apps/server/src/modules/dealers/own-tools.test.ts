import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const tool = async (slug: string, is_dealer_ownable = true) =>
  (
    await server.db
      .insertInto('tools')
      .values({ slug, name: slug, is_dealer_ownable, currency: 'CAD' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

test('syncing the tools of a dealer replaces its list, each with id and install fee (S150 S359)', async () => {
  const boss = await server.make.user({ role: 4 });
  const dealer = await server.make.dealer({ managers: [boss.id] });
  const manager = await server.as(boss);
  const [bench, link, inHouse] = [await tool('own-bench'), await tool('own-link'), await tool('own-lab', false)];
  const sync = (tools: object[]) =>
    manager.call('PUT /v1/dealers/:id/dealer-tools', { params: { id: dealer.id }, body: { tools } });
  const first = await sync([
    { id: bench, install_fee: '80' },
    { id: link, install_fee: '0' },
  ]);
  expect(first.body).toEqual([
    { id: bench, name: 'own-bench', install_fee: { amount: '80.00', currency: 'CAD' } },
    { id: link, name: 'own-link', install_fee: { amount: '0.00', currency: 'CAD' } },
  ]);
  expect((await sync([{ id: link, install_fee: '45.5' }])).body).toMatchObject([
    { id: link, install_fee: { amount: '45.50' } },
  ]);
  for (const wrong of [
    { id: inHouse, install_fee: '1' },
    { id: link, install_fee: '-1' },
    { id: link, install_fee: 'free' },
  ])
    expect((await sync([wrong])).status, JSON.stringify(wrong)).toBe(422);
  const { body } = await manager.call('GET /v1/dealers/:id/settings', { params: { id: dealer.id } });
  expect(body.tools.map(({ id }) => id)).toEqual([link]);
});
