import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, patient, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
let dealId: number;
beforeAll(async () => {
  server = await testServer();
  admin = patient(await server.as({ role: 3 }));
  dealId = (await admin.call('POST /v1/admin/lead-engine/deals', { body: { title: 'With activities' } })).body.id;
});
afterAll(() => server.close());

const path = '/v1/admin/lead-engine/activities';
const input = {
  type: 'meeting',
  subject: 'Visit',
  note: 'Bring the contract',
  date: '2030-03-04',
  time: '14:00',
  endTime: '15:30',
  location: 'Their workshop',
};
const make = async (body: object = {}) =>
  (await admin.call(`POST ${path}`, { body: { ...input, dealId, ...body } })).body;
const subjects = async (query: object) =>
  (await admin.call(`GET ${path}`, { query: query as never })).body.data.map(({ subject }) => subject);

test('an activity has every field of the specification (C094) (C095) (S191)', async () => {
  const made = await admin.call(`POST ${path}`, { body: { ...input, dealId } });
  expect(made.status).toBe(201);
  const shown = (await admin.call(`GET ${path}/:id`, { params: { id: made.body.id } })).body;
  expect(shown).toEqual(made.body);
  expect(shown).toMatchObject({
    ...input,
    dealId,
    done: false,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    user: { id: admin.userId },
  });
  expect((await admin.call(`GET ${path}/:id`, { params: { id: 999_999 } })).status).toBe(404);
});

test('the activity types are the seven of the specification (C115) (S192)', async () => {
  const types = ['call', 'email', 'meeting', 'task', 'note', 'deadline', 'lunch'];
  expect((await admin.call('GET /v1/admin/lead-engine/activity-types')).body).toEqual(types);
  for (const type of types) expect((await make({ type })).type).toBe(type);
});

test('an activity of another type, or one that ends before it starts, is refused (C094) (S193)', async () => {
  for (const [body, field] of [
    [{ type: 'fax' }, 'type'],
    [{ subject: '' }, 'subject'],
    [{ endTime: '13:00' }, 'endTime'],
    [{ time: null }, 'endTime'],
    [{ time: '25:00' }, 'time'],
    [{ date: '2030-02-31' }, 'date'],
    [{ dealId: 999_999 }, 'dealId'],
    [{ user: 999_999 }, 'user'],
  ] as const) {
    const refused = await admin.call(`POST ${path}`, { body: { ...input, dealId, ...body } });
    expect([refused.status, refused.body], field).toMatchObject([422, { errors: { [field]: expect.anything() } }]);
  }
});

test('an update ticks an activity done and moves updatedAt on (C096)', async () => {
  const made = await make({ subject: 'To tick' });
  const done = await admin.call(`PATCH ${path}/:id`, { params: { id: made.id }, body: { done: true } });
  expect(done.body.done).toBe(true);
  expect(done.body.updatedAt > made.updatedAt).toBe(true);
  expect((await admin.call(`PATCH ${path}/:id`, { params: { id: made.id }, body: { type: 'fax' } })).status).toBe(422);
  expect(await subjects({ deal: dealId, done: 'false' })).not.toContain('To tick');
});

test('a repeated save keeps the day an activity was done and its reminder; another date or owner is reminded of', async () => {
  const { id } = await make({ subject: 'Done once', date: '2030-01-02' });
  const save = (body: object) => admin.call(`PATCH ${path}/:id`, { params: { id }, body });
  const times = () =>
    server.db
      .selectFrom('lead_activities')
      .select(['done_at', 'reminded_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const past = new Date('2020-01-02T10:00:00Z');
  const age = () =>
    server.db.updateTable('lead_activities').set({ done_at: past, reminded_at: past }).where('id', '=', id).execute();
  await save({ done: true });
  expect((await times()).done_at).not.toBeNull();
  await age();
  await save({ done: true, subject: 'Done before', date: '2030-01-02' });
  expect(await times()).toEqual({ done_at: past, reminded_at: past });
  await save({ date: '2030-01-03' });
  expect(await times()).toEqual({ done_at: past, reminded_at: null });
  await age();
  await save({ user: (await server.make.user({ role: 3 })).id, done: false });
  expect(await times()).toEqual({ done_at: null, reminded_at: null });
});

test('activities are listed by deal, type, state, date and owner (C093)', async () => {
  const other = await server.make.user({ role: 3 });
  await make({ subject: 'Past call', type: 'call', date: '2020-01-01', time: null, endTime: null, user: other.id });
  await make({ subject: 'Far lunch', type: 'lunch', date: '2040-01-01' });
  expect(await subjects({ overdue: 'true' })).toEqual(['Past call']);
  expect(await subjects({ owner: other.id, type: 'call', done: 'false' })).toEqual(['Past call']);
  expect(await subjects({ from: '2040-01-01', to: '2040-12-31' })).toEqual(['Far lunch']);
  expect(await subjects({ type: 'lunch', from: '2035-01-01' })).toEqual(['Far lunch']);
  expect(await subjects({ type: 'call', from: '2035-01-01' })).toEqual([]);
  expect(await subjects({ to: '2020-01-01' })).toEqual(['Past call']);
  expect(await subjects({ deal: 999_999 })).toEqual([]);
});

test('the changes of an activity are in its history', async () => {
  const { id } = await make({ subject: 'Followed' });
  await admin.call(`PATCH ${path}/:id`, { params: { id }, body: { location: 'Here' } });
  const { data } = (await admin.call(`GET ${path}/:id/history`, { params: { id }, query: { page: 1 } })).body;
  expect(data.map(({ act }) => act)).toEqual(['lead-activities.update', 'lead-activities.create']);
  expect(data[0]?.changes).toEqual([{ field: 'location', before: 'Their workshop', after: 'Here' }]);
});

test('a deleted activity is gone from its deal (C097)', async () => {
  const { id } = await make();
  const ofDeal = async () =>
    (await admin.call('GET /v1/admin/lead-engine/deals/:id', { params: { id: dealId } })).body.activities;
  expect((await ofDeal()).map((one) => one.id)).toContain(id);
  expect((await admin.call(`DELETE ${path}/:id`, { params: { id } })).status).toBe(204);
  expect((await admin.call(`GET ${path}/:id`, { params: { id } })).status).toBe(404);
  expect((await ofDeal()).map((one) => one.id)).not.toContain(id);
});

test('the board learns of a new next activity', async () => {
  const { id, pipeline } = (await admin.call('POST /v1/admin/lead-engine/deals', { body: { title: 'Card' } })).body;
  const read = (since: number) =>
    admin.call('GET /v1/admin/lead-engine/board', { query: { pipeline: pipeline.id, since } });
  const { version } = (await admin.call('GET /v1/admin/lead-engine/board', { query: { pipeline: pipeline.id } })).body;
  await make({ dealId: id, subject: 'First step' });
  expect((await read(version)).body.cards).toMatchObject([{ id, nextActivity: { subject: 'First step' } }]);
});

test('notes are listed for a deal or a contact, pinned first (C107) (C108)', async () => {
  const notes = '/v1/admin/lead-engine/notes';
  const contact = (await admin.call('POST /v1/admin/lead-engine/contacts', { body: { name: 'Noted' } })).body;
  for (const body of [{ text: 'First', pinned: true }, { text: 'Second' }])
    expect((await admin.call(`POST ${notes}`, { body: { ...body, contactId: contact.id } })).status).toBe(201);
  const listed = (await admin.call(`GET ${notes}`, { query: { contactId: contact.id } })).body.data;
  expect(listed).toMatchObject([{ text: 'First' }, { text: 'Second', writtenBy: { id: admin.userId } }]);
  for (const body of [{ text: 'Nowhere' }, { text: 'Both', dealId, contactId: contact.id }, { text: '', dealId }])
    expect((await admin.call(`POST ${notes}`, { body })).status).toBe(422);
  expect((await admin.call(`POST ${notes}`, { body: { text: 'A', dealId: 999_999 } })).status).toBe(422);
});

test('a note is edited and deleted (C109) (C110)', async () => {
  const notes = '/v1/admin/lead-engine/notes';
  const { id } = (await admin.call(`POST ${notes}`, { body: { dealId, text: 'Draft' } })).body;
  expect((await admin.call(`PATCH ${notes}/:id`, { params: { id }, body: { text: 'Final' } })).body.text).toBe('Final');
  expect((await admin.call(`PATCH ${notes}/:id`, { params: { id }, body: { text: ' ' } })).status).toBe(422);
  expect((await admin.call(`DELETE ${notes}/:id`, { params: { id } })).status).toBe(204);
  expect((await admin.call(`PATCH ${notes}/:id`, { params: { id }, body: { text: 'A' } })).status).toBe(404);
});

test('comments are listed under a note or activity (C111) (C112)', async () => {
  const comments = '/v1/admin/lead-engine/comments';
  const { id: activityId } = await make();
  for (const text of ['One', 'Two'])
    expect((await admin.call(`POST ${comments}`, { body: { activityId, text } })).status).toBe(201);
  const listed = (await admin.call(`GET ${comments}`, { query: { activityId } })).body.data;
  expect(listed.map(({ text }) => text)).toEqual(['One', 'Two']);
  for (const body of [{ text: 'Nowhere' }, { text: '', activityId }])
    expect((await admin.call(`POST ${comments}`, { body })).status).toBe(422);
});

test('a comment is edited and deleted (C113) (C114)', async () => {
  const comments = '/v1/admin/lead-engine/comments';
  const { id: activityId } = await make();
  const { id } = (await admin.call(`POST ${comments}`, { body: { activityId, text: 'Draft' } })).body;
  const changed = await admin.call(`PATCH ${comments}/:id`, { params: { id }, body: { text: 'Final' } });
  expect(changed.body.text).toBe('Final');
  expect((await admin.call(`DELETE ${comments}/:id`, { params: { id } })).status).toBe(204);
  expect((await admin.call(`GET ${comments}`, { query: { activityId } })).body.data).toEqual([]);
});

test('an activity names a contact, and the deal shows where, why and whether it is late', async () => {
  const { body: contact } = await admin.call('POST /v1/admin/lead-engine/contacts', { body: { name: 'Pat Contact' } });
  const alone = await make({ dealId: null, contactId: contact.id });
  expect(alone).toMatchObject({ contactId: contact.id, contact: { name: 'Pat Contact' }, deal: null });
  const change = { params: { id: alone.id }, body: { contactId: null, time: null, endTime: null } };
  expect((await admin.call(`PATCH ${path}/:id`, change)).body).toMatchObject({ contactId: null, contact: null });
  const wrong = await admin.call(`POST ${path}`, { body: { ...input, contactId: 999_999 } as never });
  expect([wrong.status, wrong.body]).toMatchObject([422, { errors: { contactId: [expect.anything()] } }]);

  const late = await make({ subject: 'Late', date: '2020-01-01' });
  const later = await make({ subject: 'Later', date: '2090-01-01' });
  const { body: deal } = await admin.call('GET /v1/admin/lead-engine/deals/:id', { params: { id: dealId } });
  const { note, location, endTime } = input;
  expect(deal.activities.find(({ id }) => id === late.id)).toMatchObject({ note, location, endTime, overdue: true });
  expect(deal.activities.find(({ id }) => id === later.id)).toMatchObject({ overdue: false });
});
