import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, patient, type TestServer, testServer } from '../../testing/server.ts';
import { form } from '../../testing/tuning.ts';
import { checkContactsJob } from './imports/import-jobs.ts';

// Every call of the lead engine that decides something once, sent 50 times concurrently by ten people.

const base = '/v1/admin/lead-engine';
const copies = 50;
let server: TestServer;
let people: Client[];
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  people = await Promise.all(Array.from({ length: 10 }, async () => patient(await server.as({ role: 3 }))));
  [admin] = people as [Client];
});
afterAll(() => server.close());

type Made = { id: number };
type Sent = { method: string; path: string; body?: object };

async function make(path: string, body: object): Promise<Made> {
  const reply = await admin.request('POST', `/api${base}/${path}`, { body });
  expect(reply.status, reply.raw.payload).toBe(201);
  return reply.body as Made;
}
const unique = (what: string) => `${what} ${randomUUID().slice(0, 8)}`;
const deal = (body: object = {}) => make('deals', { title: unique('Deal'), ...body });
const contact = (body: object = {}) => make('contacts', { name: unique('Contact'), ...body });
const decided = (record: Made, path: string, step: string, body?: object): Sent => ({
  method: 'POST',
  path: `${path}/${record.id}/${step}`,
  ...(body && { body }),
});
const removed = (record: Made, path: string): Sent => ({ method: 'DELETE', path: `${path}/${record.id}` });
const done = async (sent: Sent) => {
  const { status } = await admin.request(sent.method, `/api${base}/${sent.path}`, sent.body && { body: sent.body });
  expect(status).toBeLessThan(300);
};

const decisions: Record<string, () => Promise<Sent>> = {
  'a deal is won': async () => decided(await deal(), 'deals', 'won'),
  'a deal is lost': async () => decided(await deal(), 'deals', 'lost', { reason: 'Price' }),
  'a deal is reopened': async () => {
    const made = await deal();
    await done(decided(made, 'deals', 'won'));
    return decided(made, 'deals', 'reopen');
  },
  'a deal is deleted': async () => removed(await deal(), 'deals'),
  'a deal is restored': async () => {
    const made = await deal();
    await done(removed(made, 'deals'));
    return decided(made, 'deals', 'restore');
  },
  'a deal is merged': async () => decided(await deal(), 'deals', 'merge', { dealId: (await deal()).id }),
  'a won deal becomes a dealer': async () => {
    const email = `${randomUUID()}@example.test`;
    const made = await deal({ contact: (await contact({ emails: [email] })).id });
    await done(decided(made, 'deals', 'won'));
    return decided(made, 'deals', 'dealer', { name: 'Garage', slug: `garage-${randomUUID().slice(0, 8)}`, email });
  },
  'an opportunity is converted': async () =>
    decided(await make('opportunities', { title: unique('Lead') }), 'opportunities', 'convert', {}),
  'an opportunity is dismissed': async () =>
    decided(await make('opportunities', { title: unique('Lead') }), 'opportunities', 'dismiss'),
  'an opportunity is restored': async () => {
    const made = await make('opportunities', { title: unique('Lead') });
    await done(decided(made, 'opportunities', 'dismiss'));
    return decided(made, 'opportunities', 'restore');
  },
  'contacts are merged': async () => decided(await contact(), 'contacts', 'merge', { contactId: (await contact()).id }),
  'organizations are merged': async () => {
    const [kept, other] = await Promise.all([1, 2].map(() => make('organizations', { name: unique('Garage') })));
    return decided(kept as Made, 'organizations', 'merge', { organizationId: other?.id });
  },
  'a contact is deleted': async () => removed(await contact(), 'contacts'),
  'an organization is deleted': async () =>
    removed(await make('organizations', { name: unique('Garage') }), 'organizations'),
  'a label is deleted': async () => removed(await make('labels', { name: unique('Label') }), 'labels'),
  'a pipeline is deleted': async () => removed(await make('pipelines', { name: unique('Pipeline') }), 'pipelines'),
  'a field is deleted': async () =>
    removed(await make('fields', { record: 'deal', kind: 'text', name: unique('Field') }), 'fields'),
  'a template is deleted': async () =>
    removed(await make('mail-templates', { name: unique('Template'), subject: 'Hi', text: 'Hi' }), 'mail-templates'),
  'an activity is deleted': async () =>
    removed(await make('activities', { type: 'call', subject: 'Ring', date: '2030-01-01' }), 'activities'),
  'a note is deleted': async () => removed(await make('notes', { dealId: (await deal()).id, text: 'Note' }), 'notes'),
  'a file is removed': async () => {
    const { id } = await deal();
    const file = { name: 'offer.pdf', bytes: Buffer.from('An offer') };
    const sent = await admin.call(`POST ${base}/deals/:id/files`, { params: { id }, ...form({}, file) } as never);
    return { method: 'DELETE', path: `deals/${id}/files/${(sent.body as { id: string }).id}` };
  },
  'a label is created': async () => ({ method: 'POST', path: 'labels', body: { name: unique('Label') } }),
  'a field is created': async () => ({
    method: 'POST',
    path: 'fields',
    body: { record: 'deal', kind: 'number', name: unique('Field') },
  }),
  'an import is started': async () => {
    const made = await uploaded();
    await done(decided(made, 'imports', 'check', { columns: { name: 0, email: 1 } }));
    await checkContactsJob.run(job(), { import_id: made.id });
    return decided(made, 'imports', 'start');
  },
  'an import is deleted': async () => removed(await uploaded(), 'imports'),
};

const job = () => ({
  db: server.db,
  now: new Date(),
  log: server.platform.log,
  platform: server.platform,
  signal: new AbortController().signal,
});
async function uploaded(): Promise<Made> {
  const file = { name: 'people.csv', bytes: Buffer.from('name,email\nAnn,ann@example.test\n') };
  const { status, body } = await admin.call(`POST ${base}/imports`, form({}, file));
  expect(status).toBe(201);
  return body;
}

const fired = ({ method, path, body }: Sent, headers: Record<string, string> = {}) =>
  Promise.all(
    Array.from({ length: copies }, (_, at) =>
      (people[at % people.length] as Client).request(method as 'POST', `/api${base}/${path}`, {
        ...(body && { body }),
        headers,
      }),
    ),
  );

test.each(Object.keys(decisions))('%s once by 50 concurrent requests', async (name) => {
  const sent = await (decisions[name] as () => Promise<Sent>)();
  await server.db.deleteFrom('rate_limits').execute();
  const replies = await fired(sent);
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(
    statuses.filter((status) => status < 300),
    JSON.stringify(statuses),
  ).toHaveLength(1);
});
