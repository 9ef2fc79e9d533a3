import { sql } from 'kysely';
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
  const counts = [await total('open'), await total('won'), await total('lost'), await total('archived')];
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(300);
  expect(Math.min(...counts.slice(0, 3))).toBeGreaterThan(20);
  const board = (await admin.call('GET /v1/admin/lead-engine/board')).body;
  expect(board.cards).toHaveLength(counts[0] ?? 0);
  const report = (await admin.call('GET /v1/admin/lead-engine/report')).body;
  expect(report.winRate).toBeGreaterThan(10);
  expect(report.stages.every(({ averageDays }) => averageDays !== null && averageDays >= 1 && averageDays <= 10)).toBe(
    true,
  );
});

test('the sample has archived deals, every source that is found by itself, and activities on working days only', async () => {
  const { rows } = await sql<{ weekend: number; times: number; archived: number }>`
    select (select count(*)::int from lead_activities where not done and extract(isodow from date) > 5) as weekend,
      (select count(distinct time)::int from lead_activities where not done) as times,
      (select count(*)::int from lead_deals where archived_at is not null) as archived`.execute(server.db);
  expect(rows[0]?.weekend).toBe(0);
  expect(rows[0]?.times).toBeGreaterThan(5);
  expect(rows[0]?.archived).toBeGreaterThan(0);
  const sources = await server.db.selectFrom('lead_opportunities').select('source').distinct().execute();
  expect(sources.map(({ source }) => source).sort()).toEqual(['contact_form', 'demand', 'dormant_dealer', 'visits']);
});
