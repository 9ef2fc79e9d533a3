import { defaultStages } from '@tuneport/domain/leads/pipelines';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, patient, type TestServer, testServer } from '../../testing/server.ts';
import { deadlockCount, untilLockWait } from '../../testing/waiting/locks.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = patient(await server.as({ role: 3 }));
});
afterAll(() => server.close());

const path = '/v1/admin/lead-engine/pipelines';
const make = async (name: string, stages?: object[]) =>
  (await admin.call(`POST ${path}`, { body: { name, ...(stages ? { stages } : {}) } })).body;
const namesOf = async (id: number) =>
  (await admin.call(`GET ${path}`)).body.find((one) => one.id === id)?.stages.map(({ name }) => name);
const deal = async (stageId: number) =>
  (await admin.call('POST /v1/admin/lead-engine/deals', { body: { title: 'Held', stageId } })).body;

test('a new pipeline has the six default stages in their order (C071) (S197)', async () => {
  const made = await admin.call(`POST ${path}`, { body: { name: 'Dealers' } });
  expect(made.status).toBe(201);
  const names = ['First Contact', 'Contact Made', 'PDF Sent', 'Follow Up', 'Signed On', 'Lost'];
  expect(made.body.stages.map(({ name }) => name)).toEqual(names);
  expect(defaultStages.map(({ name }) => name)).toEqual(names);
  expect(made.body.stages.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
  expect((await admin.call(`POST ${path}`, { body: { name: 'dealers' } })).body).toMatchObject({
    errors: { name: ['Another pipeline has this name.'] },
  });
  expect((await admin.call(`POST ${path}`, { body: { name: '' } })).status).toBe(422);
});

test('a fresh installation lists one pipeline with ordered stages (C070)', async () => {
  const { body } = await admin.call(`GET ${path}`);
  expect(body[0]?.name).toBe('Sales');
  expect(body[0]?.stages.map(({ name }) => name)).toEqual(defaultStages.map(({ name }) => name));
});

test('a pipeline is renamed and its stages are reordered, all of them or none (C072)', async () => {
  const { id, stages } = await make('Reordered');
  const stageOrder = stages.map((stage) => stage.id).reverse();
  const changed = await admin.call(`PATCH ${path}/:id`, { params: { id }, body: { name: 'Renamed', stageOrder } });
  expect([changed.status, changed.body.name]).toEqual([200, 'Renamed']);
  expect(changed.body.stages.map((stage) => stage.id)).toEqual(stageOrder);
  for (const wrong of [stageOrder.slice(1), [...stageOrder.slice(1), stageOrder[1]], [...stageOrder, 999_999]]) {
    const refused = await admin.call(`PATCH ${path}/:id`, { params: { id }, body: { stageOrder: wrong } });
    expect(refused.status).toBe(422);
  }
});

test('a pipeline is deleted only while it holds no deals (C073)', async () => {
  const { id, stages } = await make('To delete');
  const held = await deal(stages[0]?.id ?? 0);
  const refused = await admin.call(`DELETE ${path}/:id`, { params: { id } });
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { message: 'This pipeline still has 1 deal. Move it first.' },
  ]);
  const [sales] = (await admin.call(`GET ${path}`)).body;
  const body = { stageId: sales?.stages[0]?.id };
  expect((await admin.call('PATCH /v1/admin/lead-engine/deals/:id', { params: { id: held.id }, body })).status).toBe(
    200,
  );
  expect((await admin.call(`DELETE ${path}/:id`, { params: { id } })).status).toBe(204);
  expect((await admin.call(`DELETE ${path}/:id`, { params: { id } })).status).toBe(404);
});

test('the only pipeline is not deleted, also when the last two are deleted at once', async () => {
  const other = await testServer();
  const client = patient(await other.as({ role: 3 }));
  const { body: second } = await client.call(`POST ${path}`, { body: { name: 'Second' } });
  const [first] = (await client.call(`GET ${path}`)).body;
  const answers = await Promise.all(
    [first?.id ?? 0, second.id].map((id) => client.call(`DELETE ${path}/:id`, { params: { id } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    message: 'This is the only pipeline. Add another first.',
  });
  expect((await client.call('GET /v1/admin/lead-engine/board')).status).toBe(200);
  await other.close();
});

test('a stage is added at a position (C074)', async () => {
  const { id } = await make('Growing');
  const added = await admin.call(`POST ${path}/:id/stages`, {
    params: { id },
    body: { name: 'Demo', position: 2, probability: 30, rotDays: 5 },
  });
  expect([added.status, added.body]).toMatchObject([201, { name: 'Demo', position: 2, probability: 30, rotDays: 5 }]);
  expect((await namesOf(id))?.slice(0, 3)).toEqual(['First Contact', 'Demo', 'Contact Made']);
  for (const body of [
    { name: 'demo' },
    { name: '' },
    { name: 'Too sure', probability: 101 },
    { name: 'X', rotDays: 0 },
  ])
    expect((await admin.call(`POST ${path}/:id/stages`, { params: { id }, body })).status).toBe(422);
});

test('a stage is renamed and moved (C075)', async () => {
  const { id, stages } = await make('Moving');
  const stageId = stages[3]?.id ?? 0;
  const body = { name: 'Called back', position: 1, requiredFields: ['value'], requiresActivity: true };
  const moved = await admin.call(`PATCH ${path}/:id/stages/:stageId`, { params: { id, stageId }, body });
  expect([moved.status, moved.body]).toMatchObject([200, { ...body, position: 1 }]);
  expect((await namesOf(id))?.slice(0, 2)).toEqual(['Called back', 'First Contact']);
  const foreign = await make('Other');
  const wrong = { id: foreign.id, stageId };
  expect((await admin.call(`PATCH ${path}/:id/stages/:stageId`, { params: wrong, body: { name: 'A' } })).status).toBe(
    404,
  );
});

test('a stage is removed only while it holds no deals, and the last one stays (C076)', async () => {
  const { id, stages } = await make('Shrinking', [{ name: 'One' }, { name: 'Two' }]);
  const [one, two] = stages.map((stage) => stage.id);
  const remove = (stageId = 0) => admin.call(`DELETE ${path}/:id/stages/:stageId`, { params: { id, stageId } });
  const held = await deal(one ?? 0);
  await admin.call('POST /v1/admin/lead-engine/deals/:id/archive', { params: { id: held.id } });
  expect((await remove(one)).body).toMatchObject({
    message: 'This stage still has 1 deal (1 archived). Move it first.',
  });
  expect((await remove(two)).status).toBe(204);
  await admin.call('PATCH /v1/admin/lead-engine/deals/:id', {
    params: { id: held.id },
    body: { stageId: (await make('Elsewhere')).stages[0]?.id },
  });
  expect((await remove(one)).status).toBe(409);
  expect(await namesOf(id)).toEqual(['One']);
});

test('a pipeline keeps a stage in which deals stay open', async () => {
  const message = 'A pipeline needs at least one stage in which deals stay open.';
  const body = { name: 'Closing only', stages: [{ name: 'Won', closesAs: 'won' as const }] };
  expect((await admin.call(`POST ${path}`, { body })).body).toMatchObject({ errors: { stages: [message] } });
  const { id, stages } = await make('One open', [{ name: 'Open' }, { name: 'Won', closesAs: 'won' }]);
  const params = { id, stageId: stages[0]?.id ?? 0 };
  for (const refused of [
    await admin.call(`DELETE ${path}/:id/stages/:stageId`, { params }),
    await admin.call(`PATCH ${path}/:id/stages/:stageId`, { params, body: { closesAs: 'lost' } }),
  ])
    expect([refused.status, refused.body]).toMatchObject([409, { message }]);
  expect((await deal(params.stageId)).status).toBe('open');
});

test('a stage with closed deals only is removed, and they go to the stage before', async () => {
  const { id, stages } = await make('Closed only', [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }]);
  const [one = 0, two = 0] = stages.map((stage) => stage.id);
  const won = await deal(two);
  const gone = await deal(two);
  await admin.call('POST /v1/admin/lead-engine/deals/:id/won', { params: { id: won.id } });
  await admin.call('DELETE /v1/admin/lead-engine/deals/:id', { params: { id: gone.id } });
  expect((await admin.call(`DELETE ${path}/:id/stages/:stageId`, { params: { id, stageId: two } })).status).toBe(204);
  for (const { id: dealId } of [won, gone])
    expect(
      (await server.db.selectFrom('lead_deals').select('stage_id').where('id', '=', dealId).executeTakeFirst())
        ?.stage_id,
    ).toBe(one);
});

test('an open deal is restored to the first stage if its stage closes deals by now', async () => {
  const { id, stages } = await make('Closing later', [{ name: 'One' }, { name: 'Two' }]);
  const [one = 0, two = 0] = stages.map((stage) => stage.id);
  const gone = await deal(two);
  await admin.call('DELETE /v1/admin/lead-engine/deals/:id', { params: { id: gone.id } });
  const change = { params: { id, stageId: two }, body: { closesAs: 'won' as const } };
  expect((await admin.call(`PATCH ${path}/:id/stages/:stageId`, change)).status).toBe(200);
  const restored = await admin.call('POST /v1/admin/lead-engine/deals/:id/restore', { params: { id: gone.id } });
  expect([restored.status, restored.body]).toMatchObject([200, { status: 'open', stageId: one }]);
});

test('a deal is not added to a stage, nor reopened in one, that begins to close deals meanwhile', async () => {
  const { stages } = await make('Closing meanwhile', [
    { name: 'One' },
    { name: 'Two' },
    { name: 'Three' },
    { name: 'Won', closesAs: 'won' },
  ]);
  const [, two = 0, three = 0] = stages.map((stage) => stage.id);
  const whileClosing = async (stageId: number, act: () => Promise<{ status: number; body: unknown }>) => {
    const [acting] = await server.db.transaction().execute(async (tx) => {
      await tx.updateTable('lead_stages').set({ closes_as: 'lost' }).where('id', '=', stageId).execute();
      const acted = act();
      await untilLockWait(tx);
      return [acted];
    });
    return acting;
  };
  const deals = '/v1/admin/lead-engine/deals';
  const added = await whileClosing(two, () =>
    admin.call(`POST ${deals}`, { body: { title: 'Too late', stageId: two } }),
  );
  expect([added?.status, added?.body]).toMatchObject([422, { errors: { stageId: expect.anything() } }]);
  const params = { id: (await deal(three)).id };
  await admin.call(`POST ${deals}/:id/won`, { params });
  const reopened = await whileClosing(three, () => admin.call(`POST ${deals}/:id/reopen`, { params, body: {} }));
  expect(reopened?.status).toBe(409);
});

test('stages are edited while deals move, without a deadlock', async () => {
  const { id, stages } = await make('Busy', [{ name: 'One' }, { name: 'Two' }]);
  const [one = 0, two = 0] = stages.map((stage) => stage.id);
  const moved = await Promise.all(Array.from({ length: 6 }, () => deal(one)));
  const before = await deadlockCount(server.db);
  for (let round = 0; round < 6; round += 1) {
    const stageId = round % 2 === 0 ? two : one;
    const all = await Promise.all([
      ...moved.map((each) =>
        admin.call('PATCH /v1/admin/lead-engine/deals/:id', { params: { id: each.id }, body: { stageId } }),
      ),
      ...[one, two].map((edited) =>
        admin.call(`PATCH ${path}/:id/stages/:stageId`, {
          params: { id, stageId: edited },
          body: { probability: 10 + round },
        }),
      ),
    ]);
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
  }
  // The counter is written with a delay of at most a second.
  await sql`select pg_stat_force_next_flush()`.execute(server.db);
  expect(await deadlockCount(server.db)).toBe(before);
});
