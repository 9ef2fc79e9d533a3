import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobContext } from '../../testing/job-context.ts';
import { type Client, patient, type TestServer, testServer } from '../../testing/server.ts';
import { deadlockCount, untilLockWait } from '../../testing/waiting/locks.ts';
import { runBulkJob } from '../operations/index.ts';
import { updateDeal } from './deals/save-deal.ts';
import { lockDeal } from './deals/step-deal.ts';

let server: TestServer;
let admin: Client;
let pipeline: number;
let stages: { id: number; name: string; closes_as?: string | null }[];
let label: number;
beforeAll(async () => {
  server = await testServer();
  admin = patient(await server.as({ role: 3 }));
  const made = await admin.call('POST /v1/admin/lead-engine/pipelines', { body: { name: 'Bulk' } });
  pipeline = made.body.id;
  stages = made.body.stages;
  label = (await admin.call('POST /v1/admin/lead-engine/labels', { body: { name: 'Fair', colour: 'green' } })).body.id;
});
afterAll(() => server.close());

const deals = '/v1/admin/lead-engine/deals';
const makeDeals = (count: number, body: object = {}) =>
  Promise.all(
    Array.from(
      { length: count },
      async () =>
        (await admin.call(`POST ${deals}`, { body: { title: `Deal ${randomUUID()}`, pipeline, ...body } })).body,
    ),
  );
const readDeal = async (id: number) => (await admin.call(`GET ${deals}/:id`, { params: { id } })).body;

/** Starts a run and finishes it. */
async function bulk(body: object, client = admin) {
  const started = await client.call('POST /v1/admin/bulk-runs', {
    body: { list: 'lead-deals', action: 'edit', query: {}, ...body } as never,
  });
  if (started.status !== 201) return started;
  await runBulkJob.run(jobContext(server), { run_id: started.body.id });
  return client.call('GET /v1/admin/bulk-runs/:id', { params: { id: started.body.id } });
}

test('all deals that match get an owner and a label, and those that have it are counted as unchanged', async () => {
  const colleague = await server.as({ role: 3 });
  const organization = `Garage ${randomUUID()}`;
  const made = await makeDeals(3, { organization });
  const [other] = await makeDeals(1);
  const query = { organization: made[0]?.organization?.id };
  expect((await bulk({ query, change: { user: colleague.userId }, expected: 3 })).body).toMatchObject({
    state: 'done',
    changed: 3,
    refused: 0,
  });
  expect((await bulk({ query, change: { user: colleague.userId }, expected: 3 })).body).toMatchObject({ changed: 0 });
  expect((await bulk({ query, change: { addLabel: label }, expected: 3 })).body).toMatchObject({ changed: 3 });
  const [first] = made;
  expect(await readDeal(first?.id ?? 0)).toMatchObject({ user: { id: colleague.userId }, labels: [{ id: label }] });
  expect(await readDeal(other?.id ?? 0)).toMatchObject({ user: { id: admin.userId }, labels: [] });
  expect((await bulk({ query, change: { removeLabel: label }, expected: 3 })).body).toMatchObject({ changed: 3 });
  expect((await readDeal(first?.id ?? 0)).labels).toEqual([]);
});

test('a bulk run shows names of stages, owners and labels in its change and its filters', async () => {
  const [first, second] = stages;
  const [deal] = await makeDeals(1);
  const filters = { pipeline, stage: first?.id, owner: admin.userId };
  const shown = async (change: object) => {
    const { body } = await bulk({ query: filters, ids: [deal?.id], change, expected: 1 });
    return body as { change: object; query: object };
  };
  const { name } = await server.db
    .selectFrom('users')
    .select('name')
    .where('id', '=', admin.userId)
    .executeTakeFirstOrThrow();
  const unchanged = await shown({ user: admin.userId, addLabel: label, priority: 'high' });
  expect(unchanged.change).toEqual({ Owner: name, 'Add label': 'Fair', Priority: 'high' });
  expect(unchanged.query).toMatchObject({
    Pipeline: 'Bulk',
    Owner: name,
    Stage: expect.stringContaining(`${first?.name}`),
  });
  const moved = await shown({ stageId: second?.id, user: null });
  expect(moved.change).toEqual({ Stage: expect.stringContaining(`${second?.name}`), Owner: 'None' });
});

test('only the chosen rows are changed, and a chosen row that no longer matches stops the run', async () => {
  const [a, b, c] = await makeDeals(3);
  const ids = [a?.id ?? 0, b?.id ?? 0];
  const query = { pipeline };
  expect((await bulk({ query, ids, change: { archived: true }, expected: 2 })).body).toMatchObject({ changed: 2 });
  expect((await readDeal(ids[0] ?? 0)).archivedAt).not.toBeNull();
  expect((await readDeal(c?.id ?? 0)).archivedAt).toBeNull();
  // Archived deals are not in the list of open ones any more.
  expect((await bulk({ query, ids, change: { archived: false }, expected: 2 })).status).toBe(409);
  const archived = { query: { pipeline, mode: 'archived' }, ids, change: { archived: false }, expected: 2 };
  expect((await bulk(archived)).body).toMatchObject({ changed: 2 });
});

test('a stage with rules refuses the deals that do not meet them, with the reason', async () => {
  const lost = stages.find(({ name }) => /lost/i.test(name));
  const [first, second] = stages;
  await admin.call('PATCH /v1/admin/lead-engine/pipelines/:id/stages/:stageId', {
    params: { id: pipeline, stageId: second?.id ?? 0 },
    body: { requiredFields: ['value'] } as never,
  });
  const [rich] = await makeDeals(1, { value: '900' });
  const [poor] = await makeDeals(1);
  const ids = [rich?.id ?? 0, poor?.id ?? 0];
  const moved = await bulk({ query: { pipeline }, ids, change: { stageId: second?.id }, expected: 2 });
  expect(moved.body).toMatchObject({ changed: 1, refused: 1, refusals: [{ id: poor?.id, name: poor?.title }] });
  expect((await readDeal(poor?.id ?? 0)).stageId).toBe(first?.id);
  if (lost) {
    const closed = await bulk({ query: { pipeline }, ids, change: { stageId: lost.id }, expected: 2 });
    expect(closed.body).toMatchObject({ changed: 0, refused: 2 });
  }
});

test('an unknown field, an empty change and a person without the permission are refused', async () => {
  const [deal] = await makeDeals(1);
  const run = (more: object, client = admin) =>
    bulk({ query: { pipeline }, ids: [deal?.id], expected: 1, ...more }, client);
  expect((await run({ change: { title: 'Same for all' } })).status).toBe(422);
  expect((await run({ change: {} })).status).toBe(422);
  const editor = await server.as({ role: 0, flags: ['tcrw'] });
  expect((await run({ change: { archived: true } }, editor)).status).toBe(403);
});

test('contacts get an owner and labels; a contact with deals is not deleted', async () => {
  const word = `Bulk${randomUUID().slice(0, 8)}`;
  const names = [`${word} Ann`, `${word} Ben`];
  const made = await Promise.all(
    names.map(async (name) => (await admin.call('POST /v1/admin/lead-engine/contacts', { body: { name } })).body),
  );
  const contacts = { list: 'lead-contacts', query: { search: word }, expected: 2 };
  expect((await bulk({ ...contacts, change: { user: null, addLabel: label } })).body).toMatchObject({ changed: 2 });
  const shown = await admin.call('GET /v1/admin/lead-engine/contacts/:id', { params: { id: made[0]?.id ?? 0 } });
  expect(shown.body).toMatchObject({ user: null, labels: [{ id: label }] });
  const history = await admin.call('GET /v1/admin/lead-engine/contacts/:id/history', {
    params: { id: made[0]?.id ?? 0 },
    query: { page: 1 },
  });
  expect(history.body.data[0]?.changes).toMatchObject([{ field: 'labels', before: [] }]);
  await makeDeals(1, { contact: made[1]?.id });
  const ended = await bulk({ ...contacts, action: 'delete' });
  expect(ended.body).toMatchObject({ changed: 1, refused: 1, refusals: [{ name: names[1] }] });
});

test('a bulk edit fills in and removes a custom field, and refuses a value no record can have', async () => {
  const add = async (record: 'deal' | 'contact', body: object) =>
    (await admin.call('POST /v1/admin/lead-engine/fields', { body: { record, ...body } as never })).body.id;
  const size = await add('deal', { name: `Size ${randomUUID()}`, kind: 'choice', options: ['Small', 'Large'] });
  const bays = await add('deal', { name: `Bays ${randomUUID()}`, kind: 'number' });
  const [a, b] = await makeDeals(2, { custom: { [bays]: 3 } });
  const ids = [a?.id ?? 0, b?.id ?? 0];
  const run = (change: object) => bulk({ query: { pipeline }, ids, change, expected: 2 });
  for (const change of [{ custom: { [size]: 'Huge' } }, { custom: { 999999: 'x' } }, { custom: {} }])
    expect((await run(change)).status, JSON.stringify(change)).toBe(422);
  const filled = await run({ custom: { [size]: 'large' } });
  expect(filled.body).toMatchObject({ changed: 2, refused: 0 });
  expect(Object.values((filled.body as { change: object }).change)).toEqual(['large']);
  expect((await readDeal(ids[1] ?? 0)).custom).toEqual({ [size]: 'Large', [bays]: 3 });
  expect((await run({ custom: { [size]: 'Large' } })).body, 'no version without a change').toMatchObject({
    changed: 0,
  });
  expect((await run({ custom: { [bays]: null } })).body).toMatchObject({ changed: 2 });
  expect((await readDeal(ids[0] ?? 0)).custom).toEqual({ [size]: 'Large' });

  const job = await add('contact', { name: `Job ${randomUUID()}`, kind: 'text' });
  const dyno = await add('contact', { name: `Dyno ${randomUUID()}`, kind: 'boolean' });
  const word = `Custom${randomUUID().slice(0, 8)}`;
  const made = (
    await admin.call('POST /v1/admin/lead-engine/contacts', { body: { name: word, custom: { [job]: 'Owner' } } })
  ).body;
  const contact = { list: 'lead-contacts', query: { search: word }, expected: 1 };
  expect((await bulk({ ...contact, change: { custom: { [dyno]: 'maybe' } } })).status).toBe(422);
  expect((await bulk({ ...contact, change: { custom: { [dyno]: 'true' } } })).body).toMatchObject({ changed: 1 });
  expect((await bulk({ ...contact, change: { custom: { [dyno]: true } } })).body).toMatchObject({ changed: 0 });
  const shown = await admin.call('GET /v1/admin/lead-engine/contacts/:id', { params: { id: made.id } });
  expect(shown.body.custom).toEqual({ [job]: 'Owner', [dyno]: true });
});

test('a bulk edit waits for a card that is being moved, without a deadlock', async () => {
  const ids = (await makeDeals(3, { value: '10' })).map(({ id }) => id);
  const [, moved = 0] = ids;
  const [, to] = stages;
  const by = { userId: admin.userId, sessionId: null, address: '127.0.0.1' };
  const before = await deadlockCount(server.db);
  const [run] = await server.db.transaction().execute(async (tx) => {
    await lockDeal(tx, moved);
    const running = bulk({ query: { pipeline }, ids, change: { priority: 'high', stageId: to?.id }, expected: 3 });
    await untilLockWait(tx);
    await updateDeal({ db: tx, now: new Date() }, by, moved, { stageId: to?.id, afterId: null });
    return [running];
  });
  expect((await run)?.body).toMatchObject({ state: 'done', changed: 3, refused: 0 });
  expect(await deadlockCount(server.db)).toBe(before);
});

test('a bulk edit takes the labels before the boards, like a label that is deleted', async () => {
  const ids = (await makeDeals(2)).map(({ id }) => id);
  const [running] = await server.db.transaction().execute(async (tx) => {
    await tx.selectFrom('lead_labels').select('id').where('id', '=', label).forUpdate().execute();
    const run = bulk({ query: { pipeline }, ids, change: { addLabel: label }, expected: 2 });
    await untilLockWait(tx);
    // Taken out of order, it would be locked.
    await tx.selectFrom('lead_pipelines').select('id').where('id', '=', pipeline).forNoKeyUpdate().noWait().execute();
    return [run];
  });
  expect((await running)?.body).toMatchObject({ state: 'done', changed: 2, refused: 0 });
});
