import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { checkVehiclesJob, importVehiclesJob } from './import-jobs.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());

function multipart(content: string | Buffer, name = 'cars.csv', region = '1') {
  const boundary = 'table-boundary';
  const body = Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="region"\r\n\r\n${region}\r\n`),
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`,
    ),
    Buffer.from(content as string),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

const send = (content: string | Buffer, client = admin) =>
  client.request('POST', '/api/v1/admin/ecu/imports', multipart(content));
const show = async (id: number) => (await admin.call('GET /v1/admin/ecu/imports/:id', { params: { id } })).body;
const check = (id: number, columns: object, region = 1) =>
  admin.call('POST /v1/admin/ecu/imports/:id/check', { params: { id }, body: { columns, region } });
const start = (id: number) => admin.call('POST /v1/admin/ecu/imports/:id/start', { params: { id } });

const context = (signal = new AbortController().signal) => ({
  db: server.db,
  now: new Date(),
  log: server.platform.log,
  platform: server.platform,
  signal,
});
const runCheck = (id: number) => checkVehiclesJob.run(context(), { import_id: id });
const runImport = (id: number, signal?: AbortSignal) => importVehiclesJob.run(context(signal), { import_id: id });
const vehicles = async () =>
  Number((await sql<{ n: bigint }>`select count(*) as n from vehicles`.execute(server.db)).rows[0]?.n);

test('a table is uploaded, its columns are guessed and corrected, checked in a dry run, and then imported', async () => {
  const sent = await send('Fabrikat;Bezeichnung;Jahrgang\r\nPorsche;911/964;1990\r\nPorsche;;1991\r\n');
  expect(sent.status).toBe(201);
  const { id } = sent.body as { id: number };
  expect(await show(id)).toMatchObject({
    state: 'uploaded',
    rows_total: 2,
    header: ['Fabrikat', 'Bezeichnung', 'Jahrgang'],
    sample: [
      ['Porsche', '911/964', '1990'],
      ['Porsche', '', '1991'],
    ],
    columns: {},
  });
  expect((await start(id)).status, 'what was not checked is not read in').toBe(409);
  expect((await check(id, { make: 0 })).body).toMatchObject({
    errors: { columns: [expect.stringContaining('no column for model')] },
  });
  expect((await check(id, { make: 0, model: 0 })).status).toBe(422);
  expect((await check(id, { make: 0, model: 9 })).body).toMatchObject({
    errors: { 'columns.model': [expect.any(String)] },
  });

  expect((await check(id, { make: 0, model: 1, year: 2 })).body).toMatchObject({ state: 'checking' });
  expect((await start(id)).status).toBe(409);
  await runCheck(id);
  expect(await show(id)).toMatchObject({
    state: 'checked',
    check_report: { rows: { read: 2, new: 1, skipped: 1 }, skipped: [{ line: 3, reason: 'The model is empty.' }] },
    report: null,
  });
  expect(await vehicles()).toBe(0);

  expect((await start(id)).body).toMatchObject({ state: 'running' });
  expect((await admin.call('DELETE /v1/admin/ecu/imports/:id', { params: { id } })).status).toBe(409);
  await runImport(id);
  expect(await show(id)).toMatchObject({ state: 'done', rows_done: 2, report: { rows: { new: 1, skipped: 1 } } });
  expect(await vehicles()).toBe(1);
  const sheet = await admin.request('GET', `/api/v1/admin/ecu/imports/${id}/skipped-csv`);
  expect(sheet.raw.body).toBe('\uFEFFline,reason\r\n3,The model is empty.\r\n');
  await runImport(id);
  expect(await vehicles(), 'a job that comes twice does nothing twice').toBe(1);
  expect((await admin.call('GET /v1/admin/ecu/imports')).body.data[0]).toMatchObject({ id, state: 'done' });
  expect((await admin.call('DELETE /v1/admin/ecu/imports/:id', { params: { id } })).status).toBe(204);
  expect(await vehicles(), 'what it brought stays').toBe(1);
});

test('a stopped run shows its position and resumes there when restarted', async () => {
  const rows = Array.from({ length: 2500 }, (_, n) => `Beta,Model ${n},2015`);
  const { id } = (await send(`make,model,year\n${rows.join('\n')}\n`)).body as { id: number };
  await check(id, { make: 0, model: 1, year: 2 });
  await runCheck(id);
  await start(id);
  const stop = new AbortController();
  stop.abort();
  await expect(runImport(id, stop.signal)).rejects.toThrow();
  expect(await show(id)).toMatchObject({ state: 'running', rows_done: 1000, stalled: false });
  expect((await start(id)).status, 'one that may still be at work is left alone').toBe(409);
  await server.db
    .updateTable('vehicle_imports')
    .set({ updated_at: new Date(Date.now() - 600_000) })
    .where('id', '=', id)
    .execute();
  expect(await show(id)).toMatchObject({ stalled: true });
  expect((await start(id)).status).toBe(200);
  await runImport(id);
  expect(await show(id)).toMatchObject({
    state: 'done',
    rows_done: 2500,
    report: { resumed_after: 1000, rows: { new: 2500 } },
  });
});

test('a file that is not a table is refused at the file field and not stored', async () => {
  for (const [content, reason] of [
    ['', 'The file is empty.'],
    ['make\nAlpha\n', 'only one column'],
    ['make,model\n', 'no rows'],
    [Buffer.from('PK\u0003\u0004xl/workbook', 'latin1'), 'Save the sheet as CSV'],
  ] as const) {
    const { status, body } = await send(content);
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { errors: { file: [expect.stringContaining(reason)] } },
    });
  }
  expect(await server.db.selectFrom('stored_files').select('id').where('name', '=', 'workbook').execute()).toEqual([]);
});

test('a user with read permission only cannot upload', async () => {
  const reader = await server.as({ flags: ['tcro'] });
  expect((await send('make,model\nA,B\n', reader)).status).toBe(403);
  expect((await reader.call('GET /v1/admin/ecu/imports')).status).toBe(200);
});
