import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const makeNamed = async (name: string) => {
  const admin = await server.as({ role: 5 });
  return (await admin.call('POST /v1/admin/ecu/makes', { body: { name, slug: name.toLowerCase() } })).body;
};

test('merging duplicates during concurrent edits of the make, its duplicate and its model reports a conflict to late editors', async () => {
  const [one, two] = [await server.as({ role: 5 }), await server.as({ role: 3 })];
  for (let round = 0; round < 3; round += 1) {
    const [saved, gone] = [await makeNamed(`House${round}`), await makeNamed(`Hause${round}`)];
    const model = (
      await one.call('POST /v1/admin/ecu/models', { body: { make_id: gone.id, name: 'Car', slug: 'car' } })
    ).body;
    const answers = await Promise.all([
      one.call('POST /v1/admin/ecu/duplicates/merge', {
        body: { entity: 'makes', kept_id: saved.id, merged_ids: [gone.id] },
      }),
      two.call('PATCH /v1/admin/ecu/makes/:id', {
        params: { id: saved.id },
        body: { name: `Castle${round}` },
        readAt: saved.updated_at,
      }),
      two.call('PATCH /v1/admin/ecu/makes/:id', {
        params: { id: gone.id },
        body: { name: `Palace${round}` },
        readAt: gone.updated_at,
      }),
      two.call('PATCH /v1/admin/ecu/models/:id', {
        params: { id: model.id },
        body: { family: 'Cars' },
        readAt: model.updated_at,
      }),
    ]);
    // 503 means that the request waited too long on a busy machine.
    for (const { status } of answers) expect([200, 404, 409, 412, 503]).toContain(status);
    if (answers[0].status !== 200) continue;
    const after = (await one.call('GET /v1/admin/ecu/models/:id', { params: { id: model.id } })).body;
    expect(after.make_id).toBe(saved.id);
    if (answers[3].status === 200) expect(after.family).toBe('Cars');
  }
});
