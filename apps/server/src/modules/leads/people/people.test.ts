import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, patient, type TestServer, testServer } from '../../../testing/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = patient(await server.as({ role: 3 }));
});
afterAll(() => server.close());

const path = '/v1/admin/lead-engine/contacts';
const make = async (body: object) => (await admin.call(`POST ${path}`, { body })).body;
const deal = async (body: object) =>
  (await admin.call('POST /v1/admin/lead-engine/deals', { body: { title: 'A deal', ...body } })).body;

test('a contact is created with organization, addresses and phones (C099)', async () => {
  const body = {
    name: 'Kim Example',
    organization: 'Example Motors',
    emails: ['Kim@Example.test'],
    phones: ['+1 555 0100'],
  };
  const made = await admin.call(`POST ${path}`, { body });
  expect([made.status, made.body]).toMatchObject([
    201,
    {
      name: 'Kim Example',
      organization: { name: 'Example Motors' },
      emails: ['kim@example.test'],
      phones: ['+1 555 0100'],
      user: { id: admin.userId },
    },
  ]);
  for (const wrong of [{ name: '' }, { name: 'A', emails: ['nowhere'] }, { name: 'A', organization: 999_999 }])
    expect((await admin.call(`POST ${path}`, { body: wrong })).status).toBe(422);
});

test('contacts, organizations and activities are not given to a person without the role', async () => {
  const customer = await server.make.user();
  const refused = await admin.call(`POST ${path}`, { body: { name: 'A', user: customer.id } });
  expect(refused.body).toMatchObject({ errors: { user: ['This person cannot own contacts. Choose another.'] } });
  const organization = await admin.call('POST /v1/admin/lead-engine/organizations', {
    body: { name: 'Given away', user: customer.id },
  });
  expect(organization.body).toMatchObject({
    errors: { user: ['This person cannot own organizations. Choose another.'] },
  });
  const activity = await admin.call('POST /v1/admin/lead-engine/activities', {
    body: { type: 'call', subject: 'Call', date: '2026-05-01', user: customer.id },
  });
  expect(activity.body).toMatchObject({ errors: { user: ['This person cannot own activities. Choose another.'] } });
});

test('contacts are found by name, organization, address and label (C098)', async () => {
  const label = (await admin.call('POST /v1/admin/lead-engine/labels', { body: { name: 'VIP', colour: 'green' } }))
    .body;
  const { id } = await make({
    name: 'Lou Findable',
    organization: 'Rare Name Garage',
    emails: ['lou@rare.test'],
    labels: [label.id],
  });
  for (const query of [{ search: 'findable' }, { search: 'rare name' }, { search: 'lou@rare' }, { label: label.id }]) {
    const { body } = await admin.call(`GET ${path}`, { query });
    expect(body.data.map((contact) => contact.id)).toEqual([id]);
  }
});

test('a contact is shown with its deals, also those it takes part in (C100)', async () => {
  const { id } = await make({ name: 'Sam Deals' });
  const own = await deal({ contact: id });
  const shared = await deal({});
  const params = { id: shared.id };
  await admin.call('PATCH /v1/admin/lead-engine/deals/:id', { params, body: { participants: [id] } });
  const shown = (await admin.call(`GET ${path}/:id`, { params: { id } })).body;
  expect(shown.deals.map((one) => one.id).sort()).toEqual([own.id, shared.id].sort());
  expect(shown.openDeals).toBe(1);
  expect((await admin.call(`GET ${path}/:id`, { params: { id: 999_999 } })).status).toBe(404);
});

test('a contact is updated; consent is stamped (C101)', async () => {
  const { id } = await make({ name: 'Old Name' });
  const body = { name: 'New Name', consent: 'given', organization: 'New Org' };
  const changed = await admin.call(`PATCH ${path}/:id`, { params: { id }, body });
  expect(changed.body).toMatchObject({ name: 'New Name', consent: 'given', consentAt: expect.any(String) });
  expect(changed.body.organization).toMatchObject({ name: 'New Org' });
  expect((await admin.call(`PATCH ${path}/:id`, { params: { id }, body: { emails: ['x'] } })).status).toBe(422);
});

test('another label of a contact is in its history, and the same one is not', async () => {
  const ids: number[] = [];
  for (const name of ['Known', 'Unknown'])
    ids.push((await admin.call('POST /v1/admin/lead-engine/labels', { body: { name } })).body.id);
  const { id } = await make({ name: 'Labelled', labels: ids.slice(0, 1) });
  const set = (labels: number[]) => admin.call(`PATCH ${path}/:id`, { params: { id }, body: { labels } });
  expect((await set(ids)).body.labels).toHaveLength(2);
  await set([...ids].reverse());
  const { data } = (await admin.call(`GET ${path}/:id/history`, { params: { id }, query: { page: 1 } })).body;
  expect(data.flatMap(({ changes }) => changes.filter(({ field }) => field === 'labels'))).toEqual([
    { field: 'labels', before: ['Known'], after: ['Known', 'Unknown'] },
    { field: 'labels', before: [], after: ['Known'] },
    { field: 'labels', before: null, after: [] },
  ]);
});

test('a contact that deals name is not deleted (C102)', async () => {
  const { id } = await make({ name: 'Named' });
  await deal({ contact: id });
  const refused = await admin.call(`DELETE ${path}/:id`, { params: { id } });
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { message: '1 deal still uses this. Move or delete it first.' },
  ]);
  const free = await make({ name: 'Free' });
  expect((await admin.call(`DELETE ${path}/:id`, { params: { id: free.id } })).status).toBe(204);
});

test('labels are listed, added, changed and deleted (C103) (C104) (C105) (C106)', async () => {
  const labels = '/v1/admin/lead-engine/labels';
  const made = await admin.call(`POST ${labels}`, { body: { name: 'Race team', colour: 'blue' } });
  expect([made.status, made.body]).toMatchObject([201, { name: 'Race team', colour: 'blue' }]);
  const { id } = made.body;
  for (const body of [{ name: 'race TEAM' }, { name: 'Other', colour: 'plaid' }, { name: '' }])
    expect((await admin.call(`POST ${labels}`, { body })).status).toBe(422);
  const changed = await admin.call(`PATCH ${labels}/:id`, { params: { id }, body: { colour: 'teal' } });
  expect(changed.body).toMatchObject({ name: 'Race team', colour: 'teal' });
  expect((await admin.call(`GET ${labels}`)).body.data).toContainEqual(expect.objectContaining({ id, colour: 'teal' }));
  const { id: dealId } = await deal({});
  await admin.call('PUT /v1/admin/lead-engine/deals/:id/labels', { params: { id: dealId }, body: { labels: [id] } });
  expect((await admin.call(`DELETE ${labels}/:id`, { params: { id } })).status).toBe(204);
  const shown = await admin.call('GET /v1/admin/lead-engine/deals/:id', { params: { id: dealId } });
  expect(shown.body.labels).toEqual([]);
  expect((await admin.call(`GET ${labels}`)).body.data.map((label) => label.id)).not.toContain(id);
  expect((await admin.call(`DELETE ${labels}/:id`, { params: { id } })).status).toBe(404);
});

test('more labels than a page has are listed (C103)', async () => {
  const values = Array.from({ length: 40 }, (_, at) => ({ name: `Many ${at}`, colour: 'grey' }));
  await server.db.insertInto('lead_labels').values(values).execute();
  const { body } = await admin.call('GET /v1/admin/lead-engine/labels');
  expect(body.data.filter(({ name }) => name.startsWith('Many'))).toHaveLength(40);
});

test('a contact of a deleted deal is kept for 30 days, and the message says so', async () => {
  const { id } = await make({ name: 'Restorable' });
  const { id: dealId } = await deal({ contact: id });
  await admin.call('DELETE /v1/admin/lead-engine/deals/:id', { params: { id: dealId } });
  const refused = await admin.call(`DELETE ${path}/:id`, { params: { id } });
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { message: expect.stringMatching(/^A deleted deal has this contact\. .* 30 days after it was deleted\.$/) },
  ]);
});

test('duplicates are found by address, phone or name, and merged without losing deals', async () => {
  const kept = await make({ name: 'Alex Twin', emails: ['alex@twin.test'], consent: 'given' });
  const other = await make({ name: 'A. Twin', emails: ['alex@twin.test', 'a@twin.test'], consent: 'withdrawn' });
  const named = await make({ name: 'alex twin' });
  const { id: dealId } = await deal({ contact: other.id });
  const found = (await admin.call(`GET ${path}/:id/duplicates`, { params: { id: kept.id } })).body;
  expect(found).toEqual([
    { id: other.id, name: 'A. Twin', because: 'Same e-mail address' },
    { id: named.id, name: 'alex twin', because: 'Same name' },
  ]);
  const answer = { deal_id: dealId, from_address: 'a@twin.test', verified: true, subject: 'Re', text: 'Yes' };
  await server.db
    .insertInto('lead_mail_replies')
    .values({ ...answer, contact_id: other.id })
    .execute();
  const merge = (contactId: number) =>
    admin.call(`POST ${path}/:id/merge`, { params: { id: kept.id }, body: { contactId } });
  expect((await merge(kept.id)).status).toBe(422);
  const merged = (await merge(other.id)).body;
  expect(merged).toMatchObject({ name: 'Alex Twin', consent: 'withdrawn', deals: [{ id: dealId }] });
  expect([...merged.emails].sort()).toEqual(['a@twin.test', 'alex@twin.test']);
  expect((await merge(other.id)).status).toBe(422);
  const answers = await server.db.selectFrom('lead_mail_replies').select('contact_id').execute();
  expect(answers).toEqual([{ contact_id: kept.id }]);
});

test('a merged consent has the time of the contact that gave or withdrew it', async () => {
  const day = (text: string) => new Date(`${text}T10:00:00Z`);
  const contact = async (consent: 'unknown' | 'given' | 'withdrawn', at: Date | null) => {
    const { id } = await make({ name: 'Merge Time', consent });
    await server.db.updateTable('lead_contacts').set({ consent_at: at }).where('id', '=', id).execute();
    return id;
  };
  for (const [kept, other, after] of [
    [
      ['given', day('2026-01-01')],
      ['withdrawn', day('2026-02-02')],
      ['withdrawn', day('2026-02-02')],
    ],
    [
      ['withdrawn', day('2026-03-03')],
      ['given', day('2026-01-01')],
      ['withdrawn', day('2026-03-03')],
    ],
    [
      ['unknown', null],
      ['given', day('2026-01-01')],
      ['given', day('2026-01-01')],
    ],
    [
      ['given', day('2026-04-04')],
      ['unknown', null],
      ['given', day('2026-04-04')],
    ],
  ] as const) {
    const [id, contactId] = [await contact(kept[0], kept[1]), await contact(other[0], other[1])];
    const merged = await admin.call(`POST ${path}/:id/merge`, { params: { id }, body: { contactId } });
    expect([merged.body.consent, merged.body.consentAt]).toEqual([after[0], after[1].toISOString()]);
  }
});

test('a contact is not a participant of its own deal after a merge', async () => {
  const [kept, other] = [await make({ name: 'Own One' }), await make({ name: 'Own Two' })];
  const { id } = await deal({ contact: kept.id });
  const params = { id };
  const body = { participants: [other.id] };
  await admin.call('PATCH /v1/admin/lead-engine/deals/:id', { params, body });
  await admin.call(`POST ${path}/:id/merge`, { params: { id: kept.id }, body: { contactId: other.id } });
  expect((await admin.call('GET /v1/admin/lead-engine/deals/:id', { params })).body).toMatchObject({
    contact: { id: kept.id },
    participants: [],
  });
});

test('phone numbers are compared by their digits, on the page and in the list', async () => {
  const one = await make({ name: 'Phone One', phones: ['+1 (999) 111-22'] });
  const two = await make({ name: 'Phone Two', phones: ['001 999 11122'] });
  await make({ name: 'Phone Three', phones: ['+1 999 11123'] });
  const found = (await admin.call(`GET ${path}/:id/duplicates`, { params: { id: one.id } })).body;
  expect(found).toEqual([{ id: two.id, name: 'Phone Two', because: 'Same phone number' }]);
  const listed = await admin.call(`GET ${path}`, { query: { duplicates: '1', search: 'Phone' } });
  expect(listed.body.data.map(({ name }) => name)).toEqual(['Phone One', 'Phone Two']);
  const merged = await admin.call(`POST ${path}/:id/merge`, { params: { id: one.id }, body: { contactId: two.id } });
  expect(merged.body.phones, 'one number is stored once').toEqual(['+1 (999) 111-22']);
});

test('contacts with more addresses than one can have are not merged', async () => {
  const emails = (name: string) => Array.from({ length: 6 }, (_, at) => `${name}${at}@full.test`);
  const one = await make({ name: 'Full', emails: emails('a') });
  const two = await make({ name: 'Full', emails: emails('b') });
  const refused = await admin.call(`POST ${path}/:id/merge`, { params: { id: one.id }, body: { contactId: two.id } });
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { errors: { contactId: [expect.stringContaining('12 e-mail addresses')] } },
  ]);
});

test('organizations with the same name, website or phone number are found and merged', async () => {
  const organizations = '/v1/admin/lead-engine/organizations';
  const add = async (body: { name: string; website?: string; phone?: string }) =>
    (await admin.call(`POST ${organizations}`, { body })).body;
  const kept = await add({ name: 'Twin-Works Ltd.', website: 'https://www.twin.test/' });
  const named = await add({ name: 'twin works ltd', phone: '+1 555 777 00' });
  const sited = await add({ name: 'Another name', website: 'twin.test' });
  await add({ name: 'Not the same' });
  const found = async () => (await admin.call(`GET ${organizations}/:id/duplicates`, { params: { id: kept.id } })).body;
  expect(await found()).toEqual([
    { id: named.id, name: 'twin works ltd', because: 'Same name' },
    { id: sited.id, name: 'Another name', because: 'Same website' },
  ]);
  const listed = await admin.call(`GET ${organizations}`, { query: { duplicates: '1', search: 'twin' } });
  expect(listed.body.data.map(({ id }) => id).sort()).toEqual([kept.id, named.id, sited.id].sort());
  const contact = await make({ name: 'Twin Person', organization: named.id });
  const { id: dealId } = await deal({ organization: named.id });
  const merge = (organizationId: number) =>
    admin.call(`POST ${organizations}/:id/merge`, { params: { id: kept.id }, body: { organizationId } });
  expect((await merge(kept.id)).status).toBe(422);
  expect((await merge(named.id)).body).toMatchObject({
    name: 'Twin-Works Ltd.',
    website: 'https://www.twin.test/',
    phone: '+1 555 777 00',
    people: [{ id: contact.id }],
    deals: [{ id: dealId }],
  });
  expect((await merge(named.id)).status, 'it is gone').toBe(422);
  expect((await found()).map(({ id }) => id)).toEqual([sited.id]);
  expect(
    (
      await admin.call(`POST ${organizations}/:id/merge`, {
        params: { id: 999_999 },
        body: { organizationId: kept.id },
      })
    ).status,
  ).toBe(404);
});

test('an organization is created, renamed, shown with its people and kept while it is used', async () => {
  const organizations = '/v1/admin/lead-engine/organizations';
  const made = (await admin.call(`POST ${organizations}`, { body: { name: 'Hill Works', website: 'hill.test' } })).body;
  const contact = await make({ name: 'Pat Hill', organization: made.id });
  const shown = (await admin.call(`GET ${organizations}/:id`, { params: { id: made.id } })).body;
  expect(shown).toMatchObject({ name: 'Hill Works', contacts: 1, people: [{ id: contact.id }] });
  const change = { params: { id: made.id }, body: { name: 'Hill Works Ltd' }, readAt: made.updated_at };
  expect((await admin.call(`PATCH ${organizations}/:id`, change)).body.name).toBe('Hill Works Ltd');
  expect((await admin.call(`DELETE ${organizations}/:id`, { params: { id: made.id } })).status).toBe(409);
});

test('requests that name the same new organization at once add it once', async () => {
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      admin.call('POST /v1/admin/lead-engine/contacts', {
        body: { name: `At once ${at}`, organization: at % 2 === 0 ? 'At Once Garage' : 'at once garage' },
      }),
    ),
  );
  expect(new Set(replies.map(({ body }) => body.organization?.id)).size).toBe(1);
});
