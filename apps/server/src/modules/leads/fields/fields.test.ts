import { customFieldsMax } from '@tuneport/domain/leads/custom-fields';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';

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
    { errors: { [`custom.${id}`]: [`Contract is required for ${stage?.name}.`] } },
  ]);
  expect((await addDeal({ stageId: params.stageId })).status).toBe(422);
  expect((await addDeal({ stageId: params.stageId, custom: { [id]: '2026-01-01' } })).status).toBe(201);
  const field = (await admin.call('GET /v1/admin/lead-engine/fields/:id', { params: { id } })).body;
  const used = await admin.call('DELETE /v1/admin/lead-engine/fields/:id', { params: { id } });
  expect(used.status).toBe(409);
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
    { name: 'Weight', kind: 'weight' },
  ])
    expect(
      (await admin.call('POST /v1/admin/lead-engine/fields', { body: { record: 'deal', ...body } as never })).status,
      JSON.stringify(body),
    ).toBe(422);
  const stranger = await server.as({ role: 0 });
  expect((await stranger.call('GET /v1/admin/lead-engine/fields')).status).toBe(403);
});

test('a renamed field is renamed in the templates that use it', async () => {
  const id = await addField({ name: 'Bays', kind: 'number' });
  const { body: template } = await admin.call('POST /v1/admin/lead-engine/mail-templates', {
    body: { name: 'Offer', subject: 'For {{deal.Bays}}', text: 'Hello' },
  });
  const field = (await admin.call('GET /v1/admin/lead-engine/fields/:id', { params: { id } })).body;
  const renamed = await admin.call('PATCH /v1/admin/lead-engine/fields/:id', {
    params: { id },
    body: { name: 'Work bays' },
    readAt: String(field.updated_at),
  } as never);
  expect(renamed.status).toBe(200);
  const read = await admin.call('GET /v1/admin/lead-engine/mail-templates/:id', { params: { id: template.id } });
  expect(read.body.subject).toBe('For {{deal.Work bays}}');
});
