import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobContext } from '../../testing/job-context.ts';
import { type Client, patient, type TestServer, testServer } from '../../testing/server.ts';
import { runBulkJob } from '../operations/index.ts';

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
  await makeDeals(1, { contact: made[1]?.id });
  const ended = await bulk({ ...contacts, action: 'delete' });
  expect(ended.body).toMatchObject({ changed: 1, refused: 1, refusals: [{ name: names[1] }] });
});
