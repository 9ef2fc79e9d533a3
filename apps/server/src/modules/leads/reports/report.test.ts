import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { leadReport } from './lead-report.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());

const base = '/v1/admin/lead-engine';
const total = async (query: object) => (await admin.call(`GET ${base}/deals`, { query })).body.total;

test('every figure of the report equals the length of the list behind it, archived deals included', async () => {
  const pipeline = (await admin.call(`GET ${base}/pipelines`)).body[0];
  const [first, second, third] = pipeline?.stages ?? [];
  const add = async (title: string, rest: object = {}) =>
    (await admin.call(`POST ${base}/deals`, { body: { title, ...rest } })).body;
  const move = (id: number, stageId: number | undefined) =>
    admin.call(`PATCH ${base}/deals/:id`, { params: { id }, body: { stageId } });
  const won = await add('Won', { expectedCloseDate: '2030-02-03' });
  await move(won.id, second?.id);
  await admin.call(`POST ${base}/deals/:id/won`, { params: { id: won.id } });
  await admin.call(`POST ${base}/deals/:id/archive`, { params: { id: won.id } });
  for (const reason of ['Price', 'Price', 'Time']) {
    const lost = await add(`Lost ${reason}`);
    await admin.call(`POST ${base}/deals/:id/lost`, { params: { id: lost.id }, body: { reason } });
  }
  const open = await add('Open', { expectedCloseDate: '2030-02-28' });
  await move(open.id, second?.id);
  await move(open.id, third?.id);
  await add('Another pipeline', { expectedCloseDate: '2030-03-01' });
  const activity = { type: 'call', subject: 'Call', date: '2020-01-01', done: true };
  await admin.call(`POST ${base}/activities`, { body: activity });

  const report = (await admin.call(`GET ${base}/report`)).body;
  const { from, to } = report;
  const period = { archived: 'true', closedFrom: from, closedTo: to, pipeline: pipeline?.id };
  expect([report.won.count, report.lost.count]).toEqual([1, 3]);
  expect(await total({ ...period, mode: 'won' })).toBe(1);
  expect(await total({ ...period, mode: 'lost' })).toBe(3);
  expect(report.months.at(-1)).toMatchObject({ wonCount: 1, lostCount: 3 });
  for (const { reason, count } of report.reasons)
    expect(await total({ ...period, mode: 'lost', lostReason: reason }), reason).toBe(count);
  expect(report.forecast.map(({ month, count }) => [month, count])).toEqual([
    ['2030-02', 1],
    ['2030-03', 1],
  ]);
  expect(await total({ mode: 'open', closeFrom: '2030-02-01', closeTo: '2030-02-28' })).toBe(1);
  for (const { id, entered } of report.stages)
    expect(await total({ enteredStage: id, movedFrom: from, movedTo: to }), String(id)).toBe(entered);
  expect(await total({ leftStage: second?.id, movedFrom: from, movedTo: to })).toBe(2);
  expect(await total({ enteredStage: first?.id, movedTo: '2020-01-01' })).toBe(0);
  const [mine] = report.owners;
  expect(mine).toMatchObject({ id: admin.userId, activitiesDone: 1, won: 1, lost: 3 });
  const query = { owner: admin.userId, doneFrom: from, doneTo: to };
  expect((await admin.call(`GET ${base}/activities`, { query })).body.total).toBe(1);
  expect(await total({ ...period, mode: 'won', owner: admin.userId })).toBe(1);
});

test('a deal that came from another pipeline counts in the stage it entered', async () => {
  const { body: pipeline } = await admin.call(`POST ${base}/pipelines`, { body: { name: 'After the first' } });
  const stage = pipeline.stages[1]?.id;
  const { body: deal } = await admin.call(`POST ${base}/deals`, { body: { title: 'Moved over' } });
  await admin.call(`PATCH ${base}/deals/:id`, { params: { id: deal.id }, body: { stageId: stage } });
  const report = (await admin.call(`GET ${base}/report`, { query: { pipeline: pipeline.id } })).body;
  expect(report.stages.map(({ entered }) => entered)).toEqual([0, 1, 0, 0]);
  expect(await total({ pipeline: pipeline.id, enteredStage: stage })).toBe(1);
});

test('a report over many years ends with the last month, and one without days ends today in the time zone of the company', async () => {
  const { months } = (await admin.call(`GET ${base}/report`, { query: { from: '2018-01-01', to: '2026-12-31' } })).body;
  expect([months.length, months[0]?.month, months.at(-1)?.month]).toEqual([108, '2018-01', '2026-12']);
  const late = new Date('2030-03-02T05:00:00Z');
  expect(await leadReport(server.db, {}, late, 'CAD')).toMatchObject({ from: '2029-03-01', to: '2030-03-01' });
});

test('deals of people who left stay in the list of owners, and other currencies are summed on their own', async () => {
  const { body: pipeline } = await admin.call(`POST ${base}/pipelines`, { body: { name: 'Left and abroad' } });
  const left = await server.as({ role: 3 });
  const won = async (client: Client, value: string) => {
    const { body } = await client.call(`POST ${base}/deals`, { body: { title: 'Won', pipeline: pipeline.id, value } });
    await client.call(`POST ${base}/deals/:id/won`, { params: { id: body.id } });
    return body.id;
  };
  await won(admin, '10');
  const euro = await won(left, '20');
  await server.db.updateTable('lead_deals').set({ currency: 'EUR' }).where('id', '=', euro).execute();
  await server.db.updateTable('users').set({ role: 0 }).where('id', '=', left.userId).execute();
  const report = async (query: object) =>
    (await admin.call(`GET ${base}/report`, { query: { pipeline: pipeline.id, ...query } as never })).body;
  const cad = await report({});
  expect(cad.currencies).toEqual(['CAD', 'EUR']);
  expect(cad.won).toEqual({ count: 2, value: { amount: '10.00', currency: 'CAD' } });
  expect(cad.owners.reduce((sum, owner) => sum + owner.won, 0)).toBe(2);
  const eur = await report({ currency: 'EUR' });
  expect(eur.won).toEqual({ count: 2, value: { amount: '20.00', currency: 'EUR' } });
  expect(eur.owners.find(({ id }) => id === left.userId)).toMatchObject({ won: 1, value: { amount: '20.00' } });
});

test('reasons that were used before are offered, each once, the most frequent first', async () => {
  const lose = async (reason: string) => {
    const { body: deal } = await admin.call('POST /v1/admin/lead-engine/deals', { body: { title: 'To lose' } });
    await admin.call('POST /v1/admin/lead-engine/deals/:id/lost', { params: { id: deal.id }, body: { reason } });
  };
  for (const reason of ['Zebra price', 'Zebra stripes', 'zebra stripes', 'Zebra stripes']) await lose(reason);
  const { body } = await admin.call('GET /v1/admin/lead-engine/lost-reasons');
  expect(body.filter((reason) => reason.startsWith('Zebra'))).toEqual(['Zebra stripes', 'Zebra price']);
});
