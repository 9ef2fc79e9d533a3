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
    select (select count(*)::int from lead_activities where extract(isodow from date) > 5) as weekend,
      (select count(distinct time)::int from lead_activities where not done) as times,
      (select count(*)::int from lead_deals where archived_at is not null) as archived`.execute(server.db);
  expect(rows[0]?.weekend).toBe(0);
  expect(rows[0]?.times).toBeGreaterThan(5);
  expect(rows[0]?.archived).toBeGreaterThan(0);
  const sources = await server.db.selectFrom('lead_opportunities').select('source').distinct().execute();
  expect(sources.map(({ source }) => source).sort()).toEqual(['contact_form', 'demand', 'dormant_dealer', 'visits']);
});

test('the sample is possible: nothing is older than what it belongs to, and no two organizations share a number', async () => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from lead_contacts c join lead_deals d on d.contact_id = c.id where d.created_at < c.created_at) as "contacts",
      (select count(*)::int from lead_notes n join lead_deals d on d.id = n.deal_id
        where n.created_at not between d.created_at and coalesce(d.closed_at, now()) or n.written_by is null) as notes,
      (select count(*)::int from lead_activities a join lead_deals d on d.id = a.deal_id
        where a.created_at < d.created_at or a.done_at not between d.created_at and coalesce(d.closed_at, now())) as activities,
      (select count(*)::int from lead_contacts where (consent = 'unknown') <> (consent_at is null)) as consents,
      (select count(*)::int from lead_imports i, lead_contacts c where c.created_at < i.started_at) as imports`.execute(
    server.db,
  );
  expect(rows[0]).toEqual({ contacts: 0, notes: 0, activities: 0, consents: 0, imports: 0 });
  const closings = await server.db.selectFrom('lead_deals').select('closed_at').where('state', '<>', 'open').execute();
  expect(new Set(closings.map(({ closed_at }) => closed_at?.toISOString().slice(11, 16))).size).toBeGreaterThan(50);
  const admin = await server.as({ role: 3 });
  const query = { duplicates: '1' } as const;
  expect((await admin.call('GET /v1/admin/lead-engine/organizations', { query })).body.total).toBe(0);
  expect((await admin.call('GET /v1/admin/lead-engine/contacts', { query })).body.total).toBe(0);
});

test('most sample deals and contacts have values of custom fields that the calls accept', async () => {
  const admin = await server.as({ role: 3 });
  const { data: fields } = (await admin.call('GET /v1/admin/lead-engine/fields', { query: {} })).body;
  expect(fields.map(({ record, kind }) => `${record} ${kind}`).sort()).toEqual([
    'contact boolean',
    'contact choice',
    'contact number',
    'deal choice',
    'deal date',
    'deal number',
  ]);
  for (const [table, count] of [
    ['lead_deals', 300],
    ['lead_contacts', 64],
  ] as const) {
    const rows = await server.db.selectFrom(table).select(['id', 'custom']).execute();
    const filled = rows.filter(({ custom }) => Object.keys(custom as object).length > 0);
    expect(filled.length, table).toBeGreaterThan(count * 0.8);
    expect(filled.length, table).toBeLessThan(count);
  }
  const deals = (await admin.call('GET /v1/admin/lead-engine/deals', { query: {} })).body.data;
  for (const deal of deals.slice(0, 5)) {
    const again = await admin.call('PATCH /v1/admin/lead-engine/deals/:id', {
      params: { id: deal.id },
      body: { custom: deal.custom },
    });
    expect([again.status, again.body.custom]).toEqual([200, deal.custom]);
  }
});
