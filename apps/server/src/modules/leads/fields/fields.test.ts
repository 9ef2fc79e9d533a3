import { customFieldsMax } from '@tuneport/domain/leads/custom-fields';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { addDeals } from '../deals/add-deals.ts';
import { listPipelines, type PipelineRow } from '../pipelines.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('lead_fields').execute();
});

const addField = async (body: Record<string, unknown>) => {
  const made = await admin.call('POST /v1/admin/lead-engine/fields', { body: { record: 'deal', ...body } as never });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.id;
};
const addDeal = (body: object) =>
  admin.call('POST /v1/admin/lead-engine/deals', { body: { title: 'Fleet', ...body } as never });
const change = (id: number, body: object) =>
  admin.call('PATCH /v1/admin/lead-engine/deals/:id', { params: { id }, body });

test('values of a deal are typed, checked, merged and shown in its timeline', async () => {
  const seats = await addField({ name: 'Bays', kind: 'number' });
  const budget = await addField({ name: 'Budget', kind: 'money', currency: 'EUR' });
  const size = await addField({ name: 'Size', kind: 'choice', options: 'Small\nLarge' });
  const { body: deal } = await addDeal({ custom: { [seats]: '4', [budget]: '1,500' } });
  expect(deal.custom).toEqual({ [seats]: 4, [budget]: 1500 });
  const wrong = await change(deal.id, { custom: { [seats]: 'many', [size]: 'Huge', 999: 'x' } });
  expect([wrong.status, Object.keys((wrong.body as never as { errors: object }).errors).sort()]).toEqual([
    422,
    [`custom.${seats}`, `custom.${size}`, 'custom.999'].sort(),
  ]);
  const right = await change(deal.id, { custom: { [seats]: null, [size]: 'large' } });
  expect(right.body.custom).toEqual({ [budget]: 1500, [size]: 'Large' });
  const { data } = (await admin.call('GET /v1/admin/lead-engine/deals/:id/timeline', { params: { id: deal.id } })).body;
  expect(data[0]?.text.split('\n').sort()).toEqual(['Bays: 4 → –', 'Size: – → Large']);
  const renewal = await addField({ name: 'Renewal', kind: 'date' });
  await change(deal.id, { custom: { [renewal]: '2026-05-01' } });
  const [dated] = (await admin.call('GET /v1/admin/lead-engine/deals/:id/timeline', { params: { id: deal.id } })).body
    .data;
  expect(dated?.text).toBe('Renewal: – → 1 May 2026');
});

test('two people who fill in different fields of a contact keep both values', async () => {
  const one = await addField({ record: 'contact', name: 'Job', kind: 'text' });
  const two = await addField({ record: 'contact', name: 'Newsletter', kind: 'boolean' });
  const { body: contact } = await admin.call('POST /v1/admin/lead-engine/contacts', { body: { name: 'Ada' } });
  const params = { id: contact.id };
  const send = (custom: Record<string, string | boolean>) =>
    admin.call('PATCH /v1/admin/lead-engine/contacts/:id', { params, body: { custom } });
  const both = await Promise.all([send({ [one]: 'Buyer' }), send({ [two]: false })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const read = await admin.call('GET /v1/admin/lead-engine/contacts/:id', { params });
  expect(read.body.custom).toEqual({ [one]: 'Buyer', [two]: false });
  const other = await admin.call('POST /v1/admin/lead-engine/contacts', {
    body: { name: 'Ada B', custom: { [one]: 'Owner', [two]: true } },
  });
  await admin.call('POST /v1/admin/lead-engine/contacts/:id/merge', { params, body: { contactId: other.body.id } });
  expect((await admin.call('GET /v1/admin/lead-engine/contacts/:id', { params })).body.custom).toEqual({
    [one]: 'Buyer',
    [two]: false,
  });
});

test('lists filter by every kind of field, and a filter of the wrong kind finds nothing', async () => {
  const fields = {
    text: await addField({ name: 'Brands', kind: 'text' }),
    number: await addField({ name: 'Bays', kind: 'number' }),
    date: await addField({ name: 'Renewal', kind: 'date' }),
    choice: await addField({ name: 'Size', kind: 'choice', options: ['Small', 'Large'] }),
    boolean: await addField({ name: 'Fleet', kind: 'boolean' }),
  };
  const { body: deal } = await addDeal({
    custom: {
      [fields.text]: 'BMW, "M" only',
      [fields.number]: 7,
      [fields.date]: '2026-05-01',
      [fields.choice]: 'Large',
      [fields.boolean]: true,
    },
  });
  const found = async (filter: Record<string, string>) => {
    const query = { custom: JSON.stringify(filter) };
    const { status, body } = await admin.call('GET /v1/admin/lead-engine/deals', { query });
    return status === 200 ? body.data.some(({ id }) => id === deal.id) : status;
  };
  expect(await found({ [`${fields.text}.contains`]: 'bmw' })).toBe(true);
  expect(await found({ [`${fields.text}.contains`]: '"M"' })).toBe(true);
  expect(await found({ [`${fields.text}.contains`]: 'audi' })).toBe(false);
  expect(await found({ [`${fields.number}.min`]: '7', [`${fields.number}.max`]: '7.5' })).toBe(true);
  expect(await found({ [`${fields.number}.min`]: '8' })).toBe(false);
  expect(await found({ [`${fields.number}.min`]: '007', [`${fields.number}.max`]: '07.50' })).toBe(true);
  expect(await found({ [`${fields.number}.max`]: '-0' })).toBe(false);
  expect(await found({ [`${fields.date}.from`]: '2026-05-01', [`${fields.date}.to`]: '2026-05-01' })).toBe(true);
  expect(await found({ [`${fields.date}.to`]: '2026-04-30' })).toBe(false);
  expect(await found({ [`${fields.choice}.is`]: 'Large' })).toBe(true);
  expect(await found({ [`${fields.choice}.is`]: 'Small' })).toBe(false);
  expect(await found({ [`${fields.boolean}.yes`]: 'true' })).toBe(true);
  expect(await found({ [`${fields.boolean}.yes`]: 'false' })).toBe(false);
  expect(await found({ [`${fields.text}.min`]: '1' })).toBe(false);
  expect(await found({ [`${fields.text}.like`]: '1' })).toBe(422);
  for (const text of ['a\0', '\ud800'])
    for (const op of ['contains', 'is']) expect(await found({ [`${fields.text}.${op}`]: text }), op).toBe(422);
  for (const text of ['a\0', '\ud800'])
    expect((await change(deal.id, { custom: { [fields.text]: text } })).status).toBe(422);
  const contacts = await admin.call('GET /v1/admin/lead-engine/contacts', {
    query: { custom: JSON.stringify({ [`${fields.text}.contains`]: 'bmw' }) },
  });
  expect([contacts.status, contacts.body.total]).toEqual([200, 0]);
});

test('numbers and dates are indexed by range, whatever writes the record', async () => {
  const bays = await addField({ name: 'Bays', kind: 'number' });
  const renewal = await addField({ name: 'Renewal', kind: 'date' });
  const brands = await addField({ name: 'Brands', kind: 'text' });
  const { body: deal } = await addDeal({ custom: { [bays]: -0.5, [renewal]: '2026-05-01', [brands]: 'BMW' } });
  const keys = async (id: number) =>
    (await server.db.selectFrom('lead_deal_values').select('key').where('deal_id', '=', id).execute())
      .map(({ key }) => JSON.stringify(key))
      .sort();
  expect(await keys(deal.id)).toEqual([`[${bays},-0.5]`, `[${renewal},"2026-05-01"]`].sort());
  await change(deal.id, { custom: { [bays]: 1_000_000, [renewal]: null } });
  expect(await keys(deal.id)).toEqual([`[${bays},1000000]`]);
  await change(deal.id, { title: 'Same values' });
  expect(await keys(deal.id)).toEqual([`[${bays},1000000]`]);
  const found = async (filter: Record<string, string>) =>
    (await admin.call('GET /v1/admin/lead-engine/deals', { query: { custom: JSON.stringify(filter) } })).body.total;
  expect(await found({ [`${bays}.min`]: '999999.5', [`${bays}.max`]: '1000000' })).toBe(1);
  expect(await found({ [`${bays}.max`]: '999999' })).toBe(0);
  expect(await found({ [`${bays}.min`]: '5', [`${bays}.max`]: '4' })).toBe(0);
  await server.db.deleteFrom('lead_deals').where('id', '=', deal.id).execute();
  expect(await keys(deal.id)).toEqual([]);

  const age = await addField({ record: 'contact', name: 'Age', kind: 'number' });
  await server.db
    .insertInto('lead_contacts')
    .values({ name: 'Imported', custom: JSON.stringify({ [age]: 40 }) })
    .execute();
  const contacts = async (filter: Record<string, string>) =>
    (await admin.call('GET /v1/admin/lead-engine/contacts', { query: { custom: JSON.stringify(filter) } })).body.total;
  expect(await contacts({ [`${age}.min`]: '40' })).toBe(1);
  await server.db
    .updateTable('lead_contacts')
    .set({ custom: JSON.stringify({ [age]: 39 }) })
    .where('name', '=', 'Imported')
    .execute();
  expect(await contacts({ [`${age}.min`]: '40' })).toBe(0);
});

test('the board and its counts of closed deals are filtered by custom fields', async () => {
  const { body: pipeline } = await admin.call('POST /v1/admin/lead-engine/pipelines', { body: { name: 'Filtered' } });
  const bays = await addField({ name: 'Bays', kind: 'number' });
  const of = async (count: number) =>
    (await addDeal({ pipeline: pipeline.id, custom: { [bays]: count } })).body as { id: number };
  const [small, large, won] = [await of(2), await of(9), await of(8)];
  await of(1);
  await admin.call('POST /v1/admin/lead-engine/deals/:id/won', { params: { id: won.id } });
  const board = async (filter: Record<string, string>, since?: number) =>
    (
      await admin.call('GET /v1/admin/lead-engine/board', {
        query: { pipeline: pipeline.id, custom: JSON.stringify(filter), ...(since === undefined ? {} : { since }) },
      })
    ).body;
  const many = await board({ [`${bays}.min`]: '5' });
  expect(many.cards.map(({ id }) => id)).toEqual([large.id]);
  expect(many.closed).toMatchObject([{ status: 'won', count: 1 }]);
  expect((await board({ [`${bays}.min`]: '20' })).closed).toEqual([]);
  // A deal that no longer matches leaves a board that follows the changes.
  await change(large.id, { custom: { [bays]: 3 } });
  await change(small.id, { custom: { [bays]: 6 } });
  const next = await board({ [`${bays}.min`]: '5' }, many.version);
  expect([next.complete, next.cards.map(({ id }) => id), next.removed]).toEqual([false, [small.id], [large.id]]);
  const wrong = await admin.call('GET /v1/admin/lead-engine/board', { query: { custom: '{"x":1}' } });
  expect(wrong.status).toBe(422);
});

test('lists sort by every kind of custom field, page by page, with empty values last', async () => {
  const word = `Sorted ${Date.now()}`;
  const text = await addField({ name: 'Brands', kind: 'text' });
  const number = await addField({ name: 'Bays', kind: 'number' });
  const date = await addField({ name: 'Renewal', kind: 'date' });
  const job = await addField({ record: 'contact', name: 'Job', kind: 'text' });
  const values: object[] = [
    { [text]: 'bmw', [number]: 10, [date]: '2026-05-02' },
    { [text]: 'Audi', [number]: 9.5, [date]: '2025-12-31' },
    { [text]: 'Ford', [number]: -3, [date]: '2026-05-01' },
    {},
  ];
  const ids: number[] = [];
  for (const [at, custom] of values.entries()) ids.push((await addDeal({ title: `${word} ${at}`, custom })).body.id);
  const sorted = async (sort: string, behind?: [key: unknown, nth: number]) => {
    const cursor = behind && [sort, JSON.stringify(behind[0]), String(ids[behind[1]])];
    const after = cursor && { after: Buffer.from(JSON.stringify(cursor)).toString('base64url') };
    const { body } = await admin.call('GET /v1/admin/lead-engine/deals', { query: { search: word, sort, ...after } });
    return body.data.map(({ title }) => title.slice(-1)).join('');
  };
  expect(await sorted(`custom.${text}`)).toBe('1023');
  expect(await sorted(`custom.${text}`, ['bmw', 0])).toBe('23');
  expect(await sorted(`custom.${number}`)).toBe('2103');
  expect(await sorted(`custom.${number}`, [[number, 9.5], 1])).toBe('03');
  expect(await sorted(`-custom.${number}`)).toBe('0123');
  expect(await sorted(`custom.${date}`)).toBe('1203');
  for (const name of ['Cleo', 'Abel', 'Bert'])
    await admin.call('POST /v1/admin/lead-engine/contacts', {
      body: { name: `${word} ${name}`, custom: { [job]: `${name} job` } },
    });
  const contacts = await admin.call('GET /v1/admin/lead-engine/contacts', {
    query: { search: word, sort: `-custom.${job}` },
  });
  expect(contacts.body.data.map(({ name }) => name.slice(word.length + 1))).toEqual(['Cleo', 'Bert', 'Abel']);
  const forged = Buffer.from(JSON.stringify([`custom.${number}`, 'not json', '1'])).toString('base64url');
  const refused = await admin.call('GET /v1/admin/lead-engine/deals', {
    query: { sort: `custom.${number}`, after: forged },
  });
  expect(refused.status).toBe(422);
});

test.each([
  ['number', (nth: number) => ((nth * 7) % 50) - 20],
  ['date', (nth: number) => `2026-05-${String(1 + (nth % 20)).padStart(2, '0')}`],
] as const)('a long list by a %s has the same order forwards, backwards and by page number', async (kind, nthValue) => {
  const word = `Long ${Date.now()}`;
  const id = await addField({ name: `Long ${kind}`, kind });
  const [pipeline] = await listPipelines(server.db);
  // More than a search counts, so that pages are read from the index; the eleventh page ends with deals without a value.
  const valued = 1_020;
  const deals = Array.from({ length: 1_040 }, (_, nth) => ({
    title: `${word} ${nth}`,
    valueMinor: 0n,
    organizationId: null,
    contactId: null,
    ownerId: null,
    probability: null,
    priority: 'low' as const,
    expectedCloseDate: null,
    createdAt: new Date('2026-01-01T00:00:00Z'),
    stages: [{ name: 'First Contact', days: 1 }],
    closed: null,
    custom: nth < valued ? { [id]: nthValue(nth) } : {},
  }));
  const ids = await addDeals(server.db, pipeline as PipelineRow, deals, 'CAD');
  for (const direction of [1, -1]) {
    const sort = `${direction === 1 ? '' : '-'}custom.${id}`;
    const read = async (query: { after?: string; before?: string; page?: number; per_page?: number }) => {
      const given = { search: word, sort, per_page: 100, ...query } as const;
      const { body } = await admin.call('GET /v1/admin/lead-engine/deals', { query: given });
      return { ...body, ids: body.data.map((deal) => deal.id) };
    };
    const byValue = (one: number, other: number) => {
      const [a, b] = [nthValue(one), nthValue(other)];
      return direction * (a < b ? -1 : a > b ? 1 : one - other);
    };
    const expected = [
      ...[...Array(valued).keys()].sort(byValue),
      ...[...Array(ids.length).keys()].slice(valued).sort((one, other) => direction * (one - other)),
    ].map((nth) => ids[nth]);
    const pages = [await read({})];
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await read({ after: next }));
    expect(pages.flatMap((page) => page.ids)).toEqual(expected);
    expect((await read({ before: pages[10]?.previous ?? '' })).ids).toEqual(expected.slice(900, 1000));
    expect((await read({ page: 3 })).ids).toEqual(expected.slice(200, 300));
    const last = await read({ page: 42, per_page: 25 });
    expect(last.ids).toEqual(expected.slice(1_025));
    expect((await read({ before: last.previous ?? '', per_page: 25 })).ids).toEqual(expected.slice(1_000, 1_025));
  }
});

test('a stage requires a custom field until the field is archived or deleted', async () => {
  const id = await addField({ name: 'Contract', kind: 'date' });
  const [pipeline] = (await admin.call('GET /v1/admin/lead-engine/pipelines')).body;
  const stage = pipeline?.stages[1];
  const params = { id: pipeline?.id ?? 0, stageId: stage?.id ?? 0 };
  const rule = (requiredFields: string[]) =>
    admin.call('PATCH /v1/admin/lead-engine/pipelines/:id/stages/:stageId', {
      params,
      body: { requiredFields: requiredFields as never },
    });
  expect((await rule(['custom.999999'])).status).toBe(422);
  expect((await rule([`custom.${id}`])).status).toBe(200);
  const { body: deal } = await addDeal({});
  const refused = await change(deal.id, { stageId: params.stageId });
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { errors: { [`custom.${id}`]: [`"Contract" is required for ${stage?.name}.`] } },
  ]);
  expect((await addDeal({ stageId: params.stageId })).status).toBe(422);
  expect((await addDeal({ stageId: params.stageId, custom: { [id]: '2026-01-01' } })).status).toBe(201);
  const field = (await admin.call('GET /v1/admin/lead-engine/fields/:id', { params: { id } })).body;
  const used = await admin.call('DELETE /v1/admin/lead-engine/fields/:id', { params: { id } });
  expect([used.status, used.body]).toMatchObject([
    409,
    { message: '1 deal still uses this. Archive the field instead.' },
  ]);
  const archived = await admin.call('PATCH /v1/admin/lead-engine/fields/:id', {
    params: { id },
    body: { archived: true },
    readAt: String(field.updated_at),
  } as never);
  expect(archived.status).toBe(200);
  expect((await change(deal.id, { stageId: params.stageId })).status).toBe(200);
  await server.db.updateTable('lead_deals').set({ custom: '{}' }).execute();
  expect((await admin.call('DELETE /v1/admin/lead-engine/fields/:id', { params: { id } })).status).toBe(204);
  const [after] = (await admin.call('GET /v1/admin/lead-engine/pipelines')).body;
  expect(after?.stages[1]?.requiredFields).toEqual([]);
});

test(`at most ${customFieldsMax} fields are in use, also when two are added at once`, async () => {
  for (let nth = 1; nth < customFieldsMax; nth += 1) await addField({ name: `Field ${nth}`, kind: 'text' });
  const add = (name: string) =>
    admin.call('POST /v1/admin/lead-engine/fields', { body: { record: 'deal', kind: 'text', name } });
  const both = await Promise.all([add('One more'), add('Another')]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  expect((await add('Field 1')).status).toBe(422);
});

test('a field is refused with options, a currency or a name that does not suit it', async () => {
  for (const body of [
    { name: 'Size', kind: 'choice' },
    { name: 'Size', kind: 'text', options: ['a'] },
    { name: 'Budget', kind: 'money' },
    { name: 'Budget', kind: 'text', currency: 'EUR' },
    { name: 'A {{b}}', kind: 'text' },
    { name: 'Expected close date', kind: 'text' },
    { name: 'TITLE', kind: 'text' },
    { name: '\u200b', kind: 'text' },
    { name: 'Size', kind: 'choice', options: ['\u202esmall'] },
    { name: 'Weight', kind: 'weight' },
  ])
    expect(
      (await admin.call('POST /v1/admin/lead-engine/fields', { body: { record: 'deal', ...body } as never })).status,
      JSON.stringify(body),
    ).toBe(422);
  const stranger = await server.as({ role: 0 });
  expect((await stranger.call('GET /v1/admin/lead-engine/fields')).status).toBe(403);
});

test('a field with the name of a property of every object is shown by its name', async () => {
  const id = await addField({ name: 'constructor', kind: 'text' });
  const { body: deal } = await addDeal({});
  await change(deal.id, { custom: { [id]: 'Ada' } });
  const { body } = await admin.call('GET /v1/admin/lead-engine/deals/:id/timeline', { params: { id: deal.id } });
  expect(body.data[0]?.text).toBe('constructor: – → Ada');
  await change(deal.id, { custom: { [id]: 'Ada' } });
  const again = await admin.call('GET /v1/admin/lead-engine/deals/:id/timeline', { params: { id: deal.id } });
  expect(again.body.data, 'a save without a change is no change').toHaveLength(body.data.length);
});

test('a merged deal keeps its values and takes over those it lacks', async () => {
  const [one, two] = [
    await addField({ name: 'Bays', kind: 'number' }),
    await addField({ name: 'Fleet', kind: 'text' }),
  ];
  const { body: kept } = await addDeal({ custom: { [one]: 5 } });
  const { body: other } = await addDeal({ custom: { [one]: 7, [two]: 'Vans' } });
  const merged = await admin.call('POST /v1/admin/lead-engine/deals/:id/merge', {
    params: { id: kept.id },
    body: { dealId: other.id },
  });
  expect([merged.status, merged.body.custom]).toEqual([200, { [one]: 5, [two]: 'Vans' }]);
});

test('a field is not deleted while a value of it is saved', async () => {
  const { body: deal } = await addDeal({});
  for (let round = 0; round < 6; round += 1) {
    const id = await addField({ name: `Race ${round}`, kind: 'text' });
    const [saved, deleted] = await Promise.all([
      change(deal.id, { custom: { [id]: 'kept' } }),
      admin.call('DELETE /v1/admin/lead-engine/fields/:id', { params: { id } }),
    ]);
    expect([
      [200, 409],
      [422, 204],
    ]).toContainEqual([saved.status, deleted.status]);
  }
});

test('a problem with one option is a problem of the whole list, which the form has', async () => {
  const body = { record: 'deal', name: 'Long', kind: 'choice', options: ['Short', 'x'.repeat(81)] } as const;
  const refused = await admin.call('POST /v1/admin/lead-engine/fields', { body } as never);
  expect(refused.body).toMatchObject({ errors: { options: ['An option can have at most 80 characters.'] } });
});

test('a renamed field is renamed in the templates that use it', async () => {
  const id = await addField({ name: 'Bays', kind: 'number' });
  const { body: template } = await admin.call('POST /v1/admin/lead-engine/mail-templates', {
    body: { name: 'Offer', subject: 'For {{deal.Bays}}', text: 'Hello {{ deal.Bays }}, {{deal.Bays too}}' },
  });
  const field = (await admin.call('GET /v1/admin/lead-engine/fields/:id', { params: { id } })).body;
  const renamed = await admin.call('PATCH /v1/admin/lead-engine/fields/:id', {
    params: { id },
    body: { name: 'Work bays' },
    readAt: String(field.updated_at),
  } as never);
  expect(renamed.status).toBe(200);
  const read = await admin.call('GET /v1/admin/lead-engine/mail-templates/:id', { params: { id: template.id } });
  expect([read.body.subject, read.body.text]).toEqual([
    'For {{deal.Work bays}}',
    'Hello {{deal.Work bays}}, {{deal.Bays too}}',
  ]);
});
