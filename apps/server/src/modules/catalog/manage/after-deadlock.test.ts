import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../platform/db/db.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { againAfterDeadlock } from './after-deadlock.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const makeNamed = async (name: string) => {
  const admin = await server.as({ role: 5 });
  return (await admin.call('POST /v1/admin/ecu/makes', { body: { name, slug: name.toLowerCase() } })).body;
};

test('two who each wait for what the other holds are both done in the end', async () => {
  const [a, b] = [await makeNamed('Holda'), await makeNamed('Holdb')];
  let tries = 0;
  let arrived = 0;
  let open: () => void = () => {};
  const bothHold = new Promise<void>((resolve) => {
    open = resolve;
  });
  const lock = (db: Db, id: number) => sql`select id from makes where id = ${id} for update`.execute(db);
  const takeBoth = (first: number, second: number) =>
    server.db.transaction().execute((tx) =>
      againAfterDeadlock(tx, async () => {
        tries += 1;
        await lock(tx, first);
        arrived += 1;
        if (arrived === 2) open();
        await bothHold;
        await lock(tx, second);
        return first;
      }),
    );
  expect(await Promise.all([takeBoth(a.id, b.id), takeBoth(b.id, a.id)])).toEqual([a.id, b.id]);
  expect(tries).toBe(3);
});

test('duplicates are merged while others change the make, its twin and a model of it: whoever is too late is told so', async () => {
  const [one, two] = [await server.as({ role: 5 }), await server.as({ role: 3 })];
  for (let round = 0; round < 3; round += 1) {
    const [kept, gone] = [await makeNamed(`House${round}`), await makeNamed(`Hause${round}`)];
    const model = (
      await one.call('POST /v1/admin/ecu/models', { body: { make_id: gone.id, name: 'Car', slug: 'car' } })
    ).body;
    const answers = await Promise.all([
      one.call('POST /v1/admin/ecu/duplicates/merge', {
        body: { entity: 'makes', kept_id: kept.id, merged_ids: [gone.id] },
      }),
      two.call('PATCH /v1/admin/ecu/makes/:id', {
        params: { id: kept.id },
        body: { name: `Castle${round}` },
        readAt: kept.updated_at,
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
    // 503 is for who waited too long on a busy machine, and says so.
    for (const { status } of answers) expect([200, 404, 409, 412, 503]).toContain(status);
    if (answers[0].status !== 200) continue;
    const after = (await one.call('GET /v1/admin/ecu/models/:id', { params: { id: model.id } })).body;
    expect(after.make_id).toBe(kept.id);
    if (answers[3].status === 200) expect(after.family).toBe('Cars');
  }
});
