import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { customFieldName } from '@tuneport/domain/leads/custom-fields';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { importContacts } from './import-contacts.ts';
import { checkContactsJob, importContactsJob } from './import-jobs.ts';
import { guessColumns, phoneKey, readContact } from './read-contact.ts';

const fields = '/v1/admin/lead-engine/fields';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());

function multipart(content: string) {
  const boundary = 'contacts-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="contacts.csv"\r\ncontent-type: text/csv\r\n\r\n`;
  return {
    body: Buffer.from(`${head}${content}\r\n--${boundary}--\r\n`),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
const send = (content: string) => admin.request('POST', '/api/v1/admin/lead-engine/imports', multipart(content));
const upload = async (content: string) => ((await send(content)).body as { id: number }).id;
const show = async (id: number) => (await admin.call('GET /v1/admin/lead-engine/imports/:id', { params: { id } })).body;
const check = (id: number, columns: object) =>
  admin.call('POST /v1/admin/lead-engine/imports/:id/check', { params: { id }, body: { columns } });
const start = (id: number) => admin.call('POST /v1/admin/lead-engine/imports/:id/start', { params: { id } });
const context = (signal = new AbortController().signal) => ({
  db: server.db,
  now: new Date(),
  log: server.platform.log,
  platform: server.platform,
  signal,
});
const runCheck = (id: number) => checkContactsJob.run(context(), { import_id: id });
const runImport = (id: number, signal?: AbortSignal) => importContactsJob.run(context(signal), { import_id: id });
const found = async (search: string) =>
  (await admin.call('GET /v1/admin/lead-engine/contacts', { query: { search } })).body.data;
const imported = async (id: number) => {
  await check(id, (await show(id)).columns);
  await runCheck(id);
  await start(id);
  await runImport(id);
  return (await show(id)).report;
};

test('cells are cut between characters, in the sample and in the reasons', async () => {
  const id = await upload(
    ['Name;E-mail', ...Array.from({ length: 8 }, () => `${'n'.repeat(79)}😀;${'m'.repeat(79)}😀`)].join('\n'),
  );
  expect((await show(id)).sample[0]).toEqual(['n'.repeat(79), 'm'.repeat(79)]);
  const report = await imported(id);
  expect(report).toMatchObject({ rows: { read: 8, new: 1, skipped: 7 } });
  expect(report?.lines[0]?.reason).toBe(`Not an e-mail address: "${'m'.repeat(79)}"`);
});

test('contacts are uploaded, mapped, checked in a dry run and imported, with every dirty row reported', async () => {
  const { body: known } = await admin.call('POST /v1/admin/lead-engine/contacts', {
    body: { name: 'Ada Fern', emails: ['ada@fern.test'] },
  });
  const id = await upload(
    [
      'Full name;E-mail address;Mobile;Company;Tags;Owner',
      'Ada F.;ADA@fern.test;+1 555 0101;Fern Garage;Fleet;nobody@example.test',
      'Bo Gray;bo@gray.test, broken@;555-0102;Fern Garage;Fleet|Urgent;',
      'Bo Again;bo@gray.test;;;;',
      ';;;Only a company;;',
      `${'x'.repeat(200)};x@x.test;;;;`,
      '"Zoë, with comma";;no digits;;;',
    ].join('\r\n'),
  );
  const uploaded = await show(id);
  expect(uploaded).toMatchObject({ state: 'uploaded', rows_total: 6 });
  expect(uploaded.columns).toEqual({ name: 0, email: 1, phone: 2, organization: 3, label: 4, owner: 5 });
  expect((await start(id)).status, 'what was not checked is not imported').toBe(409);
  expect((await check(id, { phone: 2 })).status, 'a name or an address is required').toBe(422);
  expect((await check(id, { name: 0, email: 0 })).status, 'a column has one meaning').toBe(422);
  expect((await check(id, { name: 40 })).status).toBe(422);

  expect((await check(id, uploaded.columns)).body.state).toBe('checking');
  await runCheck(id);
  const rows = { read: 6, new: 2, changed: 1, unchanged: 0, skipped: 3 };
  const checked = await show(id);
  expect(checked).toMatchObject({ state: 'checked', check_report: { rows, warnings: 3 } });
  expect(checked.check_report?.lines).toEqual(
    expect.arrayContaining([
      { line: 2, reason: 'No such owner: "nobody@example.test"' },
      { line: 3, reason: 'Not an e-mail address: "broken@"' },
      { line: 4, reason: 'Same contact as line 3' },
      { line: 5, reason: 'No name and no valid e-mail address' },
      { line: 6, reason: 'Name longer than 160 characters' },
      { line: 7, reason: 'Not a phone number: "no digits"' },
    ]),
  );
  expect(await found('gray'), 'a dry run writes nothing').toEqual([]);

  expect((await start(id)).body.state).toBe('running');
  await runImport(id);
  expect(await show(id)).toMatchObject({ state: 'done', rows_done: 6, report: { rows } });
  expect(await found('bo gray')).toMatchObject([
    {
      name: 'Bo Gray',
      emails: ['bo@gray.test'],
      phones: ['555-0102'],
      organization: { name: 'Fern Garage' },
      labels: [{ name: 'Fleet' }, { name: 'Urgent' }],
      user: { id: admin.userId },
      consent: 'unknown',
    },
  ]);
  expect(await found('ada@fern.test')).toMatchObject([
    { id: known.id, name: 'Ada Fern', phones: ['+1 555 0101'], organization: { name: 'Fern Garage' } },
  ]);
  const sheet = await admin.request('GET', `/api/v1/admin/lead-engine/imports/${id}/report-csv`);
  expect(sheet.body).toContain('No name and no valid e-mail address');
});

test('reasons are counted together whatever text they quote', async () => {
  const rows = ['Ida,"ida ""one"" at"', 'Uma,"uma ""two"" at"', 'Ole,"plain"', 'Per,"first\nlast ""x"""'];
  const id = await upload(['Name,E-mail', ...rows].join('\n'));
  expect((await imported(id))?.by_reason).toEqual({ 'Not an e-mail address: …': 5 });
});

test('a known contact gets the note and keeps its owner, and everything left out is a warning', async () => {
  const { userId } = await server.as({ role: 3 });
  const other = await server.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId as number)
    .executeTakeFirstOrThrow();
  const emails = Array.from({ length: 9 }, (_, at) => `many${at}@limit.test`);
  const { body: known } = await admin.call('POST /v1/admin/lead-engine/contacts', {
    body: { name: 'Max Limit', emails, organization: 'Kept Garage' },
  });
  const list = (count: number, of: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => of(at)).join('|');
  const file = [
    'name;email;phone;organization;label;owner;note',
    `Max;many0@limit.test|new1@limit.test|new2@limit.test;;Other Garage;;${other.email};Met at the fair`,
    'Max;many1@limit.test;555 0001;;;;',
    `New;${list(12, (at) => `n${at}@new.test`)};${list(11, (at) => `555 1${at}`)};;${list(31, (at) => `L${at}`)};;${'n'.repeat(5001)}`,
  ].join('\n');
  const report = await imported(await upload(file));
  expect(report?.rows).toMatchObject({ new: 1, changed: 2 });
  expect(report?.lines.map(({ line, reason }) => `${line} ${reason}`).sort()).toEqual([
    '2 More than 10 e-mail addresses; left out: "new2@limit.test"',
    `2 The contact keeps its organization; not set: "Other Garage"`,
    `2 The contact keeps its owner; not set: "${other.email}"`,
    '4 More than 10 e-mail addresses; left out: "n10@new.test"',
    '4 More than 10 e-mail addresses; left out: "n11@new.test"',
    '4 More than 10 phone numbers; left out: "555 110"',
    '4 More than 30 labels; left out: "L30"',
    '4 Note longer than 5000 characters: cut',
  ]);
  expect(await found('Max Limit')).toMatchObject([
    { emails: [...emails, 'new1@limit.test'], phones: ['555 0001'], user: { id: admin.userId } },
  ]);
  const notes = async () =>
    (await admin.call('GET /v1/admin/lead-engine/notes', { query: { contactId: known.id } })).body.data;
  expect(await notes()).toMatchObject([{ text: 'Met at the fair' }]);
  expect((await imported(await upload(file)))?.rows).toMatchObject({ new: 0, changed: 0, unchanged: 3 });
  expect(await notes(), 'the note is added once').toHaveLength(1);
});

test('a number in another notation is the same number', async () => {
  await admin.call('POST /v1/admin/lead-engine/contacts', {
    body: { name: 'Nina Notation', phones: ['+1 604 555 0110'] },
  });
  const file = ['name;phone', 'Nina Notation;001 (604) 555-0110', 'New Notation;604 555 0111|(604) 555-0111'].join(
    '\n',
  );
  expect((await imported(await upload(file)))?.rows).toMatchObject({ new: 1, unchanged: 1 });
  expect((await found('Notation')).map(({ phones }) => phones)).toEqual([['604 555 0111'], ['+1 604 555 0110']]);
});

test('a number has the same key in the import and in the database', async () => {
  const phones = ['+1 (604) 555-0110', '001 604 555 0110', '604.555.0110 ext. 2', '0044 20 7946 0000', '12345'];
  const { rows } = await sql<{ phone: string; keys: string[] }>`
    select phone, lead_phone_keys(array[phone]) as keys from unnest(${phones}::text[]) phone`.execute(server.db);
  expect(rows).toEqual(phones.map((phone) => ({ phone, keys: [phoneKey(phone)] })));
});

test('the report file of a dry run has every row, and a NUL in the file is left out', async () => {
  const id = await upload(
    `name,email\n${Array.from({ length: 700 }, (_, at) => `,wrong${at}`).join('\n')}\nAda\0h Nul,\n`,
  );
  await check(id, { name: 0, email: 1 });
  await runCheck(id);
  const sheet = async () =>
    String((await admin.request('GET', `/api/v1/admin/lead-engine/imports/${id}/report-csv`)).body)
      .trim()
      .split('\r\n');
  expect(await sheet()).toHaveLength(701);
  await check(id, { name: 1 });
  await runCheck(id);
  expect(await sheet(), 'of the last check only').toHaveLength(2);
  await check(id, { name: 0 });
  await runCheck(id);
  await start(id);
  await runImport(id);
  expect(await found('adah')).toMatchObject([{ name: 'Adah Nul' }]);
  expect(await sheet()).toHaveLength(701);
});

test('importing the same file again changes nothing, and what is not a table is rejected', async () => {
  const file = 'name,email,phone\nCy Hale,cy@hale.test,1\nDee Ince,,555 0199\nEm Joss,,\n';
  expect((await imported(await upload(file)))?.rows).toMatchObject({ new: 3 });
  expect((await imported(await upload(file)))?.rows).toMatchObject({ new: 0, changed: 0, unchanged: 3 });
  for (const wrong of ['', 'name,email\n', '{"name": "Ada"}']) expect((await send(wrong)).status).toBe(422);
  expect((await (await server.as({ role: 0 })).call('GET /v1/admin/lead-engine/imports')).status).toBe(403);
});

test('an import that is stopped resumes behind its last batch and imports every row once', async () => {
  const lines = Array.from({ length: 1200 }, (_, at) => `Person ${at},person${at}@resume.test`);
  const id = await upload(`name,email\n${lines.join('\n')}\n`);
  await check(id, { name: 0, email: 1 });
  await runCheck(id);
  await start(id);
  const stopped = new AbortController();
  stopped.abort();
  await expect(runImport(id, stopped.signal)).rejects.toThrow();
  expect((await show(id)).rows_done).toBe(500);
  await runImport(id);
  expect(await show(id)).toMatchObject({ state: 'done', report: { rows: { read: 1200, new: 1200 } } });
  const { total } = (await admin.call('GET /v1/admin/lead-engine/contacts', { query: { search: '@resume.test' } }))
    .body;
  expect(total).toBe(1200);
});

test('two imports at once add a contact, an organization and a label of both files once', async () => {
  const lines = Array.from(
    { length: 1200 },
    (_, at) => `Twin ${at};twin${at}@twin.test;Twin Garage ${at % 9};Twin ${at % 4}`,
  );
  const ids = await Promise.all([1, 2].map(() => upload(`name;email;organization;label\n${lines.join('\n')}\n`)));
  for (const id of ids) {
    await check(id, (await show(id)).columns);
    await runCheck(id);
    await start(id);
  }
  await Promise.all(ids.map((id) => runImport(id)));
  const reports = await Promise.all(ids.map(show));
  expect(reports.reduce((sum, { report }) => sum + (report?.rows.new ?? 0), 0)).toBe(1200);
  const { rows } = await sql`select
    (select count(*)::int from lead_contacts where name like 'Twin %') as contacts,
    (select count(*)::int from lead_organizations where name like 'Twin Garage %') as organizations,
    (select count(*)::int from lead_labels where name like 'Twin %') as labels`.execute(server.db);
  expect(rows).toEqual([{ contacts: 1200, organizations: 9, labels: 4 }]);
});

test('rows without an address find their contact by name with a phone or the organization, and lock no other', async () => {
  const file = [
    'name;email;phone;organization',
    'Unknown;;+1 555 777 0001;',
    'Unknown;;110;',
    'Unknown;;;Kay Motors',
    'Unknown;;;',
  ].join('\n');
  expect((await imported(await upload(file)))?.rows).toMatchObject({ new: 4 });
  const other = await admin.call('POST /v1/admin/lead-engine/contacts', {
    body: { name: 'Unknown', phones: ['+1 555 777 0002'] },
  });
  const again = await upload(`${file}\nUNKNOWN;;+1 555 777 0003;\n`);
  await server.db.transaction().execute(async (tx) => {
    await sql`select id from lead_contacts where id = ${other.body.id} for update`.execute(tx);
    expect((await imported(again))?.rows).toMatchObject({ unchanged: 4, new: 1 });
  });
});

test('a custom field that is deleted during the import gets no values', async () => {
  const { body: field } = await admin.call('POST /v1/admin/lead-engine/fields', {
    body: { record: 'contact', name: 'Late bays', kind: 'number' },
  });
  const folder = await mkdtemp(join(tmpdir(), 'tuneport-import-'));
  const path = join(folder, 'late.csv');
  const lines = Array.from({ length: 600 }, (_, at) => `Late ${at};late${at}@late.test;${at < 500 ? '' : at}`);
  await writeFile(path, `name;email;bays\n${lines.join('\n')}\n`);
  const params = { id: field.id };
  const report = await importContacts(server.db, {
    path,
    columns: { name: 0, email: 1, [customFieldName(field.id)]: 2 },
    ownerId: null,
    now: new Date(),
    onProgress: () => {},
    // The first batch has no value of the field.
    commit: async (_tx, done) => {
      if (done === 500) expect((await admin.call(`DELETE ${fields}/:id`, { params })).status).toBe(204);
    },
  });
  await rm(folder, { recursive: true });
  expect(report).toMatchObject({ rows: { new: 600 }, warnings: 100 });
  expect((await found('late599@late.test'))[0]?.custom).toEqual({});
});

test('columns of other products are recognised, and addresses are read as they are written there', () => {
  expect(guessColumns(['First Name', 'Last Name', 'E-mail 1 - Value', 'Organisation', 'Notes'])).toEqual({
    firstName: 0,
    lastName: 1,
    email: 2,
    organization: 3,
    note: 4,
  });
  const columns = { firstName: 0, lastName: 1, email: 2 };
  expect(readContact(2, ['Ada', 'Fern', 'Ada <ADA@fern.test>; mailto:a@b.test'], columns)).toMatchObject({
    name: 'Ada Fern',
    emails: ['ada@fern.test', 'a@b.test'],
    warnings: [],
  });
  expect(readContact(3, ['', '', 'only@address.test'], columns)).toMatchObject({ name: 'only@address.test' });
  expect(readContact(4, [' ', '', ''], columns)).toBe('Empty row');
});

test('custom fields are guessed by their names, imported by their types and never overwritten', async () => {
  const field = async (body: object) =>
    (
      await admin.call('POST /v1/admin/lead-engine/fields', {
        body: { record: 'contact', ...body } as never,
      })
    ).body.id;
  const job = await field({ name: 'Job title', kind: 'text' });
  const bays = await field({ name: 'Work bays', kind: 'number' });
  await field({ name: '#', kind: 'text' });
  const rows = ['Name;E-mail;Job Title;Work bays;', 'Cy;cy@bays.test;Buyer;3', 'Di;di@bays.test;;several'];
  const id = await upload(rows.join('\n'));
  const { columns } = await show(id);
  expect(columns).toEqual({ name: 0, email: 1, [`custom.${job}`]: 2, [`custom.${bays}`]: 3 });
  expect((await check(id, { name: 0, 'custom.999999': 2 })).status).toBe(422);
  const report = await imported(id);
  expect(report).toMatchObject({ rows: { new: 2 }, warnings: 1 });
  expect(report?.lines[0]?.reason).toBe('Work bays: not imported: "several"');
  expect((await found('cy@bays.test'))[0]?.custom).toEqual({ [job]: 'Buyer', [bays]: 3 });
  const again = await upload(
    ['Name;E-mail;Job Title;Work bays', 'Cy;cy@bays.test;Owner;5', 'Di;di@bays.test;Lead;'].join('\n'),
  );
  const second = await imported(again);
  expect(second).toMatchObject({ rows: { changed: 1, unchanged: 1 }, warnings: 2 });
  expect(second?.lines[0]?.reason).toBe('The contact keeps its value of a field; not set: "Owner"');
  expect((await found('cy@bays.test'))[0]?.custom).toEqual({ [job]: 'Buyer', [bays]: 3 });
  expect((await found('di@bays.test'))[0]?.custom).toEqual({ [job]: 'Lead' });
});
