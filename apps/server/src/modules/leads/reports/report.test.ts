import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';

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

test('reasons that were used before are offered, each once, the most frequent first', async () => {
  const lose = async (reason: string) => {
    const { body: deal } = await admin.call('POST /v1/admin/lead-engine/deals', { body: { title: 'To lose' } });
    await admin.call('POST /v1/admin/lead-engine/deals/:id/lost', { params: { id: deal.id }, body: { reason } });
  };
  for (const reason of ['Zebra price', 'Zebra stripes', 'zebra stripes', 'Zebra stripes']) await lose(reason);
  const { body } = await admin.call('GET /v1/admin/lead-engine/lost-reasons');
  expect(body.filter((reason) => reason.startsWith('Zebra'))).toEqual(['Zebra stripes', 'Zebra price']);
});
