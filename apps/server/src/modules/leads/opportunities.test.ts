import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, patient, type TestServer, testServer } from '../../testing/server.ts';
import { addOpportunities } from './opportunities.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = patient(await server.as({ role: 3 }));
});
afterAll(() => server.close());

const path = '/v1/admin/lead-engine/opportunities';
const make = async (body: object = {}) =>
  (await admin.call(`POST ${path}`, { body: { title: 'Asked at the fair', contact: 'Fair Visitor', ...body } })).body;

test('an opportunity is created by hand and listed until it is a deal (C088) (C089)', async () => {
  const made = await admin.call(`POST ${path}`, {
    body: { title: 'Fair lead', contact: 'Jo Fair', reason: 'Left a card' },
  });
  expect([made.status, made.body]).toMatchObject([
    201,
    { title: 'Fair lead', contact: { name: 'Jo Fair' }, source: 'manual', reason: 'Left a card', state: 'new' },
  ]);
  const listed = (await admin.call(`GET ${path}`, { query: { search: 'jo fair' } })).body;
  expect(listed).toMatchObject({ total: 1, data: [{ id: made.body.id }] });
  for (const body of [{ title: '' }, { title: 'A', source: 'rumour' }])
    expect((await admin.call(`POST ${path}`, { body })).status).toBe(422);
});

test('an opportunity is changed and deleted (C090) (C091)', async () => {
  const { id } = await make();
  const changed = await admin.call(`PATCH ${path}/:id`, { params: { id }, body: { title: 'Renamed' } });
  expect(changed.body.title).toBe('Renamed');
  expect((await admin.call(`PATCH ${path}/:id`, { params: { id }, body: { title: '' } })).status).toBe(422);
  expect((await admin.call(`DELETE ${path}/:id`, { params: { id } })).status).toBe(204);
  expect((await admin.call(`GET ${path}/:id`, { params: { id } })).status).toBe(404);
});

test('an opportunity becomes one deal in the first stage, also when converted twice at once (C092)', async () => {
  const { id } = await make({ reason: 'Came back three times' });
  const convert = () => admin.call(`POST ${path}/:id/convert`, { params: { id }, body: {} });
  const answers = await Promise.all([convert(), convert(), convert()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  const made = answers.find(({ status }) => status === 201)?.body.id ?? 0;
  const deal = (await admin.call('GET /v1/admin/lead-engine/deals/:id', { params: { id: made } })).body;
  expect(deal).toMatchObject({ title: 'Asked at the fair', status: 'open', contact: { name: 'Fair Visitor' } });
  expect(deal.stageId).toBe(deal.pipeline.stages[0]?.id);
  expect(deal.notes[0]?.text).toBe('Came back three times');
  expect((await admin.call(`GET ${path}/:id`, { params: { id } })).body).toMatchObject({
    state: 'converted',
    dealId: made,
  });
  const listed = async (query: object) =>
    (await admin.call(`GET ${path}`, { query: query as never })).body.data.map((row) => row.id);
  expect(await listed({}), 'not a deal yet (C088)').not.toContain(id);
  expect(await listed({ state: 'converted' })).toContain(id);
});

test('an opportunity is dismissed and restored', async () => {
  const { id } = await make();
  const step = (event: 'dismiss' | 'restore') => admin.call(`POST ${path}/:id/:event`, { params: { id, event } });
  expect((await step('dismiss')).body.state).toBe('dismissed');
  expect((await step('dismiss')).status).toBe(409);
  expect((await admin.call(`GET ${path}`)).body.data.map((row) => row.id)).toContain(id);
  expect((await step('restore')).body.state).toBe('new');
  const { data } = (await admin.call(`GET ${path}/:id/history`, { params: { id }, query: { page: 1 } })).body;
  expect(data.map(({ act }) => act)).toEqual([
    'lead-opportunities.restore',
    'lead-opportunities.dismiss',
    'lead-opportunities.create',
  ]);
});

test('the same cause makes one opportunity only', async () => {
  const found = { cause: 'test:1', source: 'visits', title: 'Seen often', reason: 'Five visits' };
  const counts = await Promise.all([1, 2, 3].map(() => addOpportunities(server.db, [found])));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await addOpportunities(server.db, [found, { ...found, cause: 'test:2' }])).toBe(1);
});

test('causes found at the same time add their organization and their person once, with an audit entry', async () => {
  const about = { organization: 'Found Twice Garage', person: { name: 'Found Twice', email: 'Found@twice.test' } };
  const found = { source: 'application', title: 'Application', reason: 'Applied', ...about };
  await Promise.all([1, 2, 3, 4].map((at) => addOpportunities(server.db, [{ ...found, cause: `twice:${at}` }])));
  const named = async (kind: 'contacts' | 'organizations', name: string) =>
    (await admin.call(`GET /v1/admin/lead-engine/${kind}`, { query: { search: name } })).body.data.map(({ id }) => id);
  const [organizations, contacts] = [
    await named('organizations', 'found twice'),
    await named('contacts', 'found@twice'),
  ];
  expect([organizations.length, contacts.length]).toEqual([1, 1]);
  const subjects = [`lead-organization:${organizations[0]}`, `lead-contact:${contacts[0]}`];
  const acts = await server.db.selectFrom('audit_log').select('act').where('subject', 'in', subjects).execute();
  expect(acts.map(({ act }) => act).sort()).toEqual(['lead-contacts.create', 'lead-organizations.create']);
});
