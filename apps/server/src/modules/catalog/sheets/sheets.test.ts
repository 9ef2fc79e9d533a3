import { type RecordKindName, recordKinds } from '@tuneport/contract/catalog/catalog-admin-shapes';
import type { SheetReport } from '@tuneport/contract/catalog/catalog-sheet-admin';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDemoCatalog } from '../../../seeds/catalog/catalog.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { compareSheetJob, storeSheetJob } from './sheet-jobs.ts';

let server: TestServer;
let editor: Client;
beforeAll(async () => {
  server = await testServer();
  editor = await server.as({ role: 3 });
  await buildDemoCatalog(server.db, { size: 'small' });
});
afterAll(() => server.close());

const takeOut = async (kind: RecordKindName): Promise<string> =>
  String((await editor.request('GET', `/api/v1/admin/ecu/sheets/${kind}`)).body);

function multipart(content: string | Buffer) {
  const boundary = 'sheet-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="sheet.csv"\r\ncontent-type: text/csv\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), Buffer.from(content as string), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

const context = () => ({
  db: server.db,
  now: new Date(),
  log: server.platform.log,
  platform: server.platform,
  signal: new AbortController().signal,
});
const show = async (id: number) => (await editor.call('GET /v1/admin/ecu/sheet-imports/:id', { params: { id } })).body;

/** Sends a file and runs the comparison. */
async function compare(kind: RecordKindName, content: string | Buffer) {
  const sent = await editor.request('POST', `/api/v1/admin/ecu/sheets/${kind}`, multipart(content));
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  const { id } = sent.body as { id: number };
  await compareSheetJob.run(context(), { sheet_id: id });
  const sheet = (await show(id)) as { state: string; report: SheetReport | null; problem: string | null };
  return { id, ...sheet, report: sheet.report as SheetReport };
}
async function store(id: number) {
  const started = await editor.call('POST /v1/admin/ecu/sheet-imports/:id/start', { params: { id } });
  if (started.status !== 200) return started;
  await storeSheetJob.run(context(), { sheet_id: id });
  return { status: 200, body: await show(id) };
}

const cellsOf = (row: string) => row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/);
/** The file as lines; no changed line contains a line break. */
const lines = (sheet: string) => sheet.replace('\uFEFF', '').trimEnd().split('\r\n');
const header = (sheet: string) => (lines(sheet)[0] ?? '').split(',');
function withCell(sheet: string, line: number, column: string, value: string): string {
  const at = header(sheet).indexOf(column);
  return lines(sheet)
    .map((row, index) => (index === line - 1 ? cellsOf(row).with(at, value).join(',') : row))
    .join('\r\n');
}

test.each(recordKinds)('all %s of the demo catalogue change nothing when exported and imported', async (kind) => {
  const sheet = await takeOut(kind);
  const { state, report } = await compare(kind, sheet);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(kind.replaceAll('-', '_'))}`.execute(server.db);
  expect(rows[0]?.count).toBeGreaterThan(0);
  expect({ state, ...report }).toEqual({
    state: 'checked',
    rows: { read: rows[0]?.count, new: 0, changed: 0, unchanged: rows[0]?.count, refused: 0 },
    ignored: [],
    changes: [],
    problems: [],
  });
});

test('spreadsheet reformatting changes nothing: semicolons, decimal commas, TRUE, another row order', async () => {
  const sheet = await takeOut('tools');
  const [head = '', ...rows] = lines(sheet);
  const at = head.split(',').indexOf('install_fee');
  const german = [
    head.split(',').toReversed().join(';'),
    '',
    ...rows.map((row) =>
      cellsOf(row)
        .map((cell, index) => (index === at ? cell.replace('.', ',') : cell.replace(/^yes$/, 'TRUE')))
        .toReversed()
        .join(';'),
    ),
  ].join('\n');
  const { report } = await compare('tools', Buffer.from(german, 'latin1'));
  expect(report).toMatchObject({ rows: { changed: 0, refused: 0, unchanged: rows.length }, problems: [] });
});

test('a changed cell is previewed with old and new value, then stored with its history, and visitors see it', async () => {
  const sheet = withCell(await takeOut('tune-types'), 2, 'name', 'Stage One');
  const { id, report } = await compare('tune-types', sheet);
  expect(report).toMatchObject({
    rows: { changed: 1, new: 0, refused: 0 },
    changes: [{ line: 2, cells: [{ column: 'name', before: expect.any(String), after: 'Stage One' }] }],
  });
  const changed = report.changes[0]?.id as number;
  const name = async () =>
    (await server.db.selectFrom('tune_types').select('name').where('id', '=', changed).executeTakeFirstOrThrow()).name;
  expect(await name(), 'a look stores nothing').toBe(report.changes[0]?.name);
  expect((await store(id)).body).toMatchObject({ state: 'done', report: { rows: { changed: 1 } } });
  expect(await name()).toBe('Stage One');
  const history = await editor.call('GET /v1/admin/ecu/history', { query: { kind: 'tune-types', id: changed } });
  expect(history.body).toMatchObject({ data: [{ changes: [{ field: 'name', after: 'Stage One' }] }] });
  expect((await store(id)).status, 'a file is stored once').toBe(409);
  const stored = server.db.selectFrom('stored_files').select('id').where('belongs_to', '=', `catalog-sheet:${id}`);
  expect(await stored.execute(), 'and then not kept').toEqual([]);
});

test('lists, prices and vehicles can be changed in their cells, and a line without an id creates a record', async () => {
  const engines = await takeOut('engines');
  const [first = ''] = lines(engines).slice(1);
  const id = Number(first.split(',')[0]);
  const before = (await editor.call('GET /v1/admin/ecu/engines/:id', { params: { id } })).body as {
    tunes: { id: number }[];
    vehicles: unknown[];
  };
  const stored = before.tunes[0]?.id as number;
  const head = 'id,updated_at,tunes,vehicles,other_role_discounts,tool_restrictions\r\n';
  const at = header(engines).indexOf('updated_at');
  const tool = await server.db.selectFrom('tools').select('slug').orderBy('id').executeTakeFirstOrThrow();
  const model = await sql<{ path: string; year: string }>`select m.slug || '/' || o.slug as path, y.year
    from model_years l join models o on o.id = l.model_id join makes m on m.id = o.make_id join years y on y.id = l.year_id
    order by o.id limit 1`.execute(server.db);
  const { path = '', year = '' } = model.rows[0] ?? {};
  const changed = await compare(
    'engines',
    `${head}${id},${first.split(',')[at]},${stored},${path}:${year},dealer 10; tuner 12.5,${tool.slug}\r\n`,
  );
  expect(changed.report.problems).toEqual([]);
  expect((await store(changed.id)).body).toMatchObject({ state: 'done' });
  expect((await editor.call('GET /v1/admin/ecu/engines/:id', { params: { id } })).body).toMatchObject({
    tunes: [{ id: stored }],
    vehicles: [{ name: expect.stringContaining(year) }],
    other_role_discounts: [
      { key: 'dealer', percent: '10' },
      { key: 'tuner', percent: '12.5' },
    ],
    tool_restrictions: [{ name: expect.any(String) }],
  });

  const fresh = await compare(
    'tune-pricing-tiers',
    'id,updated_at,name,prices\r\n,,Sheet tier,USD 499 - 299.5; EUR 450\r\n',
  );
  expect(fresh.report).toMatchObject({ rows: { new: 1 }, changes: [{ line: 2, id: null, name: 'Sheet tier' }] });
  await store(fresh.id);
  const sheet = await takeOut('tune-pricing-tiers');
  expect(sheet).toMatch(/Sheet tier,0,"?EUR 450\.00 - - -; USD 499\.00 - 299\.50 -/);
});

test('every invalid cell is reported with line and column, and no line is stored', async () => {
  const sheet = await takeOut('transmissions');
  const [good, id] = [withCell(sheet, 2, 'notes', 'Good line'), lines(sheet)[2]?.split(',')[0]];
  const wrong = ['gears', 'awd', 'make', 'kind', 'tunes', 'engines'].reduce(
    (text, column) => withCell(text, 3, column, 'nonsense'),
    good,
  );
  const twice = `${wrong}\r\n${lines(sheet)[1]}\r\n999999${','.repeat(header(sheet).length - 1)}\r\nx,y\r\n`;
  const { id: sheetId, report } = await compare('transmissions', twice);
  expect(id).toBeTruthy();
  const last = lines(twice).length;
  expect(report.problems).toEqual([
    { line: 3, column: 'make', message: 'There is no make "nonsense".' },
    { line: 3, column: 'awd', message: 'Enter yes or no.' },
    { line: 3, column: 'engines', message: '"nonsense" is no number of a record.' },
    { line: 3, column: 'tunes', message: '"nonsense" is no number of a record.' },
    { line: last - 2, column: 'id', message: expect.stringContaining('is already in row 2') },
    { line: last - 1, column: 'id', message: expect.stringContaining('Record 999999 does not exist') },
    { line: last, column: 'id', message: expect.stringContaining('Record x does not exist') },
  ]);
  expect(report.rows).toMatchObject({ changed: 1, refused: 4 });
  expect((await store(sheetId)).status).toBe(409);
  const shaped = await compare('transmissions', withCell(withCell(sheet, 3, 'gears', '99'), 3, 'kind', 'odd'));
  expect(shaped.report.problems).toEqual([
    { line: 3, column: 'kind', message: 'Choose a type from the list.' },
    { line: 3, column: 'gears', message: 'The number of gears must be at most 24.' },
  ]);
  // The dry run also finds errors that only the database can detect.
  const makes = await takeOut('makes');
  const taken = lines(makes)[2]?.split(',')[header(makes).indexOf('slug')] ?? '';
  const same = await compare('makes', withCell(makes, 2, 'slug', taken));
  expect(same.report.problems).toEqual([
    { line: 2, column: 'slug', message: 'Another make already has this URL slug.' },
  ]);
});

test('a record changed after the export is refused in the preview, and at import if it changes in between', async () => {
  const sheet = await takeOut('tools');
  const file = withCell(withCell(sheet, 2, 'description', 'From the file'), 3, 'description', 'From the file');
  const { id, report } = await compare('tools', file);
  expect(report.rows).toMatchObject({ changed: 2, refused: 0 });
  const [first, second] = report.changes.map((change) => change.id as number);
  const tool = (await editor.call('GET /v1/admin/ecu/tools/:id', { params: { id: second as number } })).body as {
    updated_at: string;
  };
  const saved = await editor.call('PATCH /v1/admin/ecu/tools/:id', {
    params: { id: second as number },
    body: { description: 'By hand' },
    readAt: tool.updated_at,
  });
  expect(saved.status).toBe(200);
  expect((await store(id)).body).toMatchObject({
    state: 'checked',
    report: { rows: { refused: 1 }, problems: [{ line: 3, column: 'updated_at' }] },
  });
  const texts = await server.db
    .selectFrom('tools')
    .select('description')
    .where('id', 'in', [first as number, second as number])
    .execute();
  expect(texts.map(({ description }) => description)).not.toContain('From the file');
  const again = await compare('tools', file);
  expect(again.report.problems).toMatchObject([{ line: 3, column: 'updated_at' }]);
});

test('text that looks like a formula stays text in the file and is imported unchanged', async () => {
  const names = ['=1+1', "'=x", '@cmd', "O'Hara", 'a "b", c'];
  const ids: number[] = [];
  for (const name of names) {
    const made = await editor.call('POST /v1/admin/ecu/guides', {
      body: { title: name, text: `${name}\nsecond line`, make_id: await freeMake(name) },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    ids.push((made.body as { id: number }).id);
  }
  const sheet = await takeOut('guides');
  expect(sheet).not.toMatch(/(^|,|\n)"?[=@]/);
  const { report } = await compare('guides', sheet);
  expect(report).toMatchObject({ rows: { changed: 0, refused: 0 }, problems: [] });
});
const freeMake = async (name: string) =>
  (
    (
      await editor.call('POST /v1/admin/ecu/makes', {
        body: { name: `Make of ${name}`, slug: `m${name.length}-${Math.abs(name.charCodeAt(0))}` },
      })
    ).body as { id: number }
  ).id;

test('a file without id or timestamp columns, without columns, or that is not a table is refused with instructions', async () => {
  expect((await compare('makes', 'name,slug\nA,a\n')).problem).toContain('the column id is missing');
  expect((await compare('makes', 'id,updated_at,colour\n1,x,red\n')).problem).toContain('no editable column');
  const workbook = await editor.request('POST', '/api/v1/admin/ecu/sheets/makes', multipart('PK\u0003\u0004'));
  expect(workbook).toMatchObject({
    status: 422,
    body: { errors: { file: [expect.stringContaining('Save the sheet as CSV')] } },
  });
});

test('read permission allows export only; tools need permission for the settings', async () => {
  const reader = await server.as({ role: 0, flags: ['tcro'] });
  expect((await reader.request('GET', '/api/v1/admin/ecu/sheets/makes')).status).toBe(200);
  expect((await reader.request('POST', '/api/v1/admin/ecu/sheets/makes', multipart('x'))).status).toBe(403);
  const cmsTuner = await server.as({ role: 0, flags: ['ct'] });
  const sheet = await takeOut('tools');
  expect((await cmsTuner.request('POST', '/api/v1/admin/ecu/sheets/tools', multipart(sheet))).status).toBe(403);
  expect(
    (await cmsTuner.request('POST', '/api/v1/admin/ecu/sheets/makes', multipart('id,updated_at,name\n'))).status,
  ).toBe(201);
});

test('a type moved from one group to another by a file keeps both lines valid', async () => {
  const sheet = await takeOut('tune-type-groups');
  const at = header(sheet).indexOf('types');
  const [one = [], two = []] = lines(sheet)
    .slice(1)
    .map((row) => row.split(',')[at]?.split(' ') ?? []);
  const [moved = '', ...left] = one;
  for (const [a, b] of [
    [left.join(' '), [...two, moved].join(' ')],
    [one.join(' '), two.join(' ')],
  ] as const) {
    const now = await takeOut('tune-type-groups');
    const { id, report } = await compare('tune-type-groups', withCell(withCell(now, 2, 'types', a), 3, 'types', b));
    expect(report).toMatchObject({ rows: { changed: 2, refused: 0 } });
    expect((await store(id)).body).toMatchObject({ state: 'done' });
  }
  expect((await takeOut('tune-type-groups')).split('\r\n').map((row) => row.split(',')[at])).toEqual(
    sheet.split('\r\n').map((row) => row.split(',')[at]),
  );
});
