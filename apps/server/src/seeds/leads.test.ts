import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../testing/server.ts';
import { buildDemoLeads, sampleProbability, sampleStageDays } from './leads.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
  const owner = await server.make.user({ role: 3 });
  await server.db.transaction().execute((db) => buildDemoLeads(db, new Date(), [owner.id]));
});
afterAll(() => server.close());

const names = Array.from({ length: 2_000 }, (_, at) => `sample ${at}`);

test('sample stage durations are 1 to 10 days (S430)', () => {
  expect([...new Set(names.map(sampleStageDays))].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('sample deal probabilities are 0 to 100 (S431)', () => {
  const all = names.map(sampleProbability);
  expect([Math.min(...all), Math.max(...all)]).toEqual([0, 100]);
});

test('the demo has 300 deals over two years that the lead engine shows', async () => {
  const admin = await server.as({ role: 3 });
  const total = async (mode: string) =>
    (await admin.call('GET /v1/admin/lead-engine/deals', { query: { mode } })).body.total;
  const counts = [await total('open'), await total('won'), await total('lost')];
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(300);
  expect(Math.min(...counts)).toBeGreaterThan(20);
  const board = (await admin.call('GET /v1/admin/lead-engine/board')).body;
  expect(board.cards).toHaveLength(counts[0] ?? 0);
  const report = (await admin.call('GET /v1/admin/lead-engine/report')).body;
  expect(report.winRate).toBeGreaterThan(10);
  expect(report.stages.every(({ averageDays }) => averageDays !== null && averageDays >= 1 && averageDays <= 10)).toBe(
    true,
  );
});
