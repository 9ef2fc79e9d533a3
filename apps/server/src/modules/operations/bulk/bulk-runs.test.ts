import { bulkRunMachine } from '@tuneport/domain/operations/bulk-runs';
import { statesOf } from '@tuneport/domain/states/machine';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobContext } from '../../../testing/job-context.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { runBulkJob } from './run-bulk.ts';

let server: TestServer;
let editor: Client;
beforeAll(async () => {
  server = await testServer();
  editor = await server.as({ role: 0, flags: ['tcrw'] });
});
afterAll(() => server.close());

let serial = 0;
/** Tunes whose names begin with a word of their own. */
async function tunesNamed(count: number): Promise<{ word: string; ids: number[] }> {
  serial += 1;
  const word = `Bulk${serial}x`;
  const ids: number[] = [];
  for (let n = 1; n <= count; n += 1) {
    const { body } = await editor.call('POST /v1/admin/ecu/tunes', { body: { name: `${word} ${n}` } });
    ids.push(body.id);
  }
  return { word, ids };
}
const start = (word: string, more: object, client = editor) =>
  client.call('POST /v1/admin/bulk-runs', {
    body: { list: 'tunes', action: 'edit', query: { search: word }, change: { optional: true }, ...more },
  });
const run = (id: number, signal?: AbortSignal) =>
  runBulkJob.run(jobContext(server, signal ? { signal } : {}), { run_id: id });
const show = async (id: number, client = editor) =>
  (await client.call('GET /v1/admin/bulk-runs/:id', { params: { id } })).body;
const optionalOf = async (ids: number[]) =>
  (await server.db.selectFrom('tunes').select('optional').where('id', 'in', ids).orderBy('id').execute()).map(
    ({ optional }) => optional,
  );

test('a bulk action changes every matching row and no other, with an audit event for each', async () => {
  const { word, ids } = await tunesNamed(23);
  const { ids: others } = await tunesNamed(2);
  const started = await start(word, { expected: 23 });
  expect([started.status, started.body]).toMatchObject([201, { state: 'running', total: 23, processed: 0 }]);
  await run(started.body.id);
  expect(await show(started.body.id)).toMatchObject({ state: 'done', processed: 23, changed: 23, refused: 0 });
  expect(await optionalOf(ids)).toEqual(ids.map(() => true));
  expect(await optionalOf(others)).toEqual([false, false]);
  const audit = await server.db
    .selectFrom('audit_log')
    .select('actor_id')
    .where('act', '=', 'catalog.update')
    .where('subject', '=', `catalog-tunes:${ids[0]}`)
    .execute();
  expect(audit).toEqual([{ actor_id: editor.userId }]);
});

test('a refused row keeps its value and its reason, and the others are changed', async () => {
  const { word, ids } = await tunesNamed(3);
  const kept = ids[1] as number;
  await editor.call('PATCH /v1/admin/ecu/tunes/:id', {
    params: { id: ids[0] },
    body: { requires: [kept] },
    readAt: (await editor.call('GET /v1/admin/ecu/tunes/:id', { params: { id: ids[0] } })).body.updated_at,
  });
  const { body } = await start(word, { action: 'delete', change: {}, expected: 3 });
  await sql`update bulk_runs set record_ids = array[${kept}, ${ids[2]}, ${ids[0]}]::integer[] where id = ${body.id}`.execute(
    server.db,
  );
  await run(body.id);
  const ended = await show(body.id);
  expect(ended).toMatchObject({ state: 'done', processed: 3, changed: 2, refused: 1 });
  expect(ended.refusals).toEqual([{ id: kept, name: `${word} 2`, reason: expect.stringMatching(/tune/i) }]);
  expect(ended.reasons).toMatchObject([{ count: 1 }]);
  expect(await optionalOf(ids)).toHaveLength(1);
});

test('a run that was interrupted resumes at its position, and a second worker repeats nothing', async () => {
  const { word, ids } = await tunesNamed(45);
  const { body } = await start(word, { expected: 45 });
  const abort = new AbortController();
  const stopAfterFirst = {
    get aborted() {
      return false;
    },
    calls: 0,
    throwIfAborted() {
      this.calls += 1;
      if (this.calls > 1) throw new Error('stopped');
    },
  };
  await expect(run(body.id, stopAfterFirst as unknown as AbortSignal)).rejects.toThrow('stopped');
  expect(await show(body.id)).toMatchObject({ state: 'running', processed: 20, changed: 20 });
  await Promise.all([run(body.id, abort.signal), run(body.id, abort.signal)]);
  expect(await show(body.id)).toMatchObject({ state: 'done', processed: 45, changed: 45, refused: 0 });
  expect(await optionalOf(ids)).toEqual(ids.map(() => true));
});

test('a cancelled run changes nothing more and cannot be cancelled again', async () => {
  const { word, ids } = await tunesNamed(2);
  const { body } = await start(word, { expected: 2 });
  const cancel = () => editor.call('POST /v1/admin/bulk-runs/:id/cancel', { params: { id: body.id } });
  const replies = await Promise.all([cancel(), cancel()]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  await run(body.id);
  expect(await optionalOf(ids)).toEqual([false, false]);
  expect(await show(body.id)).toMatchObject({ state: 'cancelled', processed: 0 });
});

test('only a run without progress is resumed', async () => {
  const { word } = await tunesNamed(1);
  const { body } = await start(word, { expected: 1 });
  const resume = () => editor.call('POST /v1/admin/bulk-runs/:id/resume', { params: { id: body.id } });
  expect((await resume()).status).toBe(409);
  await sql`update bulk_runs set updated_at = now() - interval '5 minutes' where id = ${body.id}`.execute(server.db);
  expect(await show(body.id)).toMatchObject({ stalled: true });
  expect(await resume()).toMatchObject({ status: 200, body: { stalled: false } });
});

test('a list that changed since it was read, an unknown filter and an impossible value are refused', async () => {
  const { word } = await tunesNamed(2);
  const changed = await start(word, { expected: 3 });
  expect([changed.status, changed.body]).toMatchObject([409, { message: expect.stringContaining('2 rows match now') }]);
  expect((await start(word, { expected: 2, query: { search: word, colour: 'red' } })).status).toBe(422);
  const bad = await start(word, { expected: 2, change: { horsepower: 'many' } });
  expect([bad.status, bad.body]).toMatchObject([422, { errors: { horsepower: [expect.any(String)] } }]);
  expect((await start(word, { expected: 2, list: 'dyno-runs' })).status).toBe(422);
});

test('a run ends when the person who started it loses access, and readers of the catalogue see none', async () => {
  const demoted = await server.as({ role: 0, flags: ['tcrw'] });
  const reader = await server.as({ role: 0, flags: ['tcro'] });
  const { word, ids } = await tunesNamed(2);
  expect((await start(word, { expected: 2 }, reader)).status).toBe(403);
  const { body } = await start(word, { expected: 2 }, demoted);
  expect((await reader.call('GET /v1/admin/bulk-runs/:id', { params: { id: body.id } })).status).toBe(403);
  await sql`update users set flags = '{}' where id = ${demoted.userId}`.execute(server.db);
  await run(body.id);
  expect(await show(body.id)).toMatchObject({ state: 'cancelled', problem: expect.stringContaining('access') });
  expect(await optionalOf(ids)).toEqual([false, false]);
});

test('the list of runs is filtered by list and status', async () => {
  for (const state of statesOf(bulkRunMachine)) {
    const { body } = await editor.call('GET /v1/admin/bulk-runs', { query: { list: 'tunes', state } });
    expect(body.data.every((one) => one.state === state && one.list === 'tunes')).toBe(true);
  }
});
